/**
 * Reading a workspace whose folder may not be written, such as one on a read-only medium. SQLite needs files beside a
 * database in WAL mode, so a copy is opened, with what a crash left in the log.
 */
import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  mkdtempSync,
  openSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError } from '../../shared/result.ts';
import { databaseFile } from './open-database.ts';
import { isWorkspace, readWorkspaceFile } from './workspace-file.ts';

const REFUSED = new Set(['EACCES', 'EPERM', 'EROFS']);

/** Returns whether the folder holds a workspace that this process may not write. */
export function isReadOnly(dir: string): boolean {
  if (!isWorkspace(dir)) return false;
  try {
    accessSync(dir, constants.W_OK);
    closeSync(openSync(join(dir, '.lock'), 'a', 0o600));
    if (existsSync(databaseFile(dir))) closeSync(openSync(databaseFile(dir), 'r+'));
    return false;
  } catch (error) {
    if (error instanceof Error && 'code' in error && REFUSED.has(String(error.code))) return true;
    throw error;
  }
}

/**
 * Copies database and `workspace.json` to a private folder. Returns it. Throws `io` when a key change was interrupted,
 * since opening would end it.
 */
export function copyToRead(dir: string): string {
  if (readWorkspaceFile(dir).nextKey !== undefined) {
    throw new AppError('io', 'workspace.read-only-unsettled', { dir }, { kept: 'kept.it-untouched' });
  }
  const copy = mkdtempSync(join(tmpdir(), 'meridian-read-')); // mode 0700
  for (const name of ['workspace.json', 'meridian.db', 'meridian.db-wal', 'meridian.db-journal'])
    if (existsSync(join(dir, name))) {
      copyFileSync(join(dir, name), join(copy, name));
      chmodSync(join(copy, name), 0o600); // the original may be read-only
    }
  return copy;
}
