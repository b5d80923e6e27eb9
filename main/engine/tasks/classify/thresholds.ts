/** From which probability on a label holds, where a text may have several. */

/** Labels with fewer texts on dev take the threshold of all labels together: their own would be chance. */
export const LEAST_TEXTS = 3;
const DEFAULT = 0.5;

/**
 * The threshold of each label with the best F1 of that label; rows [L] of probabilities, gold labels of each text.
 * Returns [L].
 */
export function tuneThresholds(
  rows: readonly Float32Array[],
  gold: readonly (readonly number[])[],
  labels: number,
): number[] {
  const all: Scored[] = [];
  const byLabel = Array.from({ length: labels }, (): Scored[] => []);
  for (const [text, row] of rows.entries()) {
    for (let label = 0; label < labels; label++) {
      const scored = { probability: row[label]!, holds: gold[text]!.includes(label) };
      byLabel[label]!.push(scored);
      all.push(scored);
    }
  }
  const shared = bestThreshold(all) ?? DEFAULT;
  return byLabel.map((scored) => {
    const texts = scored.filter(({ holds }) => holds).length;
    return texts < LEAST_TEXTS ? shared : (bestThreshold(scored) ?? shared);
  });
}

interface Scored {
  readonly probability: number;
  readonly holds: boolean;
}

/** With the best F1, the highest of equal ones, midway between two probabilities; undefined when nothing holds. */
export function bestThreshold(scored: readonly Scored[]): number | undefined {
  const sorted = scored.toSorted((a, b) => b.probability - a.probability);
  const gold = sorted.filter(({ holds }) => holds).length;
  let [hits, best, threshold] = [0, 0, undefined as number | undefined];
  for (const [i, { probability, holds }] of sorted.entries()) {
    if (holds) hits++;
    const next = sorted[i + 1]?.probability ?? 0;
    if (next === probability && i + 1 < sorted.length) continue; // equal ones stand on the same side
    const f1 = (2 * hits) / (i + 1 + gold);
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
