/**
 * The key of sealed files. It is not the workspace's own key, which changes: it is kept inside the encrypted database
 * and stays the same, so that a change of key need not write large files anew.
 */
import { z } from 'zod';
import type { ReadDb, WriteDb } from '../db/connection.ts';
import { readMark, writeMark } from '../db/repositories/settings.ts';
import { newKey } from './key.ts';

/** Mark of the workspace; a restore leaves it as it is. */
export const FILE_KEY = 'fileKey';

const Hex = z.string().regex(/^[0-9a-f]{64}$/);

/** What `fileKeyOf` needs of a workspace. */
export interface KeyedDatabase {
  readonly db: WriteDb;
  /** Null in a plain workspace. */
  readonly key: Uint8Array | null;
}

/** 32 bytes, made at first use; null in a plain workspace, whose files are plain too. */
export function fileKeyOf({ db, key }: KeyedDatabase): Uint8Array | null {
  if (key === null) return null;
  const known = readFileKey(db);
  if (known !== null) return known;
  return db.transaction(() => {
    const meanwhile = readFileKey(db); // another process may have come first
    if (meanwhile !== null) return meanwhile;
    const made = newKey();
    writeMark(db, FILE_KEY, Buffer.from(made).toString('hex'));
    return made;
  });
}

/** For those who only read: null in a plain workspace, and where no file has been written yet. */
export function readFileKey(db: ReadDb): Uint8Array | null {
  const hex = readMark(db, FILE_KEY);
  return hex === undefined ? null : Buffer.from(Hex.parse(hex), 'hex');
}
