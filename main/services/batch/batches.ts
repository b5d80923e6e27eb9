/** Batch runs of an open workspace, as its windows see them: those of this machine and those of its server. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { In } from '../../../shared/contract/index.ts';
import type {
  BatchFailure,
  BatchOf,
  BatchOverview,
  BatchRun,
  BatchSubmission,
} from '../../../shared/domain/batch.ts';
import type { LookRisk } from '../../../shared/domain/second-look.ts';
import { AppError, toErrorData } from '../../../shared/result.ts';
import { BatchQueue } from '../../db/batch/batch-queue.ts';
import { connectionOf, queueError } from '../../db/batch/connect.ts';
import { auditAlone } from '../../db/repositories/audit.ts';
import { readMark, writeMark } from '../../db/repositories/settings.ts';
import { fileNameOf } from '../../formats/annotations/file-names.ts';
import type { Spawn } from '../../processes/child-process.ts';
import { PendingFile } from '../../workspace/atomic-file.ts';
import { readDataSet } from '../data/data-sets.ts';
import { getRecord, listRecordIds } from '../records/records.ts';
import { dbOf, type Session } from '../session/session.ts';
import { OwnedBatches } from './batch.ts';
import { LocalBatches } from './local-batches.ts';
import type { BatchRequest } from './prepare.ts';
import { inChild } from './process/child-processor.ts';
import type { BatchRecord } from './processor.ts';
import { resultLines } from './results.ts';

const QUEUE = 'batch.queue';
/** Milliseconds after which a connection that nobody uses is closed. */
const IDLE_MS = 30_000;
const CLOSE_MS = 10_000;

export class Batches {
  readonly #session: Session;
  readonly #here: LocalBatches;
  #queue: { readonly url: string; readonly opened: Promise<BatchQueue> } | undefined;
  #idle: NodeJS.Timeout | undefined;
  #using = 0;

  constructor(session: Session, spawn: Spawn) {
    this.#session = session;
    this.#here = new LocalBatches(session, () => undefined, inChild(spawn));
  }

  async list(): Promise<BatchOverview> {
    const here = this.#here.list();
    const url = this.#url;
    if (url === undefined) return { here, queue: null };
    const shown = withoutPassword(url);
    try {
      const runs = await this.#withQueue((owned) => owned.list());
      return { here, queue: { url: shown, runs, error: null } };
    } catch (error) {
      return { here, queue: { url: shown, runs: [], error: toErrorData(error) } };
    }
  }

  /** Stores the records; the work goes on by itself. @throws AppError before anything is stored, when it cannot run */
  async submit({ place, source, ...request }: BatchSubmission): Promise<void> {
    const records = this.#records(request.job, source);
    const asked: BatchRequest = request;
    if (place === 'here') await this.#here.enqueue(asked, records);
    else await this.#withQueue((owned) => owned.submit(asked, records));
  }

