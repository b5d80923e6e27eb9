/** Arrays as the reference files write them, and how they are compared. */
import * as tf from '@tensorflow/tfjs-core';
import { expect } from 'vitest';
import { z } from 'zod';
import type { Tensors } from '../../main/engine/models/model.ts';

export const ArrayJson = z.object({ shape: z.array(z.number()), data: z.array(z.number()) });
export const Matrix = z.array(z.array(z.number()));

export interface NamedArray {
  readonly shape: readonly number[];
  readonly data: ArrayLike<number> & Iterable<number>;
  readonly dtype?: 'float32' | 'int32';
}
export type NamedArrays = Readonly<Record<string, NamedArray>>;

/** Integer rows of one length as an array. */
export function integers(rows: readonly (readonly number[])[]): NamedArray {
  return { shape: [rows.length, rows[0]?.length ?? 0], data: rows.flat(), dtype: 'int32' };
}

/** The matrix with rows and columns exchanged. */
export function transposed({ shape: [rows = 0, columns = 0], data }: z.infer<typeof ArrayJson>): NamedArray {
  const turned = Array.from(
    { length: rows * columns },
    (_, i) => data[(i % rows) * columns + Math.floor(i / rows)]!,
  );
  return { shape: [columns, rows], data: turned };
}

/** The arrays below one another: matrices by rows, vectors end to end. */
export function stacked(arrays: readonly NamedArray[]): NamedArray {
  const rows = arrays.reduce((sum, { shape }) => sum + (shape[0] ?? 0), 0);
  return {
    shape: [rows, ...(arrays[0]?.shape.slice(1) ?? [])],
    data: arrays.flatMap(({ data }) => [...data]),
  };
}

/** Outputs agree to 1e-4 (absolute, or relative where they are large). */
export function expectOutput(what: string, actual: ArrayLike<number>, expected: ArrayLike<number>): void {
  expectWithin(what, actual, expected, (value) => 1e-4 * Math.max(1, Math.abs(value)));
}

/** Gradients agree to 1e-3 of the largest in the same array, or of `atLeast` where only a part is compared. */
export function expectGradient(
  what: string,
  actual: ArrayLike<number>,
  expected: ArrayLike<number>,
  atLeast = 0,
): void {
  const largest = Array.from(expected, Math.abs).reduce((a, b) => Math.max(a, b), atLeast);
  expectWithin(what, actual, expected, () => 1e-3 * largest + 1e-6);
}

export function expectLoss(what: string, actual: number, expected: number): void {
  expect(Math.abs(actual - expected), `${what}: ${actual}, expected ${expected}`).toBeLessThanOrEqual(
    1e-3 * Math.abs(expected),
  );
}

function expectWithin(
  what: string,
  actual: ArrayLike<number>,
  expected: ArrayLike<number>,
  allowed: (expected: number) => number,
): void {
  expect(actual.length, `${what}: number of values`).toBe(expected.length);
  for (let i = 0; i < expected.length; i++) {
    const gap = Math.abs(actual[i]! - expected[i]!);
    if (!(gap <= allowed(expected[i]!)))
      expect.fail(`${what}[${i}]: ${actual[i]}, expected ${expected[i]} (off by ${gap})`);
  }
}

/** Value of a function of named tensors, and its gradient in each of them as `d name`, for upstream `dy`. */
export function withGradients(
  of: Tensors,
  compute: (named: Tensors) => tf.Tensor,
  dy?: tf.Tensor,
): { readonly value: tf.Tensor; readonly gradients: Tensors } {
  const names = Object.keys(of);
  const { value, grads } = tf.valueAndGrads((...tensors: tf.Tensor[]) =>
    compute(Object.fromEntries(names.map((name, i) => [name, tensors[i]!]))),
  )(
    names.map((name) => of[name]!),
    dy,
  );
  return { value, gradients: Object.fromEntries(names.map((name, i) => [`d ${name}`, grads[i]!])) };
}
