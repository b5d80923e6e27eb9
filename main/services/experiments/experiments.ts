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
import type { RunState } from '../../../shared/domain/training.ts';
import { cellSettings, pipelineName, pipelinesOf } from '../../../shared/experiment-cells.ts';
import { AppError } from '../../../shared/result.ts';
import { appendAudit } from '../../db/repositories/audit.ts';
import * as repository from '../../db/repositories/experiments.ts';
import { deleteRow, setState } from '../../db/repositories/resumable.ts';
import { listCellRuns } from '../../db/repositories/runs.ts';
import { captureRequester, type RunAs } from '../accounts/requester.ts';
import { releaseData } from '../data/data-sets.ts';
import { type ActiveWork, ResumableQueue } from '../jobs/resumable-queue.ts';
import { runFolder } from '../runs/run-storage.ts';
import type { Runs } from '../runs/runs.ts';
import { dbOf, type Session } from '../session/session.ts';
import { planExperiment } from './experiment-plan.ts';

interface Active extends ActiveWork {
  readonly id: number;
  /** Cells tried since this start, each once. */
  readonly tried: Set<number>;
  /** Trains failed and cancelled cells again. */
  readonly retry: boolean;
  /** Id of the active run. */
  run?: number;
  /** State to stop in after the active cell. */
  stop?: 'paused' | 'cancelled';
  /** Requester in whose name it ends: who started or who stopped it. */
  act: RunAs;
  ended: Promise<void>;
}

const RESUMABLE: readonly RunState[] = ['queued', 'paused', 'interrupted', 'failed'];
const OPEN: readonly Cell['state'][] = ['waiting', 'queued', 'running', 'paused', 'interrupted'];
const LOST: readonly Cell['state'][] = ['failed', 'cancelled'];

export class Experiments {
  readonly #session: Session;
  readonly #runs: Runs;
  readonly #queue: ResumableQueue<Active>;
  /** Queued experiments that train failed and cancelled cells again. */
  readonly #retries = new Set<number>();

