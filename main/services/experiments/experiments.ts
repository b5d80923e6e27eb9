/**
 * Experiments of one workspace. Cells are trained one after another as runs, in one process a series. One experiment
 * runs at a time; others are queued. An interrupted experiment resumes on request: finished cells stay, and the
 * running cell resumes from its checkpoint.
 */

import { rmSync } from 'node:fs';
import {
  type Cell,
  type ExperimentAction,
  type ExperimentDetail,
  ExperimentPlan,
  type ExperimentRequest,
  type ExperimentSummary,
} from '../../../shared/domain/experiment.ts';
import { pipelineName, pipelinesOf, settingsOfCell } from '../../../shared/experiment-cells.ts';
import { message } from '../../../shared/messages/message.ts';
import { AppError } from '../../../shared/result.ts';
import { trainableCells } from '../../../shared/search-stages.ts';
import { appendAudit } from '../../db/repositories/audit.ts';
import * as repository from '../../db/repositories/experiments.ts';
import { deleteRow, setState } from '../../db/repositories/resumable.ts';
import { listCellRuns } from '../../db/repositories/runs.ts';
import { releaseData } from '../data/data-sets.ts';
import { RESUMABLE, ResumableQueue } from '../jobs/resumable-queue.ts';
import type { Work, WorkEnd } from '../jobs/work.ts';
import { runFolder } from '../runs/run-storage.ts';
import type { Runs } from '../runs/runs.ts';
import { dbOf, type Session, unknownName } from '../session/session.ts';
import { planExperiment } from './experiment-plan.ts';

interface Active {
  readonly id: number;
  /** Cells tried since this start, each once. */
  readonly tried: Set<number>;
  /** Trains failed and cancelled cells again. */
  readonly retry: boolean;
  /** Id of the active run. */
  run?: number;
  /** Action on the active run, after which the experiment stops. */
  halt?: 'pause' | 'cancel';
}

type Finished = { readonly kind: 'finished' };

const OPEN: readonly Cell['state'][] = ['waiting', 'queued', 'running', 'paused', 'interrupted'];
const LOST: readonly Cell['state'][] = ['failed', 'cancelled'];

export class Experiments {
  readonly #session: Session;
  readonly #runs: Runs;
  readonly #queue: ResumableQueue<Finished>;
  /** Queued experiments that train failed and cancelled cells again. */
  readonly #retries = new Set<number>();

