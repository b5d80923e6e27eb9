/** Abstention: below a probability of its most probable label, fitted on dev, a classifier gives no label. */
import type { Abstention } from '../../../../shared/domain/classification.ts';
import type { Abstaining } from '../../../../shared/domain/prediction.ts';
import type { Coverage } from './coverage.ts';
import type { Judged } from './metrics.ts';

/**
 * The lowest threshold at which, of the texts at or above it, at least the share `wanted` is right; midway between two
 * confidences. Undefined when no threshold does that.
 */
export function chooseThreshold(judged: readonly Judged[], wanted: number): number | undefined {
  const sorted = judged.toSorted((a, b) => b.confidence - a.confidence);
  let right = 0;
  let threshold: number | undefined;
  for (const [i, one] of sorted.entries()) {
    if (one.right) right++;
    const next = sorted[i + 1]?.confidence ?? 0;
    if (next === one.confidence && i + 1 < sorted.length) continue; // equal ones stand on the same side
    if (right / (i + 1) >= wanted) threshold = (one.confidence + next) / 2;
  }
  return threshold;
}

/** Measures abstention below a threshold; without a threshold a classifier always abstains. */
export function abstainingAt(
  judged: readonly Judged[],
  { wanted, threshold }: Pick<Abstention, 'wanted' | 'threshold'>,
): Abstention {
  const said = judged.filter(({ confidence }) => isSure(confidence, threshold));
  const right = said.filter((one) => one.right).length;
  return {
    wanted,
    threshold,
    precision: said.length === 0 ? 0 : right / said.length,
    coverage: judged.length === 0 ? 0 : said.length / judged.length,
  };
}

const isSure = (confidence: number, threshold: number | null): boolean =>
  threshold !== null && confidence >= threshold;

/** A model that knows less of a text's tokens has nothing to say about it. */
const LEAST_KNOWN = 0.5;

/** @param best probability of the most probable label */
export function reasonToAbstain(
  { tokens, known }: Pick<Coverage, 'tokens' | 'known'>,
  best: number,
  abstention: Abstention | undefined,
): Abstaining | undefined {
  if (tokens === 0) return 'empty';
  if (known < LEAST_KNOWN * tokens) return 'unfamiliar';
  return abstention === undefined || isSure(best, abstention.threshold) ? undefined : 'unsure';
}