  constructor(session: Session, runs: Runs) {
    this.#session = session;
    this.#runs = runs;
    this.#queue = new ResumableQueue(session, 'experiment', {
      launch: (id) => this.#launch(id),
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
    const names = all.map((one) => one.name).join(', ');
    throw new AppError(
      'not-found',
      'experiments.not-named',
      { name },
      {
        hint: names === '' ? 'hint.no-experiment-yet' : `There are (现有): ${names}`,
      },
    );
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
      const { name, train, dev, plan } = planned;
      appendAudit(db, this.#session.actor, 'experiment.start', `experiment:${made}`, {
        name,
        train: train.sha256,
        dev: dev.sha256,
        plan,
      });
      return made;
    });
    return this.#enqueue(id, false);
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
      throw new AppError(
        'conflict',
        'experiments.running',
        { name },
        {
          hint: 'hint.pause-first',
        },
      );
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
    this.#queue.requireHere(id);
    const active = this.#queue.active(id);
    switch (action) {
      case 'pause':
        if (active !== undefined) await this.#stop(active, 'paused');
        else this.#queue.leave(id, { state, from: ['queued'], to: 'paused' });
        break;
      case 'cancel':
        if (active !== undefined) await this.#stop(active, 'cancelled');
        else await this.#cancelIdle(id, state, cells);
        break;
      case 'resume':
      case 'retry': {
        if (active !== undefined || this.#queue.isWaiting(id)) break;
        const retry = action === 'retry';
        const lost = retry && cells.some((cell) => LOST.includes(cell.state));
        this.#queue.take(id, state, lost ? [...RESUMABLE, 'finished', 'cancelled'] : RESUMABLE);
        return this.#enqueue(id, retry);
      }
    }
    return this.get(id);
  }

  /** Deletes an experiment with its runs, their curves and checkpoints. Kept models stay. */
  remove(id: number): void {
    const { name, train, dev } = this.get(id);
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
    for (const { sha256 } of [train, dev]) releaseData(this.#session, sha256);
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

  #enqueue(id: number, retry: boolean): ExperimentSummary {
    if (retry) this.#retries.add(id);
    else this.#retries.delete(id);
    this.#queue.enqueue(id);
    return this.get(id);
  }

  #launch(id: number): Active {
    const active: Active = {
      id,
      retry: this.#retries.delete(id),
      act: captureRequester(),
      tried: new Set(),
      pause: () => {
        active.stop ??= 'paused';
      },
      kill: () => {
        active.stop = 'cancelled';
      },
      ended: Promise.resolve(),
    };
    active.ended = this.#work(active).finally(() => this.#runs.release());
    return active;
  }

  /** Trains cell after cell. Never rejects. */
  async #work(active: Active): Promise<void> {
    const { id } = active;
    try {
      const end = await this.#trainCells(active);
      setState(dbOf(this.#session), 'experiment', id, end);
      if (end !== 'paused')
        active.act(() =>
          appendAudit(dbOf(this.#session), this.#session.actor, 'experiment.end', `experiment:${id}`, {
            state: end,
          }),
        );
    } catch (error) {
      this.#queue.fail(id, error);
    }
  }

  async #trainCells(active: Active): Promise<'finished' | 'paused' | 'cancelled'> {
    for (;;) {
      if (active.stop !== undefined) return active.stop;
      const cell = this.#nextCell(active);
      if (cell === undefined) return 'finished';
      active.tried.add(cell.number);
      const run = await this.#begin(active.id, cell);
      active.run = run;
      this.#tell(active.id);
      await this.#runs.settled(run);
      delete active.run;
      // Pausing the run pauses the experiment, as does the app's end, which empties the queue.
      if (active.stop === undefined && ['paused', 'queued'].includes(this.#runs.get(run).state))
        return 'paused';
      this.#tell(active.id);
    }
  }

  #nextCell({ id, tried, retry }: Active): Cell | undefined {
    const states = retry ? [...OPEN, ...LOST] : OPEN;
    return this.get(id).cells.find(({ number, state }) => states.includes(state) && !tried.has(number));
  }

  /** Starts or resumes the run of a cell. Returns its id. */
  async #begin(id: number, cell: Cell): Promise<number> {
    if (cell.runId !== undefined && cell.state !== 'cancelled')
      return (await this.#runs.control(cell.runId, 'resume')).id;
    if (cell.runId !== undefined) this.#runs.remove(cell.runId);
    const { name, plan, train, dev } = this.get(id);
    const pipeline = pipelinesOf(plan)[cell.pipeline]!;
    return this.#runs.start({
      name: `${name}: ${pipelineName(pipeline)}, ${cell.seed}`,
      settings: cellSettings(plan, pipeline, cell.seed),
      train: train.id,
      dev: dev.id,
      cell: { experiment: id, number: cell.number },
    }).id;
  }

  async #stop(active: Active, stop: 'paused' | 'cancelled'): Promise<void> {
    active.stop = stop;
    active.act = captureRequester();
    const { run } = active;
    if (run !== undefined)
      await this.#runs.control(run, stop === 'paused' ? 'pause' : 'cancel').catch(() => undefined); // it has just ended
    await this.#queue.stop();
  }

  /** Cancels an inactive experiment, including the cell that an earlier process has left. */
  async #cancelIdle(id: number, state: RunState, cells: readonly Cell[]): Promise<void> {
    this.#queue.leave(id, { state, from: RESUMABLE, to: 'cancelled' });
    for (const { runId, state: of } of cells)
      if (runId !== undefined && ['queued', 'paused', 'interrupted'].includes(of))
        await this.#runs.control(runId, 'cancel');
    this.#tell(id);
  }

  #tell(id: number): void {
    this.#session.emit('experiments.changed', { id });
  }
}
