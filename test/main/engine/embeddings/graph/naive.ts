/** Loop-written scores and losses of graph embeddings, in float64. */
import { HEAD, type Side } from '../../../../../main/engine/embeddings/graph/interaction.ts';
import { assertNever } from '../../../../../shared/assert.ts';
import type { GraphEmbeddingSettings } from '../../../../../shared/domain/graph-embeddings.ts';

/**
 * Returns the score of a triple by the equations of the papers. RotatE asked for the head turns the tail back, which is
 * the same where rotations have modulus 1.
 */
export function naiveScore(
  settings: GraphEmbeddingSettings,
  head: Float64Array,
  relation: Float64Array,
  tail: Float64Array,
  side: Side,
): number {
  const { model, norm, dimension, relationDimension = dimension } = settings;
  const half = dimension / 2;
  let sum = 0;
  switch (model) {
    case 'transe':
      for (let i = 0; i < dimension; i++) {
        const d = head[i]! + relation[i]! - tail[i]!;
        sum += norm === 'l1' ? Math.abs(d) : d * d;
      }
      return norm === 'l1' ? -sum : -Math.sqrt(sum);
    case 'transr':
      for (let j = 0; j < relationDimension; j++) {
        let d = relation[j]!;
        for (let i = 0; i < dimension; i++)
          d += (head[i]! - tail[i]!) * relation[(1 + i) * relationDimension + j]!;
        sum += d * d;
      }
      return -Math.sqrt(sum);
    case 'distmult':
      for (let i = 0; i < dimension; i++) sum += head[i]! * relation[i]! * tail[i]!;
      return sum;
    case 'rotate':
      if (side === HEAD) return turned(tail, relation, head, -1);
      return turned(head, relation, tail, 1);
    case 'complex':
      for (let i = 0; i < half; i++) {
        const re = head[i]! * relation[i]! - head[half + i]! * relation[half + i]!;
        const im = head[i]! * relation[half + i]! + head[half + i]! * relation[i]!;
        sum += re * tail[i]! + im * tail[half + i]!;
      }
      return sum;
    default:
      return assertNever(model);
  }
}

/** −Σ |from ∘ r − to|, with r conjugated for sign −1. */
function turned(from: Float64Array, relation: Float64Array, to: Float64Array, sign: number): number {
  const half = from.length / 2;
  let sum = 0;
  for (let i = 0; i < half; i++) {
    const [re, im] = [relation[i]!, sign * relation[half + i]!];
    const [fromRe, fromIm] = [from[i]!, from[half + i]!];
    sum += Math.hypot(fromRe * re - fromIm * im - to[i]!, fromRe * im + fromIm * re - to[half + i]!);
  }
  return -sum;
}

/**
 * Returns the loss of a triple's score against those of its negatives.
 * @param fixed scores that decide the weights of self-adversarial negatives
 */
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
  if (loss === 'softmax') {
    for (const score of [positive, ...negatives]) total += Math.exp(score);
    return -Math.log(Math.exp(positive) / total);
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
