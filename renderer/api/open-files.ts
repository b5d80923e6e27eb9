/** Reading files into new documents, in requests of bounded size. */
import type { Out } from '../../shared/contract.ts';
import { toBase64 } from '../lib/base64.ts';
import { batches } from '../lib/batches.ts';
import { call } from './client.ts';

const BATCH_BYTES = 8 * 1024 * 1024;
const BATCH_FILES = 200;

export const DOCUMENT_FILES = '.txt,.docx,.json,.jsonl';

/** What was made of the files and which were refused, with reasons. */
export async function openFiles(files: readonly File[]): Promise<Out<'docs.import'>> {
  const result: Out<'docs.import'> = { created: [], refused: [] };
  for (const batch of batches(files, (file) => file.size, BATCH_BYTES, BATCH_FILES)) {
    const data = await Promise.all(
      batch.map(async (file) => ({
        name: file.name,
        base64: toBase64(new Uint8Array(await file.arrayBuffer())),
      })),
    );
    const { created, refused } = await call('docs.import', { files: data });
    result.created.push(...created);
    result.refused.push(...refused);
  }
  return result;
}
