/**
 * Gives every reader mutated files. Promises: nothing but an AppError is thrown, no file takes longer than two seconds,
 * memory does not grow. Files that reach code that none reached before become seeds (V8's block coverage).
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { Session } from 'node:inspector';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { AppError } from '../../shared/result.ts';
import { mutate, randomFrom } from './mutate.ts';
import { type Reader, readersIn } from './readers.ts';

const SLOW_MS = 2000;
/** Inputs between two looks at the coverage, which costs as much as some inputs. */
const BATCH = 64;
const MAX_SEEDS = 200;
/** Inputs below which the heap is not measured. */
const MIN_FOR_GROWTH = 500;
/** Bytes that the heap may grow by from the middle of a reader's inputs to their end. */
const MAX_GROWTH = 32 * 2 ** 20;

export interface Fuzzed {
  readonly name: string;
  readonly inputs: number;
  /** Files with new coverage. */
  readonly found: readonly Uint8Array[];
  readonly slowestMs: number;
  /** Processor time of mutation, reading and coverage together. */
  readonly processorMs: number;
  /** One input for each kind of failure. */
  readonly failures: ReadonlyMap<string, Uint8Array>;
}

/** Gives every reader as many inputs, in this process. @param count inputs of all readers together @param guided by coverage, which is slower */
export async function fuzz(count: number, seed: number, guided = true): Promise<Fuzzed[]> {
  return await withReaders(async (readers) => {
    const coverage = guided ? new Coverage() : undefined;
    const results: Fuzzed[] = [];
    for (const reader of readers)
      results.push(await fuzzReader(reader, Math.ceil(count / readers.length), seed, coverage));
    coverage?.close();
    return results;
  });
}

/** Lends the readers and a folder for their files. */
export async function withReaders<T>(use: (readers: Reader[]) => T): Promise<Awaited<T>> {
  const folder = mkdtempSync(join(tmpdir(), 'meridian-fuzz-'));
  try {
    return await use(readersIn(folder));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export async function fuzzReader(
  reader: Reader,
  count: number,
  seed: number,
  coverage?: Coverage,
): Promise<Fuzzed> {
  const random = randomFrom(seed);
  const seeds = reader.seeds.filter(({ length }) => length > 0);
  const found: Uint8Array[] = [];
  const failures = new Map<string, Uint8Array>();
  let slowestMs = 0;
  const tryAll = async (inputs: readonly Uint8Array[]): Promise<void> => {
    for (const input of inputs) {
      const began = performance.now();
      const kind = await failureOf(reader, input);
      const took = performance.now() - began;
      slowestMs = Math.max(slowestMs, took);
      for (const failure of [kind, took > SLOW_MS ? `slower than ${SLOW_MS} ms` : undefined])
        if (failure !== undefined && !failures.has(failure)) failures.set(failure, input);
    }
  };
  const began = process.cpuUsage();
  await tryAll(seeds);
  coverage?.take(); // what all seeds reach
  let heap = 0;
  for (let done = 0; done < count; ) {
    const batch: Buffer[] = [];
    for (; batch.length < BATCH && done + batch.length < count; )
      batch.push(mutate(seeds[random(seeds.length)]!, seeds[random(seeds.length)]!, random));
    if (coverage === undefined || seeds.length >= MAX_SEEDS) await tryAll(batch);
    else {
      const reached = await newIn(batch, tryAll, coverage);
      found.push(...reached);
      seeds.push(...reached);
    }
    const before = done;
    done += batch.length;
    if (count >= MIN_FOR_GROWTH && before < count / 2 && done >= count / 2) heap = usedHeap();
  }
  const grown = heap === 0 ? 0 : usedHeap() - heap;
  if (grown > MAX_GROWTH) failures.set(`memory grew by ${grown} bytes`, Buffer.alloc(0));
  const { user, system } = process.cpuUsage(began);
  return {
    name: reader.name,
    inputs: count,
    found,
    slowestMs,
    processorMs: (user + system) / 1000,
    failures,
  };
}

async function failureOf(reader: Reader, input: Uint8Array): Promise<string | undefined> {
  try {
    await reader.read(input);
  } catch (error) {
    if (error instanceof AppError && error.code !== 'internal') return undefined;
    const place = error instanceof Error ? (/main\/\S+/.exec(error.stack ?? '')?.[0] ?? '') : '';
    return `${String(error).slice(0, 120)} (${place})`;
  }
  return undefined;
}

/** Tries inputs; returns those that reach what none before them reached, found by halving. */
async function newIn(
  inputs: readonly Uint8Array[],
  tryAll: (inputs: readonly Uint8Array[]) => Promise<void>,
  coverage: Coverage,
): Promise<readonly Uint8Array[]> {
  await tryAll(inputs);
  if (!coverage.take()) return [];
  if (inputs.length === 1) return inputs;
  coverage.forgetLast();
  const half = inputs.length >> 1;
  const first = await newIn(inputs.slice(0, half), tryAll, coverage);
  return [...first, ...(await newIn(inputs.slice(half), tryAll, coverage))];
}

function usedHeap(): number {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect === 'function') collect();
  return process.memoryUsage().heapUsed;
}

/** Blocks of the sources in `main/` that were reached so far in this process. */
export class Coverage {
  readonly #session = new Session();
  readonly #known = new Set<string>();
  #last: string[] = [];

  constructor() {
    this.#session.connect();
    this.#session.post('Profiler.enable');
    this.#session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  }

  /** Returns whether blocks were reached since the last call that none had reached before. */
  take(): boolean {
    this.#last = [];
    this.#session.post('Profiler.takePreciseCoverage', (_error, { result }) => {
      for (const { url, functions } of result)
        if (url.includes('/main/'))
          for (const { ranges } of functions)
            for (const { startOffset, endOffset, count } of ranges) {
              const block = `${url}:${startOffset}:${endOffset}`;
              if (count === 0 || this.#known.has(block)) continue;
              this.#known.add(block);
              this.#last.push(block);
            }
    });
    return this.#last.length > 0;
  }

  /** Makes the blocks of the last call unknown again. */
  forgetLast(): void {
    for (const block of this.#last) this.#known.delete(block);
  }

  close(): void {
    this.#session.disconnect();
  }
}
