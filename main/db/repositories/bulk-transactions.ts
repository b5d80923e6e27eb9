/** Transactions of bulk work. */
import { Connection, type WriteDb } from '../connection.ts';

/**
 * A transaction that does not wait for the disk, for work that is repeated or taken back as a whole when it does not
 * get to its end. A crash of the process loses nothing and a power cut never damages
 * the database, but may take back the last such transactions; the next ordinary transaction makes them durable.
 */
export function relaxed<T>(db: WriteDb, body: () => T): T {
  if (!(db instanceof Connection)) return db.transaction(body);
  db.raw.pragma('synchronous = NORMAL');
  // Index pages are hit again and again: letting 16 MB gather before they move to the database saves a fifth.
  db.raw.pragma('wal_autocheckpoint = 4000');
  try {
    return db.transaction(body);
  } finally {
    db.raw.pragma('wal_autocheckpoint = 1000');
    db.raw.pragma('synchronous = FULL');
  }
}

/** Memory for pages while an edit of many items is made, in KiB: pages that are touched twice are encrypted once. */
const ROOM = 256 * 1024;

/** A transaction that may change very many rows. It is as durable as any other. */
export function roomy<T>(db: Connection, body: () => T): T {
  const usual = db.raw.pragma('cache_size', { simple: true });
  db.raw.pragma(`cache_size = -${ROOM}`);
  try {
    return db.transaction(body);
  } finally {
    db.raw.pragma(`cache_size = ${usual}`);
  }
}
