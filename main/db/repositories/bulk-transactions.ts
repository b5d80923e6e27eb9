/** Transactions that change many rows. */
import { Connection, type WriteDb } from '../connection.ts';

/** Frames of the write-ahead log, 16 MB. Index pages are written repeatedly: so much saves a fifth of the time. */
const LOG_FRAMES = 4000;

/** Copies the write-ahead log into the database in another process. */
export type Checkpoint = () => Promise<void>;

/**
 * Runs a transaction that does not wait for the disk, for work that is repeated or undone as a whole when interrupted.
 * A crash of the process loses nothing. A power cut never damages the database, but may undo the last such
 * transactions; the next ordinary transaction makes them durable.
 * @param logFrames length of the write-ahead log after which the commit copies it into the database; 0: never
 */
export function transactionWithoutSync<T>(db: WriteDb, body: () => T, logFrames = LOG_FRAMES): T {
  if (!(db instanceof Connection)) return db.transaction(body);
  db.raw.pragma('synchronous = NORMAL');
  db.raw.pragma(`wal_autocheckpoint = ${logFrames}`);
  try {
    return db.transaction(body);
  } finally {
    db.raw.pragma('wal_autocheckpoint = 1000');
    db.raw.pragma('synchronous = FULL');
  }
}

/**
 * Runs a transaction without waiting for the disk and resolves when the write-ahead log is short again. The log is
 * copied by `checkpoint`, since that takes longer than the transaction; absent, the commit copies it.
 */
export async function slicedTransaction(
  db: WriteDb,
  body: () => void,
  checkpoint: Checkpoint | undefined,
): Promise<void> {
  if (checkpoint === undefined || !(db instanceof Connection)) return transactionWithoutSync(db, body);
  transactionWithoutSync(db, body, 0);
  if (db.logFrames() > LOG_FRAMES) await checkpoint();
}

/** Page cache of a large transaction in KiB, so that a page that changes twice is encrypted once. */
const ROOM = 256 * 1024;

/** Runs a transaction that may change very many rows. It is as durable as any other. */
export function largeTransaction<T>(db: Connection, body: () => T): T {
  const usual = db.raw.pragma('cache_size', { simple: true });
  db.raw.pragma(`cache_size = -${ROOM}`);
  try {
    return db.transaction(body);
  } finally {
    db.raw.pragma(`cache_size = ${usual}`);
  }
}
