/** Self-attentive pooling (Lin et al. 2017, eq. 5-6; SMedBERT's f_sp): Σ_t softmax_t(tanh(x_t W) v) x_t. */
import {
  add,
  cast,
  matMul,
  mul,
  reshape,
  softmax,
  squeeze,
  sub,
  type Tensor,
  tanh,
} from '@tensorflow/tfjs-core';

const MASKED = -1e4;

export interface AttentivePoolingParams {
  /** W [H, A] */
  readonly projection: Tensor;
  /** v [A] */
  readonly context: Tensor;
}

export interface AttentivelyPooled {
  /** [B, H] */
  readonly pooled: Tensor;
  /** [B, T]; sums to 1 over the real tokens. */
  readonly weights: Tensor;
}

/** x [B, T, H], mask [B, T]. */
export function attentivePooling(
  { projection, context }: AttentivePoolingParams,
  x: Tensor,
  mask: Tensor,
): AttentivelyPooled {
  const [batch = 0, length = 0, width = 0] = x.shape;
  const rows = tanh(matMul(reshape(x, [-1, width]), projection)); // [B T, A]
  const scores = reshape(matMul(rows, reshape(context, [-1, 1])), [batch, length]); // [B, T]
  const bias = mul(sub(1, cast(mask, 'float32')), MASKED); // [B, T]
  const weights = softmax(add(scores, bias)); // [B, T]
  const pooled = squeeze(matMul(reshape(weights, [batch, 1, length]), x), [1]); // [B, H]
  return { pooled, weights };
}
