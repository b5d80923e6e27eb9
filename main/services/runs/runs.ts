/**
 * Training runs of one workspace: one is active, others are queued. An interrupted run resumes on request from its last
 * checkpoint.
 */

import { rmSync } from 'node:fs';
import type { RunDetail, RunPoint, RunState, RunSummary } from '../../../shared/domain/training.ts';
import { message } from '../../../shared/messages/message.ts';
import { AppError, type AppErrorData } from '../../../shared/result.ts';
import { appendAudit } from '../../db/repositories/audit.ts';
import { deleteRow, disownQueued } from '../../db/repositories/resumable.ts';
import { listPoints } from '../../db/repositories/run-points.ts';
import * as repository from '../../db/repositories/runs.ts';
import type { RunEvent } from '../../engine/train/run-types.ts';
import { removeUnfinishedFiles } from '../../workspace/leftovers.ts';
import { releaseData } from '../data/data-sets.ts';
import { type ActiveWork, ResumableQueue } from '../jobs/resumable-queue.ts';
import { dbOf, type Session } from '../session/session.ts';
import { finishRun } from './run-finish.ts';
import { planRun, type RunRequest, requestOf } from './run-plan.ts';
import { RunRecorder } from './run-recorder.ts';
import { runFolder } from './run-storage.ts';
import type { StartTraining, TrainEnd } from './run-training.ts';

export type { RunEvent };

export interface RunsOptions {
  readonly startTraining: StartTraining;
  /** Sees every event as it comes. */
  readonly watch?: (id: number, event: RunEvent) => void;
  /** How long the end of the app waits for a checkpoint. */
  readonly closeTimeoutMs?: number;
}

const CLOSE_TIMEOUT_MS = 20_000;
const RESUMABLE: readonly RunState[] = ['queued', 'paused', 'interrupted', 'failed'];

export class Runs {
  readonly #session: Session;
  readonly #options: RunsOptions;
  readonly #queue: ResumableQueue;
  readonly #cancelled = new Set<number>();

