/**
 * Training runs of one workspace: one is active, others are queued. An interrupted run resumes on request from its last
 * checkpoint.
 */
import { rmSync } from 'node:fs';
import type { RunDetail, RunPoint, RunSummary } from '../../../shared/domain/training.ts';
import { AppError } from '../../../shared/result.ts';
import { appendAudit } from '../../db/repositories/audit.ts';
import { deleteRow } from '../../db/repositories/resumable.ts';
import { listPoints } from '../../db/repositories/run-points.ts';
import * as repository from '../../db/repositories/runs.ts';
import type { RunEvent } from '../../engine/train/run-types.ts';
import { removeUnfinishedFiles } from '../../workspace/leftovers.ts';
import { releaseData } from '../data/data-sets.ts';
import { ResumableQueue } from '../jobs/resumable-queue.ts';
import type { Work } from '../jobs/work.ts';
import { dbOf, type Session } from '../session/session.ts';
import { finishRun } from './run-finish.ts';
import { planRun, type RunRequest, requestOf } from './run-plan.ts';
import { RunRecorder } from './run-recorder.ts';
import { runFolder } from './run-storage.ts';
import type { FinishedRun, StartTraining } from './run-training.ts';

export type { RunEvent };

export interface RunsOptions {
  readonly startTraining: StartTraining;
  /** Called with every event. */
  readonly watch?: (id: number, event: RunEvent) => void;
  /** Milliseconds that closing waits for a checkpoint. */
  readonly closeTimeoutMs?: number;
}

const CLOSE_TIMEOUT_MS = 20_000;

export class Runs {
  readonly #session: Session;
  readonly #options: RunsOptions;
  readonly #queue: ResumableQueue<FinishedRun>;

  constructor(session: Session, options: RunsOptions) {
    this.#session = session;
    this.#options = options;
    this.#queue = new ResumableQueue(session, 'run', {
      launch: (id) => this.#launch(id),
      finish: (id, end) => {
        const run = this.#summary(id);
        finishRun(session, run, end);
        this.#removeFiles(run);
      },
      cancel: (id) => {
        this.#queue.set(id, 'cancelled');
        this.#removeFiles(this.#summary(id));
      },
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

  /**
   * Starts a run, or queues it behind the active one.
   * @param alsoDo called in the transaction that makes the run
   */
  start(request: RunRequest, alsoDo: (id: number) => void = () => undefined): RunSummary {
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
      alsoDo(made);
      return made;
    });
    this.#queue.enqueue(id);
    return this.get(id);
  }

  /** Takes effect within a training step; returns the run as it is then. */
  async control(id: number, action: 'pause' | 'resume' | 'cancel'): Promise<RunSummary> {
    await this.#queue.control(id, this.get(id).state, action);
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

  /** Ends the process that waits for the next run of a series. */
  release(): void {
    this.#options.startTraining.release?.();
  }

  /** Resolves when this process has nothing more to do for the run. */
  settled(id: number): Promise<void> {
    return this.#queue.settled(id);
  }

  /** Pauses the active run, with a checkpoint unless that takes too long; the queue is kept. */
  async close(): Promise<void> {
    await this.#queue.close(this.#options.closeTimeoutMs ?? CLOSE_TIMEOUT_MS);
    this.release();
  }

  #launch(id: number): Work<FinishedRun> {
    const session = this.#session;
    const run = this.#summary(id);
    removeUnfinishedFiles(session.workspace.dir);
    let trouble: unknown;
    const recorder = new RunRecorder(session, run, (error) => {
      trouble ??= error;
      training.pause();
    });
    const training = this.#options.startTraining(requestOf(session, run), (event) => {
      recorder.take(event);
      this.#options.watch?.(id, event);
    });
    const ended = training.ended.then((end) => {
      recorder.close();
      if (trouble !== undefined) throw trouble;
      return end;
    });
    return { ended, pause: () => training.pause(), kill: () => training.kill() };
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
