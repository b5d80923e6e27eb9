/** Batch runs: one job over many records, cut into blocks that workers take from a queue. */
import { z } from 'zod';
import { RunState } from './training.ts';

export const BatchJob = z.enum(['annotate', 'predict', 'deid', 'evaluate']);
export type BatchJob = z.infer<typeof BatchJob>;

/** Work of one worker for a run; refused records count as done. */
export const BatchWorker = z.object({
  /** `host:pid`; `local` on the embedded queue. */
  name: z.string(),
  records: z.number(),
  characters: z.number(),
  /** Seconds of processor time, and of wall time with a block in hand. */
  cpuSeconds: z.number(),
  busySeconds: z.number(),
  seenAt: z.string(),
});
export type BatchWorker = z.infer<typeof BatchWorker>;

export const BatchRun = z.object({
  name: z.string(),
  job: BatchJob,
  /** `queued` while its records are being stored. */
  state: RunState,
  priority: z.number(),
  records: z.number(),
  /** Records with a result. */
  done: z.number(),
  /** Records whose result is an error. */
  refused: z.number(),
  /** Blocks given up after all retries. */
  dead: z.number(),
  createdAt: z.string(),
  workers: z.array(BatchWorker),
});
export type BatchRun = z.infer<typeof BatchRun>;
