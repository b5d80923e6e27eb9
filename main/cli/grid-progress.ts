/** Shows the progress of an experiment on standard error: the running cell and the result of each finished one. */

import type { Cell, ExperimentDetail } from '../../shared/domain/experiment.ts';
import { pipelineName, pipelinesOf } from '../../shared/experiment-cells.ts';
import { remainingSeconds } from '../../shared/experiment-table.ts';
import type { RunEvent } from '../services/runs/runs.ts';
import { note } from './command.ts';
import { said } from './language.ts';
import { duration } from './status-line.ts';
import { TrainProgress } from './train-progress.ts';

const ENDED: readonly Cell['state'][] = ['finished', 'failed', 'cancelled', 'interrupted'];

export class GridProgress {
  readonly #look: () => ExperimentDetail;
  readonly #told = new Set<number>();
  /** Most warnings are the same for every cell: each is said once. */
  readonly #warnings = new Set<string>();
  #run: number | undefined;
  #progress: TrainProgress | undefined;

  /** @param look gives the experiment as it is now */
  constructor(look: () => ExperimentDetail) {
    this.#look = look;
    for (const { number, state } of look().cells) if (state === 'finished') this.#told.add(number);
  }

  take(run: number, event: RunEvent): void {
    if (run !== this.#run) this.#begin(run);
    this.#progress?.take(event.kind === 'started' ? this.#withNewWarnings(event) : event);
  }

  #withNewWarnings<Started extends Extract<RunEvent, { kind: 'started' }>>(event: Started): Started {
    const warnings = event.warnings.filter((warning) => !this.#warnings.has(said(warning)));
    for (const warning of warnings) this.#warnings.add(said(warning));
    return { ...event, warnings };
  }

  #begin(run: number): void {
    this.end();
    const { cells, plan } = this.#look();
    const cell = cells.find(({ runId }) => runId === run);
    this.#run = run;
    if (cell === undefined) return;
    const left = remainingSeconds(cells);
    note(
      `[${cell.number + 1}/${cells.length}] ${nameOf(plan, cell)}${left === undefined ? '' : `, about ${duration(left)} left`}`,
    );
    this.#progress = new TrainProgress(Number(plan.settings.epochs ?? Number.NaN));
  }

  /** Tells of the cells that have ended since. */
  end(): void {
    this.#progress?.end();
    this.#progress = undefined;
    this.#run = undefined;
    const { cells, plan } = this.#look();
    for (const cell of cells) {
      if (!ENDED.includes(cell.state) || this.#told.has(cell.number)) continue;
      this.#told.add(cell.number);
      const { result, error } = cell;
      const how =
        result === undefined
          ? `${cell.state}${error === undefined ? '' : `: ${said(error.message)}`}`
          : `F1 ${result.f1.toFixed(4)}, ${result.secondsPerEpoch.toFixed(1)} s an epoch`;
      note(`[${cell.number + 1}/${cells.length}] ${nameOf(plan, cell)}: ${how}`);
    }
  }
}

const nameOf = (plan: ExperimentDetail['plan'], { pipeline, seed }: Cell): string =>
  `${pipelineName(pipelinesOf(plan)[pipeline]!)}, seed ${seed}`;
