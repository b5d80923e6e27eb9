/** Token vectors of a batch, and which of them are real. */
import type { Tensor } from '@tensorflow/tfjs-core';

export interface MaskedSequence {
  /** [B, T, D]; whatever stands at padding must not matter. */
  readonly x: Tensor;
  /** float32 [B, T], ones followed by zeros */
  readonly mask: Tensor;
}
