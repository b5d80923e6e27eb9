/** R-Drop against a naive version, its derivatives against finite differences, and what it makes of every model's loss. */
import * as tf from '@tensorflow/tfjs-core';
import { describe, expect, it } from 'vitest';
import { type DropoutSource, seededDropout } from '../../../../main/engine/layers/dropout.ts';
import type { Predicted } from '../../../../main/engine/models/model.ts';
import { divergence, withRDrop } from '../../../../main/engine/models/r-drop.ts';
import { onReferenceBackend, randomArray } from '../layers/tensors.ts';
import { expectDerivatives } from '../runtime/finite-differences.ts';
import { MODELS } from './build-model.ts';
import { MODEL_CASES } from './cases.ts';
import { batchTensors, initialValues, paramTensors, tidied } from './eager.ts';

onReferenceBackend();

const KINDS = ['classes', 'labels'] as const;
const ALPHA = 3;

/** KL(p ‖ q) + KL(q ‖ p) of one distribution, from logits. */
function symmetric(one: readonly number[], other: readonly number[], kind: Predicted['kind']): number {
  const kl = (p: number, q: number) => (p === 0 ? 0 : p * Math.log(p / q));
  const both = (p: number, q: number) => kl(p, q) + kl(q, p);
  if (kind === 'labels') {
    const sigmoid = (x: number) => 1 / (1 + Math.exp(-x));
    return one.reduce((sum, x, k) => {
      const [p, q] = [sigmoid(x), sigmoid(other[k]!)];
      return sum + both(p, q) + both(1 - p, 1 - q);
    }, 0);
  }
  const softmax = (row: readonly number[]) => {
    const total = row.reduce((sum, x) => sum + Math.exp(x), 0);
    return row.map((x) => Math.exp(x) / total);
  };
  const [p, q] = [softmax(one), softmax(other)];
  return p.reduce((sum, own, k) => sum + both(own, q[k]!), 0);
}

/** The weighted sum in plain loops; weights as many as distributions, or as logits. */
function naive(one: Predicted, other: Predicted): number {
  const width = one.logits.shape.at(-1)!;
  const [a, b] = [one.logits.dataSync(), other.logits.dataSync()];
  const shape = one.kind === 'classes' ? one.logits.shape.slice(0, -1) : one.logits.shape;
  const weights = tf.mul(one.weights, tf.ones(shape)).dataSync();
  const single = one.kind === 'classes' ? width : 1;
  let total = 0;
  for (const [i, weight] of weights.entries()) {
    const row = (all: ArrayLike<number>) => Array.from({ length: single }, (_, k) => all[i * single + k]!);
    total += weight * symmetric(row(a), row(b), one.kind);
  }
  return total;
}

describe.each(KINDS)('the divergence of %s', (kind) => {
  const weights = kind === 'classes' ? [0.5, 0, 2] : [0.5, 0, 2].map((weight) => [weight]);
  const predicted = (logits: tf.Tensor): Predicted => ({ logits, kind, weights: tf.tensor(weights) });
  const rows = (name: string) => randomArray(name, [3, 4]).values;

  it('is that of plain loops, and 0 of equal predictions', () => {
    tf.tidy(() => {
      const [one, other] = ['one', 'other'].map((name) => predicted(tf.tensor(rows(name), [3, 4])));
      expect(divergence(one!, other!).dataSync()[0]).toBeCloseTo(naive(one!, other!), 5);
      expect(naive(one!, other!)).toBeGreaterThan(0.01);
      expect(divergence(one!, one!).dataSync()[0]).toBe(0);
    });
  });

  it('has the derivatives of finite differences, captured and eager', async () => {
    const samples = ['one', 'other'].map((name) => ({
      shape: [3, 4],
      dtype: 'float32' as const,
      data: Float32Array.from(rows(name)),
    }));
    await expectDerivatives(samples, (a, b) => divergence(predicted(a!), predicted(b!)));
  });
});

const PREDICTING = MODEL_CASES.filter(({ type }) => type !== 'bert-pretraining');

describe.each(PREDICTING)('$name with R-Drop', ({ type, config, size, batch }) => {
  const model = MODELS[type](config);
  const regular = withRDrop(model, ALPHA);
  const inputs = [...model.inputs(size), ...model.targets(size)];

  it('has the mean of two losses with masks of their own, and the weighted divergence', () => {
    tidied(() => {
      const params = paramTensors(model.params, initialValues(model.params));
      const tensors = batchTensors(inputs, batch);
      const source = seededDropout(5, 1);
      const other: DropoutSource = { mask: (site, ...rest) => source.mask(`second:${site}`, ...rest) };
      const passes = [source, other].map((own) => model.loss(params, tensors, own));
      const [one, two] = passes.map(({ predicted }) => predicted!());
      const mean = (passes[0]!.loss.dataSync()[0]! + passes[1]!.loss.dataSync()[0]!) / 2;
      const expected = mean + (ALPHA / 4) * naive(one!, two!);
      expect(regular.loss(params, tensors, source).loss.dataSync()[0]).toBeCloseTo(expected, 3);
      expect(naive(one!, two!)).toBeGreaterThan(0);
      expect(regular.loss(params, tensors).loss.dataSync()[0]).toBeCloseTo(
        model.loss(params, tensors).loss.dataSync()[0]!,
        4,
      );
    });
    expect(regular.dropout(size)).toHaveLength(2 * model.dropout(size).length);
  });
});

it('refuses a model whose loss predicts nothing', () => {
  const { type, config, size, batch } = MODEL_CASES.find((one) => one.type === 'bert-pretraining')!;
  const model = MODELS[type](config);
  tf.tidy(() => {
    const params = paramTensors(model.params, initialValues(model.params));
    const tensors = batchTensors([...model.inputs(size), ...model.targets(size)], batch);
    expect(() => withRDrop(model, 1).loss(params, tensors)).toThrow(/predicted/);
  });
});
