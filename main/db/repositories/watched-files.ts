/** Files of watched folders that were imported or refused. */
import { z } from 'zod';
import { readMessage } from '../../../shared/messages/message.ts';
import type { ReadDb, WriteDb } from '../connection.ts';

export interface WatchedFile {
  readonly name: string;
  readonly bytes: number;
  /** Time of the last change, in milliseconds since 1970. */
  readonly modifiedMs: number;
}

interface Outcome {
  readonly sha256: string;
  readonly at: string;
  readonly records: number;
  /** Message as JSON; null when the file was imported. */
  readonly reason: string | null;
}

/** Returns whether a file of this name, size and time is known. */
export const isFileKnown = (db: ReadDb, { name, bytes, modifiedMs }: WatchedFile): boolean =>
  db.rows(
    'SELECT 1 FROM watched_file WHERE name = ? AND bytes = ? AND modified_ms = ?',
    name,
    bytes,
    modifiedMs,
  ).length > 0;

export const isContentKnown = (db: ReadDb, sha256: string): boolean =>
  db.rows('SELECT 1 FROM watched_file WHERE sha256 = ?', sha256).length > 0;

/** Throws when the content is known already, which undoes the import around it. */
export function insertWatchedFile(
  db: WriteDb,
  { name, bytes, modifiedMs }: WatchedFile,
  outcome: Outcome,
): void {
  db.run(
    'INSERT INTO watched_file (sha256, name, bytes, modified_ms, at, records, reason) VALUES (?, ?, ?, ?, ?, ?, ?)',
    ...[outcome.sha256, name, bytes, modifiedMs, outcome.at, outcome.records, outcome.reason],
  );
}

/** Notes that known content lies in a file of another name or time, so that it need not be read again. */
export function moveWatchedFile(db: WriteDb, sha256: string, { name, bytes, modifiedMs }: WatchedFile): void {
  db.run(
    'UPDATE watched_file SET name = ?, bytes = ?, modified_ms = ? WHERE sha256 = ?',
    ...[name, bytes, modifiedMs, sha256],
  );
}

const Counts = z.object({ files: z.number(), refused: z.number(), records: z.number() });

export const watchedCounts = (db: ReadDb): z.infer<typeof Counts> =>
  db.get(
    Counts,
    'SELECT count(*) AS files, count(reason) AS refused, ifnull(sum(records), 0) AS records FROM watched_file',
  ) ?? { files: 0, refused: 0, records: 0 };

const Refusal = z.object({ name: z.string(), at: z.string(), reason: z.string().transform(readMessage) });

/** Returns the files refused last, newest first. */
export const lastRefusals = (db: ReadDb, count: number) =>
  db.all(
    Refusal,
    'SELECT name, at, reason FROM watched_file WHERE reason IS NOT NULL ORDER BY at DESC, rowid DESC LIMIT ?',
    count,
  );
