/**
 * A workspace is a folder: `workspace.json` (how its key is kept), `meridian.db` (everything else, encrypted),
 * `backups/` (encrypted copies), `tmp/`, and sealed files too large for the database in `data/`, `models/` and `runs/`.
 */
import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { z } from 'zod';
import type { KeyKind, WorkspaceInfo } from '../../shared/domain/system.ts';
import { AppError } from '../../shared/result.ts';
import { type Connection, openConnection } from '../db/connection.ts';
import { copyContent } from '../db/copy-content.ts';
import { migrate, schemaVersion } from '../db/migrate.ts';
import { personalSettings, putPersonalSettings, readMark, writeMark } from '../db/repositories/settings.ts';
import { createWorkspace } from './create.ts';
import { FILE_KEY } from './file-key.ts';
import {
  KeyWrap,
  keyFilePath,
  newKey,
  removeKeyFile,
  unwrapWithPassphrase,
  wrapWithPassphrase,
  writeKeyFile,
} from './key.ts';
import { removeLeftovers } from './leftovers.ts';
import { isWorkspace, readWorkspaceFile, saveWorkspaceFile, type WorkspaceFile } from './workspace-file.ts';
import { settleKeyFile, unwrapKey, type WorkspaceOptions, wrapKey } from './wrap-key.ts';

/** Mark of the workspace: keys it had before, newest first, as hex. They open its earlier backups. */
const FORMER_KEYS = 'formerKeys';

/** An open workspace. `key` goes to the engine process, which reads the same database. */
export class Workspace {
  readonly dir: string;
  readonly #options: WorkspaceOptions;
  #file: WorkspaceFile;
  #key: Uint8Array | null;
  #db: Connection;

  private constructor(
    dir: string,
    options: WorkspaceOptions,
    file: WorkspaceFile,
    key: Uint8Array | null,
    db: Connection,
  ) {
    this.dir = dir;
    this.#options = options;
    this.#file = file;
    this.#key = key;
    this.#db = db;
  }

  static exists(dir: string): boolean {
    return isWorkspace(dir);
  }

  /** Opens the workspace in `dir`, creating it first when there is none. */
  static open(dir: string, options: WorkspaceOptions): Workspace {
    const absolute = resolve(dir);
    const file = Workspace.exists(absolute)
      ? readWorkspaceFile(absolute)
      : createWorkspace(absolute, options);
    if (!existsSync(join(absolute, 'meridian.db'))) {
      throw new AppError('corrupt', `${absolute} has lost its database meridian.db. (工作区数据库丢失)`, {
        hint: 'Put the file back, or copy the newest one from backups/ in its place. (请放回该文件，或用 backups/ 中最新的备份代替)',
      });
    }
    const { key, db, wrap } = openWithEither(absolute, file, options);
    let settled = file;
    if (file.nextKey !== undefined) {
      // A key change was cut short; the key that opened the database is the one that counts.
      settled = { format: 1, id: file.id, createdAt: file.createdAt, key: wrap };
      saveWorkspaceFile(absolute, settled);
    }
    const workspace = new Workspace(absolute, options, settled, key, db);
    try {
      migrate(db, () => workspace.backup('before-migration'));
    } catch (error) {
      db.close();
      throw error;
    }
    removeLeftovers(absolute);
    return workspace;
  }

  get db(): Connection {
    return this.#db;
  }

  get id(): string {
    return this.#file.id;
  }

  get databaseFile(): string {
    return join(this.dir, 'meridian.db');
  }

  get key(): Uint8Array | null {
    return this.#key;
  }

