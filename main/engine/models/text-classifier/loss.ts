/** Losses of text classifiers: cross entropy or focal loss, with weights against rare labels. */
import {
  add,
  cast,
  div,
  gather,
  max,
  maximum,
  mul,
  reshape,
  sum,
  type Tensor,
  tensor1d,
} from '@tensorflow/tfjs-core';
import { softmaxCrossEntropy } from '../../layers/cross-entropy.ts';
import { focal } from '../../layers/focal.ts';
import { sigmoidCrossEntropy } from '../../layers/sigmoid-cross-entropy.ts';
import type { TextClassifierConfig } from './config.ts';

export type LossSettings = TextClassifierConfig['loss'];

/** The sum of weights where there is no text at all. */
const NOTHING = 1e-12;

/**
 * Mean over the texts, each weighed by its label, as PyTorch's cross_entropy with `weight`; logits [B, L], labels int32
 * [B], texts float32 [B]: 0 where there is none.
 */
export function singleLabelLoss(
  logits: Tensor,
  labels: Tensor,
  texts: Tensor,
  settings: LossSettings,
): Tensor {
  const losses = focal(softmaxCrossEntropy(logits, labels), settings.focal); // [B]
  const weights =
    settings.weights === undefined ? texts : mul(texts, gather(tensor1d(settings.weights), labels)); // [B]
  return div(sum(mul(losses, weights)), maximum(sum(weights), NOTHING));
}

/**
 * Mean over labels and texts; a label that holds counts by its weight, as PyTorch's `pos_weight`; logits and labels
 * float32 [B, L], texts [B].
 */
export function multipleLabelLoss(
  logits: Tensor,
  labels: Tensor,
  texts: Tensor,
  settings: LossSettings,
): Tensor {
  const [batch = 0, count = 0] = logits.shape;
  const losses = focal(sigmoidCrossEntropy(logits, labels), settings.focal); // [B, L]
  const weighed = settings.weights === undefined ? losses : mul(losses, yesWeights(labels, settings.weights));
  const kept = mul(weighed, reshape(texts, [batch, 1])); // [B, L]
  return div(sum(kept), mul(maximum(sum(texts), 1), count));
}

/** w where the label holds, 1 where it does not, [B, L]. */
function yesWeights(labels: Tensor, weights: readonly number[]): Tensor {
  return add(1, mul(labels, tensor1d(weights.map((weight) => weight - 1))));
}

/** Rows that hold a text: those with a real token; mask [B, T] → float32 [B]. */
export function textsOf(mask: Tensor): Tensor {
  return max(cast(mask, 'float32'), 1);
}
