/**
 * Average over time by learnt weights, one parameter a channel (the attention of DeepMoji, Felbo et al. 2017, eq. 1-3):
 * e_t = x_t · w, a = softmax(e), v = Σ a_t x_t.
 */
import { add, cast, matMul, mul, reshape, softmax, sub, type Tensor } from '@tensorflow/tfjs-core';
import { type ParamSpec, type Params, param } from './params.ts';

/** Far below any score: exp of it is 0 beside any real one. */
const MASKED = -1e4;

/** x [B, T, C], mask [B, T], weight [C] → [B, C]. */
export function weightedAverage(weight: Tensor, x: Tensor, mask: Tensor): Tensor {
  const [batch = 0, length = 0, width = 0] = x.shape;
  const scores = reshape(matMul(reshape(x, [-1, width]), reshape(weight, [width, 1])), [batch, length]); // [B, T]
  return averageBy(maskedSoftmax(scores, cast(mask, 'float32')), x);
}

/** Softmax over the places in use: scores [B, T], mask float32 [B, T] → [B, T], 0 elsewhere. */
export const maskedSoftmax = (scores: Tensor, mask: Tensor): Tensor =>
  mul(softmax(add(scores, mul(sub(1, mask), MASKED))), mask);

/** Σ a_t x_t: shares [B, T], x [B, T, C] → [B, C]. */
export function averageBy(shares: Tensor, x: Tensor): Tensor {
  const [batch = 0, length = 0, width = 0] = x.shape;
  return reshape(matMul(reshape(shares, [batch, 1, length]), x), [batch, width]);
}

export function weightedAverageSpec(prefix: string, width: number): ParamSpec {
  return { name: `${prefix}.weight`, shape: [width], init: { kind: 'normal', std: 0.05 }, decay: true };
}

export function weightedAverageParam(params: Params, prefix: string): Tensor {
  return param(params, `${prefix}.weight`);
}
