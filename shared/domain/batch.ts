/** Batch runs: one job over many records, cut into blocks that workers take from a queue. */
import { z } from 'zod';
import { Message } from '../messages/message.ts';
import { AppErrorData } from '../result.ts';
import { DEFAULT_DEID_LEVEL, DEFAULT_DEID_MODE, DeidLevel, DeidMode } from './deid.ts';
import { DocumentFilter } from './document.ts';
import { DataSetId, RunState } from './training.ts';

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
  /** Why it stopped on this machine. */
  error: AppErrorData.optional(),
  workers: z.array(BatchWorker),
});
export type BatchRun = z.infer<typeof BatchRun>;

/** The embedded queue of this machine, or the PostgreSQL server that the workspace uses. */
export const BatchPlace = z.enum(['here', 'queue']);
export type BatchPlace = z.infer<typeof BatchPlace>;

/** A run by place and name. */
export const BatchOf = z.object({ place: BatchPlace, name: z.string().min(1).max(200) });
export type BatchOf = z.infer<typeof BatchOf>;

export const BatchPriority = z.number().int().min(-1000).max(1000);

/** Records of the workspace, or the documents of a data set. */
const BatchSource = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('records'), filter: DocumentFilter }),
  z.object({ kind: z.literal('dataset'), id: DataSetId }),
]);

export const BatchSubmission = BatchOf.extend({
  job: BatchJob,
  source: BatchSource,
  /** Name of a model; absent: the tagger in use, for annotations. */
  model: z.string().min(1).max(200).optional(),
  deid: z
    .object({ mode: DeidMode, level: DeidLevel })
    .default({ mode: DEFAULT_DEID_MODE, level: DEFAULT_DEID_LEVEL }),
  priority: BatchPriority.default(0),
  /** Records of a block. */
  block: z.number().int().min(1).max(1000).default(100),
});
export type BatchSubmission = z.infer<typeof BatchSubmission>;

/** Records without a result, by number from 1: one that was refused, or a block that was given up. */
export const BatchFailure = z.object({
  from: z.number().int(),
  to: z.number().int(),
  /** Whether the whole block was given up, after all retries. */
  dead: z.boolean(),
  reason: Message,
});
export type BatchFailure = z.infer<typeof BatchFailure>;

/** Most failures that are listed of a run. */
export const MAX_BATCH_FAILURES = 200;

export const BatchOverview = z.object({
  here: z.array(BatchRun),
  /** The server, without its password; null where none is set. */
  queue: z.object({ url: z.string(), runs: z.array(BatchRun), error: AppErrorData.nullable() }).nullable(),
});
export type BatchOverview = z.infer<typeof BatchOverview>;
