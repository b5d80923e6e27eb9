/** The second look at de-identified records: listed identifiers and decisions, both as keyed hashes. */
import { z } from 'zod';
import { IdentifierList, type ListedCount, LookDecision } from '../../../shared/domain/second-look.ts';
import type { ReadDb, WriteDb } from '../connection.ts';

const IdentifierRow = z.object({
  hash: z.string(),
  list: IdentifierList,
  first: z.string(),
  length: z.number(),
});
export type StoredIdentifier = z.infer<typeof IdentifierRow>;

export const listIdentifiers = (db: ReadDb): StoredIdentifier[] =>
  db.all(IdentifierRow, 'SELECT hash, list, first, length FROM deid_identifier');

const CountRow = z.object({ list: IdentifierList, names: z.number(), numbers: z.number() });

export const countIdentifiers = (db: ReadDb): ListedCount[] =>
  db.all(
    CountRow,
    `SELECT list, sum(length > 0) AS names, sum(length = 0) AS numbers FROM deid_identifier
      GROUP BY list ORDER BY list`,
  );

/** Adds identifiers to a list; returns the number that it lacked. */
export const addIdentifiers = (db: WriteDb, identifiers: readonly StoredIdentifier[]): number =>
  identifiers.reduce(
    (added, { hash, list, first, length }) =>
      added +
      db.run(
        'INSERT OR IGNORE INTO deid_identifier (hash, list, first, length) VALUES (?, ?, ?, ?)',
        hash,
        list,
        first,
        length,
      ).changes,
    0,
  );

export const deleteIdentifiers = (db: WriteDb, list: IdentifierList): number =>
  db.run('DELETE FROM deid_identifier WHERE list = ?', list).changes;

const DecisionRow = z.object({ place: z.string(), decision: LookDecision, actor: z.string() });
export type StoredDecision = z.infer<typeof DecisionRow>;

export const decisionsAbout = (db: ReadDb, object: string): StoredDecision[] =>
  db.all(DecisionRow, 'SELECT place, decision, actor FROM deid_decision WHERE object = ?', object);

/** Stores a decision about a place; null takes it back. */
export function setDecision(
  db: WriteDb,
  {
    object,
    place,
    decision,
    actor,
  }: { object: string; place: string; decision: LookDecision | null; actor: string },
): void {
  if (decision === null) db.run('DELETE FROM deid_decision WHERE object = ? AND place = ?', object, place);
  else
    db.run(
      'INSERT OR REPLACE INTO deid_decision (object, place, decision, actor, at) VALUES (?, ?, ?, ?, ?)',
      ...[object, place, decision, actor, new Date().toISOString()],
    );
}
