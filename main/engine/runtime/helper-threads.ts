/** Threads that take their part of the AdamW kernel's loops: one core alone leaves half of the memory's speed unused. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { AppError } from '../../../shared/result.ts';
import { appRoot } from '../../resources.ts';
import type { AdamWKernel } from './adamw-kernel.ts';
import { callKernel, type HelperMessage } from './helper-protocol.ts';
import type { SharedWasmMemory } from './wasm-assembler.ts';

/** A memory and the kernel over it. */
export interface Arena {
  readonly memory: SharedWasmMemory;
  readonly kernel: AdamWKernel;
}

/** One loop of the kernel over `count` elements. */
export interface Loop {
  readonly arena: Arena;
  readonly loop: keyof AdamWKernel;
  readonly args: readonly number[];
  readonly count: number;
}

/** Fewer elements than this are done before a thread has woken up. */
const WORTH_HELP = 2 ** 18;

export class HelperThreads {
  private readonly workers: readonly Worker[];
  private readonly arenas = new Map<Arena, number>();

  constructor(threads: number) {
    this.workers = Array.from({ length: threads }, () => {
      const worker = new Worker(helperEntry());
      worker.unref();
      return worker;
    });
  }

  /** The loops' results, in order. Who runs which loop makes no difference to them. */
  async run(loops: readonly Loop[]): Promise<number[]> {
    const total = loops.reduce((sum, { count }) => sum + count, 0);
    const here = (loop: Loop) => callKernel(loop.arena.kernel, { ...loop, memory: 0 });
    if (this.workers.length === 0 || total < WORTH_HELP) return loops.map(here);
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
      const failed = (cause: Error) => settle(() => reject(helperFailed(cause.message, cause)));
      const gone = (code: number) => settle(() => reject(helperFailed(`it ended with code ${code}`)));
      worker.on('message', answered).on('error', failed).on('exit', gone).ref();
      send(worker, { kind: 'calls', calls });
    });
  }

  private numberOf(arena: Arena): number {
    const known = this.arenas.get(arena);
    if (known !== undefined) return known;
    const number = this.arenas.size;
    this.arenas.set(arena, number);
    for (const worker of this.workers) send(worker, { kind: 'memory', memory: arena.memory });
    return number;
  }

  async close(): Promise<void> {
    await Promise.all(this.workers.map((worker) => worker.terminate()));
  }
}

const send = (worker: Worker, message: HelperMessage): void => worker.postMessage(message);

/** Consecutive loops in `count` parts with about the same number of elements. */
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

function helperFailed(reason: string, cause?: unknown): AppError {
  return new AppError('engine-down', `A training thread failed: ${reason}. (训练线程出错)`, {
    kept: 'The last checkpoint is. (最近的检查点仍在)',
    hint: 'Start the run again: it goes on from there. (重新开始训练即可继续)',
    cause,
  });
}

/** The thread's program: the source file when run from source, else a bundle beside the built main file. */
function helperEntry(): string {
  const source = join(import.meta.dirname, 'helper-entry.ts');
  const fromSource = import.meta.filename.endsWith('.ts') && existsSync(source);
  return fromSource ? source : join(appRoot, 'dist', 'main', 'training-helper.js');
}
