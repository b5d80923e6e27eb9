/** Losses of text classifiers against naive versions in plain loops. */
import * as tf from '@tensorflow/tfjs-core';
import { describe, expect, it } from 'vitest';
import {
  multipleLabelLoss,
  singleLabelLoss,
  textsOf,
} from '../../../../main/engine/models/text-classifier/loss.ts';
import * as naive from '../layers/naive.ts';
import { expectLayer, onReferenceBackend, randomArray } from '../layers/tensors.ts';

onReferenceBackend();

const L = 3;
const WEIGHTS = [0.2, 1, 4];
/** The third row holds no text. */
const TEXTS = [1, 1, 0, 1];
const B = TEXTS.length;
const texts = () => tf.tensor(TEXTS);
const logits = randomArray('logits', [B, L], 2);

const SETTINGS = [
  { focal: 0 },
  { focal: 2 },
  { focal: 0, weights: WEIGHTS },
  { focal: 1.5, weights: WEIGHTS },
];

const focalOf = (loss: number, gamma: number) => (1 - Math.exp(-loss)) ** gamma * loss;

describe.each(SETTINGS)('with $focal, $weights', ({ focal, weights }) => {
  const settings = { focal, ...(weights === undefined ? {} : { weights }) };

  it('one label: the mean over texts, weighed by their labels', () => {
    const labels = [2, 0, 1, 1];
    expectLayer(
      (x) => tf.reshape(singleLabelLoss(x!, tf.tensor(labels, [B], 'int32'), texts(), settings), [1]),
      (x) => {
        let [sum, total] = [0, 0];
        labels.forEach((label, b) => {
          const row = x!.slice(b * L, (b + 1) * L);
          const weight = TEXTS[b]! * (weights?.[label] ?? 1);
          sum += weight * focalOf(naive.logSum(row) - row[label]!, focal);
          total += weight;
        });
        return [sum / total];
      },
      [logits],
    );
  });

  it('many labels: the mean over labels and texts, yes weighed by label', () => {
    const labels = [1, 0, 1, 0, 0, 0, 1, 1, 1, 0, 1, 0];
    expectLayer(
      (x) => tf.reshape(multipleLabelLoss(x!, tf.tensor(labels, [B, L]), texts(), settings), [1]),
      (x) => {
        const losses = labels.map((yes, i) => {
          const loss = -Math.log(naive.sigmoid(yes === 1 ? x![i]! : -x![i]!));
          return TEXTS[Math.floor(i / L)]! * (yes === 1 ? (weights?.[i % L] ?? 1) : 1) * focalOf(loss, focal);
        });
        return [losses.reduce((sum, loss) => sum + loss, 0) / (L * 3)];
      },
      [logits],
    );
  });
});

it('is 0, not undefined, for a batch without texts', () => {
  tf.tidy(() => {
    const none = textsOf(tf.zeros([2, 4], 'int32'));
    const x = tf.ones([2, L]);
    const { value, grad } = tf.valueAndGrad((t: tf.Tensor) =>
      singleLabelLoss(t, tf.zeros([2], 'int32'), none, { focal: 0, weights: WEIGHTS }),
    )(x);
    expect(value.dataSync()[0]).toBe(0);
    expect(grad.dataSync().every((g) => Math.abs(g) === 0)).toBe(true);
    expect(multipleLabelLoss(x, tf.zeros([2, L]), none, { focal: 0 }).dataSync()[0]).toBe(0);
    expect([...textsOf(tf.tensor([1, 1, 0, 0], [2, 2], 'int32')).dataSync()]).toEqual([1, 0]);
  });
});