  constructor(session: Session, runs: Runs) {
    this.#session = session;
    this.#runs = runs;
    this.#queue = new ResumableQueue(session, 'experiment', {
      launch: (id) => this.#launch(id),
      finish: (id) => this.#end(id, 'finished'),
      cancel: (id) => this.#cancel(id),
      onChange: (id) => this.#tell(id),
    });
  }

  /** Lists newest first. */
  list(): ExperimentSummary[] {
    this.#queue.recover();
    return repository.listExperiments(dbOf(this.#session));
  }

  get(id: number): ExperimentDetail {
    this.#queue.recover();
    this.#runs.list(); // marks cells of processes that are gone as interrupted
    const found = repository.getExperimentDetail(dbOf(this.#session), id);
    if (found === undefined) throw new AppError('not-found', 'experiments.not-found', { id });
    return found;
  }

  /** Finds an experiment by name. @throws AppError `not-found` listing the existing names */
  find(name: string): ExperimentSummary {
    const all = this.list();
    const found = all.find((one) => one.name === name);
    if (found !== undefined) return found;
    const names = all.map((one) => one.name);
    throw unknownName(message('experiments.not-named', { name }), names, 'hint.no-experiment-yet');
  }

  /**
   * Starts an experiment, or queues it behind the active one. Checks every cell first.
   * @throws AppError naming the invalid cell, `conflict` when the name is taken
   */
  start(request: ExperimentRequest): ExperimentSummary {
    const db = dbOf(this.#session);
    const id = db.transaction(() => {
      const planned = planExperiment(this.#session, request);
      const made = repository.insertExperiment(db, planned);
      const { name, train, dev, test, plan } = planned;
      appendAudit(db, this.#session.actor, 'experiment.start', `experiment:${made}`, {
        name,
        train: train.sha256,
        dev: dev.sha256,
        ...(test === undefined ? {} : { test: test.sha256 }),
        plan,
      });
      return made;
    });
    this.#queue.enqueue(id);
    return this.get(id);
  }

  /**
   * Adds seeds to an inactive experiment. Finished cells stay, since cells are numbered seed after seed. The experiment
   * is paused afterwards, or unchanged where no seed is new.
   * @throws AppError `conflict` while it runs
   */
  extend(id: number, seeds: readonly number[]): ExperimentSummary {
    const { name, plan, state } = this.get(id);
    const fresh = seeds.filter((seed) => !plan.seeds.includes(seed));
    if (fresh.length === 0) return this.get(id);
    if (state === 'queued' || state === 'running') {
      throw new AppError('conflict', 'experiments.running', { name }, { hint: 'hint.pause-first' });
    }
    const db = dbOf(this.#session);
    const extended = ExperimentPlan.parse({ ...plan, seeds: [...plan.seeds, ...fresh] });
    db.transaction(() => {
      repository.setExperimentPlan(db, id, extended);
      setState(db, 'experiment', id, 'paused');
      appendAudit(db, this.#session.actor, 'experiment.extend', `experiment:${id}`, { name, seeds: fresh });
    });
    this.#tell(id);
    return this.get(id);
  }

  /** Applies an action, which takes effect within a training step. Returns the experiment afterwards. */
  async control(id: number, action: ExperimentAction): Promise<ExperimentSummary> {
    const { state, cells } = this.get(id);
    if (action !== 'resume' && action !== 'retry') await this.#queue.control(id, state, action);
    else {
      const retry = action === 'retry' && cells.some((cell) => LOST.includes(cell.state));
      if (retry && !this.#queue.has(id)) this.#retries.add(id);
      this.#queue.resume(id, state, retry ? [...RESUMABLE, 'finished', 'cancelled'] : RESUMABLE);
    }
    return this.get(id);
  }

  /** Deletes an experiment with its runs, their curves and checkpoints. Kept models stay. */
  remove(id: number): void {
    const { name, train, dev, test } = this.get(id);
    const db = dbOf(this.#session);
    this.#queue.withdraw(id, name);
    const runs = listCellRuns(db, id);
    db.transaction(() => {
      deleteRow(db, 'experiment', id);
      appendAudit(db, this.#session.actor, 'experiment.delete', `experiment:${id}`, {
        name,
        runs: runs.length,
      });
    });
    for (const run of runs)
      rmSync(runFolder(this.#session.workspace.dir, run.id), { recursive: true, force: true });
    for (const { sha256 } of [train, dev, ...(test === undefined ? [] : [test])])
      releaseData(this.#session, sha256);
    this.#session.emit('experiments.changed', { id });
  }

  /** Resolves when this process has nothing more to do for the experiment. */
  settled(id: number): Promise<void> {
    return this.#queue.settled(id);
  }

  /** Pauses the active experiment. Its runs are closed by `Runs`. */
  async close(): Promise<void> {
    for (const id of this.#queue.waiting) setState(dbOf(this.#session), 'experiment', id, 'paused');
    const closed = this.#queue.close();
    await this.#runs.close();
    await closed;
  }

  #launch(id: number): Work<Finished> {
    const active: Active = { id, retry: this.#retries.delete(id), tried: new Set() };
    const halt = (how: 'pause' | 'cancel') => {
      active.halt = how;
      this.#haltRun(active);
    };
    const ended = this.#trainCells(active).finally(() => this.#runs.release());
    return { ended, pause: () => halt('pause'), kill: () => halt('cancel') };
  }

  #haltRun({ run, halt }: Active): void {
    if (run === undefined || halt === undefined) return;
    this.#runs.control(run, halt).catch(() => undefined); // it has just ended
  }

  async #trainCells(active: Active): Promise<WorkEnd<Finished>> {
    for (;;) {
      if (active.halt !== undefined) return { kind: 'paused' };
      const cell = this.#nextCell(active);
      if (cell === undefined) return { kind: 'finished' };
      active.tried.add(cell.number);
      const run = await this.#begin(active.id, cell);
      active.run = run;
      this.#haltRun(active);
      this.#tell(active.id);
      await this.#runs.settled(run);
      delete active.run;
      // Pausing the run pauses the experiment, as does the app's end, which empties the queue.
      if (['paused', 'queued'].includes(this.#runs.get(run).state)) return { kind: 'paused' };
      this.#tell(active.id);
    }
  }

  #nextCell({ id, tried, retry }: Active): Cell | undefined {
    const states = retry ? [...OPEN, ...LOST] : OPEN;
    const { plan, cells } = this.get(id);
    return trainableCells(plan, cells).find(
      ({ number, state }) => states.includes(state) && !tried.has(number),
    );
  }

  /** Starts or resumes the run of a cell. Returns its id. */
  async #begin(id: number, cell: Cell): Promise<number> {
    if (cell.runId !== undefined && cell.state !== 'cancelled')
      return (await this.#runs.control(cell.runId, 'resume')).id;
    if (cell.runId !== undefined) this.#runs.remove(cell.runId);
    const { name, plan, train, dev } = this.get(id);
    const pipeline = pipelinesOf(plan)[cell.pipeline]!;
    return this.#runs.start({
      name: `${name}: ${pipelineName(pipeline)}, ${cell.seed}${cell.fold === undefined ? '' : `, ${cell.fold + 1}/${plan.folds}`}`,
      settings: settingsOfCell(plan, cell),
      train: train.id,
      dev: dev.id,
      cell: { experiment: id, number: cell.number },
    }).id;
  }

  /** Cancels the cells that were interrupted earlier too. */
  async #cancel(id: number): Promise<void> {
    this.#end(id, 'cancelled');
    for (const { runId, state } of this.get(id).cells)
      if (runId !== undefined && ['queued', 'paused', 'interrupted'].includes(state))
        await this.#runs.control(runId, 'cancel');
  }

  #end(id: number, state: 'finished' | 'cancelled'): void {
    const db = dbOf(this.#session);
    db.transaction(() => {
      this.#queue.set(id, state);
      appendAudit(db, this.#session.actor, 'experiment.end', `experiment:${id}`, { state });
    });
  }

  #tell(id: number): void {
    this.#session.emit('experiments.changed', { id });
  }
}
