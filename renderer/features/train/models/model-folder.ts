/** Picks the files of a model from a chosen folder. */

/** The parts of a File that matter; `webkitRelativePath` is empty for files chosen one by one. */
export interface FolderFile {
  readonly name: string;
  readonly webkitRelativePath: string;
}

const WEIGHTS = ['model.safetensors', 'pytorch_model.bin'] as const;
const TEXTS = /^(.*\.(json|txt|md)|licen[cs]e.*)$/i;
const MOST_FILES = 20;

/**
 * Configuration, vocabulary and one file of weights from the folder itself, safetensors before a pickle: weights for
 * other frameworks and folders inside only cost time to send.
 */
export function modelFiles<F extends FolderFile>(chosen: readonly F[]): F[] {
  const here = chosen.filter(({ webkitRelativePath }) => webkitRelativePath.split('/').length <= 2);
  const weights = WEIGHTS.map((name) => here.find((file) => file.name === name)).find(
    (file) => file !== undefined,
  );
  const texts = here.filter(({ name }) => TEXTS.test(name) && !name.startsWith('.'));
  return [...(weights === undefined ? [] : [weights]), ...texts].slice(0, MOST_FILES);
}

/** Name of the folder, or of the only file without its ending. */
export function folderName(chosen: readonly FolderFile[]): string {
  const first = chosen[0];
  if (first === undefined) return '';
  const [folder, ...rest] = first.webkitRelativePath.split('/');
  return rest.length > 0 && folder !== undefined ? folder : 'model';
}
