/** The heads of EMBERT against loops that follow its equations, with finite differences. */
import type * as tf from '@tensorflow/tfjs-core';
import { tensor1d } from '@tensorflow/tfjs-core';
import { describe, it } from 'vitest';
import {
  consistencyLogits,
  consistencySpec,
  partLogits,
  partSpec,
  segmentationLogits,
  segmentationSpec,
} from '../../../../main/engine/layers/embert-heads.ts';
import type { ParamSpec } from '../../../../main/engine/layers/params.ts';
import { expectLayer, onReferenceBackend, randomArray } from './tensors.ts';

onReferenceBackend();

const WIDTH = 3;
const EPS = 1e-5;
type Row = readonly number[];

/** Abramowitz and Stegun's error function is too coarse for finite differences: integrates e^(−t²) instead. */
function erf(x: number): number {
  let [term, sum] = [x, x];
  for (let n = 1; n < 60; n++) {
    term *= (-x * x) / n;
    sum += term / (2 * n + 1);
  }
  return (2 / Math.sqrt(Math.PI)) * sum;
}
const gelu = (x: number) => 0.5 * x * (1 + erf(x / Math.SQRT2));
const times = (x: Row, weight: Row, columns: number): number[] =>
  Array.from({ length: columns }, (_, j) => {
    let sum = 0;
    for (let i = 0; i < x.length; i++) sum += x[i]! * weight[i * columns + j]!;
    return sum;
  });
function normalised(x: Row, gain: Row, bias: Row): number[] {
  const mean = x.reduce((sum, v) => sum + v, 0) / x.length;
  const variance = x.reduce((sum, v) => sum + (v - mean) ** 2, 0) / x.length;
  return x.map((v, i) => ((v - mean) / Math.sqrt(variance + EPS)) * gain[i]! + bias[i]!);
}
const hidden = (x: Row, [weight, gain, bias]: readonly [Row, Row, Row]): number[] =>
  normalised(times(x, weight, WIDTH).map(gelu), gain, bias);
const rowsOf = (x: Row, width = WIDTH): number[][] =>
  Array.from({ length: x.length / width }, (_, i) => x.slice(i * width, (i + 1) * width));

const named = (specs: readonly ParamSpec[], tensors: readonly tf.Tensor[]) =>
  Object.fromEntries(specs.map(({ name }, i) => [name, tensors[i]!]));
const arrays = (specs: readonly ParamSpec[]) => specs.map(({ name, shape }) => randomArray(name, shape, 0.7));

describe('heads of EMBERT', () => {
  it('tell consistency from the tokens around an entity', () => {
    const specs = consistencySpec('c', WIDTH);
    expectLayer(
      (before, after, ...params) =>
        consistencyLogits(named(specs, params), 'c', { before: before!, after: after! }, EPS),
      (before = [], after = [], w1 = [], gain = [], bias = [], w2 = []) =>
        rowsOf(before).flatMap((x, i) =>
          times(hidden([...x, ...rowsOf(after)[i]!], [w1, gain, bias]), w2, 2),
        ),
      [randomArray('before', [4, WIDTH]), randomArray('after', [4, WIDTH]), ...arrays(specs)],
      1e-4,
    );
  });

  it('tell the ends of parts', () => {
    const specs = segmentationSpec('s', WIDTH);
    expectLayer(
      (x, ...params) => segmentationLogits(named(specs, params), 's', x!, EPS),
      (x = [], w4 = [], gain = [], bias = [], w3 = [], b = [], w5 = []) =>
        rowsOf(x).flatMap((row) => {
          const inner = times(hidden(row, [w4, gain, bias]), w3, WIDTH);
          return times(
            inner.map((v, i) => Math.tanh(v + b[i]!)),
            w5,
            2,
          );
        }),
      [randomArray('x', [5, WIDTH]), ...arrays(specs)],
      1e-4,
    );
  });

  it('guess the words of a part by the border tokens of the other and the place', () => {
    const specs = partSpec('p', WIDTH, WIDTH);
    const offsets = [0, 3, 15];
    expectLayer(
      (first, last, words, ...params) =>
        partLogits(
          named(specs, params),
          'p',
          { first: first!, last: last!, offsets: tensor1d(offsets, 'int32') },
          { words: words!, eps: EPS },
        ),
      (
        first = [],
        last = [],
        words = [],
        positions = [],
        w6 = [],
        g1 = [],
        b1 = [],
        w7 = [],
        g2 = [],
        b2 = [],
      ) =>
        rowsOf(first).flatMap((row, i) => {
          const place = rowsOf(positions, 200)[offsets[i]!]!;
          const inner = hidden([...row, ...rowsOf(last)[i]!, ...place], [w6, g1, b1]);
          const outer = hidden(inner, [w7, g2, b2]);
          return rowsOf(words).map((word) => word.reduce((sum, v, k) => sum + v * outer[k]!, 0));
        }),
      [
        randomArray('first', [3, WIDTH]),
        randomArray('last', [3, WIDTH]),
        randomArray('words', [6, WIDTH]),
        ...arrays(specs).map((array, i) =>
          i === 0 || i === 1 ? { ...array, values: array.values.map((v) => v / 8) } : array,
        ),
      ],
      1e-4,
    );
  });
});
