/** Locks a workspace folder. The system releases the lock when the process ends, even by a crash. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';

/** Milliseconds to wait for another process that opens, creates or rekeys the workspace. */
const TIMEOUT_MS = 20_000;

/**
 * Runs `body` while no other process opens the workspace, creates it or changes its key. The lock is SQLite's, on an
 * empty file. Throws `SQLITE_BUSY` when another process holds it too long.
 */
export function withFolderLock<T>(dir: string, body: () => T): T {
  const file = join(dir, '.lock');
  if (!existsSync(file)) writeFileSync(file, '', { flag: 'a', mode: 0o600 });
  const lock = new Database(file, { timeout: TIMEOUT_MS });
  try {
    lock.pragma('journal_mode = MEMORY');
    lock.exec('BEGIN EXCLUSIVE');
    return body();
  } finally {
    lock.close();
  }
}
