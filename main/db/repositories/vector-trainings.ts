/** Trainings of word vectors that have not ended well yet. */

import { z } from 'zod';
import { VectorTraining } from '../../../shared/domain/vectors.ts';
import type { ReadDb, WriteDb } from '../connection.ts';

const COLUMNS = 'id, name, settings, source, state, created_at, progress, points, error';

const Row = z.object({
  id: z.number(),
  name: z.string(),
  settings: z.string(),
  source: z.string(),
  state: VectorTraining.shape.state,
  created_at: z.string(),
  progress: z.string().nullable(),
  points: z.string(),
  error: z.string().nullable(),
});

function toTraining({ created_at, ...row }: z.infer<typeof Row>): VectorTraining {
  const { id, name, state } = row;
  return VectorTraining.parse({
    id,
    name,
    state,
    createdAt: created_at,
    settings: JSON.parse(row.settings),
    source: JSON.parse(row.source),
    points: JSON.parse(row.points),
    ...(row.progress === null ? {} : { progress: JSON.parse(row.progress) }),
    ...(row.error === null ? {} : { error: JSON.parse(row.error) }),
  });
}

/** Lists newest first. */
export function listTrainings(db: ReadDb): VectorTraining[] {
  return db.all(Row, `SELECT ${COLUMNS} FROM vector_training ORDER BY id DESC`).map(toTraining);
}

export function getTraining(db: ReadDb, id: number): VectorTraining | undefined {
  const row = db.get(Row, `SELECT ${COLUMNS} FROM vector_training WHERE id = ?`, id);
  return row === undefined ? undefined : toTraining(row);
}

export function isNameInTraining(db: ReadDb, name: string): boolean {
  return (
    db.get(z.object({ id: z.number() }), 'SELECT id FROM vector_training WHERE name = ?', name) !== undefined
  );
}

/** Inserts a queued training owned by this process. Returns its id. */
export function insertTraining(
  db: WriteDb,
  { name, settings, source }: Pick<VectorTraining, 'name' | 'settings' | 'source'>,
): number {
  return db.run(
    `INSERT INTO vector_training (name, settings, source, state, owner, created_at) VALUES (?, ?, ?, 'queued', ?, ?)`,
    name,
    JSON.stringify(settings),
    JSON.stringify(source),
    process.pid,
    new Date().toISOString(),
  ).lastInsertRowid;
}

export function recordProgress(
  db: WriteDb,
  id: number,
  { progress, points }: Pick<VectorTraining, 'progress' | 'points'>,
): void {
  db.run(
    'UPDATE vector_training SET progress = ?, points = ? WHERE id = ?',
    progress === undefined ? null : JSON.stringify(progress),
    JSON.stringify(points),
    id,
  );
}
