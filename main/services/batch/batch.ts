/** Batch runs on a queue, as their owner sees them: the workspace that has their keys. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import type { AuditAction } from '../../../shared/domain/audit.ts';
import { type BatchFailure, type BatchRun, MAX_BATCH_FAILURES } from '../../../shared/domain/batch.ts';
import { messages } from '../../../shared/messages/index.ts';
import { isMessageId, type Message, message } from '../../../shared/messages/message.ts';
import { AppErrorData } from '../../../shared/result.ts';
import { BatchQueue, type BatchRunRow } from '../../db/batch/batch-queue.ts';
import { queueError } from '../../db/batch/connect.ts';
import { auditAlone } from '../../db/repositories/audit.ts';
import { openSealed, sealBytes } from '../../workspace/sealed-bytes.ts';
import { writeSealed } from '../../workspace/sealed-file.ts';
import { dbOf, type Session } from '../session/session.ts';
import { invite, partId, runKey } from './keys.ts';
import { blocksByPatient, notingPatients } from './patient-blocks.ts';
import { type BatchRequest, type Prepared, prepare } from './prepare.ts';
import { BatchRecord, type BatchSettings, type Outcome } from './processor.ts';
import { placeOf, settingsOf } from './worker.ts';

/** Records that are sealed and sent at once, in whole blocks. */
const GROUP = 1000;

export const StoredOutcome: z.ZodType<Outcome> = z.union([
  z.object({ error: AppErrorData }),
  z.object({ value: z.unknown() }),
]);

/** A record of a finished run with what was found. */
export interface BatchResult {
  readonly seq: number;
  readonly outcome: Outcome;
}

/** Returns the failure that a result tells of; none where something was found. */
export const failureOf = ({ seq, outcome }: BatchResult): BatchFailure[] =>
  'value' in outcome ? [] : [{ from: seq + 1, to: seq + 1, dead: false, reason: outcome.error.message }];

/** Runs `body` with the runs of a queue. @throws AppError when the server refuses or is away */
export async function withBatchQueue(
  session: Session,
  url: string,
  body: (batches: OwnedBatches) => Promise<void>,
): Promise<void> {
  const queue = await BatchQueue.open(url, 'owner');
  try {
    await body(new OwnedBatches(session, queue));
  } catch (error) {
    throw queueError(error);
  } finally {
    await queue.close();
  }
}

export class OwnedBatches {
  readonly #session: Session;
  readonly #queue: BatchQueue;

  constructor(session: Session, queue: BatchQueue) {
    this.#session = session;
    this.#queue = queue;
  }

