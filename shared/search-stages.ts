/** Decides from the results so far which cells a search trains next, and which trial is the best. */
import type { Cell, ExperimentPlan } from './domain/experiment.ts';
import { pipelinesOf } from './experiment-cells.ts';
import { HALVING } from './search-space.ts';

const SECONDS_A_MINUTE = 60;

/** Seconds that a cell was trained. */
const secondsOf = ({ result, progress }: Cell): number => result?.seconds ?? progress?.seconds ?? 0;

/** Returns the training time of the trials so far, without baselines, in seconds. */
function spentSeconds(plan: ExperimentPlan, cells: readonly Cell[]): number {
  return trialsOf(plan, cells).reduce((sum, cell) => sum + secondsOf(cell), 0);
}

/** Returns the share of its time that a search has spent, 0..1. */
export const spentShare = (plan: ExperimentPlan, cells: readonly Cell[]): number =>
  Math.min(
    1,
    spentSeconds(plan, cells) / (SECONDS_A_MINUTE * (plan.search?.minutes ?? Number.POSITIVE_INFINITY)),
  );

/** Returns the score by which trials are compared. */
const scoreOf = ({ settings }: ExperimentPlan, { result }: Cell): number =>
  (settings.select === 'macroF1' ? result?.macroF1 : result?.f1) ?? 0;

/**
 * Returns the cells that may be trained, in order; of an experiment without a search all. Follows from plan and results
 * alone, so that an interrupted search goes on as it would have gone on. A trial that has begun comes first. A stage
 * begins no trial when the stages so far have spent their share of the time, except for its first one.
 */
export function trainableCells(plan: ExperimentPlan, cells: readonly Cell[]): readonly Cell[] {
  const { search } = plan;
  if (search === undefined) return cells;
  const [spent, stages] = [spentSeconds(plan, cells), search.epochs.length];
  const begun = cells.filter(({ state }) => state !== 'waiting');
  const baselines = cells.filter(({ pipeline }) => pipelinesOf(plan)[pipeline]!.isBaseline);
  const trials = trialsOf(plan, cells);
  if (baselines.some(({ state }) => state === 'waiting')) return [...begun, ...baselines];
  for (let stage = 0; stage < stages; stage++) {
    const entrants = entrantsOf(plan, trials, stage);
    const isSpent = spent >= (search.minutes * SECONDS_A_MINUTE * (stage + 1)) / stages;
    const open = entrants.filter(({ state }) => state === 'waiting');
    const hasBegun = open.length < entrants.length;
    if (open.length > 0 && !(isSpent && hasBegun)) return [...begun, ...open];
  }
  return begun;
}

function trialsOf(plan: ExperimentPlan, cells: readonly Cell[]): Cell[] {
  const pipelines = pipelinesOf(plan);
  return cells.filter(({ pipeline }) => !pipelines[pipeline]!.isBaseline);
}

/** Returns the trials of a stage: in the first one all, later the best third of the stage before, best first. */
function entrantsOf(plan: ExperimentPlan, trials: readonly Cell[], stage: number): readonly Cell[] {
  const own = trials.filter((cell) => cell.stage === stage);
  if (stage === 0) return own;
  const ranked = rankedIn(plan, trials, stage - 1);
  const best = ranked.slice(0, Math.ceil(ranked.length / HALVING));
  return best.flatMap(({ pipeline }) => own.find((cell) => cell.pipeline === pipeline) ?? []);
}

const lossOf = ({ result }: Cell): number => result?.devLoss ?? 0;

/** Returns the finished trials of a stage, best first; of equal scores, as 0 after few epochs, the one with less dev loss. */
const rankedIn = (plan: ExperimentPlan, trials: readonly Cell[], stage: number): Cell[] =>
  trials
    .filter((cell) => cell.stage === stage && cell.result !== undefined)
    .toSorted((a, b) => scoreOf(plan, b) - scoreOf(plan, a) || lossOf(a) - lossOf(b) || a.number - b.number);

/** Returns the best finished trial of the latest stage that has one. */
export function bestTrial(plan: ExperimentPlan, cells: readonly Cell[]): Cell | undefined {
  const trials = trialsOf(plan, cells);
  const last = Math.max(...trials.flatMap(({ stage = 0, result }) => (result === undefined ? [] : [stage])));
  return rankedIn(plan, trials, last)[0];
}
