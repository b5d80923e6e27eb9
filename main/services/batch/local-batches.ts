/** Batch runs on the embedded queue of one machine: the same jobs and results without a server. */
import { z } from 'zod';
import {
  type BatchFailure,
  BatchJob,
  type BatchRun,
  MAX_BATCH_FAILURES,
} from '../../../shared/domain/batch.ts';
import { DeidLevel, DeidMode } from '../../../shared/domain/deid.ts';
import { message } from '../../../shared/messages/message.ts';
import { AppError } from '../../../shared/result.ts';
import { appendAudit, auditAlone } from '../../db/repositories/audit.ts';
import * as repository from '../../db/repositories/batches.ts';
import { deleteRow } from '../../db/repositories/resumable.ts';
import { ProcessExit } from '../../processes/process-client.ts';
import { RESUMABLE, ResumableQueue } from '../jobs/resumable-queue.ts';
import type { Work, WorkEnd } from '../jobs/work.ts';
import { dbOf, type Session, unknownName } from '../session/session.ts';
import { type BatchResult, failureOf, StoredOutcome } from './batch.ts';
import { blocksByPatient, notingPatients } from './patient-blocks.ts';
import { type BatchRequest, type Prepared, prepare } from './prepare.ts';
import { BatchRecord, type BatchSettings, openProcessor, type Processor } from './processor.ts';

/** Opens what a run needs, here or in another process. */
export type OpenLocal = (settings: BatchSettings, parts: Prepared['parts']) => Promise<Processor>;

const openHere: OpenLocal = (settings, parts) =>
  openProcessor(settings, async (name) => parts.get(name) ?? new Uint8Array());

type Finished = { readonly kind: 'finished' };

const StoredRequest: z.ZodType<BatchRequest> = z.object({
  job: BatchJob,
  name: z.string(),
  model: z.string().optional(),
  int8: z.boolean().optional(),
  deid: z.object({ mode: DeidMode, level: DeidLevel }),
  priority: z.number(),
  block: z.number(),
});

/** Records that are stored in one transaction. */
const GROUP = 1000;

export class LocalBatches {
  readonly #session: Session;
  readonly #queue: ResumableQueue<Finished>;
  readonly #onBlock: (now: () => BatchRun | undefined) => void;
  readonly #open: OpenLocal;
  /** Runs whose records are being stored. */
  readonly #storing = new Set<number>();