  constructor(session: Session, options: RunsOptions) {
    this.#session = session;
    this.#options = options;
    this.#queue = new ResumableQueue(session, 'run', {
      launch: (id) => this.#launch(id),
      onChange: (id) => this.#tell(id),
    });
  }

  /** Lists runs newest first, without the cells of experiments. */
  list(): RunSummary[] {
    this.#queue.recover();
    return repository.listRuns(dbOf(this.#session));
  }

  get(id: number): RunDetail {
    this.#queue.recover();
    const run = repository.getRunDetail(dbOf(this.#session), id);
    if (run === undefined) throw new AppError('not-found', 'runs.not-found', { run: id });
    return run;
  }

  points(ids: readonly number[]): { runId: number; points: RunPoint[] }[] {
    return ids.map((runId) => ({ runId, points: listPoints(dbOf(this.#session), runId) }));
  }

  /** Starts a run, or queues it behind the active one. */
  start(request: RunRequest): RunSummary {
    const db = dbOf(this.#session);
    const id = db.transaction(() => {
      const plan = planRun(this.#session, request);
      const made = repository.insertRun(db, plan);
      const { name, train, dev, configHash, settings } = plan;
      appendAudit(db, this.#session.actor, 'run.start', `run:${made}`, {
        name,
        train: train.sha256,
        dev: dev.sha256,
        configHash,
        settings,
      });
      return made;
    });
    return this.#enqueue(id);
  }

  /** Takes effect within a training step; returns the run as it is then. */
  async control(id: number, action: 'pause' | 'resume' | 'cancel'): Promise<RunSummary> {
    const { state } = this.get(id);
    this.#queue.requireHere(id);
    const active = this.#queue.active(id);
    switch (action) {
      case 'pause':
        if (active !== undefined) await this.#queue.stop(() => active.pause());
        else this.#queue.leave(id, { state, from: ['queued'], to: 'paused' });
        break;
      case 'resume':
        if (state === 'running' || this.#queue.isWaiting(id)) break;
        this.#queue.take(id, state, RESUMABLE);
        return this.#enqueue(id);
      case 'cancel':
        if (active !== undefined) {
          this.#cancelled.add(id);
          await this.#queue.stop(() => active.kill());
        } else {
          this.#queue.leave(id, { state, from: RESUMABLE, to: 'cancelled' });
          this.#removeFiles(this.#summary(id));
        }
        break;
    }
    return this.get(id);
  }

  /** Deletes a run with its checkpoint and curves; its model stays. */
  remove(id: number): void {
    const { name, train, dev } = this.get(id);
    const db = dbOf(this.#session);
    this.#queue.withdraw(id, name);
    db.transaction(() => {
      deleteRow(db, 'run', id);
      appendAudit(db, this.#session.actor, 'run.delete', `run:${id}`, { name });
    });
    this.#removeFiles({ id, train, dev });
  }

  /** Ends what is kept for the next run of a series. */
  release(): void {
    this.#options.startTraining.release?.();
  }

  /** Resolves when this process has nothing more to do for the run. */
  settled(id: number): Promise<void> {
    return this.#queue.settled(id);
  }

  /** Pauses what goes on, with a checkpoint unless that takes too long; the queue is kept. */
  async close(): Promise<void> {
    await this.#queue.close(this.#options.closeTimeoutMs ?? CLOSE_TIMEOUT_MS);
    this.release();
    disownQueued(dbOf(this.#session), 'run');
  }

  #enqueue(id: number): RunSummary {
    this.#queue.enqueue(id);
    return this.get(id);
  }

  #launch(id: number): ActiveWork | undefined {
    const session = this.#session;
    const run = this.#summary(id);
    try {
      removeUnfinishedFiles(session.workspace.dir);
      const request = requestOf(session, run);
      let trouble: unknown;
      const recorder = new RunRecorder(session, run, (error) => {
        trouble ??= error;
        training.pause();
      });
      const training = this.#options.startTraining(request, (event) => {
        recorder.take(event);
        this.#options.watch?.(id, event);
      });
      const ended = training.ended
        .then((end) => {
          recorder.close();
          if (trouble !== undefined) throw trouble;
          this.#settle(id, end);
        })
        .catch((error: unknown) => this.#fail(id, error));
      return { pause: () => training.pause(), kill: () => training.kill(), ended };
    } catch (error) {
      this.#fail(id, error);
      return undefined;
    }
  }

  #settle(id: number, end: TrainEnd): void {
    if (this.#cancelled.delete(id)) return this.#cancel(id);
    switch (end.kind) {
      case 'paused':
        return this.#queue.set(id, 'paused');
      case 'died':
        return this.#queue.set(id, 'interrupted', died(end.how));
      case 'finished': {
        const run = this.#summary(id);
        finishRun(this.#session, run, end);
        return this.#removeFiles(run);
      }
    }
  }

  #fail(id: number, error: unknown): void {
    if (this.#cancelled.delete(id)) return this.#cancel(id);
    this.#queue.fail(id, error);
  }

  #cancel(id: number): void {
    this.#queue.set(id, 'cancelled');
    this.#removeFiles(this.#summary(id));
  }

  #removeFiles({ id, train, dev }: Pick<RunSummary, 'id' | 'train' | 'dev'>): void {
    rmSync(runFolder(this.#session.workspace.dir, id), { recursive: true, force: true });
    for (const { sha256 } of [train, dev]) releaseData(this.#session, sha256);
  }

  #summary(id: number): RunSummary {
    const run = repository.getRun(dbOf(this.#session), id);
    if (run === undefined) throw new AppError('not-found', 'runs.not-found', { run: id });
    return run;
  }

  #tell(id: number): void {
    const run = repository.getRun(dbOf(this.#session), id);
    if (run !== undefined) this.#session.emit('run.changed', run);
  }
}

function died(how: string): AppErrorData {
  return {
    code: 'engine-down',
    message: message('runs.ended', { how }),
    kept: message('kept.checkpoint'),
    hint: message('hint.resume-with-less'),
  };
}
