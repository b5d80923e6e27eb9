/** Worker threads that work on the blocks of one task. */
import { Worker } from 'node:worker_threads';
import { AppError } from '../../../shared/result.ts';
import { threadEntry } from '../thread-entry.ts';
import type { BlockLoss } from './block-trainer.ts';
import {
  CONTROL_WORDS,
  END,
  GOES_ON,
  type Job,
  LOSS_WORDS,
  NEXT,
  STOP,
  type WorkerStart,
} from './worker-protocol.ts';

export class WorkerPool {
  readonly #control = new Int32Array(new SharedArrayBuffer(4 * CONTROL_WORDS));
  readonly #losses: Float64Array;
  readonly #workers: Worker[];

  constructor(task: WorkerStart['task'], threads: number) {
    this.#losses = new Float64Array(new SharedArrayBuffer(8 * LOSS_WORDS * threads));
    const [control, losses] = [this.#control, this.#losses];
    this.#workers = Array.from({ length: threads }, (_, worker) => {
      const workerData: WorkerStart = { task, worker, workers: threads, control, losses };
      return new Worker(threadEntry('embeddings/worker-entry.ts', 'embedding-worker.js'), { workerData });
    });
  }

  /** Returns the first block not taken. */
  get next(): number {
    return Math.min(Atomics.load(this.#control, END), Atomics.load(this.#control, NEXT));
  }

  /** Works from block `from` to `until` or until `stop` is called; blocks before `next` are then done. */
  async run(from: number, until: number, job: Job = 'train'): Promise<void> {
    Atomics.store(this.#control, NEXT, from);
    Atomics.store(this.#control, END, until);
    Atomics.store(this.#control, STOP, 0);
    Atomics.store(this.#control, GOES_ON, from < until ? 1 : 0);
    await Promise.all(this.#workers.map((worker) => work(worker, job)));
  }

  /** Ends `run` after the blocks in progress. */
  stop(): void {
    Atomics.store(this.#control, STOP, 1);
  }

  /** Returns the loss of all blocks so far. */
  losses(): BlockLoss {
    let [loss, examples] = [0, 0];
    for (let at = 0; at < this.#losses.length; at += LOSS_WORDS) {
      loss += this.#losses[at]!;
      examples += this.#losses[at + 1]!;
    }
    return { loss, examples };
  }

  async close(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.terminate()));
  }
}

/** Sends a job and resolves at the worker's answer. */
const work = (worker: Worker, job: Job): Promise<void> =>
  new Promise((resolve, reject) => {
    const settle = (finish: () => void) => {
      worker.off('message', idle).off('error', failed).off('exit', gone);
      finish();
    };
    const idle = () => settle(resolve);
    const failed = (cause: Error) => settle(() => reject(workerFailed(cause.message, cause)));
    const gone = (code: number) => settle(() => reject(workerFailed(`it ended with code ${code}`)));
    worker.on('message', idle).on('error', failed).on('exit', gone);
    worker.postMessage(job);
  });

const workerFailed = (reason: string, cause?: unknown): AppError =>
  new AppError(
    'engine-down',
    'vectors.thread-failed',
    { reason },
    { kept: 'vectors.checkpoint-is', hint: 'hint.start-same-training-again', cause },
  );
