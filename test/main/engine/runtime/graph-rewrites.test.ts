/** Sums taken over by the operator before them: the same results, one operator fewer. */
import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { exactCodes } from '../../../../main/engine/runtime/int8-codes.ts';
import { type Build, difference, generator, runCaptured, runEager, type Sample } from './run-captured.ts';

const random = generator(5);
const float = (shape: readonly number[]): Sample => ({
  shape,
  dtype: 'float32',
  data: Float32Array.from({ length: shape.reduce((a, b) => a * b, 1) }, () => random() - 0.5),
});
const indices = (values: readonly number[]): Sample => ({
  shape: [values.length],
  dtype: 'int32',
  data: Int32Array.from(values),
});

const transposed = (a: tf.Tensor, b: tf.Tensor) => tf.matMul(a, b, false, true);
const scattered = (rows: tf.Tensor, at: tf.Tensor) => tf.unsortedSegmentSum(rows, at as tf.Tensor1D, 6); // safe: one axis
const [A, B] = [float([4, 5]), float([3, 5])];

const CASES: readonly { name: string; samples: readonly Sample[]; build: Build; ops: readonly string[] }[] = [
  {
    name: 'a product and a row',
    samples: [A, B, float([3])],
    build: ([a, b, row]) => [tf.add(transposed(a!, b!), row!)],
    ops: ['Gemm'],
  },
  {
    name: 'a summand before a product',
    samples: [A, B, float([4, 3])],
    build: ([a, b, x]) => [tf.add(x!, transposed(a!, b!))],
    ops: ['Gemm'],
  },
  {
    name: 'products in a row, under another shape',
    samples: [A, B, float([4, 5]), float([2, 2, 3])],
    build: ([a, b, c, x]) => {
      const parts = [transposed(a!, b!), transposed(c!, b!)].map((part) => tf.reshape(part, [2, 2, 3]));
      return [tf.add(tf.add(x!, parts[0]!), parts[1]!)];
    },
    ops: ['Reshape', 'Gemm', 'Reshape', 'Reshape', 'Gemm', 'Reshape'],
  },
  {
    name: 'rows scattered into zeros, and a table',
    samples: [float([3, 2]), indices([4, 0, 4]), float([6, 2])],
    build: ([rows, at, table]) => [tf.add(scattered(rows!, at!), table!)],
    ops: ['Reshape', 'Cast', 'ScatterND'],
  },
  {
    name: 'a product that something else reads as well',
    samples: [A, B, float([4, 3])],
    build: ([a, b, x]) => {
      const product = transposed(a!, b!);
      return [tf.add(product, x!), tf.exp(product)];
    },
    ops: ['Gemm', 'Add', 'Exp'],
  },
  {
    name: 'a product that is a result itself',
    samples: [A, B, float([4, 3])],
    build: ([a, b, x]) => {
      const product = transposed(a!, b!);
      return [tf.add(product, x!), product];
    },
    ops: ['Gemm', 'Add'],
  },
  {
    name: 'a column, which a product cannot start from',
    samples: [A, B, float([4, 1])],
    build: ([a, b, column]) => [tf.add(transposed(a!, b!), column!)],
    ops: ['Gemm', 'Add'],
  },
  {
    name: 'a product that the sum repeats',
    samples: [A, float([1, 5]), float([4, 3])],
    build: ([a, b, x]) => [tf.add(transposed(a!, b!), x!)],
    ops: ['Gemm', 'Add'],
  },
];

describe('sums', () => {
  beforeAll(() => tf.env().set('IS_NODE', false)); // no advertisement for tfjs-node

  it.each(CASES)('$name', async ({ samples, build, ops }) => {
    const expected = await runEager(samples, build);
    const captured = await runCaptured(samples, build);
    expect(captured.ops).toEqual(ops);
    for (const [index, result] of captured.results.entries())
      expect(difference(result, expected[index]!)).toBeLessThan(1e-6);
  });

  it('become the bias of an int8 product', async () => {
    const weight = float([64, 64]).data as Float32Array; // safe: made above
    const samples = [float([4, 64]), float([64])];
    const build: Build = ([x, bias]) => [tf.add(tf.matMul(x!, tf.tensor(weight, [64, 64])), bias!)];
    const expected = await runEager(samples, build);
    const { ops, results } = await runCaptured(samples, build, {
      graph: { int8: await exactCodes(), inference: true },
    });
    expect(ops).toEqual(['DynamicQuantizeMatMul']);
    expect(difference(results[0]!, expected[0]!)).toBeLessThan(0.05);
  });

  it.each(['exact here', 'unsigned'] as const)(
    'of largest codes do not saturate, codes %s',
    async (codes) => {
      const samples: Sample[] = [
        { shape: [4, 64], dtype: 'float32', data: Float32Array.from({ length: 256 }, (_, i) => i / 255) },
      ];
      const build: Build = ([x]) => [tf.matMul(x!, tf.ones([64, 64]))];
      const expected = await runEager(samples, build);
      const int8 = codes === 'unsigned' ? codes : await exactCodes();
      const { results } = await runCaptured(samples, build, { graph: { int8, inference: true } });
      expect(difference(results[0]!, expected[0]!)).toBeLessThan(0.05);
    },
  );

  it('of axes moved twice move them once, or not at all', async () => {
    const samples = [float([2, 3, 4])];
    const build: Build = ([x]) => {
      const moved = tf.transpose(x!, [1, 0, 2]);
      return [tf.exp(tf.transpose(moved, [1, 0, 2])), tf.exp(tf.transpose(moved, [2, 0, 1]))];
    };
    const expected = await runEager(samples, build);
    const { ops, results } = await runCaptured(samples, build);
    expect(ops).toEqual(['Exp', 'Transpose', 'Exp']);
    for (const [index, result] of results.entries()) expect(difference(result, expected[index]!)).toBe(0);
  });
});
