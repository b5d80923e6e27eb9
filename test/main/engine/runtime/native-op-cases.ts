/** Every op with a gradient of its own, on small inputs; by the name under which its source defines it. */

import type { Tensor } from '@tensorflow/tfjs-core';
import * as tf from '@tensorflow/tfjs-core';
import { crfLogPartition } from '../../../../main/engine/layers/crf-partition.ts';
import { nearestEntities } from '../../../../main/engine/layers/entity-linking.ts';
import { gruSequence } from '../../../../main/engine/layers/recurrent/gru/gru.ts';
import { lstmSequence } from '../../../../main/engine/layers/recurrent/lstm/lstm.ts';
import { zlprLoss } from '../../../../main/engine/layers/zlpr.ts';
import { decodeMentions } from '../../../../main/engine/models/bert/linking.ts';
import { sampleTokens } from '../../../../main/engine/objectives/rtd.ts';
import { attention, crossEntropy, gelu, layerNorm } from '../../../../main/engine/runtime/fused.ts';

export interface NativeOpCase {
  /** Shapes of the inputs that have a gradient; others are constants inside `run`. */
  readonly shapes: readonly (readonly number[])[];
  readonly run: (...inputs: Tensor[]) => Tensor;
}

const [B, T, D, H, K] = [2, 3, 2, 2, 3];
/** [B, T]: the second sequence has one real token. */
const mask = (): Tensor => tf.tensor2d([1, 1, 1, 1, 0, 0], [B, T]);
const HEADS = [1, 2, 3, 2];
/** [1, 1, 1, 3]: the last key is padding. */
const padding = (): Tensor => tf.tensor([0, 0, -1e4], [1, 1, 1, 3]);
const kept = (): Tensor => tf.tensor([2, 0, 2, 2, 2, 0, 0, 2, 2, 2, 2, 2, 0, 2, 2, 2, 0, 2], [1, 2, 3, 3]);

const directions = (cases: (reverse: boolean) => NativeOpCase): NativeOpCase[] => [cases(false), cases(true)];
const recurrent = (gates: number, biases: number): (readonly number[])[] => [
  [B, T, D],
  [gates * H, D],
  [gates * H, H],
  ...Array.from({ length: biases }, () => [gates * H]),
];

export const NATIVE_OP_CASES: Readonly<Record<string, readonly NativeOpCase[]>> = {
  attentionOp: [
    { shapes: [HEADS, HEADS, HEADS], run: (q, k, v) => attention(q!, k!, v!, 0.7) },
    {
      shapes: [HEADS, HEADS, HEADS],
      run: (q, k, v) => attention(q!, k!, v!, 0.7, { bias: padding(), dropout: kept() }),
    },
  ],
  CROSS_ENTROPY: [
    { shapes: [[3, 4]], run: (logits) => crossEntropy(logits!, tf.tensor1d([2, 0, 3], 'int32')) },
  ],
  GELU: [{ shapes: [[2, 3]], run: (x) => gelu(x!) }],
  layerNormOp: [{ shapes: [[2, 4], [4], [4]], run: (x, gain, bias) => layerNorm(x!, gain!, bias!, 1e-3) }],
  lstmOp: directions((reverse) => ({
    shapes: recurrent(4, 2),
    run: (x, weightIh, weightHh, biasIh, biasHh) =>
      lstmSequence(
        x!,
        { weightIh: weightIh!, weightHh: weightHh!, biasIh: biasIh!, biasHh: biasHh! },
        mask(),
        reverse,
      ),
  })),
  gruOp: [[], [[H, H]]].flatMap((residual) =>
    directions((reverse) => ({
      shapes: [...recurrent(3, 1), ...residual],
      run: (x, weightIh, weightHh, biasIh, carry) =>
        gruSequence(
          x!,
          { weightIh: weightIh!, weightHh: weightHh!, biasIh: biasIh!, ...(carry && { carry }) },
          mask(),
          reverse,
        ),
    })),
  ),
  PARTITION: [
    {
      shapes: [[B, T, K], [K, K], [K], [K]],
      run: (emissions, transitions, start, end) =>
        crfLogPartition(emissions!, transitions!, start!, end!, mask()),
    },
  ],
  logOnePlusSumExpOp: [
    {
      shapes: [[2, 3]],
      run: (scores) =>
        zlprLoss(scores!, tf.tensor2d([1, 0, 0, 0, 1, 1], [2, 3]), tf.tensor2d([1, 1, 0, 1, 1, 1], [2, 3])),
    },
  ],
  SAMPLE: [
    {
      shapes: [[2, 3]],
      run: (logits) =>
        tf.mul(tf.sum(logits!, 1), tf.cast(sampleTokens(logits!, tf.tensor1d([0.4, 0.9])), 'float32')),
    },
  ],
  DECODE: [
    {
      shapes: [[B, T, K]],
      run: (logits) => {
        const places = tf.cast(decodeMentions(logits!, tf.cast(mask(), 'int32')), 'float32');
        return tf.mul(tf.sum(logits!, [1, 2]), tf.sum(places, 1));
      },
    },
  ],
  nearest: [
    {
      shapes: [
        [B, D],
        [5, D],
      ],
      run: (mention, table) => nearestEntities(mention!, table!, 2, 3).vector,
    },
  ],
};
