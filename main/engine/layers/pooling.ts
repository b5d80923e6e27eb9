/** Pooling over time of x [B, T, H] under a mask [B, T] of ones at real tokens → [B, H]; 0 for an empty sequence. */
import { add, cast, div, expandDims, max, maximum, mul, sub, sum, type Tensor } from '@tensorflow/tfjs-core';

/** Far below any activation. */
const EXCLUDED = 1e9;

/** Largest value of each unit over the real tokens. */
export function maxOverTime(x: Tensor, mask: Tensor): Tensor {
  const kept = expandDims(cast(mask, 'float32'), -1); // [B, T, 1]
  const shut = mul(sub(kept, 1), EXCLUDED); // [B, T, 1]
  return mul(max(add(x, shut), 1), max(kept, 1)); // [B, H]
}

/** Mean of each unit over the real tokens. */
export function meanOverTime(x: Tensor, mask: Tensor): Tensor {
  const kept = expandDims(cast(mask, 'float32'), -1); // [B, T, 1]
  return div(sum(mul(x, kept), 1), maximum(sum(kept, 1), 1)); // [B, H]
}
