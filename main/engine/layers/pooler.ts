/** BERT's pooler: tanh of a dense layer on the first token, [CLS]. */
import { reshape, slice, type Tensor, tanh } from '@tensorflow/tfjs-core';
import { type LinearParams, linear } from './linear.ts';

/** x [B, T, H] → [B, H]. */
export function pooler(dense: LinearParams, x: Tensor): Tensor {
  const [batch = 0, , width = 0] = x.shape;
  const first = reshape(slice(x, [0, 0, 0], [batch, 1, width]), [batch, width]); // [B, H]
  return tanh(linear(dense, first)); // [B, H]
}
