/** Jobs: long work with progress and cancellation. A job ends with the process; its result is in the database. */
import { randomUUID } from 'node:crypto';
import type { ImportReport } from '../../../shared/domain/graph.ts';
import type { Job } from '../../../shared/domain/system.ts';
import { AppError, toErrorData } from '../../../shared/result.ts';

export interface JobControl {
  readonly signal: AbortSignal;
  progress(done: number, unit: string, fraction?: number): void;
}

/** Milliseconds between two progress events. */
const REPORT_EVERY_MS = 150;

export class Jobs {
  readonly #jobs = new Map<string, { job: Job; abort: AbortController; ended: Promise<void> }>();
  readonly #onChange: (job: Job) => void;

  constructor(onChange: (job: Job) => void) {
    this.#onChange = onChange;
  }

  list(): Job[] {
    return [...this.#jobs.values()].map(({ job }) => job).reverse();
  }

  /** Starts `work` and returns at once. Throws `conflict` while another job is running. */
  start(
    kind: Job['kind'],
    title: string,
    work: (control: JobControl) => Promise<ImportReport | undefined>,
  ): Job {
    if (this.list().some((job) => job.state === 'running'))
      throw new AppError('conflict', 'jobs.another-running', {}, { hint: 'hint.wait-or-cancel' });
    const id = randomUUID();
    const abort = new AbortController();
    const first: Job = {
      id,
      kind,
      title,
      state: 'running',
      done: 0,
      unit: '',
      startedAt: new Date().toISOString(),
    };
    const entry = { job: first, abort, ended: Promise.resolve() };
    this.#jobs.set(id, entry);
    const update = (change: Partial<Job>) => {
      entry.job = { ...entry.job, ...change };
      this.#onChange(entry.job);
    };
    let told = 0;
    const control: JobControl = {
      signal: abort.signal,
      progress: (done, unit, fraction) => {
        const change = { done, unit, ...(fraction === undefined ? {} : { fraction }) };
        entry.job = { ...entry.job, ...change };
        if (performance.now() - told < REPORT_EVERY_MS) return;
        told = performance.now();
        update(change);
      },
    };
    entry.ended = Promise.resolve()
      .then(() => work(control))
      .then(
        (report) => update({ state: 'done', fraction: 1, ...(report === undefined ? {} : { report }) }),
        (error: unknown) => {
          const data = toErrorData(error);
          update({ state: data.code === 'cancelled' ? 'cancelled' : 'failed', error: data });
        },
      );
    this.#onChange(first);
    return first;
  }

  /** Cancels a job, which undoes its own work. */
  cancel(id: string): void {
    const entry = this.#jobs.get(id);
    if (entry === undefined) throw new AppError('not-found', 'jobs.not-found');
    entry.abort.abort();
  }

  /** Cancels all jobs and waits for them to end. */
  async close(): Promise<void> {
    for (const { abort } of this.#jobs.values()) abort.abort();
    await Promise.all([...this.#jobs.values()].map(({ ended }) => ended));
  }
}
