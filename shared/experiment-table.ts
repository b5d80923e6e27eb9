/** The table of an experiment: one row per pipeline, values as mean ± standard deviation over seeds and folds. */
import type { Cell, CellResult, ExperimentDetail, ExperimentPlan } from './domain/experiment.ts';
import { isOfKind, TASKS, type TaskMeasure } from './domain/tasks.ts';
import { NO_CHOICE, pipelinesOf } from './experiment-cells.ts';
import { spentShare } from './search-stages.ts';

export type TableColumn = TaskMeasure | 'parameters' | 'testF1' | 'secondsPerEpoch' | 'loss' | 'devLoss';

/** Whether higher is better; undefined for the number of parameters. */
const BETTER: Readonly<Record<TableColumn, 'more' | 'less' | undefined>> = {
  parameters: undefined,
  precision: 'more',
  recall: 'more',
  f1: 'more',
  testF1: 'more',
  macroF1: 'more',
  perplexity: 'less',
  accuracy: 'more',
  pairAccuracy: 'more',
  hit1: 'more',
  hit3: 'more',
  hit5: 'more',
  hit10: 'more',
  secondsPerEpoch: 'less',
  loss: 'less',
  devLoss: 'less',
};

export interface SeedValue {
  readonly seed: number;
  readonly fold?: number | undefined;
  readonly value: number;
}

export interface Statistic {
  readonly mean: number;
  /** Sample standard deviation (n − 1); absent for a single value. */
  readonly sd?: number;
  /** In the order of training. */
  readonly values: readonly SeedValue[];
}

export interface TableRow {
  readonly pipeline: number;
  /** Latest stage of a search that trained this trial, from 0; 0 otherwise. */
  readonly stage: number;
  /** Stands above all other rows, as one to beat. */
  readonly isBaseline: boolean;
  /** The choice of each axis. */
  readonly names: readonly string[];
  readonly cells: readonly Cell[];
  /** Cells that have a result. */
  readonly finished: number;
  readonly values: Readonly<Partial<Record<TableColumn, Statistic>>>;
}

export interface ExperimentTable {
  readonly axes: readonly string[];
  readonly columns: readonly TableColumn[];
  /** In the order of the pipelines. */
  readonly rows: readonly TableRow[];
}

/** Returns the table of a search: the trials begun, each by its latest stage, with the epochs as a further axis. */
export function experimentTable(plan: ExperimentPlan, cells: readonly Cell[]): ExperimentTable {
  const isTested = cells.some(({ result }) => result?.test !== undefined);
  const hasPairs = cells.some(({ result }) => result?.pairAccuracy !== undefined);
  const columns = (
    ['parameters', ...TASKS[plan.task].measures, 'secondsPerEpoch', 'loss', 'devLoss'] as const
  )
    .filter((column) => column !== 'pairAccuracy' || hasPairs)
    .flatMap((column): TableColumn[] => (column === 'f1' && isTested ? ['f1', 'testF1'] : [column]));
  const { search } = plan;
  const epochsAt = (stage: number) => (search === undefined ? [] : [String(search.epochs[stage])]);
  const shown = pipelinesOf(plan).filter(
    ({ number, isBaseline }) =>
      search === undefined ||
      isBaseline ||
      cells.some(({ pipeline, state }) => pipeline === number && state !== 'waiting'),
  );
  return {
    axes: [...plan.axes.map(({ name }) => name), ...(search === undefined ? [] : ['epochs'])],
    columns,
    rows: shown.map(({ number, names: choices, isBaseline }) => {
      const stage = latestStage(cells, number);
      const own = cells.filter((cell) => cell.pipeline === number && (cell.stage ?? 0) === stage);
      const names = [...choices, ...(isBaseline ? epochsAt(0).map(() => NO_CHOICE) : epochsAt(stage))];
      const entries = columns.map((column) => [column, statistic(own, column)] as const);
      return {
        pipeline: number,
        stage,
        isBaseline,
        names,
        cells: own,
        finished: own.filter(({ result }) => result !== undefined).length,
        values: Object.fromEntries(entries.filter(([, found]) => found !== undefined)),
      };
    }),
  };
}

/** Returns the latest stage in which a trial has a result, or else the first one. */
const latestStage = (cells: readonly Cell[], number: number): number =>
  Math.max(
    0,
    ...cells.flatMap(({ pipeline, stage = 0, result }) =>
      pipeline === number && result !== undefined ? [stage] : [],
    ),
  );

function statistic(cells: readonly Cell[], column: TableColumn): Statistic | undefined {
  const values = cells.flatMap(({ seed, fold, result }) => {
    const value = result === undefined ? undefined : resultOf(result, column);
    return value === undefined ? [] : [{ seed, fold, value }];
  });
  return values.length === 0 ? undefined : statisticOf(values);
}

export function statisticOf(values: readonly SeedValue[]): Statistic {
  const mean = values.reduce((sum, { value }) => sum + value, 0) / values.length;
  if (values.length < 2) return { mean, values };
  const squares = values.reduce((sum, { value }) => sum + (value - mean) ** 2, 0);
  return { mean, sd: Math.sqrt(squares / (values.length - 1)), values };
}

