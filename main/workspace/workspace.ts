/**
 * A workspace is a folder: `workspace.json` (how its key is kept), `meridian.db` (everything else, encrypted),
 * `backups/` (encrypted copies), `tmp/`, and sealed files too large for the database in `data/`, `models/` and `runs/`.
 */
import { randomUUID } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { z } from 'zod';
import type { KeyKind, WorkspaceInfo } from '../../shared/domain/system.ts';
import { AppError } from '../../shared/result.ts';
import { type Connection, openConnection } from '../db/connection.ts';
import { copyContent } from '../db/copy-content.ts';
import { migrate, schemaVersion } from '../db/migrate.ts';
import { isOtherProcessAlive } from '../db/process-alive.ts';
import { personalSettings, putPersonalSettings, readMark, writeMark } from '../db/repositories/settings.ts';
import { writeFileAtomic } from './atomic-file.ts';
import { FILE_KEY } from './file-key.ts';
import {
  type Keychain,
  KeyWrap,
  keyFilePath,
  newKey,
  noKeychain,
  readKeyFile,
  removeKeyFile,
  unwrapWithPassphrase,
  wrapWithPassphrase,
  writeKeyFile,
} from './key.ts';
import { removeLeftovers } from './leftovers.ts';

/** Mark of the workspace: keys it had before, newest first, as hex. They open its earlier backups. */
const FORMER_KEYS = 'formerKeys';

const WorkspaceFile = z.object({
  format: z.literal(1),
  id: z.string().regex(/^[0-9a-f-]{36}$/),
  createdAt: z.string(),
  key: KeyWrap,
  /** Set only while the key is being changed: one of the two opens the database. */
  nextKey: KeyWrap.optional(),
});
type WorkspaceFile = z.infer<typeof WorkspaceFile>;

export interface WorkspaceOptions {
  readonly configDir: string;
  readonly keychain?: Keychain;
  /** For passphrase-wrapped keys; without it such a workspace stays locked. */
  readonly passphrase?: string;
  /** Only for creating: how to keep the key. Default: keychain where there is one, else a key file. */
  readonly create?: KeyKind;
}

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
    return existsSync(join(dir, 'workspace.json'));
  }

  /** Opens the workspace in `dir`, creating it first when there is none. */
  static open(dir: string, options: WorkspaceOptions): Workspace {
    const absolute = resolve(dir);
    const file = Workspace.exists(absolute) ? readWorkspaceFile(absolute) : create(absolute, options);
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

function readWorkspaceFile(dir: string): WorkspaceFile {
  const path = join(dir, 'workspace.json');
  const raw: unknown = parseJson(readFileSync(path, 'utf8'), path);
  const newer = z.object({ format: z.number().min(2) }).safeParse(raw);
  if (newer.success) {
    throw new AppError(
      'newer-version',
      'This workspace was made by a newer Meridian. (此工作区由更新版本创建)',
      {
        kept: 'It was not touched. (未做任何更改)',
      },
    );
  }
  const parsed = WorkspaceFile.safeParse(raw);
  if (!parsed.success) throw new AppError('corrupt', `${path} is damaged. (工作区文件已损坏)`);
  return parsed.data;
}

function parseJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AppError('corrupt', `${path} is damaged. (工作区文件已损坏)`, { cause });
  }
}

function saveWorkspaceFile(dir: string, file: WorkspaceFile): void {
  writeFileAtomic(join(dir, 'workspace.json'), `${JSON.stringify(file, null, 2)}\n`);
}

/** Creates the workspace in `dir`. Of several processes that try at once one does it and the others wait for it. */
function create(dir: string, options: WorkspaceOptions): WorkspaceFile {
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
      if (!Workspace.exists(dir)) return state;
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
    if (Workspace.exists(dir)) return 'created meanwhile';
  }
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** `suffix` names the key file of a change that is not settled yet. */
function wrapKey(
  key: Uint8Array,
  kind: KeyKind,
  id: string,
  options: WorkspaceOptions,
  suffix: string,
): KeyWrap {
  switch (kind) {
    case 'keychain':
      return { kind, data: (options.keychain ?? noKeychain).encrypt(Buffer.from(key).toString('hex')) };
    case 'passphrase':
      if (options.passphrase === undefined)
        throw new AppError('bad-request', 'A passphrase is needed. (需要口令)');
      return wrapWithPassphrase(key, options.passphrase);
    case 'keyfile': {
      const file = keyFilePath(options.configDir, id) + suffix;
      writeKeyFile(file, key);
      return { kind, file };
    }
    case 'plain':
      return { kind };
  }
}

/** Moves the key of a finished change to the key file's ordinary name. */
function settleKeyFile(wrap: KeyWrap, key: Uint8Array): KeyWrap {
  if (wrap.kind !== 'keyfile') return wrap;
  const file = wrap.file.replace(/\.next$/, '');
  writeKeyFile(file, key);
  return { kind: 'keyfile', file };
}

function unwrapKey(wrap: KeyWrap, options: WorkspaceOptions): Uint8Array | null {
  switch (wrap.kind) {
    case 'keychain':
      return Buffer.from((options.keychain ?? noKeychain).decrypt(wrap.data), 'hex');
    case 'passphrase':
      if (options.passphrase === undefined) {
        throw new AppError('locked', 'This workspace is locked by a passphrase. (此工作区由口令锁定)', {
          hint: 'Enter it in the app, or set MERIDIAN_PASSPHRASE. (请输入口令)',
        });
      }
      return unwrapWithPassphrase(wrap, options.passphrase);
    case 'keyfile':
      return readKeyFile(wrap.file);
    case 'plain':
      return null;
  }
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
