/** Weights of an ensemble's classifiers, fitted on labelled texts and cross-fitted. */

import { FOLDS } from '../folds.ts';
import { turns } from '../turns.ts';
import { type CalibrationMethod, fitCalibration, probabilitiesOf } from './calibration.ts';
import { pooledLogits } from './ensemble-classifier.ts';

const LEAST = 1e-7;
const MOST_STEPS = 2000;
const SMALLEST_CHANGE = 1e-9;

/** Cases that count for equal shares beside those given, so that few texts do not choose among many like members. */
const PRIOR_CASES = 100;

/**
 * Returns the shares, which add up to 1, that are most probable where the truth has probability Σ wₘ pₘ and equal shares
 * a Dirichlet prior, by expectation maximisation of a mixture whose parts are fixed; there is one maximum.
 * @param truth what each member gives the truth: [members][cases], probabilities
 */
export async function mixtureWeights(
  truth: readonly Float64Array[],
  turn: () => Promise<void> = turns(),
): Promise<number[]> {
  const cases = truth[0]?.length ?? 0;
  let weights = truth.map(() => 1 / truth.length);
  for (let step = 0; step < MOST_STEPS && cases > 0; step++) {
    await turn();
    const shares = weights.map(() => PRIOR_CASES / truth.length);
    for (let i = 0; i < cases; i++) {
      let total = 0;
      for (let m = 0; m < truth.length; m++) total += weights[m]! * truth[m]![i]!;
      for (let m = 0; m < truth.length; m++) shares[m]! += (weights[m]! * truth[m]![i]!) / total;
    }
    const next = shares.map((share) => share / (cases + PRIOR_CASES));
    const change = Math.max(...next.map((weight, m) => Math.abs(weight - weights[m]!)));
    weights = next;
    if (change < SMALLEST_CHANGE) break;
  }
  return weights;
}

/** Probabilities that a member gives to what is true: of each text's label, or of each label's yes or no. */
function truthOf(
  rows: readonly Float32Array[],
  gold: readonly (readonly number[])[],
  mode: 'single' | 'multiple',
): Float64Array {
  const given = rows.flatMap((row, text) => {
    if (mode === 'single')
      return gold[text]!.filter((label) => label < row.length).map((label) => row[label]!);
    const own = new Set(gold[text]!);
    return Array.from(row, (p, label) => (own.has(label) ? p : 1 - p));
  });
  return Float64Array.from(given, (p) => Math.max(LEAST, p));
}

/** Logits of a member for the dev texts, in the order of the ensemble's labels. */
export interface MemberLogits {
  readonly rows: readonly Float32Array[];
  /** Method of the member's own calibration. */
  readonly method: CalibrationMethod;
  /** Calibrated as the member is stored. */
  readonly probabilities: readonly Float32Array[];
}

export interface DevGold {
  readonly gold: readonly (readonly number[])[];
  /** Fold of each text; undefined when there are too few texts. */
  readonly folds: readonly number[] | undefined;
  readonly mode: 'single' | 'multiple';
}

export interface FittedWeights {
  /** Fitted on all texts. */
  readonly weights: number[];
  /** Logits [L] of the ensemble: those of a fold with calibrations and weights fitted on the other folds. */
  readonly rows: Float32Array[];
}

export async function fitWeights(
  members: readonly MemberLogits[],
  { gold, folds, mode }: DevGold,
  turn: () => Promise<void> = turns(),
): Promise<FittedWeights> {
  const truth = members.map(({ probabilities }) => truthOf(probabilities, gold, mode));
  const weights = await mixtureWeights(truth, turn);
  const pool = (of: readonly (readonly Float32Array[])[], text: number, shares: readonly number[]) =>
    pooledLogits(
      of.map((probabilities) => probabilities[text]!),
      shares,
      mode,
    );
  const rows = gold.map((_, text) =>
    pool(
      members.map(({ probabilities }) => probabilities),
      text,
      weights,
    ),
  );
  for (let fold = 0; folds !== undefined && fold < FOLDS; fold++) {
    const outside = (_: unknown, text: number) => folds[text] !== fold;
    const others = gold.filter(outside);
    const refitted: Float32Array[][] = [];
    for (const { rows: logits, method } of members) {
      await turn();
      const calibration = fitCalibration(logits.filter(outside), others, { mode, method });
      refitted.push(logits.map((row) => probabilitiesOf(row, calibration)));
    }
    const held = refitted.map((own) => truthOf(own.filter(outside), others, mode));
    const shares = await mixtureWeights(held, turn);
    for (const text of gold.keys()) if (folds[text] === fold) rows[text] = pool(refitted, text, shares);
  }
  return { weights, rows };
}
