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
const BATCH = 50;
const MAX_SEEDS = 200;
/** Inputs below which the heap is not measured. */
const MIN_FOR_GROWTH = 500;
/** Bytes that the heap may grow by from the middle of a reader's inputs to their end. */
const MAX_GROWTH = 32 * 2 ** 20;

export interface Fuzzed {
  readonly name: string;
  readonly inputs: number;
  /** Files with new coverage. */
  readonly found: number;
  readonly slowestMs: number;
  /** One for each kind of failure, with the input in base64. */
  readonly failures: Map<string, { readonly seed: number; readonly input: string }>;
}

/** @param count inputs of all readers together @param only part of their names @param guided by coverage, which is slower */
export async function fuzz(
  count: number,
  seed: number,
  { only = '', guided = true } = {},
): Promise<Fuzzed[]> {
  const folder = mkdtempSync(join(tmpdir(), 'meridian-fuzz-'));
  setFlagsFromString('--expose-gc');
  const coverage = guided ? new Coverage() : undefined;
  const results: Fuzzed[] = [];
  try {
    const readers = readersIn(folder).filter(({ name }) => name.includes(only));
    for (const reader of readers)
      results.push(await fuzzReader(reader, Math.ceil(count / readers.length), seed, coverage));
  } finally {
    coverage?.close();
    rmSync(folder, { recursive: true, force: true });
  }
  return results;
}

export async function fuzzReader(
  reader: Reader,
  count: number,
  seed: number,
  coverage?: Coverage,
): Promise<Fuzzed> {
  const random = randomFrom(seed);
  const seeds = reader.seeds.filter(({ length }) => length > 0);
  const result = { name: reader.name, inputs: count, found: 0, slowestMs: 0, failures: new Map() };
  const tryOne = async (input: Uint8Array): Promise<void> => {
    const began = performance.now();
    const kind = await failureOf(reader, input);
    const took = performance.now() - began;
    result.slowestMs = Math.max(result.slowestMs, took);
    for (const failure of [kind, took > SLOW_MS ? `slower than ${SLOW_MS} ms` : undefined])
      if (failure !== undefined && !result.failures.has(failure))
        result.failures.set(failure, { seed, input: Buffer.from(input).toString('base64') });
  };
  for (const input of seeds) await tryOne(input);
  coverage?.take(); // what all seeds reach
  let heap = 0;
  for (let done = 0; done < count; ) {
    const batch: Buffer[] = [];
    for (; batch.length < BATCH && done + batch.length < count; )
      batch.push(mutate(seeds[random(seeds.length)]!, seeds[random(seeds.length)]!, random));
    for (const input of batch) await tryOne(input);
    const before = done;
    done += batch.length;
    if (coverage !== undefined && seeds.length < MAX_SEEDS && coverage.take()) {
      for (const input of await newIn(batch, reader, coverage)) {
        seeds.push(input);
        result.found++;
      }
    }
    if (count >= MIN_FOR_GROWTH && before < count / 2 && done >= count / 2) heap = usedHeap();
  }
  const grown = heap === 0 ? 0 : usedHeap() - heap;
  if (grown > MAX_GROWTH) result.failures.set(`memory grew by ${grown} bytes`, { seed, input: '' });
  return result;
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

/** Returns the inputs that are the first of their batch to reach what the whole batch reached first. */
async function newIn(batch: readonly Buffer[], reader: Reader, coverage: Coverage): Promise<Buffer[]> {
  const found: Buffer[] = [];
  coverage.forgetLast();
  for (const input of batch) {
    await failureOf(reader, input);
    if (coverage.take()) found.push(input);
  }
  return found;
}

function usedHeap(): number {
  const collect: unknown = runInNewContext('gc');
  if (typeof collect === 'function') collect();
  return process.memoryUsage().heapUsed;
}

/** Blocks of the sources in `main/` that were reached so far in this process. */
class Coverage {
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
