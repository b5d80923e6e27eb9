/** Distinguishes project files from texts and annotations, which are JSON lines too. */
import { open } from 'node:fs/promises';
import { AppError } from '../../../../shared/result.ts';
import { MARK } from './project-lines.ts';

const START = 200;

export async function isProjectAt(path: string): Promise<boolean> {
  const handle = await open(path, 'r');
  try {
    return isProjectFile((await handle.read(Buffer.alloc(START), 0, START, 0)).buffer);
  } finally {
    await handle.close();
  }
}

/** Returns whether a file is a project file, by its beginning. */
export const isProjectFile = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.subarray(0, START)).toString('latin1').includes(`"kind":"${MARK}"`);

/** @throws AppError `bad-input` for other files, with a hint where to open them */
export function refuseOtherFiles(name: string, bytes: Uint8Array): void {
  if (isProjectFile(bytes)) return;
  throw new AppError(
    'bad-input',
    'projects.no-project-file',
    { name },
    { kept: 'kept.nothing-imported', hint: 'hint.add-texts-to-open-project' },
  );
}

/** @throws AppError `bad-input` for a project file that is about to be read as documents */
export function refuseProjectFile(name: string, bytes: Uint8Array): void {
  if (!isProjectFile(bytes)) return;
  throw new AppError(
    'bad-input',
    'projects.is-whole-project',
    { name },
    { kept: 'kept.nothing-imported', hint: 'hint.open-from-list' },
  );
}
