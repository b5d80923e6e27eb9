/** Finds the threshold of each label of a multi-label classifier. */
import { countFrom, joined, type SortedValues, sorted, valuesByLabel } from './sorted-values.ts';

/** Labels with fewer texts on dev take the threshold of all labels together: their own would be chance. */
const LEAST_TEXTS = 3;
const DEFAULT = 0.5;

/** F1 that the thresholds maximise: micro over all labels, or that of each label. */
export type ThresholdGoal = 'microF1' | 'macroF1';

/** Passes over the labels, each with the thresholds of the others as they are. */
const PASSES = 3;

/**
 * A threshold for each label; rows [L] of probabilities, gold labels of each text. For macro F1 each label takes the
 * one with its own best F1, which for labels that the model hardly tells apart means that they nearly always hold; for
 * micro F1 the one with the best F1 of all labels together. Returns [L].
 */
export function tuneThresholds(
  rows: readonly Float32Array[],
  gold: readonly (readonly number[])[],
  { labels, goal }: { readonly labels: number; readonly goal: ThresholdGoal },
): number[] {
  const byLabel = valuesByLabel(rows, gold, labels);
  const shared = bestThreshold(sorted(joined(byLabel))) ?? DEFAULT;
  const isRare = ({ holding }: SortedValues): boolean => holding.length < LEAST_TEXTS;
  if (goal === 'macroF1')
    return byLabel.map((values) => (isRare(values) ? shared : (bestThreshold(values) ?? shared)));
  const thresholds = byLabel.map(() => shared);
  const total = { hits: 0, size: 0 };
  const count = ({ hits, size }: Counts, sign: 1 | -1): void => {
    total.hits += sign * hits;
    total.size += sign * size;
  };
  for (const values of byLabel) count(countsAt(values, shared), 1);
  for (let pass = 0; pass < PASSES; pass++) {
    for (const [label, values] of byLabel.entries()) {
      if (isRare(values)) continue;
      count(countsAt(values, thresholds[label]!), -1);
      thresholds[label] = bestThreshold(values, total) ?? thresholds[label]!;
      count(countsAt(values, thresholds[label]), 1);
    }
  }
  return thresholds;
}

/** F1 is 2 hits ÷ size. */
interface Counts {
  readonly hits: number;
  /** Predicted and gold ones. */
  readonly size: number;
}

const countsAt = ({ all, holding }: SortedValues, threshold: number): Counts => ({
  hits: countFrom(holding, threshold),
  size: holding.length + countFrom(all, threshold),
});

const NOTHING: Counts = { hits: 0, size: 0 };

/**
 * Returns the threshold with the best F1 together with the `others`, the highest of equal ones, midway between two
 * probabilities; undefined when nothing holds.
 */
export function bestThreshold({ all, holding }: SortedValues, others = NOTHING): number | undefined {
  const gold = holding.length;
  if (gold === 0) return undefined;
  let hits = 0;
  let best = (2 * others.hits) / (others.size + gold); // where the label never holds
  let threshold = (1 + all.at(-1)!) / 2;
  for (let i = all.length - 1; i >= 0; i--) {
    const probability = all[i]!;
    while (hits < gold && holding[gold - 1 - hits]! >= probability) hits++;
    const next = all[i - 1] ?? 0;
    if (next === probability && i > 0) continue; // equal ones stand on the same side
    const f1 = (2 * (others.hits + hits)) / (others.size + all.length - i + gold);
    if (f1 <= best) continue;
    best = f1;
    threshold = (probability + next) / 2;
  }
  return threshold;
}

/** Labels that hold, most probable first; at least the most probable one, since each text has one. */
export function labelsAbove(row: Float32Array, thresholds: readonly number[]): number[] {
  const found = Array.from(row.keys()).filter((label) => row[label]! >= thresholds[label]!);
  if (found.length > 0) return found.sort((a, b) => row[b]! - row[a]! || a - b);
  return row.length === 0 ? [] : [row.indexOf(row.reduce((a, b) => Math.max(a, b)))];
}
