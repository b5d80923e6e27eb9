/** Picks the runs of an experiment that represent its choices in charts. */
import type { ExperimentTable } from '../../../../shared/experiment-table.ts';
import { MOST_COMPARED } from '../../../lib/series-style.ts';

export interface BestRun {
  /** The choice of each axis. */
  readonly names: readonly string[];
  readonly run: number;
  readonly seed: number;
  readonly f1: number;
}

/** Returns for each choice of an axis the median run of the pipeline with the best mean F1; best first. */
export function bestPerChoice({ rows: all }: ExperimentTable, axis: number): BestRun[] {
  const rows = all.filter(({ isBaseline }) => !isBaseline); // a single evaluation is no curve
  const choices = [...new Set(rows.map(({ names }) => names[axis]))];
  return choices
    .flatMap((choice) => {
      const done = rows.filter(({ names, finished }) => names[axis] === choice && finished > 0);
      const best = done.toSorted((a, b) => (b.values.f1?.mean ?? 0) - (a.values.f1?.mean ?? 0))[0];
      if (best === undefined) return [];
      const runs = best.cells
        .flatMap(({ runId, seed, result }) =>
          runId === undefined || result === undefined ? [] : [{ run: runId, seed, f1: result.f1 }],
        )
        .toSorted((a, b) => b.f1 - a.f1);
      const middle = runs[(runs.length - 1) >> 1];
      return middle === undefined ? [] : [{ names: best.names, mean: best.values.f1?.mean ?? 0, ...middle }];
    })
    .toSorted((a, b) => b.mean - a.mean)
    .slice(0, MOST_COMPARED)
    .map(({ names, run, seed, f1 }) => ({ names, run, seed, f1 }));
}
