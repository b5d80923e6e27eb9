/** Rebuilds a workspace in an empty folder from a backup and the exported key. */
import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { AppError } from '../../shared/result.ts';
import { openConnection, type WriteDb } from '../db/connection.ts';
import { withFolderLock } from '../db/folder-lock.ts';
import { migrate } from '../db/migrate.ts';
import { readMark } from '../db/repositories/settings.ts';
import { unwrapExported } from './change-key.ts';
import { IDENTITY } from './create.ts';
import { newKeyFilePath } from './key.ts';
import { databaseFile } from './open-database.ts';
import { saveWorkspaceFile } from './workspace-file.ts';
import { keepKey } from './wrap-key.ts';

export interface RebuildRequest {
  /** Path of the backup, which is only read. */
  readonly backup: string;
  /** Exported key as text, and the passphrase that it was exported with. */
  readonly exported: string;
  readonly passphrase: string;
  readonly configDir: string;
  /** Writes the audit entry. */
  readonly record: (db: WriteDb) => void;
}

/**
 * Makes the workspace of the backup in `dir`, with its key in a key file. Throws `conflict` when the folder holds
 * anything, `not-found` without the backup, `bad-input` and `wrong-key` for the key, `corrupt` for a damaged backup; then
 * the folder is as it was.
 */
export function rebuildWorkspace(dir: string, request: RebuildRequest): void {
  const folder = resolve(dir);
  const isNew = !existsSync(folder);
  if (!isNew && readdirSync(folder).length > 0)
    throw new AppError(
      'conflict',
      'workspace.folder-not-empty',
      { dir: folder },
      { kept: 'kept.it-untouched' },
    );
  if (!existsSync(request.backup))
    throw new AppError('not-found', 'workspace.no-backup', { file: request.backup });
  const { id, key } = unwrapExported(request.exported, request.passphrase);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  try {
    withFolderLock(folder, () => {
      copyFileSync(request.backup, databaseFile(folder));
      const createdAt = prepared(folder, { id, key }, request);
      const wrap = { kind: 'keyfile', file: newKeyFilePath(request.configDir, id) } as const;
      keepKey(wrap, key);
      saveWorkspaceFile(folder, { format: 1, id, createdAt, key: wrap });
    });
  } catch (error) {
    for (const name of readdirSync(folder)) rmSync(resolve(folder, name), { recursive: true, force: true });
    if (isNew) rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

/** Checks the copied database and brings it up to date. Returns when its workspace was made. */
function prepared(
  folder: string,
  { id, key }: { readonly id: string; readonly key: Uint8Array },
  { backup, record }: RebuildRequest,
): string {
  const db = openBackup(folder, key, backup);
  try {
    const verdict = db.integrityCheck();
    if (verdict !== 'ok')
      throw new AppError('corrupt', 'workspace.backup-damaged', { file: basename(backup), verdict });
    const [notedId, createdAt = new Date().toISOString()] = readMark(db, IDENTITY)?.split(' ') ?? [];
    if (notedId !== undefined && notedId !== id) throw new AppError('wrong-key', 'workspace.key-of-other');
    migrate(db, () => undefined);
    record(db);
    return createdAt;
  } finally {
    db.close();
  }
}

function openBackup(folder: string, key: Uint8Array, backup: string) {
  try {
    return openConnection(databaseFile(folder), { key });
  } catch (cause) {
    throw new AppError('wrong-key', 'workspace.key-not-of-backup', { file: basename(backup) }, { cause });
  }
}
