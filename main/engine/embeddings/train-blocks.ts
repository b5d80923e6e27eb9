/** Runs the training: workers process blocks while progress, checkpoints and pauses are handled. */
import { setTimeout as delay } from 'node:timers/promises';
import type { EmbeddingProgress } from '../../../shared/domain/embeddings.ts';
import type { BlockLoss } from './block-trainer.ts';
import type { EmbeddingState } from './checkpoint.ts';
import type { Preparation } from './preparation.ts';
import type { WorkerPool } from './worker-pool.ts';

const REPORT_MS = 500;

export type EmbeddingEvent =
  | { readonly kind: 'reading'; readonly texts: number; readonly tokens: number }
  /** GloVe counts co-occurrences; share done. */
  | { readonly kind: 'counting'; readonly share: number }
  | {
      readonly kind: 'started';
      /** Tokens with a vector. */
      readonly vocabulary: number;
      /** Tokens of the corpus before and after rare ones are removed. */
      readonly tokensRead: number;
      readonly tokensKept: number;
      readonly threads: number;
      /** Tokens or pairs done before a resume, and the total over all epochs. */
      readonly resumedAt: number;
      readonly total: number;
    }
  | BlockEvent;

export type BlockEvent =
  | { readonly kind: 'progress'; readonly progress: EmbeddingProgress }
  | { readonly kind: 'checkpoint'; readonly done: number };

export type BlockProgress = Pick<Preparation, 'blocks' | 'blocksPerEpoch' | 'doneBefore'>;

export interface BlockOptions {
  /** Aborting it ends the training after the blocks in progress. */
  readonly signal: AbortSignal;
  /** First block not to train. */
  readonly until: number;
  readonly checkpointSeconds: number;
  save(state: EmbeddingState): void;
}

/** Trains from `state` to block `until`; returns the final state, saved unless all these blocks are done. */
export async function* trainBlocks(
  pool: WorkerPool,
  preparation: BlockProgress,
  state: EmbeddingState,
  { signal, until, checkpointSeconds, save }: BlockOptions,
): AsyncGenerator<BlockEvent, EmbeddingState> {
  const meter = new Meter(pool, preparation, state.block);
  let now = state;
  for (;;) {
    if (!signal.aborted && now.block < until) {
      const began = performance.now();
      const block = yield* runUntil(
        began + checkpointSeconds * 1000,
        pool,
        [now.block, until],
        meter,
        signal,
      );
      now = { block, seconds: now.seconds + (performance.now() - began) / 1000 };
    }
    if (now.block >= until) return now;
    save(now);
    yield { kind: 'checkpoint', done: preparation.doneBefore(now.block) };
    if (signal.aborted) return now;
  }
}

/** Trains a range of blocks until the deadline, an abort or the end; returns the first block not done. */
async function* runUntil(
  deadline: number,
  pool: WorkerPool,
  [from, until]: readonly [number, number],
  meter: Meter,
  signal: AbortSignal,
): AsyncGenerator<BlockEvent, number> {
  const stop = () => pool.stop();
  const run = { ended: false };
  const running = pool.run(from, until).finally(() => {
    run.ended = true;
  });
  running.catch(() => undefined); // the pool is closed when the consumer stops early
  signal.addEventListener('abort', stop);
  try {
    while (!run.ended) {
      const left = deadline - performance.now();
      const wait = left > 0 ? Math.min(REPORT_MS, left) : REPORT_MS;
      const timer = new AbortController();
      await Promise.race([running, delay(wait, undefined, timer).catch(() => undefined)]);
      timer.abort();
      yield { kind: 'progress', progress: meter.read() };
      if (performance.now() >= deadline) stop();
    }
    await running;
    return pool.next;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** Measures training speed and loss. */
class Meter {
  readonly #pool: WorkerPool;
  readonly #preparation: BlockProgress;
  readonly #first: { readonly time: number; readonly done: number };
  #last: { readonly time: number; readonly done: number; readonly losses: BlockLoss };

  constructor(pool: WorkerPool, preparation: BlockProgress, block: number) {
    this.#pool = pool;
    this.#preparation = preparation;
    const done = preparation.doneBefore(block);
    this.#first = { time: performance.now(), done };
    this.#last = { ...this.#first, losses: pool.losses() };
  }

  /** Returns rate and loss since the last reading. */
  read(): EmbeddingProgress {
    const { blocks, blocksPerEpoch, doneBefore } = this.#preparation;
    const block = this.#pool.next;
    const [time, done, losses] = [performance.now(), doneBefore(block), this.#pool.losses()];
    const last = this.#last;
    this.#last = { time, done, losses };
    const examples = losses.examples - last.losses.examples;
    const overall = (done - this.#first.done) / (time - this.#first.time);
    const left = (doneBefore(blocks) - done) / (1000 * overall);
    return {
      epoch: Math.floor(block / blocksPerEpoch),
      done,
      total: doneBefore(blocks),
      rate: (1000 * (done - last.done)) / (time - last.time),
      ...(examples > 0 ? { loss: (losses.loss - last.losses.loss) / examples } : {}),
      ...(overall > 0 ? { secondsLeft: left } : {}),
    };
  }
}
