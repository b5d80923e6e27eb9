/** Reading files into new documents, in requests of bounded size. */
import type { Out } from '../../shared/contract/index.ts';
import { fileTooLarge, MAX_FILE_BYTES, refusalOf } from '../../shared/file-size.ts';
import { AppError } from '../../shared/result.ts';
import { toBase64 } from '../lib/base64.ts';
import type { Work } from '../lib/work.ts';
import { batches } from './batches.ts';
import { call } from './client.ts';
import { stoppable } from './stoppable.ts';

const BATCH_BYTES = 8 * 1024 * 1024;
const BATCH_FILES = 200;

export const DOCUMENT_FILES = '.txt,.docx,.pdf,.png,.jpg,.jpeg,.json,.jsonl,.ndjson,.hl7';

type Opened = Out<'docs.import'>;

/** Returns the results of the files, and the refused ones with reasons. Never throws for a single file. */
export async function openFiles(
  files: readonly File[],
  { signal, progress }: Pick<Work, 'signal' | 'progress'>,
): Promise<Opened> {
  const result: Opened = { created: [], refused: [] };
  const refuse = (name: string, thrown: unknown): void => {
    result.refused.push({ name, reason: refusalOf(thrown) });
  };
  // A file of any size can be dropped on the window; one too large to open is not even read.
  const fitting = files.filter((file) => file.size <= MAX_FILE_BYTES);
  for (const file of files)
    if (!fitting.includes(file)) refuse(file.name, fileTooLarge(file.name, file.size));
  for (const batch of batches(fitting, (file) => file.size, BATCH_BYTES, BATCH_FILES)) {
    const read = await Promise.all(batch.map((file) => readFile(file, refuse)));
    const data = read.filter((file) => file !== undefined);
    if (data.length === 0) continue;
    try {
      const { created, refused } = await stoppable(
        signal,
        (ticket) => call('docs.import', { files: data, ticket }),
        progress.set,
      );
      for (const summary of created) result.created.push(summary);
      for (const refusal of refused) result.refused.push(refusal);
    } catch (error) {
      for (const { name } of data) refuse(name, error);
    }
  }
  return result;
}

async function readFile(
  file: File,
  refuse: (name: string, thrown: unknown) => void,
): Promise<{ name: string; base64: string } | undefined> {
  try {
    return { name: file.name, base64: toBase64(new Uint8Array(await file.arrayBuffer())) };
  } catch {
    // A folder, or a file that went away meanwhile.
    refuse(file.name, new AppError('io', 'files.folder-or-gone', { name: file.name }));
    return undefined;
  }
}
