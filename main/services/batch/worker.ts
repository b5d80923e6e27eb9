/** Works on batch runs: takes a block, does it, writes its results, until told to stop. */
import { rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as later } from 'node:timers/promises';
import { AppError, type AppErrorData, toErrorData } from '../../../shared/result.ts';
import {
  BatchQueue,
  type BatchResultRow,
  type BatchRunRow,
  type TakenBlock,
} from '../../db/batch/batch-queue.ts';
import { isAway, queueError } from '../../db/batch/connect.ts';
import { appVersion } from '../../resources.ts';
import { PendingFile } from '../../workspace/atomic-file.ts';
import { openSealed, sealBytes } from '../../workspace/sealed-bytes.ts';
import { readSealed } from '../../workspace/sealed-file.ts';
import { type Invited, partId } from './keys.ts';
import { BatchRecord, BatchSettings, type Outcome, openProcessor, type Processor } from './processor.ts';

/** Places of sealed values: none opens in another run, in another row, or as another kind of value. */
export const placeOf = {
  settings: (run: string) => `settings ${run}`,
  record: (run: string, seq: number) => `record ${run} ${seq}`,
  result: (run: string, seq: number, model: string) => `result ${run} ${seq} ${model}`,
};

const POLL_MS = 1000;
const TOUCH_MS = 10_000;
/** Longest pause while the server is away. */
const MAX_PAUSE_MS = 15_000;

export interface WorkerOptions {
  readonly invited: readonly Invited[];
  /** Keeps the files of runs, sealed. */
  readonly folder: string;
  /** Ends when none of the runs has work left. */
  readonly drain: boolean;
  readonly signal: AbortSignal;
  readonly onEvent: (event: WorkerEvent) => void;
}

export type WorkerEvent =
  | { readonly kind: 'ready' }
  | { readonly kind: 'block'; readonly records: number }
  | { readonly kind: 'failed'; readonly run: string; readonly error: Error }
  | { readonly kind: 'away'; readonly error: unknown };

/**
 * Works until the signal, or until all is done. The server may go away and come back meanwhile.
 * @throws AppError when it is away at the start, for a wrong key, damaged settings, another version
 */
export async function runWorker(url: string, options: WorkerOptions): Promise<void> {
  const queue = await BatchQueue.open(url, 'worker', (error) => options.onEvent({ kind: 'away', error }));
  const worker = new Worker(queue, options);
  try {
    options.onEvent({ kind: 'ready' });
    await worker.run();
  } catch (error) {
    throw queueError(error);
  } finally {
    await worker.close();
    await queue.close();
  }
}

class Worker {
  readonly #queue: BatchQueue;
  readonly #options: WorkerOptions;
  readonly #keys: ReadonlyMap<string, Uint8Array>;
  readonly #name = `${hostname()}:${process.pid}`;
  /** The run worked on last, with its processor. */
  #open: { readonly run: string; readonly processor: Processor } | undefined;

  constructor(queue: BatchQueue, options: WorkerOptions) {
    this.#queue = queue;
    this.#options = options;
    this.#keys = new Map(options.invited.map(({ run, key }) => [run, key]));
  }

