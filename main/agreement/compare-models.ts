/** Tests the difference between two models on the same documents: paired bootstrap and approximate randomization. */
import type {
  ComparedScore,
  ComparisonOptions,
  DocumentCounts,
  ScoreDifference,
} from '../../shared/domain/comparison.ts';
import { RandomStream } from '../engine/layers/random.ts';
import { percentiles, resample, type SparseSums, sparse, sumRows } from './bootstrap.ts';

/** Confidence level of the intervals. */
export const COMPARISON_LEVEL = 0.95;

type Scores = Readonly<Record<ComparedScore, number>>;

/**
 * Returns each score with its difference, the percentile interval of the paired bootstrap over documents, and two
 * p-values. The p-values count the observed difference as one sample more, so that none is 0 (Davison and Hinkley 1997).
 * @param first counts of each document by the first model, `second` by the second, in the same order
 */
export function compareModels(
  {
    first,
    second,
  }: { readonly first: readonly DocumentCounts[]; readonly second: readonly DocumentCounts[] },
  names: readonly ComparedScore[],
  { samples, seed }: ComparisonOptions,
): ScoreDifference[] {
  const { rows, size, scoresOf } = layOut(first, second);
  const pair = (sums: Float64Array) => ({ first: scoresOf(sums, 0), second: scoresOf(sums, size) });
  const observed = pair(sumRows(rows, 2 * size));
  const resamples = resample(rows.length, { samples, seed, level: COMPARISON_LEVEL });
  const drawn = resamples.map((times) => pair(sumRows(rows, 2 * size, times)));
  const exchanged = resamples.map((_, step) => pair(exchange(rows, size, { seed, step })));
  return names.map((score) => {
    const differenceOf = (of: { readonly first: Scores; readonly second: Scores }) =>
      of.second[score] - of.first[score];
    const difference = differenceOf(observed);
    const differences = drawn.map(differenceOf);
    const asLarge = exchanged.filter((one) => Math.abs(differenceOf(one)) >= Math.abs(difference) - ROUNDING);
    return {
      score,
      first: observed.first[score],
      second: observed.second[score],
      difference,
      ...percentiles(differences, COMPARISON_LEVEL),
      bootstrapP: twoSided(differences),
      randomizationP: drawn.length === 0 ? null : shareWithObserved(asLarge.length, drawn.length),
    };
  });
}

/** Differences closer than this are equal but for rounding. */
const ROUNDING = 1e-12;

const shareWithObserved = (count: number, samples: number): number => (count + 1) / (samples + 1);

/** Returns twice the share of samples on the rarer side of 0, at most 1; null without samples. */
function twoSided(differences: readonly number[]): number | null {
  if (differences.length === 0) return null;
  const below = differences.filter((difference) => difference <= ROUNDING).length;
  const above = differences.filter((difference) => difference >= -ROUNDING).length;
  return Math.min(1, 2 * shareWithObserved(Math.min(below, above), differences.length));
}

/** Sums of one model: documents that are wholly right, then hits, predicted and gold items of each label. */
const OF_LABEL = 3;

interface Layout {
  /** Sums of each document by the first model, and after them by the second. */
  readonly rows: readonly SparseSums[];
  /** Number of sums of one model. */
  readonly size: number;
  /** Returns the scores of the model whose sums begin at `from`. */
  readonly scoresOf: (sums: Float64Array, from: number) => Scores;
}

function layOut(first: readonly DocumentCounts[], second: readonly DocumentCounts[]): Layout {
  const names = [...first, ...second].flatMap((counts) => counts.map(({ label }) => label));
  const labels = new Map([...new Set(names)].map((label, i) => [label, i]));
  const size = 1 + OF_LABEL * labels.size;
  const add = (sums: Float64Array, from: number, counts: DocumentCounts) => {
    sums[from] = counts.every(({ hits, predicted, gold }) => hits === predicted && hits === gold) ? 1 : 0;
    for (const { label, hits, predicted, gold } of counts)
      sums.set([hits, predicted, gold], from + 1 + OF_LABEL * labels.get(label)!);
  };
  const rows = first.map((counts, document) => {
    const sums = new Float64Array(2 * size);
    add(sums, 0, counts);
    add(sums, size, second[document]!);
    return sparse(sums);
  });
  return {
    rows,
    size,
    scoresOf: (sums, from) => scoresOf(sums.subarray(from, from + size), rows.length),
  };
}

/** Returns micro F1, macro F1 over the labels that occur, and the share of documents that are wholly right. */
function scoresOf(sums: Float64Array, documents: number): Scores {
  let [hits, items, sum, used] = [0, 0, 0, 0];
  for (let at = 1; at < sums.length; at += OF_LABEL) {
    const own = sums[at + 1]! + sums[at + 2]!;
    if (own === 0) continue;
    hits += sums[at]!;
    items += own;
    sum += (2 * sums[at]!) / own;
    used++;
  }
  return {
    f1: items === 0 ? 0 : (2 * hits) / items,
    macroF1: used === 0 ? 0 : sum / used,
    accuracy: documents === 0 ? 0 : sums[0]! / documents,
  };
}

/** Sums documents with the models of each exchanged or not, by chance. */
function exchange(
  rows: readonly SparseSums[],
  size: number,
  { seed, step }: { readonly seed: number; readonly step: number },
): Float64Array {
  const random = new RandomStream({ seed, purpose: 'exchange', step });
  const sums = new Float64Array(2 * size);
  for (const { at, amount } of rows) {
    const moved = random.below(2) * size;
    for (let k = 0; k < at.length; k++) sums[(at[k]! + moved) % (2 * size)]! += amount[k]!;
  }
  return sums;
}
