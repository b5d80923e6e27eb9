/** Trainings of word vectors that have not finished. */
import { z } from 'zod';
import { VectorTraining } from '../../../shared/domain/vectors.ts';
import { insert, jsonRow, update } from '../columns.ts';
import type { ReadDb, WriteDb } from '../connection.ts';

const SELECT = `
  SELECT json_object(
    'id', id, 'name', name, 'settings', json(settings), 'source', json(source), 'state', state,
    'createdAt', created_at, 'progress', json(progress), 'points', json(points), 'error', json(error)) AS row
  FROM vector_training`;
const Row = jsonRow(VectorTraining);

/** Lists newest first. */
export const listTrainings = (db: ReadDb): VectorTraining[] => db.all(Row, `${SELECT} ORDER BY id DESC`);

export const getTraining = (db: ReadDb, id: number): VectorTraining | undefined =>
  db.get(Row, `${SELECT} WHERE id = ?`, id);

export const isNameInTraining = (db: ReadDb, name: string): boolean =>
  db.get(z.object({ id: z.number() }), 'SELECT id FROM vector_training WHERE name = ?', name) !== undefined;

/** Inserts a queued training owned by this process. Returns its id. */
export const insertTraining = (
  db: WriteDb,
  { name, settings, source }: Pick<VectorTraining, 'name' | 'settings' | 'source'>,
): number =>
  insert(db, 'vector_training', {
    name,
    settings,
    source,
    state: 'queued',
    owner: process.pid,
    createdAt: new Date().toISOString(),
  });

export function recordProgress(
  db: WriteDb,
  id: number,
  { progress, points }: Pick<VectorTraining, 'progress' | 'points'>,
): void {
  update(db, 'vector_training', id, { progress: progress ?? null, points });
}
