/** Every registered derivative against finite differences, and its captured form against the eager one. */
import { dot, engine, mul, range, reshape, type Tensor } from '@tensorflow/tfjs-core';
import { describe, expect, it } from 'vitest';
import { GRADIENTS } from '../../../main/engine/runtime/gradients/index.ts';
import { GRADIENT_CASES, type GradientCase } from './gradient-cases.ts';
import { difference, generator, runCaptured, runEager, type Sample } from './run-captured.ts';

/** A scalar that mixes all outputs with different weights. */
function scalarOf(outputs: Tensor | Tensor[]): Tensor {
  const parts = [outputs].flat().map((output) => {
    const flat = reshape(output, [output.size]);
    return dot(flat, mul(range(1, output.size + 1), 1 / output.size));
  });
  return parts.reduce((sum, part) => engine().runKernel<Tensor>('Add', { a: sum, b: part }));
}

const gradientsOf =
  ({ run }: GradientCase) =>
  (inputs: Tensor[]): Tensor[] => {
    const { value, grads } = engine().gradients(() => scalarOf(run(...inputs)), inputs);
    return [value, ...grads];
  };

function sampleOf(
  shape: readonly number[],
  { low = -2, high = 2, grid = false }: GradientCase,
  random: () => number,
): Sample {
  const size = shape.reduce((product, dim) => product * dim, 1);
  // on the grid: ±0.15, ±0.45, … each once, shuffled: distinct, and 0.15 away from zero and each other
  const places = Array.from({ length: size }, (_, index) => index).sort(() => random() - 0.5);
  const data = places.map((place) =>
    grid ? (place - size / 2) * 0.3 + 0.17 : low + random() * (high - low),
  );
  return { shape, dtype: 'float32', data: Float32Array.from(data) };
}

const STEP = 0.01;

/** Central differences of the scalar in every element of every input. */
async function finiteDifferences(samples: readonly Sample[], test: GradientCase): Promise<number[][]> {
  const at = async (input: number, element: number, offset: number) => {
    const moved = samples.map((sample, index) => {
      const data = Float32Array.from(sample.data);
      if (index === input) data[element] = data[element]! + offset;
      return { ...sample, data };
    });
    const [value] = await runEager(moved, (inputs) => [scalarOf(test.run(...inputs))]);
    return value!.data[0]!;
  };
  const results: number[][] = [];
  for (const [input, { data }] of samples.entries()) {
    const row: number[] = [];
    for (let element = 0; element < data.length; element++) {
      row.push(((await at(input, element, STEP)) - (await at(input, element, -STEP))) / (2 * STEP));
    }
    results.push(row);
  }
  return results;
}

describe('derivatives', () => {
  it('have a test each', () => {
    expect(Object.keys(GRADIENT_CASES).toSorted()).toEqual(Object.keys(GRADIENTS).toSorted());
  });

  it.each(Object.entries(GRADIENT_CASES))('%s agrees with finite differences', async (_, cases) => {
    const random = generator(11);
    for (const [index, test] of cases.entries()) {
      const samples = test.shapes.map((shape) => sampleOf(shape, test, random));
      const [, ...eager] = await runEager(samples, gradientsOf(test));
      const expected = await finiteDifferences(samples, test);
      eager.forEach((gradient, input) => {
        const scale = Math.max(1, ...expected[input]!.map(Math.abs));
        gradient.data.forEach((found, element) => {
          expect(
            Math.abs(found - expected[input]![element]!) / scale,
            `case ${index}, input ${input}[${element}]`,
          ).toBeLessThan(5e-3);
        });
      });
      const { results } = await runCaptured(samples, gradientsOf(test));
      results.slice(1).forEach((gradient, input) => {
        expect(difference(gradient, eager[input]!), `captured case ${index}, input ${input}`).toBeLessThan(
          2e-5,
        );
      });
    }
  });
});
