/** Requests of batch runs; part of the contract. */
import { z } from 'zod';
import { BatchFailure, BatchOf, BatchOverview, BatchPriority, BatchSubmission } from '../domain/batch.ts';
import { LookRisk } from '../domain/second-look.ts';
import { Done, FileData, Nothing } from './common.ts';

export const batchContract = {
  'batch.list': { input: Nothing, output: BatchOverview },
  /** Stores the records and returns; the work goes on by itself. */
  'batch.submit': { input: BatchSubmission, output: Done },
  /**
   * `pause` holds for runs of this machine. `retry` goes on with what was paused or interrupted, and tries blocks again
   * that were given up.
   */
  'batch.control': {
    input: BatchOf.extend({ action: z.enum(['pause', 'retry', 'cancel', 'delete']) }),
    output: Done,
  },
  'batch.prioritise': { input: BatchOf.extend({ priority: BatchPriority }), output: Done },
  'batch.failures': { input: BatchOf, output: z.array(BatchFailure) },
  /**
   * Writes what was found into the workspace's `exports/`; the file is not encrypted. `removeFrom`: removes places of
   * the second look of this risk and of graver ones.
   */
  'batch.results': {
    input: BatchOf.extend({ removeFrom: LookRisk.optional() }),
    output: z.object({ path: z.string(), written: z.number().int(), refused: z.number().int() }),
  },
  /** An invitation for a worker, and its passphrase. */
  'batch.invite': {
    input: BatchOf.pick({ name: true }),
    output: z.object({ file: FileData, passphrase: z.string() }),
  },
  /** Connects to a server and keeps its address, with its password, in the workspace; null forgets it. */
  'batch.setQueue': { input: z.object({ url: z.string().min(1).max(1000).nullable() }), output: Done },
} as const;