  *#records(job: BatchRun['job'], source: BatchSubmission['source']): Generator<BatchRecord> {
    if (source.kind === 'dataset') {
      for (const { id, text, entities } of readDataSet(this.#session, source.id))
        yield { id, title: id, text, composed: false, entities };
      return;
    }
    if (job === 'evaluate') throw new AppError('bad-request', 'batch.evaluate-data-set');
    for (const id of listRecordIds(this.#session, source.filter)) {
      const { title, text } = getRecord(this.#session, id);
      yield { id: String(id), title, text, composed: false };
    }
  }

  async control({ place, name, action }: In<'batch.control'>): Promise<void> {
    if (place === 'queue' && action === 'pause') throw new AppError('bad-request', 'batch.no-pause');
    await this.#at(place, {
      here: async (here) => {
        if (action === 'pause') await here.pause(name);
        else if (action === 'cancel') await here.cancel(name);
        else if (action === 'retry') here.resume(name);
        else here.remove(name);
      },
      queue: async (owned) => {
        if (action === 'cancel') await owned.cancel(name);
        else if (action === 'retry') await owned.retry(name);
        else await owned.remove(name);
      },
    });
  }

  prioritise = ({ place, name, priority }: In<'batch.prioritise'>): Promise<void> =>
    this.#at(place, {
      here: async (here) => here.prioritise(name, priority),
      queue: (owned) => owned.prioritise(name, priority),
    });

  failures = ({ place, name }: BatchOf): Promise<BatchFailure[]> =>
    this.#at(place, {
      here: async (here) => here.failures(name),
      queue: (owned) => owned.failures(name),
    });

  /** Writes what was found into a plain file of the workspace's `exports/`. */
  async results({ place, name, removeFrom }: BatchOf & { readonly removeFrom?: LookRisk | undefined }) {
    const folder = join(this.#session.workspace.dir, 'exports');
    const stamp = new Date().toISOString().slice(0, 19).replace(/[:T]/g, '-');
    const path = join(folder, `${fileNameOf(name)}-${stamp}.jsonl`);
    const write = async (from: LocalBatches | OwnedBatches) => {
      const run = (await from.list()).find((one) => one.name === name);
      const { settings, results } = await from.results(name); // throws for an unknown name
      if (run === undefined) throw new AppError('not-found', 'batch.not-found', { name });
      const [written, refused] = [{ lines: 0 }, { records: 0 }];
      const found = { run, settings, results, records: from.records(name) };
      const options = { removeFrom, onRefused: () => void refused.records++ };
      mkdirSync(folder, { recursive: true });
      const file = new PendingFile(path);
      try {
        for await (const line of resultLines(this.#session, found, options)) {
          file.write(`${JSON.stringify(line)}\n`);
          if (++written.lines % 1000 === 0) await new Promise(setImmediate); // windows are answered meanwhile
        }
        file.finish();
      } catch (error) {
        file.discard();
        throw error;
      }
      return { path, written: written.lines, refused: refused.records };
    };
    return this.#at(place, { here: write, queue: write });
  }

  invite = (name: string): Promise<{ readonly file: string; readonly passphrase: string }> =>
    this.#withQueue((owned) => owned.invite(name));

  /** Connects to a server and keeps its address in the workspace, which is encrypted. @throws AppError, keeping the former */
  async setQueue(url: string | null): Promise<void> {
    if (url !== null) {
      connectionOf(url);
      await (await BatchQueue.open(url, 'owner')).close();
    }
    await this.#disconnect();
    const db = dbOf(this.#session);
    db.transaction(() => {
      writeMark(db, QUEUE, url ?? '');
      const detail = { server: url === null ? null : withoutPassword(url) };
      auditAlone(db, this.#session.actor, 'batch.queue', 'batch:queue', detail);
    });
  }

  /** Pauses what runs here and closes the connection. */
  async close(): Promise<void> {
    await Promise.all([this.#here.close(CLOSE_MS), this.#disconnect()]);
  }

  #at<T>(
    place: BatchOf['place'],
    work: { here: (here: LocalBatches) => Promise<T>; queue: (owned: OwnedBatches) => Promise<T> },
  ): Promise<T> {
    return place === 'here' ? work.here(this.#here) : this.#withQueue(work.queue);
  }

  /** Runs `body` over a connection that is kept for a while. */
  async #withQueue<T>(body: (owned: OwnedBatches) => Promise<T>): Promise<T> {
    const url = this.#url;
    if (url === undefined) throw new AppError('bad-request', 'batch.no-queue');
    if (this.#queue?.url !== url) this.#queue = { url, opened: BatchQueue.open(url, 'owner') };
    const mine = this.#queue;
    clearTimeout(this.#idle);
    this.#using++;
    try {
      return await body(new OwnedBatches(this.#session, await mine.opened));
    } catch (error) {
      if (this.#queue === mine && !(error instanceof AppError && error.code !== 'io'))
        await this.#disconnect();
      throw queueError(error);
    } finally {
      if (--this.#using === 0) {
        this.#idle = setTimeout(() => void this.#disconnect(), IDLE_MS);
        this.#idle.unref();
      }
    }
  }

  async #disconnect(): Promise<void> {
    clearTimeout(this.#idle);
    const last = this.#queue;
    this.#queue = undefined;
    await last?.opened.then((queue) => queue.close()).catch(() => undefined); // never opened: nothing to close
  }

  get #url(): string | undefined {
    return readMark(dbOf(this.#session), QUEUE) || undefined;
  }
}

function withoutPassword(url: string): string {
  const parsed = new URL(url);
  parsed.password = '';
  return parsed.href;
}
