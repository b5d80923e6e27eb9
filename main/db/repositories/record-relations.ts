/** Decisions on relations between mentions of a record: the newest one per document and triple. */
import { z } from 'zod';
import {
  DecidedRelation,
  type RecordRelation,
  type RelationEnd,
} from '../../../shared/domain/record-relations.ts';
import type { ReadDb, WriteDb } from '../connection.ts';

const { type, confidence, evidence, model, state, at, actor } = DecidedRelation.shape;
const Row = z
  .object({
    ...{ type, confidence, evidence, model, state, at, actor },
    ...{ head_type: z.string(), head_text: z.string(), head_start: z.number() },
    ...{ tail_type: z.string(), tail_text: z.string(), tail_start: z.number() },
  })
  .transform(
    ({ head_type, head_text, head_start, tail_type, tail_text, tail_start, ...row }): DecidedRelation => ({
      ...row,
      head: endOf(head_type, head_text, head_start),
      tail: endOf(tail_type, tail_text, tail_start),
    }),
  );

const endOf = (type: string, text: string, start: number): RelationEnd => ({
  ...{ type, text, start },
  end: start + text.length,
});

/** Lists the newest decisions first. */
export const listRelations = (db: ReadDb, documentId: number): DecidedRelation[] =>
  db.all(Row, 'SELECT * FROM record_relation WHERE document_id = ? ORDER BY at DESC, rowid DESC', documentId);

type Triple = Pick<RecordRelation, 'type' | 'head' | 'tail'>;

const SAME = `document_id = ? AND type = ? AND head_type = ? AND head_text = ? AND tail_type = ? AND tail_text = ?`;
const keyOf = (documentId: number, { type, head, tail }: Triple) =>
  [documentId, type, head.type, head.text, tail.type, tail.text] as const;

export const findRelation = (db: ReadDb, documentId: number, triple: Triple): DecidedRelation | undefined =>
  db.get(Row, `SELECT * FROM record_relation WHERE ${SAME}`, ...keyOf(documentId, triple));

export function removeRelation(db: WriteDb, documentId: number, triple: Triple): void {
  db.run(`DELETE FROM record_relation WHERE ${SAME}`, ...keyOf(documentId, triple));
}

/** Puts a decision in place of an earlier one about the same triple. */
export function putRelation(db: WriteDb, documentId: number, relation: DecidedRelation): void {
  const { head, tail, confidence, evidence, model, state, at, actor } = relation;
  db.run(
    `INSERT OR REPLACE INTO record_relation (document_id, type, head_type, head_text, tail_type, tail_text, head_start,
       tail_start, confidence, evidence, model, state, at, actor) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...keyOf(documentId, relation),
    ...[head.start, tail.start, confidence, evidence, model, state, at, actor],
  );
}
