import { resolve } from 'node:path';
import { z } from 'zod';
import type { KeyKind } from '../../shared/domain/system.ts';
import { AppError } from '../../shared/result.ts';
import { type Connection, openConnection, type WriteDb } from '../db/connection.ts';
import { withFolderLock } from '../db/folder-lock.ts';
import { readMark, writeMark } from '../db/repositories/settings.ts';
import { renameFile, syncFile } from './atomic-file.ts';
import { type KeyWrap, newKey, newKeyFilePath, PassphraseWrap, unwrapWithPassphrase } from './key.ts';
import {
  checkInPlace,
  databaseCopy,
  databaseFile,
  type OpenDatabase,
  openUnsettled,
  openWithAny,
  removeDatabaseCopy,
} from './open-database.ts';
import { isWorkspace, readWorkspaceFile, saveWorkspaceFile, WorkspaceFile } from './workspace-file.ts';
import { keepKey, type WorkspaceOptions, wrapKey } from './wrap-key.ts';

/** Setting with the former keys of the workspace, newest first, as hex. They open earlier backups. */
export const FORMER_KEYS = 'formerKeys';

export const formerKeys = (db: Connection): string[] =>
  (readMark(db, FORMER_KEYS) ?? '').split(' ').filter((hex) => hex !== '');

export interface KeyChange {
  readonly kind: Exclude<KeyKind, 'plain'>;
  /** Holds the new passphrase if the key is wrapped by one. */
  readonly options: WorkspaceOptions;
  /** Called in the transaction that adds the old key to the former keys, in the database under the new key. */
  readonly record: (db: WriteDb) => void;
}

/**
 * Gives the workspace a new random key. Encrypts a copy of the database anew and renames it over the database, under
 * an exclusive lock. The old key opens the database before the rename and the new key afterwards; `workspace.json`
 * names both from before the rename until after it. Closes `current.db` and returns the database as it is afterwards,
 * with the failure when it still has the old key. Throws `conflict` when the folder has another database by now.
 */
export function changeKey(
  dir: string,
  current: OpenDatabase & { readonly key: Uint8Array },
  { kind, options, record }: KeyChange,
): OpenDatabase & { readonly failure?: unknown } {
  return withFolderLock(dir, () => {
    checkInPlace(dir, current);
    const key = newKey();
    const wrap = wrapKey(key, kind, current.file.id, options);
    const file = { ...current.file, nextKey: wrap };
    let failure: unknown;
    current.db.close();
    try {
      withExclusive(dir, current.key, (db) => {
        saveWorkspaceFile(dir, file);
        keepKey(wrap, key);
        copyUnderKey(dir, { db, key: current.key }, key, record);
        if (process.platform === 'win32') db.close(); // Windows renames over no open file
        renameFile(databaseCopy(dir), databaseFile(dir));
      });
    } catch (error) {
      failure = error;
    }
    const opened = openUnsettled(dir, file, [
      { wrap, unwrap: () => key },
      { wrap: current.file.key, unwrap: () => current.key },
    ]);
    return opened.key === key ? opened : { ...opened, failure };
  });
}

/** Opens the database for `body` alone. Throws `SQLITE_BUSY` when another connection is open. */
function withExclusive(dir: string, key: Uint8Array, body: (db: Connection) => void): void {
  const db = openConnection(databaseFile(dir), { key, exclusive: true });
  try {
    body(db);
  } finally {
    db.close();
  }
}

/** Writes a copy to the disk that only `key` opens. */
function copyUnderKey(
  dir: string,
  { db, key: old }: { readonly db: Connection; readonly key: Uint8Array },
  key: Uint8Array,
  record: (db: WriteDb) => void,
): void {
  const target = databaseCopy(dir);
  removeDatabaseCopy(dir);
  db.copyInto(target);
  const copy = openConnection(target, { key: old });
  try {
    copy.transaction(() => {
      writeMark(copy, FORMER_KEYS, [hexOf(old), ...formerKeys(copy)].join(' '));
      record(copy);
    });
    copy.rekey(key);
  } finally {
    copy.close();
  }
  syncFile(target);
}

const hexOf = (key: Uint8Array): string => Buffer.from(key).toString('hex');

/** Writes an exported key to a key file, which opens the workspace. Throws `bad-input`, `wrong-key`. */
export function importKey(dir: string, exported: string, passphrase: string, configDir: string): void {
  const folder = resolve(dir);
  if (!isWorkspace(folder)) throw new AppError('not-found', 'workspace.none-here', { dir: folder });
  withFolderLock(folder, () => {
    const { id, createdAt } = readWorkspaceFile(folder);
    const { id: of, key } = unwrapExported(exported, passphrase);
    if (of !== id) throw new AppError('wrong-key', 'workspace.key-of-other');
    const wrap: KeyWrap = { kind: 'keyfile', file: newKeyFilePath(configDir, id) };
    openWithAny(folder, [{ wrap, unwrap: () => key }]).db.close();
    keepKey(wrap, key);
    removeDatabaseCopy(folder);
    saveWorkspaceFile(folder, { format: 1, id, createdAt, key: wrap });
  });
}

const Exported = z.object({ workspace: WorkspaceFile.shape.id, key: PassphraseWrap });

/** Returns an exported key and the id of its workspace. Throws `bad-input`, `wrong-key`. */
export function unwrapExported(text: string, passphrase: string): { id: string; key: Uint8Array } {
  const { data, success } = Exported.safeParse(parseJson(text));
  if (!success) throw new AppError('bad-input', 'workspace.no-exported-key');
  return { id: data.workspace, key: unwrapWithPassphrase(data.key, passphrase) };
}

/** Parses JSON. Returns `undefined` for any other text. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
