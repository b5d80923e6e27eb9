/** Transactions of bulk work, which is repeated or taken back as a whole when it does not get to its end. */
import { Connection, type WriteDb } from '../connection.ts';

/**
 * A transaction that does not wait for the disk. A crash of the process loses nothing and a power cut never damages
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
