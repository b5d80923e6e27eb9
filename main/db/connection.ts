/** Opens an encrypted SQLite database and wraps it so that reading and writing are different types. */
import { closeSync, existsSync, openSync } from 'node:fs';
import Database from 'better-sqlite3';
import type { z } from 'zod';
import { AppError } from '../../shared/result.ts';

type Value = string | number | bigint | null | Uint8Array;

/** Database for repositories that only read. Rows are parsed by the schema given. */
export interface ReadDb {
  all<T>(schema: z.ZodType<T>, sql: string, ...values: Value[]): T[];
  get<T>(schema: z.ZodType<T>, sql: string, ...values: Value[]): T | undefined;
  /** Yields raw rows as arrays, for bulk reading; the caller knows the column types. */
  iterate(sql: string, ...values: Value[]): IterableIterator<Value[]>;
  /** Returns all raw rows at once, which is faster than `iterate` when the caller keeps them all. */
  rows(sql: string, ...values: Value[]): Value[][];
  /** Runs reads that all see the database as it is at the first one. */
  snapshot<T>(body: () => T): T;
}

/** Database for repositories that write. */
export interface WriteDb extends ReadDb {
  readonly inTransaction: boolean;
  run(sql: string, ...values: Value[]): { changes: number; lastInsertRowid: number };
  /** Commits all of `body` or nothing; nested calls join the outer transaction as savepoints. */
  transaction<T>(body: () => T): T;
  /** Like `transaction`, but without savepoints, which copy every page: an error must end the outer transaction too. */
  nestedTransaction<T>(body: () => T): T;
}

export interface OpenOptions {
  /** 32 bytes, or null for a workspace that was explicitly made plain. */
  readonly key: Uint8Array | null;
  readonly readonly?: boolean;
  /** True: keeps every other connection out until this one closes, and leaves no write-ahead log. */
  readonly exclusive?: boolean;
}

/** File and key of a workspace's database, as sent to processes that read it. */
export interface DatabaseAccess {
  readonly databaseFile: string;
  /** Null in a plain workspace. */
  readonly key: Uint8Array | null;
}

/** Wraps one better-sqlite3 connection; statements are prepared once per SQL text. */
export class Connection implements WriteDb {
  readonly raw: Database.Database;
  readonly #statements = new Map<string, Database.Statement<Value[]>>();
  /** Idle statements in raw mode, by their SQL. */
  readonly #idle = new Map<string, Database.Statement<Value[]>[]>();

  constructor(raw: Database.Database) {
    this.raw = raw;
  }

  /** Makes every further write throw. */
  refuseWrites(): void {
    this.raw.pragma('query_only = ON');
  }

  #prepare(sql: string): Database.Statement<Value[]> {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.raw.prepare<Value[]>(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }

  all<T>(schema: z.ZodType<T>, sql: string, ...values: Value[]): T[] {
    return this.#prepare(sql)
      .all(...values)
      .map((row) => schema.parse(row));
  }

  get<T>(schema: z.ZodType<T>, sql: string, ...values: Value[]): T | undefined {
    const row = this.#prepare(sql).get(...values);
    return row === undefined ? undefined : schema.parse(row);
  }

  *iterate(sql: string, ...values: Value[]): IterableIterator<Value[]> {
    // An iterator keeps its statement busy, so each takes one of its own.
    const statement = this.#takeRaw(sql);
    try {
      // safe: in raw mode better-sqlite3 yields arrays of column values
      yield* statement.iterate(...values) as IterableIterator<Value[]>;
    } finally {
      this.#giveBack(sql, statement);
    }
  }

  rows(sql: string, ...values: Value[]): Value[][] {
    const statement = this.#takeRaw(sql);
    try {
      return statement.all(...values) as Value[][]; // safe: in raw mode better-sqlite3 gives arrays of column values
    } finally {
      this.#giveBack(sql, statement);
    }
  }

