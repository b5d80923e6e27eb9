/** Losses of text classifiers: cross entropy or focal loss, with weights against rare labels. */
import * as tf from '@tensorflow/tfjs-core';
import { softmaxCrossEntropy } from '../../layers/cross-entropy.ts';
import { focal } from '../../layers/focal.ts';
import { sigmoidCrossEntropy } from '../../layers/sigmoid-cross-entropy.ts';
import type { Predicted } from '../model.ts';
import type { TextClassifierConfig } from './config.ts';

export type LossSettings = TextClassifierConfig['loss'];

/** The sum of weights where there is no text at all. */
const NOTHING = 1e-12;

/**
 * Mean over the texts, each weighed by its label, as PyTorch's cross_entropy with `weight`; logits [B, L], labels int32
 * [B], texts float32 [B]: 0 where there is none.
 */
export function singleLabelLoss(
  logits: tf.Tensor,
  labels: tf.Tensor,
  texts: tf.Tensor,
  settings: LossSettings,
): tf.Tensor {
  const losses = focal(softmaxCrossEntropy(logits, labels), settings.focal); // [B]
  const weights =
    settings.weights === undefined ? texts : tf.mul(texts, tf.gather(tf.tensor1d(settings.weights), labels)); // [B]
  return tf.div(tf.sum(tf.mul(losses, weights)), tf.maximum(tf.sum(weights), NOTHING));
}

/**
 * Mean over labels and texts; a label that holds counts by its weight, as PyTorch's `pos_weight`; logits and labels
 * float32 [B, L], texts [B].
 */
export function multipleLabelLoss(
  logits: tf.Tensor,
  labels: tf.Tensor,
  texts: tf.Tensor,
  settings: LossSettings,
): tf.Tensor {
  const [batch = 0, count = 0] = logits.shape;
  const losses = focal(sigmoidCrossEntropy(logits, labels), settings.focal); // [B, L]
  const weighed =
    settings.weights === undefined ? losses : tf.mul(losses, yesWeights(labels, settings.weights));
  const kept = tf.mul(weighed, tf.reshape(texts, [batch, 1])); // [B, L]
  return tf.div(tf.sum(kept), tf.mul(tf.maximum(tf.sum(texts), 1), count));
}

/** Means over texts, and over labels where several may hold; scores [B, L], texts [B]. */
export function predictedLabels(
  logits: tf.Tensor,
  texts: tf.Tensor,
  mode: TextClassifierConfig['mode'],
): Predicted {
  const [, count = 1] = logits.shape;
  const shares = tf.div(texts, tf.maximum(tf.sum(texts), 1)); // [B]
  if (mode === 'single') return { logits, kind: 'classes', weights: shares };
  return { logits, kind: 'labels', weights: tf.expandDims(tf.div(shares, count), 1) };
}

/** w where the label holds, 1 where it does not, [B, L]. */
const yesWeights = (labels: tf.Tensor, weights: readonly number[]): tf.Tensor =>
  tf.add(1, tf.mul(labels, tf.tensor1d(weights.map((weight) => weight - 1))));

/** Rows that hold a text: those with a real token; mask [B, T] → float32 [B]. */
export const textsOf = (mask: tf.Tensor): tf.Tensor => tf.max(tf.cast(mask, 'float32'), 1);
