/** Runs long database work in short transactions, so that the process stays responsive. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { AppError } from '../../../shared/result.ts';
import type { WriteDb } from '../../db/connection.ts';
import { type Checkpoint, slicedTransaction } from '../../db/repositories/bulk-transactions.ts';

/** The commit takes up to three times as long again. */
const DEFAULT_SLICE_MS = 10;

export interface SliceOptions {
  /** Longest transaction in milliseconds; 10 by default. */
  readonly sliceMs?: number | undefined;
  /** Absent: commits copy the write-ahead log into the database, which blocks for a tenth of a second. */
  readonly checkpoint?: Checkpoint | undefined;
}

/**
 * Calls `step` until it returns false, in transactions of about `sliceMs`; yields after each, once the event loop
 * has run. The commit is extra: it encrypts every changed page, and changed pages per row hardly decrease below tens
 * of thousands of rows a slice. Shorter slices therefore mean shorter pauses but a slower import.
 */
export async function* inSlices(
  db: WriteDb,
  { sliceMs = DEFAULT_SLICE_MS, checkpoint }: SliceOptions,
  step: () => boolean,
): AsyncGenerator<undefined, void> {
  for (let more = true; more; ) {
    const slice = () => {
      const until = performance.now() + sliceMs;
      do more = step();
      while (more && performance.now() < until);
    };
    await slicedTransaction(db, slice, checkpoint);
    await nextTurn();
    yield;
  }
}

export function throwIfCancelled(signal: AbortSignal | undefined): void {
  if (signal?.aborted !== true) return;
  throw new AppError('cancelled', 'graph.import-cancelled', {}, { kept: 'kept.graph' });
}

const busy = new WeakSet<WriteDb>();

/** Locks the graph of a workspace for one bulk change. @throws AppError `conflict` during another one */
export function lockGraph(db: WriteDb): () => void {
  if (busy.has(db))
    throw new AppError('conflict', 'graph.another-import', {}, { hint: 'hint.wait-until-finished' });
  busy.add(db);
  return () => void busy.delete(db);
}
