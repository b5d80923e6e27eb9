/** Finds the threshold of each label of a multi-label classifier. */

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
  const sets = gold.map((own) => new Set(own));
  // Sorted once: every pass sorts anew what then is in order already.
  const byLabel = Array.from({ length: labels }, (_, label) =>
    rows
      .map((row, text) => ({ probability: row[label]!, holds: sets[text]!.has(label) }))
      .sort((a, b) => b.probability - a.probability),
  );
  const shared = bestThreshold(byLabel.flat()) ?? DEFAULT;
  const isRare = byLabel.map((scored) => scored.filter(({ holds }) => holds).length < LEAST_TEXTS);
  if (goal === 'macroF1')
    return byLabel.map((scored, label) => (isRare[label]! ? shared : (bestThreshold(scored) ?? shared)));
  const thresholds = byLabel.map(() => shared);
  for (let pass = 0; pass < PASSES; pass++) {
    const counts = byLabel.map((scored, label) => countsAt(scored, thresholds[label]!));
    for (const [label, scored] of byLabel.entries()) {
      if (isRare[label]!) continue;
      const others = { hits: 0, size: 0 };
      for (const [other, { hits, size }] of counts.entries()) {
        if (other === label) continue;
        others.hits += hits;
        others.size += size;
      }
      const found = bestThreshold(scored, others);
      if (found === undefined) continue;
      thresholds[label] = found;
      counts[label] = countsAt(scored, found);
    }
  }
  return thresholds;
}

interface Scored {
  readonly probability: number;
  readonly holds: boolean;
}

/** F1 is 2 hits ÷ size. */
interface Counts {
  readonly hits: number;
  /** Predicted and gold ones. */
  readonly size: number;
}

function countsAt(scored: readonly Scored[], threshold: number): Counts {
  let [hits, size] = [0, 0];
  for (const { probability, holds } of scored) {
    const isSaid = probability >= threshold;
    if (holds) size++;
    if (isSaid) size++;
    if (holds && isSaid) hits++;
  }
  return { hits, size };
}

const NOTHING: Counts = { hits: 0, size: 0 };

/**
 * Returns the threshold with the best F1 together with the `others`, the highest of equal ones, midway between two
 * probabilities; undefined when nothing holds.
 */
export function bestThreshold(scored: readonly Scored[], others = NOTHING): number | undefined {
  const sorted = scored.toSorted((a, b) => b.probability - a.probability);
  const gold = sorted.filter(({ holds }) => holds).length;
  if (gold === 0) return undefined;
  let hits = 0;
  let best = (2 * others.hits) / (others.size + gold); // where the label never holds
  let threshold = (1 + (sorted[0]?.probability ?? 1)) / 2;
  for (const [i, { probability, holds }] of sorted.entries()) {
    if (holds) hits++;
    const next = sorted[i + 1]?.probability ?? 0;
    if (next === probability && i + 1 < sorted.length) continue; // equal ones stand on the same side
    const f1 = (2 * (others.hits + hits)) / (others.size + i + 1 + gold);
    if (f1 <= best) continue;
    best = f1;
    threshold = (probability + next) / 2;
  }
  return threshold;
}

/** Labels that hold, most probable first; at least the most probable one, since each text has one. */
export function labelsAbove(row: Float32Array, thresholds: readonly number[]): number[] {
  const order = Array.from(row.keys()).sort((a, b) => row[b]! - row[a]! || a - b);
  const found = order.filter((label) => row[label]! >= thresholds[label]!);
  return found.length > 0 ? found : order.slice(0, 1);
}