  /** @param open opens the processor of a run: in this process unless given */
  constructor(
    session: Session,
    onBlock: (now: () => BatchRun | undefined) => void = () => undefined,
    open: OpenLocal = openHere,
  ) {
    this.#session = session;
    this.#onBlock = onBlock;
    this.#open = open;
    this.#queue = new ResumableQueue<Finished>(session, 'batch_run', {
      launch: (id) => this.#launch(id),
      finish: (id) => this.#queue.set(id, 'finished'),
      cancel: (id) =>
        dbOf(session).transaction(() => {
          this.#queue.set(id, 'cancelled');
          appendAudit(dbOf(session), session.actor, 'batch.cancel', `batch:${id}`, {});
        }),
      onChange: () => undefined,
      priority: (id) => {
        const run = repository.getBatch(dbOf(session), id);
        return run === undefined ? 0 : requestOf(run).priority;
      },
    });
  }

  list(): BatchRun[] {
    this.#queue.recover(this.#storing);
    return repository.listBatches(dbOf(this.#session)).map((run): BatchRun => {
      const { job, priority } = requestOf(run);
      const { name, state, records, done, refused, createdAt, characters } = run;
      const worker = {
        ...{ name: 'local', records: done, characters, seenAt: createdAt },
        ...{ cpuSeconds: run.cpuMs / 1000, busySeconds: run.busyMs / 1000 },
      };
      const workers = done === 0 ? [] : [worker];
      const error = run.error === null ? {} : { error: run.error };
      return { name, job, state, priority, records, done, refused, dead: 0, createdAt, ...error, workers };
    });
  }

  /** Stores a run with its records and works on it until it ends or is paused. */
  async submit(
    request: BatchRequest,
    records: AsyncIterable<BatchRecord> | Iterable<BatchRecord>,
  ): Promise<void> {
    await this.#queue.settled(await this.enqueue(request, records));
  }

  /** Stores a run with its records and queues it. Returns its id. */
  async enqueue(
    request: BatchRequest,
    records: AsyncIterable<BatchRecord> | Iterable<BatchRecord>,
  ): Promise<number> {
    const db = dbOf(this.#session);
    const { name, job } = request;
    if (repository.findBatchByName(db, name) !== undefined)
      throw new AppError('conflict', 'batch.name-taken', { name }, { hint: 'hint.batch-other-name' });
    const id = repository.insertBatch(db, { name, request: JSON.stringify(request), model: '' });
    this.#storing.add(id);
    try {
      const keys: string[][] = [];
      const stored = await this.#store(id, job === 'deid' ? notingPatients(records, keys) : records);
      if (job === 'deid')
        db.transaction(() => repository.setBlocks(db, id, blocksByPatient(keys, request.block)));
      const { hash, settings } = this.#prepare(request, id);
      const model = settings.model?.name ?? null;
      db.transaction(() => {
        repository.setBatchModel(db, id, hash);
        appendAudit(db, this.#session.actor, 'batch.submit', `batch:${id}`, {
          name,
          job,
          records: stored,
          model,
        });
      });
    } catch (error) {
      deleteRow(db, 'batch_run', id);
      throw error;
    } finally {
      this.#storing.delete(id);
    }
    this.#queue.enqueue(id);
    return id;
  }

  /** Stores records in transactions of some. Returns their number. */
  async #store(id: number, records: AsyncIterable<BatchRecord> | Iterable<BatchRecord>): Promise<number> {
    const db = dbOf(this.#session);
    let stored = 0;
    let group: string[] = [];
    const write = () =>
      db.transaction(() => {
        for (const content of group) repository.insertBatchRecord(db, id, stored++, content);
        group = [];
      });
    for await (const record of records) {
      group.push(JSON.stringify(record));
      if (group.length < GROUP) continue;
      write();
      await new Promise(setImmediate); // windows are answered meanwhile
    }
    write();
    return stored;
  }

  async cancel(name: string): Promise<void> {
    const { id, state } = this.#find(name);
    await this.#queue.control(id, state, 'cancel');
  }

  async pause(name: string): Promise<void> {
    const { id, state } = this.#find(name);
    await this.#queue.control(id, state, 'pause');
  }

  /** Goes on with a run that was paused, interrupted or failed, until it ends. */
  async retry(name: string): Promise<undefined> {
    const id = this.resume(name);
    if (id !== undefined) await this.#queue.settled(id);
  }

  /** Queues a run that was paused, interrupted or failed. Returns its id; undefined for a finished one. */
  resume(name: string): number | undefined {
    const { id, state } = this.#find(name);
    if (state === 'finished' || this.#storing.has(id)) return undefined;
    auditAlone(dbOf(this.#session), this.#session.actor, 'batch.retry', `batch:${id}`, { name });
    this.#queue.resume(id, state, RESUMABLE);
    return id;
  }

  /** Higher goes first among the runs that wait. */
  prioritise(name: string, priority: number): void {
    const run = this.#find(name);
    const db = dbOf(this.#session);
    db.transaction(() => {
      repository.setBatchRequest(db, run.id, JSON.stringify({ ...requestOf(run), priority }));
      const detail = { name, priority };
      appendAudit(db, this.#session.actor, 'batch.prioritise', `batch:${run.id}`, detail);
    });
  }

  /** Returns the first records whose result is an error. */
  failures(name: string): BatchFailure[] {
    const rows = repository.refusedResults(dbOf(this.#session), this.#find(name).id, MAX_BATCH_FAILURES);
    return rows.flatMap(({ seq, result }) =>
      failureOf({ seq, outcome: StoredOutcome.parse(JSON.parse(result)) }),
    );
  }

  /** Pauses what runs in this process. @param timeoutMs after which the process that works is ended, if there is one */
  close = (timeoutMs?: number): Promise<void> => this.#queue.close(timeoutMs);

  remove(name: string): void {
    const { id } = this.#find(name);
    this.#queue.withdraw(id, name);
    const db = dbOf(this.#session);
    db.transaction(() => {
      deleteRow(db, 'batch_run', id);
      appendAudit(db, this.#session.actor, 'batch.delete', `batch:${id}`, { name });
    });
  }

  results(name: string): { readonly settings: BatchSettings; readonly results: Iterable<BatchResult> } {
    const run = this.#find(name);
    auditAlone(dbOf(this.#session), this.#session.actor, 'batch.results', `batch:${run.id}`, { name });
    const { settings } = this.#prepare(requestOf(run), run.id);
    return { settings, results: this.#results(run.id) };
  }

  *#results(id: number): Generator<BatchResult> {
    for (const [seq, json] of repository.batchContents(dbOf(this.#session), id, 'result'))
      yield { seq, outcome: StoredOutcome.parse(JSON.parse(json)) };
  }

  /** Yields the records of a run as they were given. */
  *records(name: string): Generator<BatchRecord> {
    const rows = repository.batchContents(dbOf(this.#session), this.#find(name).id, 'content');
    for (const [, json] of rows) yield BatchRecord.parse(JSON.parse(json));
  }

  #find(name: string): repository.StoredBatch {
    this.#queue.recover(this.#storing);
    const db = dbOf(this.#session);
    const found = repository.findBatchByName(db, name);
    if (found !== undefined) return found;
    const names = repository.listBatches(db).map((run) => run.name);
    throw unknownName(message('batch.not-found', { name }), names, 'hint.no-batch-yet');
  }

  #prepare = (request: BatchRequest, id: number): Prepared => prepare(this.#session, request, `local ${id}`);

  #launch(id: number): Work<Finished> {
    const stop = new AbortController();
    const halt = () => stop.abort();
    let opened: Processor | undefined;
    const onOpen = (processor: Processor) => {
      opened = processor;
    };
    const kill = () => {
      halt();
      if (this.#open !== openHere) void opened?.close();
    };
    return { ended: this.#work(id, stop.signal, onOpen), pause: halt, kill };
  }

  async #work(
    id: number,
    signal: AbortSignal,
    onOpen: (processor: Processor) => void,
  ): Promise<WorkEnd<Finished>> {
    const db = dbOf(this.#session);
    const run = repository.getBatch(db, id);
    if (run === undefined) throw new AppError('not-found', 'batch.not-found', { name: id });
    const request = requestOf(run);
    const { settings, parts, hash } = this.#prepare(request, id);
    if (run.model === '')
      throw new AppError('conflict', 'batch.not-stored', { name: run.name }, { hint: 'hint.batch-again' });
    if (hash !== run.model)
      throw new AppError('conflict', 'batch.changed-since', { name: run.name }, { hint: 'hint.batch-again' });
    const processor = await this.#open(settings, parts);
    onOpen(processor);
    try {
      for (;;) {
        const block = repository.nextBlock(db, id, request.block);
        if (block.length === 0) return { kind: 'finished' };
        if (signal.aborted) return { kind: 'paused' };
        const cpu = await processor.cpuMs();
        const begun = performance.now();
        const records = block.map(({ content }) => BatchRecord.parse(JSON.parse(content)));
        const outcomes = await processor.process(records);
        const results = outcomes.map((outcome, i) => ({
          ...{ seq: block[i]!.seq, result: JSON.stringify(outcome), refused: 'error' in outcome },
        }));
        const cpuMs = (await processor.cpuMs()) - cpu;
        const characters = records.reduce((sum, { text }) => sum + text.length, 0);
        const cost = { cpuMs, busyMs: performance.now() - begun, characters };
        db.transaction(() => repository.writeBlock(db, id, results, cost));
        this.#onBlock(() => this.list().find(({ name }) => name === run.name));
        await new Promise(setImmediate); // a signal is heard between blocks
      }
    } catch (error) {
      if (!(error instanceof ProcessExit)) throw error;
      return signal.aborted ? { kind: 'paused' } : { kind: 'died', how: error.message };
    } finally {
      await processor.close();
    }
  }
}

const requestOf = ({ request }: repository.StoredBatch): BatchRequest =>
  StoredRequest.parse(JSON.parse(request));
