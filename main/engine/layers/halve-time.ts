/** Max-pooling over time with stride 2, in which padding takes no part. */
import * as tf from '@tensorflow/tfjs-core';
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
  const kept = tf.expandDims(tf.cast(mask, 'float32'), -1); // [B, T, 1]
  const shut = tf.add(x, tf.mul(tf.sub(kept, 1), EXCLUDED)); // [B, T, C]
  const after = (amount: number): [number, number][] => [
    [0, 0],
    [0, amount],
    [0, 0],
  ];
  const pairs = tf.reshape(tf.pad(shut, after(odd), -EXCLUDED), [batch, half, 2 * width]); // [B, T / 2, 2C]
  const first = tf.slice(pairs, [0, 0, 0], [batch, half, width]); // [B, T / 2, C]
  const second = tf.slice(pairs, [0, 0, width], [batch, half, width]); // [B, T / 2, C]
  const top = tf.maximum(first, second); // [B, T / 2, C]
  const wide = window === 2 ? top : tf.maximum(top, nextToken(first)); // [B, T / 2, C]
  const keptPairs = tf.reshape(tf.pad(kept, after(odd)), [batch, half, 2]); // [B, T / 2, 2]
  const real = tf.slice(keptPairs, [0, 0, 0], [batch, half, 1]); // [B, T / 2, 1]
  return { x: tf.mul(wide, real), mask: tf.reshape(real, [batch, half]) };
}

/** x one token later, with nothing after the last. */
function nextToken(x: tf.Tensor): tf.Tensor {
  const [batch = 0, length = 0, width = 0] = x.shape;
  const none = tf.fill([batch, 1, width], -EXCLUDED); // [B, 1, C]
  return length === 1 ? none : tf.concat([tf.slice(x, [0, 1, 0], [batch, length - 1, width]), none], 1);
}
