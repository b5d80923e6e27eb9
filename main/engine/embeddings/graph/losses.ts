/** Losses of one triple and its negatives, as functions of scores. Greater scores are better. */
import { assertNever } from '../../../../shared/assert.ts';
import type { GraphEmbeddingSettings } from '../../../../shared/domain/graph-embeddings.ts';

interface ScoreLoss {
  readonly loss: number;
  /** ∂loss / ∂score of the triple. */
  readonly positive: number;
}

/**
 * Returns the loss of a triple's score against the first `count` scores of its negatives, and writes ∂loss / ∂score of
 * each negative into `gradients`.
 */
export type LossOfScores = (
  positive: number,
  negatives: Float64Array,
  count: number,
  gradients: Float64Array,
) => ScoreLoss;

type LossSettings = Pick<GraphEmbeddingSettings, 'loss' | 'margin' | 'temperature'>;

export function lossOf({ loss, margin, temperature }: LossSettings): LossOfScores {
  switch (loss) {
    case 'margin':
      return marginRanking(margin);
    case 'self-adversarial':
      return selfAdversarial(margin, temperature);
    case 'softmax':
      return softmax;
    default:
      return assertNever(loss);
  }
}

/** −log softmax(s) of the triple among itself and its negatives. */
const softmax: LossOfScores = (positive, negatives, count, gradients) => {
  let greatest = positive;
  for (let i = 0; i < count; i++) greatest = Math.max(greatest, negatives[i]!);
  let total = Math.exp(positive - greatest);
  for (let i = 0; i < count; i++) {
    gradients[i] = Math.exp(negatives[i]! - greatest);
    total += gradients[i]!;
  }
  for (let i = 0; i < count; i++) gradients[i]! /= total;
  return {
    loss: greatest + Math.log(total) - positive,
    positive: Math.exp(positive - greatest) / total - 1,
  };
};

/** Σ max(0, γ − s + s'): Bordes et al. 2013, eq. 1, with s = −distance. */
const marginRanking =
  (margin: number): LossOfScores =>
  (positive, negatives, count, gradients) => {
    let [loss, active] = [0, 0];
    for (let i = 0; i < count; i++) {
      const violation = margin - positive + negatives[i]!;
      gradients[i] = violation > 0 ? 1 : 0;
      if (violation > 0) [loss, active] = [loss + violation, active + 1];
    }
    return { loss, positive: -active };
  };

/**
 * −log σ(γ + s) − Σ pᵢ log σ(−γ − sᵢ') with p = softmax(α s'), which has no gradient: Sun et al. 2019, eqs. 4 and 5.
 */
const selfAdversarial =
  (margin: number, temperature: number): LossOfScores =>
  (positive, negatives, count, gradients) => {
    let greatest = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < count; i++) greatest = Math.max(greatest, negatives[i]!);
    let total = 0;
    for (let i = 0; i < count; i++) {
      gradients[i] = Math.exp(temperature * (negatives[i]! - greatest));
      total += gradients[i]!;
    }
    let loss = softplus(-(margin + positive));
    for (let i = 0; i < count; i++) {
      const weight = gradients[i]! / total;
      loss += weight * softplus(margin + negatives[i]!);
      gradients[i] = weight * sigmoid(margin + negatives[i]!);
    }
    return { loss, positive: -sigmoid(-(margin + positive)) };
  };

const sigmoid = (x: number): number => 1 / (1 + Math.exp(-x));
/** log(1 + eˣ) = −log σ(−x), without overflow. */
const softplus = (x: number): number => Math.max(x, 0) + Math.log1p(Math.exp(-Math.abs(x)));
