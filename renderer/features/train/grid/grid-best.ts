/** Picks the runs of an experiment that represent its choices in charts. */
import { type ExperimentTable, scoreOf, type TableRow } from '../../../../shared/experiment-table.ts';
import { MOST_COMPARED } from '../../../lib/series-style.ts';

export interface BestRun {
  /** The choice of each axis. */
  readonly names: readonly string[];
  readonly run: number;
  readonly seed: number;
  /** F1, or of pre-training 1 ÷ perplexity. */
  readonly f1: number;
}

/** Returns the mean score of a row's finished cells. */
function meanOf({ cells, finished }: TableRow): number {
  const scores = cells.flatMap(({ result }) => (result === undefined ? [] : [scoreOf(result)]));
  return scores.reduce((sum, score) => sum + score, 0) / Math.max(1, finished);
}

/** Returns for each choice of an axis the median run of the pipeline with the best mean score; best first. */
export function bestPerChoice({ rows: all }: ExperimentTable, axis: number): BestRun[] {
  const rows = all.filter(({ isBaseline }) => !isBaseline); // a single evaluation is no curve
  const choices = [...new Set(rows.map(({ names }) => names[axis]))];
  return choices
    .flatMap((choice) => {
      const done = rows.filter(({ names, finished }) => names[axis] === choice && finished > 0);
      const best = done.toSorted((a, b) => meanOf(b) - meanOf(a))[0];
      if (best === undefined) return [];
      const runs = best.cells
        .flatMap(({ runId, seed, result }) =>
          runId === undefined || result === undefined ? [] : [{ run: runId, seed, f1: scoreOf(result) }],
        )
        .toSorted((a, b) => b.f1 - a.f1);
      const middle = runs[(runs.length - 1) >> 1];
      return middle === undefined ? [] : [{ names: best.names, mean: meanOf(best), ...middle }];
    })
    .toSorted((a, b) => b.mean - a.mean)
    .slice(0, MOST_COMPARED)
    .map(({ names, run, seed, f1 }) => ({ names, run, seed, f1 }));
}