  async run(): Promise<void> {
    const { signal, drain } = this.#options;
    while (!signal.aborted) {
      const worked = await this.#whileServed(() => this.#next());
      if (worked === true || signal.aborted) continue;
      if (drain && !(await this.#whileServed(() => this.#queue.isOpen([...this.#keys.keys()])))) return;
      await later(POLL_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  async close(): Promise<void> {
    await this.#open?.processor.close();
  }

  /** Does one block. Returns whether there was one. */
  async #next(): Promise<boolean> {
    for (const run of await this.#queue.workable([...this.#keys.keys()])) {
      const processor = await this.#processorOf(run);
      const block = await this.#queue.take(run.id);
      if (block === undefined) continue;
      await this.#work(run, block, processor);
      return true;
    }
    return false;
  }

  async #work(run: BatchRunRow, block: TakenBlock, processor: Processor): Promise<void> {
    const key = this.#keyOf(run);
    const touching = setInterval(() => void this.#queue.touch(block).catch(() => undefined), TOUCH_MS);
    const cpu = await processor.cpuMs();
    const begun = performance.now();
    try {
      const opened = block.records.map(({ seq, content }) => openRecord(key, run.id, seq, content));
      const records = opened.flatMap((one) => ('error' in one ? [] : [one]));
      const found = (await processor.process(records)).values();
      const results = block.records.map(({ seq }, i) => {
        const one = opened[i]!;
        return sealedResult(key, run, seq, 'error' in one ? one : found.next().value!);
      });
      const cost = {
        worker: this.#name,
        characters: records.reduce((sum, { text }) => sum + text.length, 0),
        ...{ cpuMs: (await processor.cpuMs()) - cpu, busyMs: performance.now() - begun },
      };
      const mine = await this.#whileServed(() => this.#queue.finish(block, run.model, results, cost));
      if (mine === true) this.#options.onEvent({ kind: 'block', records: results.length });
    } catch (error) {
      if (isAway(error) || !(error instanceof Error)) throw error;
      this.#options.onEvent({ kind: 'failed', run: run.name, error });
      const { code, message } = toErrorData(error); // no parameters: they may hold words of a record
      await this.#whileServed(() => this.#queue.fail(block, `${code} ${message.id}`));
    } finally {
      clearInterval(touching);
    }
  }

  async #processorOf(run: BatchRunRow): Promise<Processor> {
    if (this.#open?.run === run.id) return this.#open.processor;
    const settings = settingsOf(run, this.#keyOf(run));
    if (settings.version !== appVersion())
      throw new AppError('conflict', 'batch.other-version', {
        name: run.name,
        version: settings.version,
        own: appVersion(),
      });
    const processor = await openProcessor(settings, async (name) => {
      const part = settings.parts[name];
      if (part === undefined) throw new AppError('not-found', 'batch.part-gone');
      return this.#part(Buffer.from(part.key, 'hex'));
    });
    await this.#open?.processor.close();
    this.#open = { run: run.id, processor };
    return processor;
  }

  /** Returns the content of a file of a run, fetched once and kept sealed. */
  async #part(key: Uint8Array): Promise<Uint8Array> {
    const id = partId(key);
    const path = join(this.#options.folder, `${id}.sealed`);
    try {
      const kept = readSealed(path, key);
      if (kept !== undefined) return kept;
    } catch {
      rmSync(path, { force: true }); // damaged here; the database has it whole
    }
    const file = new PendingFile(path);
    try {
      for await (const piece of this.#queue.partOf(id)) file.write(piece);
      file.finish();
    } catch (error) {
      file.discard();
      throw error;
    }
    const fetched = readSealed(path, key);
    if (fetched === undefined) throw new AppError('not-found', 'batch.part-gone');
    return fetched;
  }

  #keyOf({ id, name }: BatchRunRow): Uint8Array {
    const key = this.#keys.get(id);
    if (key === undefined) throw new AppError('wrong-key', 'batch.other-key', { name });
    return key;
  }

  /** Repeats what a server that is away cannot answer, with growing pauses, until it is back or the work is to end. */
  async #whileServed<T>(ask: () => Promise<T>): Promise<T | undefined> {
    const { signal, onEvent } = this.#options;
    for (let pause = 200; !signal.aborted; pause = Math.min(2 * pause, MAX_PAUSE_MS)) {
      try {
        return await ask();
      } catch (error) {
        if (!isAway(error)) throw error;
        onEvent({ kind: 'away', error });
      }
      await later(pause, undefined, { signal }).catch(() => undefined);
    }
    return undefined;
  }
}

/** Opens the settings of a run. @throws AppError `wrong-key`, and `newer-version` for settings that are unknown here */
export function settingsOf({ id, name, settings }: BatchRunRow, key: Uint8Array): BatchSettings {
  const text = opened(name, () => openSealed(key, placeOf.settings(id), settings).toString('utf8'));
  const parsed = BatchSettings.safeParse(JSON.parse(text));
  if (parsed.success) return parsed.data;
  throw new AppError('newer-version', 'batch.unreadable-settings', {}, { kept: 'kept.it-untouched' });
}

function opened<T>(name: string, open: () => T): T {
  try {
    return open();
  } catch (cause) {
    throw new AppError('wrong-key', 'batch.other-key', { name }, { kept: 'kept.it-untouched', cause });
  }
}

/** Opens a record, or says why it does not open: others of its block do. */
function openRecord(
  key: Uint8Array,
  run: string,
  seq: number,
  content: Uint8Array,
): BatchRecord | { readonly error: AppErrorData } {
  try {
    return BatchRecord.parse(JSON.parse(openSealed(key, placeOf.record(run, seq), content).toString('utf8')));
  } catch (error) {
    if (error instanceof AppError) return { error: toErrorData(error) };
    throw error;
  }
}

function sealedResult(key: Uint8Array, run: BatchRunRow, seq: number, outcome: Outcome): BatchResultRow {
  const content = sealBytes(key, placeOf.result(run.id, seq, run.model), JSON.stringify(outcome));
  return { seq, content, refused: 'error' in outcome };
}