function resultOf(result: CellResult, column: TableColumn): number | undefined {
  if (column === 'testF1') return result.test?.f1;
  const rank = /^hit(\d+)$/.exec(column)?.[1];
  if (rank !== undefined) return result.hitAt?.[rank];
  return result[column as Exclude<TableColumn, `hit${number}` | 'testF1'>]; // safe: what is no hit@k is a member
}

/** Returns the pipelines with the best displayed mean of a column; several on a tie. */
export function bestOf(rows: readonly TableRow[], column: TableColumn): ReadonlySet<number> {
  const better = BETTER[column];
  const shown = rows.flatMap(({ pipeline, values }) => {
    const mean = values[column]?.mean;
    return mean === undefined || better === undefined ? [] : [{ pipeline, text: shownNumber(column, mean) }];
  });
  const numbers = shown.map(({ text }) => Number(text));
  const best = better === 'more' ? Math.max(...numbers) : Math.min(...numbers);
  return new Set(shown.filter(({ text }) => Number(text) === best).map(({ pipeline }) => pipeline));
}

/** Sorts rows by a column or by an axis (counted from 0). Rows without a value come last in both directions. */
export interface TableSort {
  readonly column: TableColumn | { readonly axis: number };
  readonly descending: boolean;
}

/** Sorts by F1, or of pre-training by perplexity, best first. */
export const bestFirst = ({ task }: Pick<ExperimentPlan, 'task'>): TableSort =>
  isOfKind('texts', task) ? { column: 'perplexity', descending: false } : { column: 'f1', descending: true };

/** Returns the score by which cells are compared, more is better: F1, or of pre-training 1 ÷ perplexity. */
export const scoreOf = ({ f1, perplexity }: CellResult): number =>
  f1 ?? (perplexity === undefined ? 0 : 1 / perplexity);

/** Sorts baselines among themselves and puts them first, then the trials of the latest stage of a search. */
export function sortRows(rows: readonly TableRow[], sort: TableSort): TableRow[] {
  const rank = ({ isBaseline, stage }: TableRow) => (isBaseline ? Number.POSITIVE_INFINITY : stage);
  const ranks = [...new Set(rows.map(rank))].toSorted((a, b) => b - a);
  return ranks.flatMap((wanted) =>
    sorted(
      rows.filter((row) => rank(row) === wanted),
      sort,
    ),
  );
}

function sorted(rows: readonly TableRow[], { column, descending }: TableSort): TableRow[] {
  const sign = descending ? -1 : 1;
  if (typeof column !== 'string') {
    const name = (row: TableRow) => row.names[column.axis] ?? '';
    return rows.toSorted((a, b) => sign * name(a).localeCompare(name(b), 'zh') || a.pipeline - b.pipeline);
  }
  return rows.toSorted((a, b) => {
    const [left, right] = [a.values[column]?.mean, b.values[column]?.mean];
    if (left === undefined || right === undefined)
      return Number(left === undefined) - Number(right === undefined) || a.pipeline - b.pipeline;
    // Compares displayed values, so that rows that look equal keep the plan's order.
    const difference = Number(shownNumber(column, left)) - Number(shownNumber(column, right));
    return sign * difference || a.pipeline - b.pipeline;
  });
}

/** Formats a value: shares in percent with two digits, seconds with one or two, losses with four. */
export function shownNumber(column: TableColumn, value: number): string {
  switch (column) {
    case 'parameters':
      return String(Math.round(value));
    case 'secondsPerEpoch':
      return value.toFixed(value < 10 ? 2 : 1);
    case 'perplexity':
      return value.toFixed(3);
    case 'loss':
    case 'devLoss':
      return value.toFixed(4);
    default:
      return (100 * value).toFixed(2);
  }
}

/**
 * Estimates the remaining seconds of training from the finished cells, or of a search from its time; `undefined` before
 * the first cell is finished.
 */
export function remainingSeconds({
  plan,
  cells,
}: Pick<ExperimentDetail, 'plan' | 'cells'>): number | undefined {
  if (plan.search !== undefined) return 60 * plan.search.minutes * (1 - spentShare(plan, cells));
  const known = cells.flatMap(({ pipeline, result }) =>
    result === undefined ? [] : [{ pipeline, seconds: result.seconds }],
  );
  if (known.length === 0) return undefined;
  const mean = (some: typeof known) => some.reduce((sum, { seconds }) => sum + seconds, 0) / some.length;
  const overall = mean(known);
  const open = cells.filter(({ state }) => !['finished', 'cancelled', 'failed'].includes(state));
  return open.reduce((sum, { pipeline, progress }) => {
    const own = known.filter((cell) => cell.pipeline === pipeline);
    return sum + Math.max(0, (own.length > 0 ? mean(own) : overall) - (progress?.seconds ?? 0));
  }, 0);
}
