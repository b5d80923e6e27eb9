/** Tensors on the reference backend, and comparison of layers with naive versions in plain loops. */
import '@tensorflow/tfjs-backend-cpu';
import '../../../../main/engine/runtime/gradients/index.ts';
import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, expect } from 'vitest';
import { RandomStream } from '../../../../main/engine/layers/random.ts';

/** Selects tfjs's `cpu` backend for the tests of a file. */
export function onReferenceBackend(): void {
  beforeAll(async () => {
    tf.env().set('IS_NODE', false); // no advertisement for tfjs-node
    await tf.setBackend('cpu');
  });
}

/** An array in row-major order with its shape. */
export interface NdArray {
  readonly shape: readonly number[];
  readonly values: readonly number[];
}

/** Normal numbers that repeat for the same purpose. */
export function randomArray(purpose: string, shape: readonly number[], scale = 1): NdArray {
  const random = new RandomStream({ seed: 7, purpose });
  const size = shape.reduce((product, n) => product * n, 1);
  return { shape, values: Array.from({ length: size }, () => Math.fround(scale * random.normal())) };
}

export function toTensor({ shape, values }: NdArray, dtype: 'float32' | 'int32' = 'float32'): tf.Tensor {
  return tf.tensor([...values], [...shape], dtype);
}

/** Largest difference, relative to 1 + the largest expected magnitude. */
export function difference(actual: ArrayLike<number>, expected: ArrayLike<number>): number {
  expect(actual.length).toBe(expected.length);
  let worst = 0;
  let scale = 1;
  for (let i = 0; i < expected.length; i++) {
    scale = Math.max(scale, Math.abs(expected[i]!));
    const gap = Math.abs(actual[i]! - expected[i]!);
    worst = Number.isNaN(gap) ? Number.POSITIVE_INFINITY : Math.max(worst, gap);
  }
  return worst / scale;
}

export type Naive = (...inputs: readonly (readonly number[])[]) => readonly number[];

/**
 * Compares a differentiable layer with a naive version in double precision: its output, and its gradients with the
 * naive version's central differences.
 */
export function expectLayer(
  layer: (...inputs: tf.Tensor[]) => tf.Tensor,
  naive: Naive,
  inputs: readonly NdArray[],
  tolerance = 2e-5,
): void {
  const values = inputs.map((input) => [...input.values]);
  const expected = naive(...values);
  const upstream = randomArray('upstream', [expected.length]).values;
  tf.tidy(() => {
    const tensors = inputs.map((input) => toTensor(input));
    const y = layer(...tensors);
    expect(difference(y.dataSync(), expected), 'output').toBeLessThan(tolerance);
    const dy = tf.tensor([...upstream], y.shape);
    const gradients = tf.grads((...xs: tf.Tensor[]) => layer(...xs))(tensors, dy);
    for (const [k, gradient] of gradients.entries()) {
      const numeric = centralDifferences(naive, values, { which: k, upstream });
      expect(difference(gradient.dataSync(), numeric), `gradient of input ${k}`).toBeLessThan(tolerance);
    }
  });
}

/** d Σ upstream · naive(inputs) / d inputs[which], in double precision. */
function centralDifferences(
  naive: Naive,
  inputs: readonly number[][],
  { which, upstream }: { readonly which: number; readonly upstream: readonly number[] },
): number[] {
  const step = 1e-5;
  const value = () => naive(...inputs).reduce((sum, y, i) => sum + y * upstream[i]!, 0);
  const target = inputs[which]!;
  return target.map((x, i) => {
    target[i] = x + step;
    const above = value();
    target[i] = x - step;
    const below = value();
    target[i] = x;
    return (above - below) / (2 * step);
  });
}

/** Fails when `work` leaves tensors behind, besides those it returns and this disposes. */
export function expectNoLeak(work: () => tf.TensorContainer): void {
  const before = tf.memory().numTensors;
  tf.dispose(work());
  expect(tf.memory().numTensors, 'tensors left behind').toBe(before);
}
