/**
 * Threads that share the loops of WebAssembly kernels between two runs of the graph. A process has one set per number of
 * threads.
 */
import { Worker } from 'node:worker_threads';
import { AppError } from '../../../shared/result.ts';
import { physicalCores } from '../processor-cores.ts';
import { threadEntry } from '../thread-entry.ts';
import { callLoop, type HelperMessage, type KernelName } from './helper-protocol.ts';
import type { SharedWasmMemory, WasmExports } from './wasm-assembler.ts';

/** A memory and a kernel over it. */
export interface Arena {
  readonly memory: SharedWasmMemory;
  readonly kernel: KernelName;
  readonly loops: WasmExports;
}

/** Call of a kernel's loop over `count` elements. */
export interface Loop {
  readonly arena: Arena;
  readonly loop: string;
  readonly args: readonly number[];
  readonly count: number;
}

/** Fewer elements take less time than waking a thread. */
const WORTH_HELP = 2 ** 18;

export class HelperThreads {
  private readonly workers: readonly Worker[];
  private readonly arenas = new Map<Arena, number>();
  private shared = 0;
  /** Error that ended a thread; the remaining threads are then not used. */
  private failure: AppError | undefined;

  get broken(): boolean {
    return this.failure !== undefined;
  }

  constructor(threads: number) {
    this.workers = Array.from({ length: threads }, () => {
      const worker = new Worker(threadEntry('runtime/helper-entry.ts', 'training-helper.js'));
      worker.unref();
      return worker;
    });
  }

  /** Runs loops and returns their results in order; the distribution over threads does not affect them. */
  async run(loops: readonly Loop[]): Promise<number[]> {
    const total = loops.reduce((sum, { count }) => sum + count, 0);
    const here = ({ arena, loop, args }: Loop) => callLoop(arena.loops, loop, args);
    if (this.workers.length === 0 || total < WORTH_HELP) return loops.map(here);
    if (this.failure) throw this.failure;
    const [own = [], ...others] = evenParts(loops, total, this.workers.length + 1);
    const answers = others.map((part, index) => this.ask(this.workers[index]!, part));
    const results = own.map(here);
    return [results, ...(await Promise.all(answers))].flat();
  }

  private ask(worker: Worker, loops: readonly Loop[]): Promise<number[]> {
    const calls = loops.map(({ arena, loop, args }) => ({ memory: this.numberOf(arena), loop, args }));
    return new Promise((resolve, reject) => {
      const settle = (finish: () => void) => {
        worker.off('message', answered).off('error', failed).off('exit', gone).unref();
        finish();
      };
      const answered = (results: number[]) => settle(() => resolve(results));
      const fail = (error: AppError) => {
        this.failure ??= error;
        settle(() => reject(error));
      };
      const failed = (cause: Error) => fail(helperFailed(cause.message, cause));
      const gone = (code: number) => fail(helperFailed(`it ended with code ${code}`));
      worker.on('message', answered).on('error', failed).on('exit', gone).ref();
      send(worker, { kind: 'calls', calls });
    });
  }

  private numberOf(arena: Arena): number {
    const known = this.arenas.get(arena);
    if (known !== undefined) return known;
    const number = this.shared++;
    this.arenas.set(arena, number);
    const { kernel, memory } = arena;
    for (const worker of this.workers) send(worker, { kind: 'share', number, kernel, memory });
    return number;
  }

  /** Releases a memory in all threads. */
  forget(arena: Arena): void {
    const number = this.arenas.get(arena);
    if (number === undefined) return;
    this.arenas.delete(arena);
    for (const worker of this.workers) send(worker, { kind: 'forget', number });
  }

  async close(): Promise<void> {
    await Promise.all(this.workers.map((worker) => worker.terminate()));
  }
}

/** Most helper threads; more do not gain, since memory bandwidth is the limit. */
const MOST_HELPERS = 3;

const processWide = new Map<number, HelperThreads>();

/** Returns the helpers of a thread that may use `threads` cores; 0: one per physical core. */
export function helpersFor(threads: number): HelperThreads {
  const count = Math.min((threads === 0 ? physicalCores() : threads) - 1, MOST_HELPERS);
  const known = processWide.get(count);
  if (known && !known.broken) return known;
  const helpers = new HelperThreads(count);
  processWide.set(count, helpers);
  return helpers;
}

const send = (worker: Worker, message: HelperMessage): void => worker.postMessage(message);

/** Splits loops into `count` consecutive parts of about equally many elements. */
function evenParts(loops: readonly Loop[], total: number, count: number): Loop[][] {
  const parts = Array.from({ length: count }, (): Loop[] => []);
  let before = 0;
  for (const loop of loops) {
    const middle = before + loop.count / 2;
    parts[Math.min(count - 1, Math.floor((middle / total) * count))]!.push(loop);
    before += loop.count;
  }
  return parts;
}

const helperFailed = (reason: string, cause?: unknown): AppError =>
  new AppError(
    'engine-down',
    'vectors.thread-failed',
    { reason },
    { kept: 'vectors.checkpoint-is', hint: 'hint.start-run-again', cause },
  );