  #takeRaw(sql: string): Database.Statement<Value[]> {
    return this.#idle.get(sql)?.pop() ?? this.raw.prepare<Value[]>(sql).raw(true);
  }

  #giveBack(sql: string, statement: Database.Statement<Value[]>): void {
    const idle = this.#idle.get(sql);
    if (idle === undefined) this.#idle.set(sql, [statement]);
    else idle.push(statement);
  }

  run(sql: string, ...values: Value[]): { changes: number; lastInsertRowid: number } {
    const { changes, lastInsertRowid } = this.#prepare(sql).run(...values);
    return { changes, lastInsertRowid: Number(lastInsertRowid) };
  }

  get inTransaction(): boolean {
    return this.raw.inTransaction;
  }

  transaction<T>(body: () => T): T {
    return this.raw.transaction(body).immediate();
  }

  snapshot<T>(body: () => T): T {
    return this.raw.inTransaction ? body() : this.raw.transaction(body).deferred();
  }

  nestedTransaction<T>(body: () => T): T {
    return this.raw.inTransaction ? body() : this.transaction(body);
  }

  /** Writes a whole copy of the database, under the same key, to a file that does not exist yet. */
  copyInto(file: string): void {
    createPrivate(file);
    this.raw.prepare('VACUUM INTO ?').run(file);
  }

  /** Encrypts the database anew, in place: for copies only. Throws when the disk is full. */
  rekey(key: Uint8Array): void {
    this.raw.pragma('journal_mode = DELETE'); // a write-ahead log would keep pages under the old key
    this.raw.pragma(`rekey = "x'${Buffer.from(key).toString('hex')}'"`);
  }

  /** Returns the number of frames in the write-ahead log. */
  logFrames(): number {
    const [row] = this.rows('PRAGMA wal_checkpoint(NOOP)'); // busy, frames, frames copied
    return Number(row?.[1] ?? 0);
  }

  /** Copies the write-ahead log into the database, as far as no reader needs the old pages. */
  checkpoint(): void {
    this.raw.pragma('wal_checkpoint(PASSIVE)');
  }

  /** Reads everything from now on as of one moment, until the connection closes. */
  beginSnapshot(): void {
    this.raw.exec('BEGIN');
  }

  /** Returns `ok`, or what SQLite finds wrong with the file. */
  integrityCheck(): string {
    return String(this.raw.pragma('integrity_check', { simple: true }));
  }

  /** Returns what SQLite finds wrong: damaged pages, indexes and full-text tables, and rows that name missing rows. */
  faults(): string[] {
    const found = [...this.rows('PRAGMA integrity_check'), ...this.rows('PRAGMA foreign_key_check')];
    return found.map((row) => row.join(' ')).filter((fault) => fault !== 'ok');
  }

  close(): void {
    this.#statements.clear();
    this.#idle.clear();
    if (this.raw.open) this.raw.close();
  }
}

/** Creates an empty file that only its owner may read, unless there is a file. SQLite gives its journals the permissions of the database. */
function createPrivate(file: string): void {
  if (file !== ':memory:' && !existsSync(file)) closeSync(openSync(file, 'a', 0o600));
}

/** Returns whether the error says that another connection holds the database. */
export const isBusy = (error: unknown): boolean =>
  error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY');

/** Milliseconds that a statement waits for what another connection holds. */
export const LOCK_WAIT = { timeout: 3000 };

/**
 * Opens `file` with the key. A connection that writes holds a shared lock until it closes. Throws `wrong-key` when the
 * key does not fit, `corrupt` when the file is not a Meridian database, `SQLITE_BUSY` when `exclusive` is asked for and
 * another connection is open.
 */
export function openConnection(file: string, options: OpenOptions): Connection {
  if (options.readonly !== true) createPrivate(file);
  const raw = new Database(file, { readonly: options.readonly ?? false, ...LOCK_WAIT });
  try {
    if (options.key !== null) {
      raw.pragma("cipher = 'sqlcipher'");
      raw.pragma(`key = "x'${Buffer.from(options.key).toString('hex')}'"`);
    }
    // Locks before the first read. SQLite keeps cached pages when it leaves the write-ahead log, even outdated ones.
    if (options.exclusive === true) raw.pragma('locking_mode = EXCLUSIVE');
    const read = raw.prepare('SELECT count(*) FROM sqlite_master');
    read.get();
    if (options.exclusive === true) {
      raw.pragma('journal_mode = DELETE');
      raw.exec('BEGIN EXCLUSIVE; COMMIT');
    } else if (options.readonly !== true) {
      raw.pragma('journal_mode = WAL');
      read.get(); // takes the shared lock, which the change to a write-ahead log releases
    }
    // FULL makes an acknowledged save survive a power cut.
    raw.pragma('synchronous = FULL');
    raw.pragma('foreign_keys = ON');
    raw.pragma('temp_store = MEMORY'); // nothing decrypted goes to temporary files
    raw.pragma('cache_size = -32000');
    raw.defaultSafeIntegers(false);
    return new Connection(raw);
  } catch (cause) {
    raw.close();
    if (cause instanceof Database.SqliteError && cause.code === 'SQLITE_NOTADB') {
      throw new AppError(
        'wrong-key',
        'workspace.key-does-not-open',
        {},
        { kept: 'kept.nothing-changed', hint: 'hint.own-key', cause },
      );
    }
    throw cause;
  }
}

/** Opens the database for reading while `body` runs, so that a change of key need not wait for this process. */
export function withDatabase<T>({ databaseFile, key }: DatabaseAccess, body: (db: ReadDb) => T): T {
  const db = openConnection(databaseFile, { key, readonly: true });
  try {
    return body(db);
  } finally {
    db.close();
  }
}
