/** Creates the workspace of an empty folder. */
import { randomUUID } from 'node:crypto';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../../shared/result.ts';
import { openConnection } from '../db/connection.ts';
import { migrate } from '../db/migrate.ts';
import { writeMark } from '../db/repositories/settings.ts';
import { KeyWrap, newKey } from './key.ts';
import { databaseFile } from './open-database.ts';
import { saveWorkspaceFile, type WorkspaceFile } from './workspace-file.ts';
import { keepKey, type WorkspaceOptions, wrapKey } from './wrap-key.ts';

/** Mark in the database with the id and date of `workspace.json`. */
export const IDENTITY = 'identity';

export const identityOf = ({ id, createdAt }: WorkspaceFile): string => `${id} ${createdAt}`;

/** File that exists while a workspace is being created: a database beside it holds nothing yet. */
const creationMark = (dir: string): string => join(dir, '.creating');

export function removeCreationMark(dir: string): void {
  rmSync(creationMark(dir), { force: true });
}

/** Creates a workspace. The caller holds the workspace's lock. An interrupted creation is started over. */
export function createWorkspace(dir: string, options: WorkspaceOptions): WorkspaceFile {
  if (existsSync(creationMark(dir))) removeDatabase(dir);
  else if (existsSync(databaseFile(dir))) {
    throw new AppError(
      'corrupt',
      'workspace.no-workspace-json',
      { dir },
      { kept: 'kept.it-untouched', hint: 'hint.put-workspace-json-back' },
    );
  }
  writeFileSync(creationMark(dir), '', { mode: 0o600 });
  try {
    return createFiles(dir, options);
  } catch (error) {
    removeDatabase(dir);
    throw error;
  } finally {
    removeCreationMark(dir);
  }
}

function removeDatabase(dir: string): void {
  for (const suffix of ['', '-journal', '-wal', '-shm']) rmSync(databaseFile(dir) + suffix, { force: true });
}

/** Writes `workspace.json` last: without it the folder holds no workspace. */
function createFiles(dir: string, options: WorkspaceOptions): WorkspaceFile {
  const id = randomUUID();
  const kind = options.create ?? (options.keychain?.available() === true ? 'keychain' : 'keyfile');
  const key = kind === 'plain' ? null : newKey();
  const wrap = key === null ? KeyWrap.parse({ kind: 'plain' }) : wrapKey(key, kind, id, options);
  if (key !== null) keepKey(wrap, key);
  const file: WorkspaceFile = { format: 1, id, createdAt: new Date().toISOString(), key: wrap };
  const db = openConnection(databaseFile(dir), { key });
  try {
    migrate(db, () => undefined);
    writeMark(db, IDENTITY, identityOf(file));
  } finally {
    db.close();
  }
  saveWorkspaceFile(dir, file);
  return file;
}
