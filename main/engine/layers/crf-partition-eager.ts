/** The CRF's log partition function in tfjs ops. */
import {
  add,
  exp,
  expandDims,
  logSumExp,
  minimum,
  mul,
  reshape,
  sub,
  sum,
  type Tensor,
  zeros,
} from '@tensorflow/tfjs-core';
import { fromSteps, perStep } from './recurrent/steps.ts';

/** Emissions [B, T, K], transitions [K, K], start [K], end [K], mask [B, T]: tensors, or values of a graph. */
export type PartitionInputs<T> = readonly [emissions: T, transitions: T, start: T, end: T, mask: T];

type Inputs = PartitionInputs<Tensor>;

/** Saved: log Σ over the paths that end in each tag at each token, carried on through padding, [B, T, K]. */
export function partitionForward([emissions, transitions, start, end, mask]: Inputs): {
  output: Tensor;
  saved: Tensor[];
} {
  const steps = perStep(emissions); // T × [B, K]
  const real = perStep(expandDims(mask, -1)); // T × [B, 1]
  let alpha = add(steps[0]!, start); // [B, K]
  const alphas = [alpha];
  for (let t = 1; t < steps.length; t++) {
    const next = add(logSumExp(add(expandDims(alpha, 2), transitions), 1), steps[t]!); // [B, K]
    alpha = add(alpha, mul(sub(next, alpha), real[t]!)); // [B, K]
    alphas.push(alpha);
  }
  return { output: logSumExp(add(alpha, end), 1), saved: [fromSteps(alphas)] };
}

export function partitionGradient(
  dy: Tensor,
  [emissions, transitions, , end, mask]: Inputs,
  { alphas, total }: { readonly alphas: Tensor; readonly total: Tensor },
): (Tensor | null)[] {
  const [batch = 0, length = 0, count = 0] = emissions.shape;
  const steps = perStep(emissions); // T × [B, K]
  const alpha = perStep(alphas); // T × [B, K]
  const real = perStep(expandDims(mask, -1)); // T × [B, 1]
  const logTotal = reshape(total, [batch, 1, 1]); // [B, 1, 1]

  let beta = add(zeros([batch, count]), end); // [B, K], log Σ over the rest of the path
  let pairCounts: Tensor = zeros([count, count]); // [K, K]
  const betas: Tensor[] = [];
  betas[length - 1] = beta;
  for (let t = length - 1; t > 0; t--) {
    const onward = add(expandDims(add(steps[t]!, beta), 1), transitions); // [B, K, K]
    // at padding these are not logs of probabilities; they must stay finite to be multiplied by 0
    const logPairs = minimum(sub(add(onward, expandDims(alpha[t - 1]!, 2)), logTotal), 0); // [B, K, K]
    const pairs = exp(logPairs); // [B, K, K]
    const weight = reshape(mul(reshape(dy, [batch, 1]), real[t]!), [batch, 1, 1]); // [B, 1, 1]
    pairCounts = add(pairCounts, sum(mul(pairs, weight), 0)); // [K, K]
    beta = add(beta, mul(sub(logSumExp(onward, 2), beta), real[t]!)); // [B, K]
    betas[t - 1] = beta;
  }
  // At padding these are the marginals of the last tag.
  const marginals = exp(sub(add(alphas, fromSteps(betas)), logTotal)); // [B, T, K]
  const counts = perStep(mul(marginals, reshape(dy, [batch, 1, 1]))); // T × [B, K]
  const tagCounts = counts.map((tags, t) => (t === 0 ? tags : mul(tags, real[t]!)));
  return [fromSteps(tagCounts), pairCounts, sum(counts[0]!, 0), sum(counts[length - 1]!, 0), null];
}
