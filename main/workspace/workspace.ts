/**
 * A workspace is a folder: `workspace.json` (storage of the key), `meridian.db` (everything else, encrypted),
 * `backups/` (encrypted copies), `tmp/`, and sealed files too large for the database in `data/`, `models/` and `runs/`.
 */
import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import type { KeyKind, WorkspaceInfo } from '../../shared/domain/system.ts';
import { AppError } from '../../shared/result.ts';
import { type Connection, openConnection, type WriteDb } from '../db/connection.ts';
import { copyContent } from '../db/copy-content.ts';
import { withFolderLock } from '../db/folder-lock.ts';
import { migrate, schemaVersion } from '../db/migrate.ts';
import { personalSettings, putPersonalSettings, readMark, writeMark } from '../db/repositories/settings.ts';
import { renameFile, temporaryName } from './atomic-file.ts';
import { changeKey, FORMER_KEYS, formerKeys } from './change-key.ts';
import { createWorkspace, IDENTITY, identityOf, removeCreationMark } from './create.ts';
import { FILE_KEY } from './file-key.ts';
import {
  type DerivedKeys,
  deriveKeys,
  keyFolder,
  requireStrongEnough,
  type WrappingKey,
  wrapWithPassphrase,
} from './key.ts';
import { removeLeftovers } from './leftovers.ts';
import { databaseFile, type OpenDatabase, openDatabase } from './open-database.ts';
import { keepPrivate } from './private-files.ts';
import { copyToRead, isReadOnly, removeLeftCopies } from './read-only.ts';
import { isWorkspace, readWorkspaceFile } from './workspace-file.ts';
import type { WorkspaceOptions } from './wrap-key.ts';

interface BackupFile {
  readonly file: string;
  readonly bytes: number;
}

/** An open workspace. `key` goes to the engine process, which reads the same database. */
export class Workspace {
  readonly dir: string;
  readonly #options: WorkspaceOptions;
  #opened: OpenDatabase;
  /** Folder with a copy of the database of a folder that may not be written. */
  readonly #copy: string | undefined;

  private constructor(
    dir: string,
    options: WorkspaceOptions,
    opened: OpenDatabase,
    copy: string | undefined,
  ) {
    this.#copy = copy;
    this.dir = dir;
    this.#options = options;
    this.#opened = opened;
  }

  static exists(dir: string): boolean {
    return isWorkspace(dir);
  }

  /** Opens the workspace in `dir`, creating it first when there is none. A folder that may not be written is only read. */
  static open(dir: string, options: WorkspaceOptions): Workspace {
    const absolute = resolve(dir);
    if (options.create === 'passphrase' && options.passphrase !== undefined && !Workspace.exists(absolute))
      requireStrongEnough(options.passphrase); // before anything is made
    mkdirSync(absolute, { recursive: true, mode: 0o700 });
    removeLeftCopies();
    const copy = isReadOnly(absolute) ? copyToRead(absolute) : undefined;
    const folder = copy ?? absolute;
    try {
      const opened = withFolderLock(folder, () => {
        const file = Workspace.exists(folder) ? readWorkspaceFile(folder) : createWorkspace(folder, options);
        removeCreationMark(folder);
        return openDatabase(folder, file, options);
      });
      return Workspace.#prepare(new Workspace(absolute, options, opened, copy));
    } catch (error) {
      if (copy !== undefined) rmSync(copy, { recursive: true, force: true });
      throw error;
    }
  }

