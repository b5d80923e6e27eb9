/** Large products a few rows at a time: the same values, one loop over slices. */
import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Build, difference, generator, runCaptured, type Sample } from './run-captured.ts';

const random = generator(9);
const float = (shape: readonly number[]): Sample => ({
  shape,
  dtype: 'float32',
  data: Float32Array.from({ length: shape.reduce((a, b) => a * b, 1) }, () => random() - 0.5),
});

// as large as a left matrix must be: 4 Mi elements
const [ROWS, INNER, COLUMNS] = [4096, 1024, 640];
const x = float([ROWS, INNER]);
const straight = float([INNER, COLUMNS]);
const turned = float([COLUMNS, INNER]);
const row = float([COLUMNS]);

const CASES: readonly {
  name: string;
  samples: readonly Sample[];
  build: Build;
  plain: readonly string[];
  sliced: readonly string[];
}[] = [
  {
    name: 'a product and a row',
    samples: [x, straight, row],
    build: ([a, b, bias]) => [tf.add(tf.matMul(a!, b!), bias!)],
    plain: ['MatMul', 'Add'],
    sliced: ['Reshape', 'Scan', 'Reshape'],
  },
  {
    name: 'a product with a transposed matrix, and a summand of its size',
    samples: [x, turned, float([ROWS, COLUMNS])],
    build: ([a, b, summand]) => [tf.add(summand!, tf.matMul(a!, b!, false, true))],
    plain: ['Gemm'],
    sliced: ['Transpose', 'Reshape', 'Reshape', 'Scan', 'Reshape'],
  },
  {
    name: 'rows that 256 does not divide: slices of 241',
    samples: [float([241 * 18, INNER]), straight],
    build: ([a, b]) => [tf.exp(tf.matMul(a!, b!))],
    plain: ['MatMul', 'Exp'],
    sliced: ['Reshape', 'Scan', 'Reshape', 'Exp'],
  },
  {
    name: 'not rows without a divisor of some size',
    samples: [float([4099, INNER]), straight],
    build: ([a, b]) => [tf.matMul(a!, b!)],
    plain: ['MatMul'],
    sliced: ['MatMul'],
  },
  {
    name: 'not sums over the rows',
    samples: [x, float([ROWS, 8])],
    build: ([a, b]) => [tf.matMul(a!, b!, true, false)],
    plain: ['Gemm'],
    sliced: ['Gemm'],
  },
  {
    name: 'not what caches hold',
    samples: [float([2048, INNER]), straight],
    build: ([a, b]) => [tf.matMul(a!, b!)],
    plain: ['MatMul'],
    sliced: ['MatMul'],
  },
];

describe('products in slices', () => {
  beforeAll(() => tf.env().set('IS_NODE', false)); // no advertisement for tfjs-node

  it.each(CASES)('$name', async ({ samples, build, plain, sliced }) => {
    const whole = await runCaptured(samples, build);
    const slices = await runCaptured(samples, build, { model: { slices: true } });
    expect(whole.ops).toEqual(plain);
    expect(slices.ops).toEqual(sliced);
    for (const [index, result] of slices.results.entries())
      expect(difference(result, whole.results[index]!)).toBeLessThan(1e-5);
  });
});
