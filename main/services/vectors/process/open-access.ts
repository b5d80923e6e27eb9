/** Opens the database and files of a request. */

import type { ReadDb } from '../../../db/connection.ts';
import { openConnection } from '../../../db/connection.ts';
import type { VectorAccess } from './protocol.ts';

const bytesOf = (hex: string | null): Uint8Array | null => (hex === null ? null : Buffer.from(hex, 'hex'));

export const fileKeyIn = ({ fileKey }: VectorAccess): Uint8Array | null => bytesOf(fileKey);

/** The database is open for as long as `body` takes, for reading only: a change of key need not wait for it. */
export function withDatabase<T>({ databaseFile, key }: VectorAccess, body: (db: ReadDb) => T): T {
  const db = openConnection(databaseFile, { key: bytesOf(key), readonly: true });
  try {
    return body(db);
  } finally {
    db.close();
  }
}
