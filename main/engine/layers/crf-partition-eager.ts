/** The CRF's log partition function in tfjs ops. */
import * as tf from '@tensorflow/tfjs-core';
import { fromSteps, perStep } from './recurrent/steps.ts';

/** Emissions [B, T, K], transitions [K, K], start [K], end [K], mask [B, T]: tensors, or values of a graph. */
export type PartitionInputs<T> = readonly [emissions: T, transitions: T, start: T, end: T, mask: T];

type Inputs = PartitionInputs<tf.Tensor>;

/** Saved: log Σ over the paths that end in each tag at each token, carried on through padding, [B, T, K]. */
export function partitionForward([emissions, transitions, start, end, mask]: Inputs): {
  output: tf.Tensor;
  saved: tf.Tensor[];
} {
  const steps = perStep(emissions); // T × [B, K]
  const real = perStep(tf.expandDims(mask, -1)); // T × [B, 1]
  let alpha = tf.add(steps[0]!, start); // [B, K]
  const alphas = [alpha];
  for (let t = 1; t < steps.length; t++) {
    const next = tf.add(tf.logSumExp(tf.add(tf.expandDims(alpha, 2), transitions), 1), steps[t]!); // [B, K]
    alpha = tf.add(alpha, tf.mul(tf.sub(next, alpha), real[t]!)); // [B, K]
    alphas.push(alpha);
  }
  return { output: tf.logSumExp(tf.add(alpha, end), 1), saved: [fromSteps(alphas)] };
}

export function partitionGradient(
  dy: tf.Tensor,
  [emissions, transitions, , end, mask]: Inputs,
  { alphas, total }: { readonly alphas: tf.Tensor; readonly total: tf.Tensor },
): (tf.Tensor | null)[] {
  const [batch = 0, length = 0, count = 0] = emissions.shape;
  const steps = perStep(emissions); // T × [B, K]
  const alpha = perStep(alphas); // T × [B, K]
  const real = perStep(tf.expandDims(mask, -1)); // T × [B, 1]
  const logTotal = tf.reshape(total, [batch, 1, 1]); // [B, 1, 1]

  let beta = tf.add(tf.zeros([batch, count]), end); // [B, K], log Σ over the rest of the path
  let pairCounts: tf.Tensor = tf.zeros([count, count]); // [K, K]
  const betas: tf.Tensor[] = [];
  betas[length - 1] = beta;
  for (let t = length - 1; t > 0; t--) {
    const onward = tf.add(tf.expandDims(tf.add(steps[t]!, beta), 1), transitions); // [B, K, K]
    // at padding these are not logs of probabilities; they must stay finite to be multiplied by 0
    const logPairs = tf.minimum(tf.sub(tf.add(onward, tf.expandDims(alpha[t - 1]!, 2)), logTotal), 0); // [B, K, K]
    const pairs = tf.exp(logPairs); // [B, K, K]
    const weight = tf.reshape(tf.mul(tf.reshape(dy, [batch, 1]), real[t]!), [batch, 1, 1]); // [B, 1, 1]
    pairCounts = tf.add(pairCounts, tf.sum(tf.mul(pairs, weight), 0)); // [K, K]
    beta = tf.add(beta, tf.mul(tf.sub(tf.logSumExp(onward, 2), beta), real[t]!)); // [B, K]
    betas[t - 1] = beta;
  }
  // At padding these are the marginals of the last tag.
  const marginals = tf.exp(tf.sub(tf.add(alphas, fromSteps(betas)), logTotal)); // [B, T, K]
  const counts = perStep(tf.mul(marginals, tf.reshape(dy, [batch, 1, 1]))); // T × [B, K]
  const tagCounts = counts.map((tags, t) => (t === 0 ? tags : tf.mul(tags, real[t]!)));
  return [fromSteps(tagCounts), pairCounts, tf.sum(counts[0]!, 0), tf.sum(counts[length - 1]!, 0), null];
}
