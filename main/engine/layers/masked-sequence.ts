/** Token vectors of a batch, and which of them are real. */
import {
  cast,
  expandDims,
  gather,
  greaterEqual,
  maximum,
  mul,
  reshape,
  scalar,
  type Tensor,
} from '@tensorflow/tfjs-core';

export interface MaskedSequence {
  /** [B, T, D]; whatever stands at padding must not matter. */
  readonly x: Tensor;
  /** float32 [B, T], ones followed by zeros */
  readonly mask: Tensor;
}

/**
 * Vectors x [R, T, D] of rows that hold several texts → those of each text, [B, N, D], 0 at padding.
 * @param places of the tokens in all rows one after another, int32 [B, N], −1 at padding
 */
export function unpack(x: Tensor, places: Tensor): MaskedSequence {
  const [, , width = 0] = x.shape;
  const mask = cast(greaterEqual(places, 0), 'float32'); // [B, N]
  const found = gather(reshape(x, [-1, width]), maximum(places, scalar(0, 'int32'))); // [B, N, D]
  return { x: mul(found, expandDims(mask, -1)), mask };
}