  info(): WorkspaceInfo {
    return {
      path: this.dir,
      id: this.#file.id,
      state: 'open',
      key: this.#file.key.kind,
      ...(this.#file.key.kind === 'keyfile' ? { keyPath: this.#file.key.file } : {}),
      schemaVersion: schemaVersion(this.#db),
      bytes: statSync(this.databaseFile).size,
      backups: listBackups(this.dir),
    };
  }

  /** This process's folder for files that live only during a job; removed at the next start after it has gone. */
  temporaryDir(): string {
    const dir = join(this.dir, 'tmp', String(process.pid));
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    return dir;
  }

  /** Writes a consistent copy, encrypted with the same key. Returns its file name and size. */
  backup(label = 'backup'): { file: string; bytes: number } {
    const dir = join(this.dir, 'backups');
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    const stamp = new Date().toISOString().replace(/[:.]/g, '-');
    const target = join(dir, `${stamp}-${label}.db`);
    const partial = `${target}.part`;
    try {
      this.#db.raw.prepare('VACUUM INTO ?').run(partial);
      renameSync(partial, target);
    } catch (error) {
      rmSync(partial, { force: true });
      throw error;
    }
    return { file: basename(target), bytes: statSync(target).size };
  }

  /**
   * Puts a backup's content in the place of the present one, which becomes a backup first. The audit table goes on:
   * what was done since the backup stays on record. Other connections see the change as any other.
   */
  restore(file: string): void {
    if (basename(file) !== file)
      throw new AppError('bad-request', `restore: not a backup of this workspace: ${file}`);
    const source = join(this.dir, 'backups', file);
    if (!existsSync(source)) throw new AppError('not-found', `There is no backup ${file}. (没有此备份)`);
    const staged = join(this.temporaryDir(), 'restore.db');
    copyFileSync(source, staged);
    const old = this.#openBackup(staged);
    try {
      const verdict = z.string().parse(old.raw.pragma('integrity_check', { simple: true }));
      if (verdict !== 'ok')
        throw new AppError('corrupt', `The backup ${file} is damaged: ${verdict}. (备份已损坏)`);
      migrate(old, () => undefined);
      this.backup('before-restore');
      const keys = [FORMER_KEYS, FILE_KEY].map((mark) => [mark, readMark(this.#db, mark)] as const);
      const personal = personalSettings(this.#db);
      copyContent(old, this.#db);
      putPersonalSettings(this.#db, personal);
      // The keys of now: a backup may know fewer of them.
      for (const [mark, value] of keys) if (value !== undefined) writeMark(this.#db, mark, value);
    } finally {
      old.close();
      for (const suffix of ['', '-wal', '-shm']) rmSync(staged + suffix, { force: true });
    }
  }

  /** A backup has the key that the workspace had when it was made. */
  #openBackup(file: string): Connection {
    const former = (readMark(this.#db, FORMER_KEYS) ?? '').split(' ').filter((hex) => hex !== '');
    const keys = this.#key === null ? [null] : [this.#key, ...former.map((hex) => Buffer.from(hex, 'hex'))];
    let failure: unknown;
    for (const key of keys) {
      try {
        return openConnection(file, { key });
      } catch (error) {
        failure = error;
      }
    }
    throw failure;
  }

  /**
   * Gives the workspace a new random key, kept in the way named. No reader may have the database open. A crash
   * half way leaves both wrappings in `workspace.json`, of which one opens. The former key is kept inside the encrypted
   * database, so that earlier backups can be restored; exported keys must be exported again.
   */
  changeKey(kind: Exclude<KeyKind, 'plain'>, passphrase?: string): void {
    if (this.#key === null) {
      throw new AppError(
        'bad-request',
        'This workspace was made plain on purpose; it has no key. (此工作区未加密)',
      );
    }
    const key = newKey();
    const wrap = wrapKey(
      key,
      kind,
      this.#file.id,
      { ...this.#options, ...(passphrase ? { passphrase } : {}) },
      '.next',
    );
    saveWorkspaceFile(this.dir, { ...this.#file, nextKey: wrap });
    const former = readMark(this.#db, FORMER_KEYS) ?? '';
    writeMark(this.#db, FORMER_KEYS, `${Buffer.from(this.#key).toString('hex')} ${former}`.trim());
    this.#db.raw.pragma('wal_checkpoint(TRUNCATE)');
    this.#db.raw.pragma('journal_mode = DELETE'); // rekey does not work in WAL
    this.#db.raw.pragma(`rekey = "x'${Buffer.from(key).toString('hex')}'"`);
    this.#db.close();
    const old = this.#file.key;
    const settled = settleKeyFile(wrap, key);
    this.#file = { format: 1, id: this.#file.id, createdAt: this.#file.createdAt, key: settled };
    saveWorkspaceFile(this.dir, this.#file);
    if (wrap.kind === 'keyfile') removeKeyFile(wrap.file);
    if (old.kind === 'keyfile' && (settled.kind !== 'keyfile' || settled.file !== old.file))
      removeKeyFile(old.file);
    this.#key = key;
    this.#db = openConnection(this.databaseFile, { key });
  }

  /** The key as a text that the passphrase opens, for a safe. */
  exportKey(passphrase: string): string {
    if (this.#key === null)
      throw new AppError('bad-request', 'A plain workspace has no key to export. (此工作区未加密)');
    const exported = { workspace: this.#file.id, key: wrapWithPassphrase(this.#key, passphrase) };
    return `${JSON.stringify(exported, null, 2)}\n`;
  }

  close(): void {
    this.#db.close();
  }
}

/** Writes an exported key back as the key file of its workspace. */
export function importKey(dir: string, exported: string, passphrase: string, configDir: string): void {
  const file = readWorkspaceFile(resolve(dir));
  const Exported = z.object({ workspace: z.string(), key: KeyWrap });
  const parsed = Exported.safeParse(JSON.parse(exported));
  if (!parsed.success || parsed.data.key.kind !== 'passphrase') {
    throw new AppError('bad-input', 'This is not an exported Meridian key. (不是导出的密钥文件)');
  }
  if (parsed.data.workspace !== file.id) {
    throw new AppError('wrong-key', 'This key belongs to another workspace. (此密钥属于另一个工作区)');
  }
  const target = keyFilePath(configDir, file.id);
  const key = unwrapWithPassphrase(parsed.data.key, passphrase);
  openConnection(join(resolve(dir), 'meridian.db'), { key, readonly: true }).close();
  writeKeyFile(target, key);
  saveWorkspaceFile(resolve(dir), { ...file, key: { kind: 'keyfile', file: target } });
}

function openWithEither(
  dir: string,
  file: WorkspaceFile,
  options: WorkspaceOptions,
): { key: Uint8Array | null; db: Connection; wrap: KeyWrap } {
  const wraps = file.nextKey === undefined ? [file.key] : [file.nextKey, file.key];
  let failure: unknown;
  for (const wrap of wraps) {
    try {
      const key = unwrapKey(wrap, options);
      return { key, db: openConnection(join(dir, 'meridian.db'), { key }), wrap };
    } catch (error) {
      // A passphrase that has not been given yet may still open it; a key that does not fit never will.
      if (!(failure instanceof AppError && failure.code === 'locked')) failure = error;
    }
  }
  throw failure;
}

function listBackups(dir: string): WorkspaceInfo['backups'] {
  const folder = join(dir, 'backups');
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.db'))
    .map((name) => ({ file: name, ...describe(join(folder, name)) }))
    .sort((a, b) => b.at.localeCompare(a.at));
}

function describe(path: string): { at: string; bytes: number } {
  const { size, mtime } = statSync(path);
  return { at: mtime.toISOString(), bytes: size };
}

/** What can be said about a workspace that has not been unlocked. */
export function lockedInfo(dir: string): WorkspaceInfo {
  const file = readWorkspaceFile(resolve(dir));
  return {
    path: resolve(dir),
    id: file.id,
    state: 'locked',
    key: file.key.kind,
    schemaVersion: 0,
    bytes: 0,
    backups: listBackups(resolve(dir)),
  };
}
