/**
 * Key of sealed files. It is stored in the encrypted database and stays the same when the workspace's key changes, so
 * that a key change need not write large files anew.
 */
import { z } from 'zod';
import type { ReadDb, WriteDb } from '../db/connection.ts';
import { readMark, writeMark } from '../db/repositories/settings.ts';
import { newKey } from './key.ts';

/** Mark of the workspace with the file key; a restore keeps it. */
export const FILE_KEY = 'fileKey';

const Hex = z.string().regex(/^[0-9a-f]{64}$/);

/** Database with the workspace's key. */
export interface KeyedDatabase {
  readonly db: WriteDb;
  /** Null in a plain workspace. */
  readonly key: Uint8Array | null;
}

/** Returns 32 bytes, created at first use; null in a plain workspace, whose files are plain too. */
export function fileKeyOf({ db, key }: KeyedDatabase): Uint8Array | null {
  if (key === null) return null;
  const known = readFileKey(db);
  if (known !== null) return known;
  return db.transaction(() => {
    const meanwhile = readFileKey(db); // another process may have been faster
    if (meanwhile !== null) return meanwhile;
    const made = newKey();
    writeMark(db, FILE_KEY, Buffer.from(made).toString('hex'));
    return made;
  });
}

/** Returns the file key; null in a plain workspace, and where no file has been written yet. */
export function readFileKey(db: ReadDb): Uint8Array | null {
  const hex = readMark(db, FILE_KEY);
  return hex === undefined ? null : Buffer.from(Hex.parse(hex), 'hex');
}
