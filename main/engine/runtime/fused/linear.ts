import type { Tensor } from '@tensorflow/tfjs-core';
import * as tf from '@tensorflow/tfjs-core';

/** x [..., I] · weight [I, O] + bias [O]. */
export function linear(x: Tensor, weight: Tensor, bias?: Tensor): Tensor {
  const inner = x.shape.at(-1)!;
  const rows = x.rank === 2 ? x : tf.reshape(x, [-1, inner]); // [rows, I]
  const product = tf.matMul(rows, weight); // [rows, O]
  const y = bias ? tf.add(product, bias) : product;
  return x.rank === 2 ? y : tf.reshape(y, [...x.shape.slice(0, -1), weight.shape[1]!]);
}
