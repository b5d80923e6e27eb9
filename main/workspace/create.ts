/** A new workspace in a folder, whichever of several processes makes it. */
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../../shared/result.ts';
import { openConnection } from '../db/connection.ts';
import { migrate } from '../db/migrate.ts';
import { isOtherProcessAlive } from '../db/process-alive.ts';
import { KeyWrap, newKey } from './key.ts';
import { isWorkspace, readWorkspaceFile, saveWorkspaceFile, type WorkspaceFile } from './workspace-file.ts';
import { type WorkspaceOptions, wrapKey } from './wrap-key.ts';

/** Creates the workspace in `dir`. Of several processes that try at once one does it and the others wait for it. */
export function createWorkspace(dir: string, options: WorkspaceOptions): WorkspaceFile {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const lock = join(dir, '.creating');
  const leftover = takeCreationLock(dir, lock);
  if (leftover === 'created meanwhile') return readWorkspaceFile(dir);
  try {
    const database = join(dir, 'meridian.db');
    if (leftover === 'cut short') {
      for (const suffix of ['', '-wal', '-shm']) rmSync(database + suffix, { force: true });
    } else if (existsSync(database)) {
      throw new AppError('corrupt', `${dir} holds a database but no workspace.json. (缺少 workspace.json)`, {
        kept: 'It was not touched. (未做任何更改)',
        hint: 'Put workspace.json back, or choose an empty folder. (请放回该文件或选择空文件夹)',
      });
    }
    const id = randomUUID();
    const kind = options.create ?? (options.keychain?.available() === true ? 'keychain' : 'keyfile');
    const key = kind === 'plain' ? null : newKey();
    const wrap = key === null ? KeyWrap.parse({ kind: 'plain' }) : wrapKey(key, kind, id, options, '');
    const db = openConnection(database, { key });
    migrate(db, () => undefined);
    db.close();
    const file: WorkspaceFile = { format: 1, id, createdAt: new Date().toISOString(), key: wrap };
    saveWorkspaceFile(dir, file);
    return file;
  } finally {
    rmSync(lock, { force: true });
  }
}

/** How long to wait for another process that is creating the workspace. */
const CREATION_PATIENCE_MS = 20_000;

function takeCreationLock(dir: string, lock: string): 'empty' | 'cut short' | 'created meanwhile' {
  let state: 'empty' | 'cut short' = 'empty';
  const until = Date.now() + CREATION_PATIENCE_MS;
  for (;;) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx', mode: 0o600 });
      if (!isWorkspace(dir)) return state;
      rmSync(lock, { force: true });
      return 'created meanwhile';
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
    if (!isOtherProcessAlive(Number(readIfThere(lock)))) {
      rmSync(lock, { force: true });
      state = 'cut short';
    } else if (Date.now() > until) {
      throw new AppError('locked', `Another process is creating ${dir}. (另一进程正在创建此工作区)`);
    } else {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
    }
    if (isWorkspace(dir)) return 'created meanwhile';
  }
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
