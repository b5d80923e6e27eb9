import { Connection, type WriteDb } from '../connection.ts';

/**
 * Runs a transaction that does not wait for the disk, for work that is repeated or undone as a whole when interrupted.
 * A crash of the process loses nothing. A power cut never damages the database, but may undo the last such
 * transactions; the next ordinary transaction makes them durable.
 */
export function transactionWithoutSync<T>(db: WriteDb, body: () => T): T {
  if (!(db instanceof Connection)) return db.transaction(body);
  db.raw.pragma('synchronous = NORMAL');
  // Index pages are written repeatedly: a write-ahead log of 16 MB before each checkpoint saves a fifth of the time.
  db.raw.pragma('wal_autocheckpoint = 4000');
  try {
    return db.transaction(body);
  } finally {
    db.raw.pragma('wal_autocheckpoint = 1000');
    db.raw.pragma('synchronous = FULL');
  }
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