  static #prepare(workspace: Workspace): Workspace {
    const { db, dir, readonly } = workspace;
    try {
      migrate(db, () => (readonly ? undefined : workspace.backup('before-migration')));
    } catch (error) {
      db.close();
      throw error;
    }
    if (readonly) return workspace;
    removeLeftovers(dir, keyFolder(workspace.#options.configDir));
    keepPrivate(dir);
    return workspace;
  }

  /** Whether the folder may not be written: a copy of the database is open instead. */
  get readonly(): boolean {
    return this.#copy !== undefined;
  }

  /** Returns whether `workspace.json` has the id and date noted in the database; older workspaces have no note. */
  isIdentityKept(): boolean {
    const noted = readMark(this.db, IDENTITY);
    return noted === undefined || noted === identityOf(this.#opened.file);
  }

  get db(): Connection {
    return this.#opened.db;
  }

  get id(): string {
    return this.#opened.file.id;
  }

  get databaseFile(): string {
    return databaseFile(this.#copy ?? this.dir);
  }

  get key(): Uint8Array | null {
    return this.#opened.key;
  }

  info(): WorkspaceInfo {
    return {
      path: this.dir,
      id: this.#opened.file.id,
      state: 'open',
      ...(this.readonly ? { readonly: true } : {}),
      key: this.#opened.file.key.kind,
      ...(this.#opened.file.key.kind === 'keyfile' ? { keyPath: this.#opened.file.key.file } : {}),
      schemaVersion: schemaVersion(this.#opened.db),
      bytes: statSync(this.databaseFile).size,
      backups: listBackups(this.dir),
    };
  }

  /** Returns this process's folder for temporary files; removed at the next start after the process is gone. */
  temporaryDir(): string {
    const dir = join(this.#copy ?? this.dir, 'tmp', String(process.pid));
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    return dir;
  }

  /** Returns the folder of the workspace's own backups. */
  backupFolder(): string {
    const dir = join(this.dir, 'backups');
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    return dir;
  }

  /**
   * Writes a consistent copy, encrypted with the same key. Returns its file name and size. `record` writes the audit
   * entry before the copy gets its name.
   */
  backup(label = 'backup', record: (made: BackupFile) => void = () => undefined): BackupFile {
    const dir = this.backupFolder();
    const stamp = new Date().toISOString().replace(/[:.]/g, '-');
    const target = join(dir, `${stamp}-${label}.db`);
    const partial = temporaryName(dir);
    try {
      this.#opened.db.copyInto(partial);
      const made = { file: basename(target), bytes: statSync(partial).size };
      record(made);
      renameFile(partial, target);
      return made;
    } catch (error) {
      rmSync(partial, { force: true });
      throw error;
    }
  }

  /**
   * Replaces the content with a backup's. The present content is backed up first. The audit table is kept, so that
   * actions since the backup stay on record. Other connections see the change as any other. `record` writes the audit
   * entry in the same transaction.
   * @param folder of the backup
   */
  restore(
    file: string,
    record: (db: WriteDb) => void = () => undefined,
    folder = join(this.dir, 'backups'),
  ): void {
    if (basename(file) !== file) throw new AppError('bad-request', 'workspace.no-backup', { file });
    const source = join(folder, file);
    if (!existsSync(source)) throw new AppError('not-found', 'workspace.no-backup', { file });
    const staged = join(this.temporaryDir(), 'restore.db');
    copyFileSync(source, staged);
    const old = this.#openBackup(staged);
    try {
      const verdict = old.integrityCheck();
      if (verdict !== 'ok') throw new AppError('corrupt', 'workspace.backup-damaged', { file, verdict });
      migrate(old, () => undefined);
      this.backup('before-restore');
      const { db } = this.#opened;
      const keys = [FORMER_KEYS, FILE_KEY].map((mark) => [mark, readMark(db, mark)] as const);
      const personal = personalSettings(db);
      copyContent(old, db, () => {
        putPersonalSettings(db, personal);
        // Keeps the present keys: a backup may have fewer.
        for (const [mark, value] of keys) if (value !== undefined) writeMark(db, mark, value);
        record(db);
      });
    } finally {
      old.close();
      for (const suffix of ['', '-wal', '-shm']) rmSync(staged + suffix, { force: true });
    }
  }

  /** Opens a backup with the key that the workspace had when it was made. */
  #openBackup(file: string): Connection {
    const keys =
      this.#opened.key === null
        ? [null]
        : [this.#opened.key, ...formerKeys(this.#opened.db).map((hex) => Buffer.from(hex, 'hex'))];
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
   * Gives the workspace a new random key, stored as `kind`; `record` writes the audit entry in the same transaction.
   * Throws `SQLITE_BUSY` and changes nothing while another connection is open. The former key is kept inside the
   * encrypted database, so that earlier backups can be restored; exported keys must be exported again. `wrappingKey`,
   * derived ahead from the passphrase, keeps this from blocking for half a second.
   */
  changeKey(
    kind: Exclude<KeyKind, 'plain'>,
    passphrase?: string,
    record: (db: WriteDb) => void = () => undefined,
    wrappingKey?: WrappingKey,
  ): void {
    const { key } = this;
    if (key === null) throw new AppError('bad-request', 'workspace.plain-on-purpose');
    const options = {
      ...this.#options,
      ...(passphrase ? { passphrase } : {}),
      ...(wrappingKey ? { wrappingKey } : {}),
    };
    const { failure, ...opened } = changeKey(this.dir, { ...this.#opened, key }, { kind, options, record });
    this.#opened = opened;
    if (failure !== undefined) throw failure;
  }

  /** Returns the key wrapped by the passphrase as text, to be kept in a safe. */
  exportKey(passphrase: string | WrappingKey): string {
    if (this.#opened.key === null) throw new AppError('bad-request', 'workspace.no-key-to-export');
    const exported = {
      workspace: this.#opened.file.id,
      key: wrapWithPassphrase(this.#opened.key, passphrase),
    };
    return `${JSON.stringify(exported, null, 2)}\n`;
  }

  close(): void {
    this.#opened.db.close();
    // Uploads may lie here in plain.
    rmSync(this.#copy ?? join(this.dir, 'tmp', String(process.pid)), { recursive: true, force: true });
  }
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

/** Derives on another thread what the passphrase needs to open the workspace in `dir`; nothing where there is none. */
export async function deriveOpeningKeys(dir: string, passphrase: string): Promise<DerivedKeys> {
  if (!isWorkspace(dir)) return new Map();
  const { key, nextKey } = readWorkspaceFile(dir);
  return deriveKeys([nextKey, key], passphrase);
}

/** Returns the information about a workspace that is not unlocked. */
export function lockedInfo(dir: string): WorkspaceInfo {
  const file = readWorkspaceFile(resolve(dir));
  return {
    path: resolve(dir),
    id: file.id,
    state: 'locked',
    key: file.key.kind,
    ...(file.key.kind === 'keyfile' ? { keyPath: file.key.file } : {}),
    schemaVersion: 0,
    bytes: 0,
    backups: [],
  };
}
