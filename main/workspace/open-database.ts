/** Opens the database of a workspace, also after an interrupted key change, and removes what that change left. */
import { closeSync, existsSync, fsyncSync, openSync, readSync, rmSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { AppError } from '../../shared/result.ts';
import { type Connection, isBusy, openConnection } from '../db/connection.ts';
import { syncFolder } from './atomic-file.ts';
import { type KeyWrap, removeKeyFile } from './key.ts';
import { readWorkspaceFile, saveWorkspaceFile, type WorkspaceFile } from './workspace-file.ts';
import { unwrapKey, type WorkspaceOptions } from './wrap-key.ts';

export interface OpenDatabase {
  readonly file: WorkspaceFile;
  /** Null in a plain workspace. */
  readonly key: Uint8Array | null;
  readonly db: Connection;
  /** Device and inode of the database when it was opened. */
  readonly inode: string | undefined;
}

/** Possible key of the database. `unwrap` throws when the key is not available. */
interface Candidate {
  readonly wrap: KeyWrap;
  readonly unwrap: () => Uint8Array | null;
}

type Opened = Omit<OpenDatabase, 'file'> & { readonly wrap: KeyWrap };

export const databaseFile = (dir: string): string => join(dir, 'meridian.db');

/** Path of the copy under the new key, which replaces the database at the end of a key change. */
export const databaseCopy = (dir: string): string => join(dir, 'meridian.db.next');

/** Opens the database with the key that fits. Throws `corrupt`, `locked` while a passphrase is missing, `wrong-key`. */
export function openDatabase(dir: string, file: WorkspaceFile, options: WorkspaceOptions): OpenDatabase {
  if (!existsSync(databaseFile(dir))) {
    throw new AppError('corrupt', 'workspace.database-lost', { dir }, { hint: 'hint.copy-newest-backup' });
  }
  const candidate = (wrap: KeyWrap): Candidate => ({ wrap, unwrap: () => unwrapKey(wrap, options) });
  if (file.nextKey === undefined) {
    const { wrap: _, ...opened } = tryEach(dir, [candidate(file.key)]);
    return { file, ...opened };
  }
  try {
    return openUnsettled(dir, file, [candidate(file.nextKey), candidate(file.key)]);
  } catch (cause) {
    if (!(cause instanceof AppError && cause.code === 'wrong-key')) throw cause;
    throw new AppError('wrong-key', cause.localized, {
      kept: 'kept.nothing-changed',
      hint: 'hint.key-change-interrupted',
      cause,
    });
  }
}

/** Opens a database after an interrupted key change: the candidate that fits becomes the workspace's key. */
export function openUnsettled(
  dir: string,
  file: WorkspaceFile,
  candidates: readonly Candidate[],
): OpenDatabase {
  const { wrap, ...opened } = openWithAny(dir, candidates);
  return { file: settle(dir, file, wrap), ...opened };
}

/**
 * Throws `conflict` when the folder has another database or key than the open ones. Expects the folder lock. Windows
 * replaces no open file, and not all of its file systems number files.
 */
export function checkInPlace(dir: string, { file, inode }: OpenDatabase): void {
  const { key, nextKey } = readWorkspaceFile(dir);
  const isSameKey = [key, nextKey].some((wrap) => isDeepStrictEqual(wrap, file.key));
  if (isSameKey && (process.platform === 'win32' || inodeOf(databaseFile(dir)) === inode)) return;
  throw new AppError(
    'conflict',
    'workspace.replaced',
    { dir },
    { kept: 'kept.nothing-changed', hint: 'hint.reopen' },
  );
}

/** Returns `undefined` when there is no such file. */
function inodeOf(path: string): string | undefined {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found && `${found.dev} ${found.ino}`;
}

function tryEach(dir: string, candidates: readonly Candidate[]): Opened {
  let failure: unknown;
  for (const { wrap, unwrap } of candidates) {
    try {
      const key = unwrap();
      const db = openConnection(databaseFile(dir), { key });
      return { wrap, key, db, inode: inodeOf(databaseFile(dir)) };
    } catch (error) {
      if (isBusy(error)) throw error;
      // Prefers the error `locked`: a passphrase not given yet may still open it, a key that does not fit never will.
      if (!(failure instanceof AppError && failure.code === 'locked')) failure = error;
    }
  }
  throw failure;
}

/** Removes the copy and the key files that are not in use. `workspace.json` names them until they are gone. */
function settle(dir: string, file: WorkspaceFile, wrap: KeyWrap): WorkspaceFile {
  const settled: WorkspaceFile = { format: 1, id: file.id, createdAt: file.createdAt, key: wrap };
  try {
    syncFolder(dir); // a power cut must not bring a database back whose key file is removed here
    removeDatabaseCopy(dir);
    for (const unused of [file.key, file.nextKey]) {
      if (unused?.kind !== 'keyfile' || (wrap.kind === 'keyfile' && wrap.file === unused.file)) continue;
      removeKeyFile(unused.file);
    }
    saveWorkspaceFile(dir, settled);
  } catch {
    // The workspace is open: a full disk must not close it. The next opening removes them.
  }
  return settled;
}

export function removeDatabaseCopy(dir: string): void {
  for (const suffix of ['', '-journal', '-wal', '-shm']) rmSync(databaseCopy(dir) + suffix, { force: true });
}

/**
 * Opens with the first candidate that fits.
 *
 * Meridian once changed the key in place. A kill while it wrote left page 1 with the salt of the new key and all other
 * pages in the rollback journal under the old one. With page 1 from the journal the old key fits, and SQLite rolls the
 * rest back.
 */
export function openWithAny(dir: string, candidates: readonly Candidate[]): Opened {
  try {
    return tryEach(dir, candidates);
  } catch (error) {
    const journaled = journaledFirstPage(databaseFile(dir));
    if (isBusy(error) || journaled === undefined) throw error;
    const present = readStart(databaseFile(dir), journaled.length);
    writeFirstPage(databaseFile(dir), journaled);
    try {
      return tryEach(dir, candidates);
    } catch (again) {
      writeFirstPage(databaseFile(dir), present);
      throw again;
    }
  }
}

/** Source: https://www.sqlite.org/fileformat2.html#the_rollback_journal */
const JOURNAL = { magic: 'd9d505f920a163d7', headerBytes: 28, sectorBytesAt: 20, pageBytesAt: 24 };
/** A page number of 32 bits stands before each page. */
const PAGE_NUMBER_BYTES = 4;
const SALT_BYTES = 16;
/** SQLite allows 64 KiB for a sector and for a page. */
const MAX_START_BYTES = 2 ** 17 + PAGE_NUMBER_BYTES;

/** Returns page 1 from the start of the rollback journal, unless it has the salt that the database has. */
function journaledFirstPage(database: string): Buffer | undefined {
  const journal = `${database}-journal`;
  if (!existsSync(journal)) return undefined;
  const header = readStart(journal, JOURNAL.headerBytes);
  if (header.length < JOURNAL.headerBytes || header.toString('hex', 0, 8) !== JOURNAL.magic) return undefined;
  const pageAt = header.readUInt32BE(JOURNAL.sectorBytesAt) + PAGE_NUMBER_BYTES;
  const end = pageAt + header.readUInt32BE(JOURNAL.pageBytesAt);
  if (end > MAX_START_BYTES) return undefined;
  const start = readStart(journal, end);
  if (start.length < end || start.readUInt32BE(pageAt - PAGE_NUMBER_BYTES) !== 1) return undefined;
  const page = start.subarray(pageAt);
  return page.subarray(0, SALT_BYTES).equals(readStart(database, SALT_BYTES)) ? undefined : page;
}

function readStart(file: string, bytes: number): Buffer {
  const handle = openSync(file, 'r');
  try {
    const start = Buffer.alloc(bytes);
    return start.subarray(0, readSync(handle, start, 0, bytes, 0));
  } finally {
    closeSync(handle);
  }
}

function writeFirstPage(database: string, page: Buffer): void {
  const handle = openSync(database, 'r+');
  try {
    writeSync(handle, page, 0, page.length, 0);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
