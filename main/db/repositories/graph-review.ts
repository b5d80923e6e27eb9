/** Content of imports for its review, and what people decided about it. */
import { z } from 'zod';
import { type EntityType, PREDICTED } from '../../../shared/domain/graph.ts';
import { BY_PERSON } from '../../../shared/domain/graph-edit.ts';
import { ReviewDecision } from '../../../shared/domain/graph-review.ts';
import type { ReadDb, WriteDb } from '../connection.ts';
import { rowsByRange } from '../id-ranges.ts';

export interface ReviewedEntity {
  readonly id: number;
  readonly type: EntityType;
  readonly name: string;
  readonly norm: string;
  /** Whether the starter graph or a person names it so. */
  readonly trusted: boolean;
  /** Lowest source that names it so. */
  readonly source: number;
}

/** Sources whose content is not reviewed. */
const TRUSTED = `SELECT id FROM kg_source WHERE format IN ('starter', '${BY_PERSON}')`;
const NOT_IMPORTED = `SELECT id FROM kg_source WHERE format IN ('starter', '${BY_PERSON}', '${PREDICTED}')`;

/** Returns all entities by id. */
export function reviewedEntities(db: ReadDb): Map<number, ReviewedEntity> {
  const found = new Map<number, ReviewedEntity>();
  const sql = `SELECT e.id, e.type, e.name, e.norm, max(s.source_id IN (${TRUSTED})), min(s.source_id)
      FROM kg_entity e JOIN kg_name n ON n.entity_id = e.id AND n.norm = e.norm JOIN kg_name_source s ON s.name_id = n.id
     WHERE e.id >= ? AND e.id < ? GROUP BY e.id`;
  for (const rows of rowsByRange(db, { table: 'kg_entity', column: 'id' }, sql))
    for (const [id, type, name, norm, trusted, source] of rows)
      found.set(Number(id), {
        ...{ id: Number(id), name: String(name), norm: String(norm), trusted: trusted === 1 },
        type: type as EntityType, // safe: only EntityType values are ever written
        source: Number(source),
      });
  return found;
}

/** Yields edges that only imports have, each once with its first source. */
export function* reviewedEdges(
  db: ReadDb,
): Generator<{ head: number; relation: string; tail: number; source: number }> {
  const sql = `SELECT x.head, r.name, x.tail, min(x.source_id) FROM kg_edge x JOIN kg_relation r ON r.id = x.relation_id
     WHERE x.head >= ? AND x.head < ? GROUP BY x.head, x.relation_id, x.tail
    HAVING max(x.source_id IN (${NOT_IMPORTED})) = 0`;
  for (const rows of rowsByRange(db, { table: 'kg_edge', column: 'head' }, sql))
    for (const [head, relation, tail, source] of rows)
      yield { head: Number(head), relation: String(relation), tail: Number(tail), source: Number(source) };
}

export const sourceNames = (db: ReadDb): Map<number, string> =>
  new Map(db.rows('SELECT id, name FROM kg_source').map(([id, name]) => [Number(id), String(name)]));

const Row = z.object({ key: z.string(), decision: ReviewDecision, type: z.string() });

/** Returns the decisions by the keys of their items. */
export const reviewDecisions = (db: ReadDb): Map<string, z.infer<typeof Row>> =>
  new Map(db.all(Row, 'SELECT key, decision, type FROM kg_review').map((row) => [row.key, row]));

/** @param type the new type of a `retype`, else empty */
export const putReview = (
  db: WriteDb,
  { key, decision, type, actor }: { key: string; decision: ReviewDecision; type: string; actor: string },
) =>
  db.run(
    'INSERT OR REPLACE INTO kg_review (key, decision, type, at, actor) VALUES (?, ?, ?, ?, ?)',
    ...[key, decision, type, new Date().toISOString(), actor],
  );
