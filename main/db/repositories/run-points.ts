/** Curves of training runs: one row a step, and one more for an evaluation at that step. */
import { z } from 'zod';
import { RunPoint } from '../../../shared/domain/training.ts';
import type { ReadDb, WriteDb } from '../connection.ts';

/** Writes points, replacing those of the same steps. */
export function putPoints(db: WriteDb, runId: number, points: readonly RunPoint[]): void {
  for (const point of points) {
    db.run(
      `INSERT INTO run_point (run_id, step, kind, data) VALUES (?, ?, ?, ?)
       ON CONFLICT (run_id, step, kind) DO UPDATE SET data = excluded.data`,
      runId,
      point.step,
      point.dev === undefined ? 'step' : 'dev',
      JSON.stringify(point),
    );
  }
}

/** Deletes the points after `step`, which a run resumed from the checkpoint at `step` writes again. */
export function deletePointsAfter(db: WriteDb, runId: number, step: number): void {
  db.run('DELETE FROM run_point WHERE run_id = ? AND step > ?', runId, step);
}

/** Highest number of training steps drawn, more than a screen has pixels. */
const MAX_DRAWN_STEPS = 4000;

/**
 * Returns points in order of steps: all evaluations, and of more than `maxSteps` training steps every n-th and the
 * last one.
 */
export function listPoints(db: ReadDb, runId: number, maxSteps = MAX_DRAWN_STEPS): RunPoint[] {
  const Extent = z.object({ count: z.number(), last: z.number() });
  const extent = db.get(
    Extent,
    `SELECT count(*) AS count, ifnull(max(step), 0) AS last FROM run_point WHERE run_id = ? AND kind = 'step'`,
    runId,
  );
  const { count = 0, last = 0 } = extent ?? {};
  const every = Math.max(1, Math.ceil(count / maxSteps));
  return db
    .all(
      z.object({ data: z.string() }),
      `SELECT data FROM run_point
        WHERE run_id = ? AND (kind = 'dev' OR step % ? = 0 OR step = ?) ORDER BY step, kind DESC`,
      runId,
      every,
      last,
    )
    .map(({ data }) => RunPoint.parse(JSON.parse(data)));
}

/** Keeps about `most` training steps, every n-th and the last, and all evaluations. */
export function thinPoints(db: WriteDb, runId: number, most: number): void {
  const kept = new Set(listPoints(db, runId, most).flatMap(({ dev, step }) => (dev ? [] : [step])));
  const Step = z.object({ step: z.number() });
  const steps = db.all(Step, `SELECT step FROM run_point WHERE run_id = ? AND kind = 'step'`, runId);
  for (const { step } of steps)
    if (!kept.has(step))
      db.run(`DELETE FROM run_point WHERE run_id = ? AND step = ? AND kind = 'step'`, runId, step);
}
