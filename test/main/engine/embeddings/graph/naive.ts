/** Loop-written scores and losses of graph embeddings, in float64. */
import type { GraphEmbeddingSettings } from '../../../../../shared/domain/graph-embeddings.ts';

/** Returns the score of a triple by the equations of the papers. */
export function naiveScore(
  { norm }: GraphEmbeddingSettings,
  head: Float64Array,
  relation: Float64Array,
  tail: Float64Array,
): number {
  const differences = head.map((value, i) => value + relation[i]! - tail[i]!);
  let distance = 0;
  for (const d of differences) distance += norm === 'l1' ? Math.abs(d) : d * d;
  return norm === 'l1' ? -distance : -Math.sqrt(distance);
}

/** Returns the loss of a triple's score against those of its negatives. `weights` of self-adversarial negatives. */
export function naiveLoss(
  { loss, margin, temperature }: GraphEmbeddingSettings,
  positive: number,
  negatives: readonly number[],
  fixed: readonly number[] = negatives,
): number {
  let total = 0;
  if (loss === 'margin') {
    for (const negative of negatives) total += Math.max(0, margin - positive + negative);
    return total;
  }
  const logSigmoid = (x: number) => -Math.log(1 + Math.exp(-x));
  let sum = 0;
  for (const score of fixed) sum += Math.exp(temperature * score);
  total -= logSigmoid(margin + positive);
  negatives.forEach((negative, i) => {
    total -= (Math.exp(temperature * fixed[i]!) / sum) * logSigmoid(-margin - negative);
  });
  return total;
}