  /** Stores a run with its records and lets workers begin. @throws AppError before anything is stored, when it cannot run */
  async submit(
    request: BatchRequest,
    records: AsyncIterable<BatchRecord> | Iterable<BatchRecord>,
  ): Promise<void> {
    const id = randomUUID();
    const prepared = prepare(this.#session, request, id);
    const { settings, hash: model } = prepared;
    const key = runKey(this.#session, id);
    const { name, job, priority } = request;
    const sealed = sealBytes(key, placeOf.settings(id), JSON.stringify(settings));
    await this.#queue.addRun(
      { id, name, job, priority, model, settings: sealed },
      await this.#sendParts(prepared),
    );
    try {
      const keys: string[][] = [];
      const whole = job === 'deid';
      const stored = await this.#sendRecords(id, request, whole ? notingPatients(records, keys) : records);
      if (whole) await this.#queue.addBlocks(id, blocksByPatient(keys, request.block), priority);
      await this.#queue.startRun(id);
      this.#audit('batch.submit', id, { name, job, records: stored, model: settings.model?.name ?? null });
    } catch (error) {
      await this.#queue.remove(id).catch(() => undefined); // the server may be away; batch delete does it later
      throw error;
    }
  }

  /** Sends records with their jobs, some at a time. Returns their number. */
  async #sendRecords(
    id: string,
    { job, block, priority }: BatchRequest,
    records: AsyncIterable<BatchRecord> | Iterable<BatchRecord>,
  ): Promise<number> {
    const key = runKey(this.#session, id);
    let stored = 0;
    let group: Buffer[] = [];
    const send = async () => {
      const jobs = job === 'deid' ? undefined : { block, priority }; // blocks of patients come after all records
      await this.#queue.addRecords(id, group, stored, jobs);
      stored += group.length;
      group = [];
    };
    for await (const { id: record, title, text, composed, entities } of records) {
      const content = JSON.stringify({ id: record, title, text, composed, entities });
      group.push(sealBytes(key, placeOf.record(id, stored + group.length), content));
      if (group.length >= Math.ceil(GROUP / block) * block) await send();
    }
    if (group.length > 0) await send();
    return stored;
  }

  /** Sends the files of a run that the database lacks, sealed. Returns their names there. */
  async #sendParts({ settings, parts }: Prepared): Promise<string[]> {
    const folder = mkdtempSync(join(tmpdir(), 'meridian-batch-'));
    const ids: string[] = [];
    try {
      for (const [name, bytes] of parts) {
        const key = Buffer.from(settings.parts[name]?.key ?? '', 'hex');
        const id = partId(key);
        ids.push(id);
        if (await this.#queue.hasPart(id)) continue;
        const file = join(folder, id);
        writeSealed(file, [bytes], key);
        await this.#queue.addPart(id, readFileSync(file));
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
    return ids;
  }

  list = (): Promise<BatchRun[]> => this.#queue.list();

  async invite(name: string): Promise<{ readonly file: string; readonly passphrase: string }> {
    const { run, key } = await this.#own(name);
    this.#audit('batch.invite', run.id, { name });
    return invite({ run: run.id, name, key });
  }

  async cancel(name: string): Promise<void> {
    const { id } = await this.#queue.find(name);
    this.#audit('batch.cancel', id, { name });
    await this.#queue.cancel(id);
  }

  /** Returns the number of blocks that are tried again. */
  async retry(name: string): Promise<number> {
    const { id } = await this.#queue.find(name);
    this.#audit('batch.retry', id, { name });
    return this.#queue.retry(id);
  }

  /** Workers take the blocks of runs with a higher priority first. */
  async prioritise(name: string, priority: number): Promise<void> {
    const { id } = await this.#queue.find(name);
    this.#audit('batch.prioritise', id, { name, priority });
    await this.#queue.setPriority(id, priority);
  }

  /** Returns the blocks that were given up, then the first records that were refused. */
  async failures(name: string): Promise<BatchFailure[]> {
    const { run, key } = await this.#own(name);
    const dead = (await this.#queue.dead(run.id)).map(
      ({ from, to, reason }): BatchFailure => ({ from: from + 1, to, dead: true, reason: reasonOf(reason) }),
    );
    const refused: BatchFailure[] = [];
    for await (const result of this.#opened(run, key, true)) {
      if (dead.length + refused.length >= MAX_BATCH_FAILURES) break;
      refused.push(...failureOf(result));
    }
    return [...dead, ...refused];
  }

  async remove(name: string): Promise<void> {
    const { id } = await this.#queue.find(name);
    this.#audit('batch.delete', id, { name });
    await this.#queue.remove(id);
  }

  /** Returns the settings of a run and what was found, in the order of its records. @throws AppError `wrong-key` */
  async results(
    name: string,
  ): Promise<{ readonly settings: BatchSettings; readonly results: AsyncGenerator<BatchResult> }> {
    const { run, key } = await this.#own(name);
    this.#audit('batch.results', run.id, { name, job: run.job });
    return { settings: settingsOf(run, key), results: this.#opened(run, key) };
  }

  async *#opened(run: BatchRunRow, key: Uint8Array, onlyRefused = false): AsyncGenerator<BatchResult> {
    for await (const { seq, content } of this.#queue.results(run, onlyRefused)) {
      const text = openSealed(key, placeOf.result(run.id, seq, run.model), content).toString('utf8');
      yield { seq, outcome: StoredOutcome.parse(JSON.parse(text)) };
    }
  }

  /** Yields the records of a run as they were sent. */
  async *records(name: string): AsyncGenerator<BatchRecord> {
    const { run, key } = await this.#own(name);
    for await (const { seq, content } of this.#queue.records(run))
      yield BatchRecord.parse(
        JSON.parse(openSealed(key, placeOf.record(run.id, seq), content).toString('utf8')),
      );
  }

  /** Returns a run of this workspace with its key. @throws AppError `not-found`, `wrong-key` */
  async #own(name: string): Promise<{ run: BatchRunRow; key: Uint8Array }> {
    const run = await this.#queue.find(name);
    const key = runKey(this.#session, run.id);
    settingsOf(run, key);
    return { run, key };
  }

  #audit(action: AuditAction, run: string, detail: Readonly<Record<string, unknown>>): void {
    auditAlone(dbOf(this.#session), this.#session.actor, action, `batch:${run}`, detail);
  }
}

/** Returns the words for the reason that a worker stored, `CODE MESSAGE-ID`: parameters may hold words of a record. */
function reasonOf(stored: string | null): Message {
  const [code, id] = (stored ?? '').split(' ');
  if (id === undefined || !isMessageId(id)) return message('batch.worker-gone');
  if (code === 'internal') return message('batch.worker-failed');
  const names = [...JSON.stringify(messages[id]).matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name);
  return { id, params: Object.fromEntries(names.map((name) => [name, '…'])) };
}
