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
  readdirSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError } from '../../shared/result.ts';
import { isOtherProcessAlive } from '../db/process-alive.ts';
import { databaseFile } from './open-database.ts';
import { isWorkspace, readWorkspaceFile } from './workspace-file.ts';

const REFUSED = new Set(['EACCES', 'EPERM', 'EROFS']);
const COPIED = ['workspace.json', 'meridian.db', 'meridian.db-wal', 'meridian.db-journal'];
/** Start of the name of a copy's folder; the id of the process that reads it follows. */
const COPY = 'meridian-read-';

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
  const copy = mkdtempSync(join(tmpdir(), `${COPY}${process.pid}-`)); // mode 0700
  try {
    for (const name of COPIED.filter((file) => existsSync(join(dir, file)))) {
      copyFileSync(join(dir, name), join(copy, name));
      chmodSync(join(copy, name), 0o600); // the original may be read-only
    }
    return copy;
  } catch (error) {
    rmSync(copy, { recursive: true, force: true });
    throw error;
  }
}

/** Removes the copies of processes that ended without removing them. */
export function removeLeftCopies(): void {
  for (const name of readdirSync(tmpdir())) {
    const owner = Number(new RegExp(`^${COPY}(\\d+)-`).exec(name)?.[1] ?? process.pid);
    if (owner === process.pid || isOtherProcessAlive(owner)) continue;
    try {
      rmSync(join(tmpdir(), name), { recursive: true, force: true });
    } catch {
      // The copy belongs to another user.
    }
  }
}
