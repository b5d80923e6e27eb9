/** Dropout of whole channels of token vectors: one draw for all tokens of a sequence (Tompson et al. 2015). */
import { mul, type Tensor } from '@tensorflow/tfjs-core';
import { type DropoutSite, type DropoutSource, dropoutSite } from './dropout.ts';

/** x [B, T, D] · mask(site) [B, 1, D]; x itself without a source or at rate 0. */
export function spatialDropout(
  x: Tensor,
  rate: number,
  site: string,
  source: DropoutSource | undefined,
): Tensor {
  if (source === undefined || rate === 0) return x;
  const [batch = 0, , width = 0] = x.shape;
  return mul(x, source.mask(site, [batch, 1, width], rate)); // [B, T, D]
}

/** The mask that `spatialDropout` asks for, or none at rate 0. */
export const spatialDropoutSite = (
  site: string,
  { batch, width }: { readonly batch: number; readonly width: number },
  rate: number,
): readonly DropoutSite[] => dropoutSite(site, [batch, 1, width], rate);
