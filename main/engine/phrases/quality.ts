/**
 * Quality of candidates by distant supervision (Shang et al. 2018, section 3.1): known names are positives, the other
 * candidates a noisy pool of negatives; the mean of logistic regressions, each on an own draw of both, is robust to the
 * good phrases in the pool.
 */
import { RandomStream } from '../layers/random.ts';
import { solveBinary } from '../linear/coordinate-descent.ts';
import type { Ngram } from './ngrams.ts';

const BAGS = 20;
/** Candidates of each class in a bag at most. */
const MOST = 2000;
/** Share of the names that are held out to measure. */
const HELD_OUT = 0.2;
/** Names with which anything can be learnt. */
export const LEAST_NAMES = 20;
/** Function characters, which rarely begin or end a term. */
const STOP = new Set(
  '的了是在和与或有不及等为被将对从到可能会应要就也都而且但并其之以于由因所这那个中上下后前时者多',
);

/** Features of a candidate: they tell phrases in any corpus, whatever its size. */
function features({ text, length, count, pmi, left, right, within }: Ngram): number[] {
  const stops = (STOP.has(text[0]!) ? 1 : 0) + (STOP.has(text.at(-1)!) ? 1 : 0);
  return [Math.log(count), pmi, left, right, Math.min(left, right), within, length, stops];
}
const WIDTH = 8;

export interface Quality {
  /** Probability that each candidate is a phrase. */
  readonly scores: Float64Array;
  /** Probability that a name held out scores higher than a candidate that is no name. */
  readonly auc: number;
}

/** @param isName whether each candidate is a known name; `LEAST_NAMES` are at least */
export function phraseQuality(
  candidates: readonly Ngram[],
  isName: readonly boolean[],
  seed: number,
): Quality {
  const rows = standardised(candidates);
  const names = [...isName.keys()].filter((i) => isName[i]);
  const others = [...isName.keys()].filter((i) => !isName[i]);
  const shuffled = new RandomStream({ seed, purpose: 'phrases:held-out' }).shuffle(Int32Array.from(names));
  const held = Math.ceil(names.length * HELD_OUT);
  const measured = scoresOf(rows, { names: shuffled.slice(held), others, seed });
  const scores = scoresOf(rows, { names: Int32Array.from(names), others, seed });
  return { scores, auc: areaUnderCurve(measured, shuffled.slice(0, held), others) };
}

/** Returns the features with mean 0 and deviation 1, row by row. */
function standardised(candidates: readonly Ngram[]): Float32Array {
  const rows = new Float32Array(candidates.length * WIDTH);
  for (const [i, candidate] of candidates.entries()) rows.set(features(candidate), i * WIDTH);
  for (let column = 0; column < WIDTH; column++) {
    let [sum, squares] = [0, 0];
    for (let at = column; at < rows.length; at += WIDTH) sum += rows[at]!;
    const mean = sum / candidates.length;
    for (let at = column; at < rows.length; at += WIDTH) squares += (rows[at]! - mean) ** 2;
    const deviation = Math.sqrt(squares / candidates.length) || 1;
    for (let at = column; at < rows.length; at += WIDTH) rows[at] = (rows[at]! - mean) / deviation;
  }
  return rows;
}

interface Bags {
  readonly names: Int32Array;
  readonly others: readonly number[];
  readonly seed: number;
}

function scoresOf(rows: Float32Array, { names, others, seed }: Bags): Float64Array {
  const scores = new Float64Array(rows.length / WIDTH);
  for (let bag = 0; bag < BAGS; bag++) {
    const random = new RandomStream({ seed, purpose: 'phrases:bag', step: bag });
    const size = Math.min(MOST, names.length, others.length);
    const chosen = [...draw(names, size, random), ...draw(others, size, random)];
    const weights = learn(rows, chosen, { size, random });
    for (let i = 0; i < scores.length; i++) {
      let margin = weights[WIDTH]!;
      for (let column = 0; column < WIDTH; column++) margin += weights[column]! * rows[i * WIDTH + column]!;
      scores[i]! += 1 / (1 + Math.exp(-margin)) / BAGS;
    }
  }
  return scores;
}

/** Draws with replacement, as bagging does. */
const draw = (from: ArrayLike<number>, count: number, random: RandomStream): number[] =>
  Array.from({ length: count }, () => from[random.below(from.length)]!);

/** @param size positives, which come first */
function learn(
  rows: Float32Array,
  chosen: readonly number[],
  { size, random }: { readonly size: number; readonly random: RandomStream },
): Float64Array {
  const matrix = {
    rows: chosen.length,
    width: WIDTH,
    rowStarts: Int32Array.from({ length: chosen.length + 1 }, (_, row) => row * WIDTH),
    columns: Int32Array.from({ length: chosen.length * WIDTH }, (_, at) => at % WIDTH),
    values: Float32Array.from({ length: chosen.length * WIDTH }, (_, at) => {
      return rows[chosen[Math.floor(at / WIDTH)]! * WIDTH + (at % WIDTH)]!;
    }),
  };
  const signs = Int8Array.from(chosen, (_, row) => (row < size ? 1 : -1));
  const costs = new Float64Array(chosen.length).fill(1);
  return solveBinary({ matrix, signs, costs }, 'logistic', { random, tolerance: 0.1, maxPasses: 100 });
}

/** Mann-Whitney's U as a share; ties count half. */
function areaUnderCurve(scores: Float64Array, positives: Int32Array, negatives: readonly number[]): number {
  const sorted = Float64Array.from(negatives, (i) => scores[i]!).sort();
  const below = (value: number, orEqual: boolean): number => {
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sorted[middle]! < value || (orEqual && sorted[middle] === value)) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  let sum = 0;
  for (const i of positives) sum += (below(scores[i]!, false) + below(scores[i]!, true)) / 2;
  return sum / (positives.length * sorted.length);
}
