/** Reads databases and sealed files of a workspace whole and finds damage. */
import { join } from 'node:path';
import { z } from 'zod';
import { type Message, message } from '../../shared/messages/message.ts';
import { AppError, toErrorData } from '../../shared/result.ts';
import { type Connection, openConnection } from '../db/connection.ts';
import { readSealed } from './sealed-file.ts';

const Key = z.custom<Uint8Array>((value) => value instanceof Uint8Array).nullable();
/** Paths are relative to the folder. */
const Paths = z.array(z.string()).readonly();

export const CheckedFiles = z.object({
  dir: z.string(),
  databases: Paths,
  /** Present and former keys: one of them opens each database. */
  keys: z.array(Key).readonly(),
  sealed: Paths,
  fileKey: Key,
});
export type CheckedFiles = z.infer<typeof CheckedFiles>;

/** Returns the problems of the files. A missing file is a problem. */
export function checkFiles({ dir, databases, keys, sealed, fileKey }: CheckedFiles): Message[] {
  return [
    ...databases.flatMap((file) =>
      problemsOf(file, () => {
        const db = openWithOneOf(join(dir, file), keys);
        try {
          return db.faults().map((problem) => message('workspace.file-damaged', { file, problem }));
        } finally {
          db.close();
        }
      }),
    ),
    ...sealed.flatMap((file) =>
      problemsOf(file, () =>
        readSealed(join(dir, file), fileKey) === undefined
          ? [message('workspace.file-missing', { file })]
          : [],
      ),
    ),
  ];
}

function problemsOf(file: string, check: () => Message[]): Message[] {
  try {
    return check();
  } catch (error) {
    return [message('workspace.file-damaged', { file, problem: toErrorData(error).message })];
  }
}

/** Opens a database with the first of the keys that fits, for reading. Throws `wrong-key` when none does. */
export function openWithOneOf(file: string, keys: readonly (Uint8Array | null)[]): Connection {
  let failure: unknown;
  for (const key of keys) {
    try {
      return openConnection(file, { key, readonly: true });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      failure = error;
    }
  }
  throw failure;
}
