/**
 * Predicted edges and their review. An accepted one becomes an edge of a source of its own, one for each person; it is
 * the only kind of source with the format `predicted`, and never counts as an edge that vectors are trained on.
 */
import { z } from 'zod';
import {
  EntityType,
  PREDICTED,
  type Prediction,
  PredictionState,
  type PredictionStates,
} from '../../../shared/domain/graph.ts';
import { insert } from '../columns.ts';
import type { ReadDb, WriteDb } from '../connection.ts';
import {
  claimEntity,
  deleteEdge,
  dropClaims,
  dropUnusedRelation,
  putEdge,
  relationId,
} from './graph-edges.ts';

const Row = z
  .object({
    id: z.number(),
    head: z.number(),
    headName: z.string(),
    headType: EntityType,
    relation: z.string(),
    tail: z.number(),
    tailName: z.string(),
    tailType: EntityType,
    score: z.number(),
    rank: z.number(),
    vectors: z.string(),
    state: PredictionState,
    decidedBy: z.string().nullable(),
  })
  .transform(
    ({ head, headName, headType, tail, tailName, tailType, decidedBy, ...rest }): Prediction => ({
      ...rest,
      head: { id: head, name: headName, type: headType },
      tail: { id: tail, name: tailName, type: tailType },
      ...(decidedBy === null ? {} : { decidedBy }),
    }),
  );

/** Predictions whose entities are still in the graph. */
const FROM = `FROM kg_prediction p JOIN kg_entity h ON h.id = p.head JOIN kg_entity t ON t.id = p.tail`;
const COLUMNS = `SELECT p.id, p.head, h.name AS headName, h.type AS headType, p.relation, p.tail, t.name AS tailName,
    t.type AS tailType, p.score, p.rank, p.vectors, p.state, p.decided_by AS decidedBy ${FROM}`;

/** Lists by rank, then by score. */
export const listPredictions = (db: ReadDb, state: PredictionState, limit: number): Prediction[] =>
  db.all(Row, `${COLUMNS} WHERE p.state = ? ORDER BY p.rank, p.score DESC, p.id LIMIT ?`, state, limit);

export const getPrediction = (db: ReadDb, id: number): Prediction | undefined =>
  db.get(Row, `${COLUMNS} WHERE p.id = ?`, id);

export function countPredictions(db: ReadDb): PredictionStates {
  const counts: PredictionStates = { waiting: 0, later: 0, accepted: 0, rejected: 0 };
  for (const [state, count] of db.iterate(`SELECT p.state, count(*) ${FROM} GROUP BY p.state`))
    counts[PredictionState.parse(state)] = Number(count);
  return counts;
}

export interface NewPrediction extends Pick<Prediction, 'relation' | 'score' | 'rank' | 'vectors'> {
  readonly head: number;
  readonly tail: number;
}

/** Puts predictions to those that wait, in place of waiting ones; decided ones stay. Returns the number of new ones. */
export function addPredictions(db: WriteDb, predictions: readonly NewPrediction[]): number {
  return db.transaction(() => {
    let added = 0;
    for (const { head, relation, tail, score, rank, vectors } of predictions)
      added += db.run(
        `INSERT OR IGNORE INTO kg_prediction (head, relation, tail, score, rank, vectors, state)
         VALUES (?, ?, ?, ?, ?, ?, 'waiting')`,
        ...[head, relation, tail, score, rank, vectors],
      ).changes;
    return added;
  });
}

/** Changes the state, and adds or removes the edge. */
export function decidePrediction(db: WriteDb, id: number, state: PredictionState, by: string): void {
  db.transaction(() => {
    const before = getPrediction(db, id);
    if (before === undefined || before.state === state) return;
    if (before.state === 'accepted') takeBack(db, id, before);
    const source = state === 'accepted' ? accept(db, before, by) : null;
    const [person, at] = state === 'waiting' ? [null, null] : [by, new Date().toISOString()];
    db.run(
      'UPDATE kg_prediction SET state = ?, source_id = ?, decided_by = ?, decided_at = ? WHERE id = ?',
      ...[state, source, person, at, id],
    );
  });
}

/** Puts the accepted predictions of a source back to those that wait; the edges are removed with the source. */
export const forgetAccepted = (db: WriteDb, sourceId: number) =>
  db.run(
    `UPDATE kg_prediction SET state = 'waiting', source_id = NULL, decided_by = NULL, decided_at = NULL
      WHERE source_id = ?`,
    sourceId,
  );

function accept(db: WriteDb, { head, relation, tail }: Prediction, by: string): number {
  const sourceId = sourceOf(db, by);
  putEdge(db, { head: head.id, relationId: relationId(db, relation), tail: tail.id, sourceId });
  for (const entity of [head, tail]) claimEntity(db, entity.id, sourceId);
  countEdges(db, sourceId);
  return sourceId;
}

function takeBack(db: WriteDb, id: number, { head, relation, tail }: Prediction): void {
  const { sourceId } = db.get(
    z.object({ sourceId: z.number() }),
    'SELECT source_id AS sourceId FROM kg_prediction WHERE id = ?',
    id,
  )!;
  deleteEdge(db, { head: head.id, relationId: relationId(db, relation), tail: tail.id, sourceId });
  dropUnusedRelation(db, relation);
  for (const entity of [head, tail]) dropClaims(db, entity.id, sourceId);
  countEdges(db, sourceId);
  db.run(
    `DELETE FROM kg_source WHERE id = ? AND NOT EXISTS (SELECT 1 FROM kg_edge WHERE source_id = kg_source.id)
        AND NOT EXISTS (SELECT 1 FROM kg_name_source WHERE source_id = kg_source.id)`,
    sourceId,
  );
}

const IdRow = z.object({ id: z.number() });

/** Returns the source of the predictions that a person accepted. */
function sourceOf(db: WriteDb, by: string): number {
  const name = `${PREDICTED}, accepted by ${by}`;
  const known = db.get(IdRow, 'SELECT id FROM kg_source WHERE format = ? AND name = ?', PREDICTED, name);
  return (
    known?.id ??
    insert(db, 'kg_source', {
      name,
      format: PREDICTED,
      importedAt: new Date().toISOString(),
      sha256: '',
      state: 'done',
      owner: process.pid,
      report: '',
    })
  );
}

/** Writes the number of edges into the source's report. */
function countEdges(db: WriteDb, sourceId: number): void {
  const triples = Number(db.rows('SELECT count(*) FROM kg_edge WHERE source_id = ?', sourceId)[0]?.[0]);
  const report = {
    rows: triples,
    triples,
    newEntities: 0,
    newNames: 0,
    merged: 0,
    refused: [],
    relations: {},
  };
  db.run('UPDATE kg_source SET report = ? WHERE id = ?', JSON.stringify({ ...report, seconds: 0 }), sourceId);
}
