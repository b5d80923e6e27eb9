/** Max-pooling over time with stride 2, in which padding takes no part. */
import {
  add,
  cast,
  concat,
  expandDims,
  fill,
  maximum,
  mul,
  pad,
  reshape,
  slice,
  sub,
  type Tensor,
} from '@tensorflow/tfjs-core';
import type { MaskedSequence } from './masked-sequence.ts';

/** Far below any activation. */
const EXCLUDED = 1e9;

/**
 * The largest of the real tokens 2t … 2t + window − 1: n tokens become ⌈n / 2⌉, [B, T, C] → [B, ⌈T / 2⌉, C], with 0 at
 * padding. Windows begin at even tokens whatever T is, so that more padding changes nothing.
 */
export function halveTime({ x, mask }: MaskedSequence, window: 2 | 3): MaskedSequence {
  const [batch = 0, length = 0, width = 0] = x.shape;
  const half = Math.ceil(length / 2);
  const odd = 2 * half - length;
  const kept = expandDims(cast(mask, 'float32'), -1); // [B, T, 1]
  const shut = add(x, mul(sub(kept, 1), EXCLUDED)); // [B, T, C]
  const after = (amount: number): [number, number][] => [
    [0, 0],
    [0, amount],
    [0, 0],
  ];
  const pairs = reshape(pad(shut, after(odd), -EXCLUDED), [batch, half, 2 * width]); // [B, T / 2, 2C]
  const first = slice(pairs, [0, 0, 0], [batch, half, width]); // [B, T / 2, C]
  const second = slice(pairs, [0, 0, width], [batch, half, width]); // [B, T / 2, C]
  const top = maximum(first, second); // [B, T / 2, C]
  const wide = window === 2 ? top : maximum(top, nextToken(first)); // [B, T / 2, C]
  const keptPairs = reshape(pad(kept, after(odd)), [batch, half, 2]); // [B, T / 2, 2]
  const real = slice(keptPairs, [0, 0, 0], [batch, half, 1]); // [B, T / 2, 1]
  return { x: mul(wide, real), mask: reshape(real, [batch, half]) };
}

/** x one token later, with nothing after the last. */
function nextToken(x: Tensor): Tensor {
  const [batch = 0, length = 0, width = 0] = x.shape;
  const none = fill([batch, 1, width], -EXCLUDED); // [B, 1, C]
  return length === 1 ? none : concat([slice(x, [0, 1, 0], [batch, length - 1, width]), none], 1);
}
