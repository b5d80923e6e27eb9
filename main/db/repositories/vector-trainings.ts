/** Trainings of word vectors that have not ended well yet, and which process looks after each. */

import { z } from 'zod';
import type { VectorTrainingState } from '../../../shared/domain/vectors.ts';
import { VectorTraining } from '../../../shared/domain/vectors.ts';
import { message } from '../../../shared/messages/message.ts';
import type { AppErrorData } from '../../../shared/result.ts';
import type { ReadDb, WriteDb } from '../connection.ts';
import { isOtherProcessAlive } from '../process-alive.ts';

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

/** Newest first. */
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

/** Whether one goes on, in whatever process. */
export function isAnyTrainingVectors(db: ReadDb): boolean {
  const sql = `SELECT id FROM vector_training WHERE state = 'running' LIMIT 1`;
  return db.get(z.object({ id: z.number() }), sql) !== undefined;
}

/** Adds one that waits for its turn in this process. Returns its id. */
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

export function setTrainingState(
  db: WriteDb,
  id: number,
  state: VectorTrainingState,
  error: AppErrorData | null = null,
): void {
  db.run(
    'UPDATE vector_training SET state = ?, error = ? WHERE id = ?',
    state,
    error === null ? null : JSON.stringify(error),
    id,
  );
}

export function deleteTraining(db: WriteDb, id: number): void {
  db.run('DELETE FROM vector_training WHERE id = ?', id);
}

const Owned = z.object({ state: VectorTraining.shape.state, owner: z.number() });

/** Whether another process that is still there looks after one that waits or goes on. */
export function isTrainedElsewhere(db: ReadDb, id: number): boolean {
  const row = db.get(Owned, 'SELECT state, owner FROM vector_training WHERE id = ?', id);
  return row !== undefined && ['queued', 'running'].includes(row.state) && isOtherProcessAlive(row.owner);
}

/** Takes it over for this process, if it is in one of the states `from` and no other process looks after it. */
export function claimTraining(
  db: WriteDb,
  id: number,
  from: readonly VectorTrainingState[],
  to: 'queued' | 'running',
): boolean {
  return db.transaction(() => {
    const row = db.get(Owned, 'SELECT state, owner FROM vector_training WHERE id = ?', id);
    if (row === undefined || !from.includes(row.state) || isTrainedElsewhere(db, id)) return false;
    db.run('UPDATE vector_training SET state = ?, owner = ?, error = NULL WHERE id = ?', to, process.pid, id);
    return true;
  });
}

/** What waits for this process will wait for any: it is closing. */
export function disownQueuedTrainings(db: WriteDb): void {
  db.run(`UPDATE vector_training SET owner = 0 WHERE state = 'queued' AND owner = ?`, process.pid);
}

/** Running ones whose process has gone become interrupted; `mine` are those that this process really trains. */
export function interruptTrainings(
  db: WriteDb,
  mine: readonly number[],
  hasGone: (id: number, owner: number) => boolean,
): void {
  const Running = z.object({ id: z.number(), owner: z.number() });
  const gone = () =>
    db
      .all(Running, `SELECT id, owner FROM vector_training WHERE state = 'running'`)
      .filter(({ id, owner }) => !mine.includes(id) && hasGone(id, owner));
  if (gone().length === 0) return;
  db.transaction(() => {
    for (const { id } of gone()) setTrainingState(db, id, 'interrupted', INTERRUPTED);
  });
}

const INTERRUPTED: AppErrorData = {
  code: 'engine-down',
  message: message('vectors.interrupted'),
  kept: message('kept.checkpoint'),
  hint: message('hint.resume-run'),
};
