/** Derivatives by central differences, to hold stated ones against. */
import { dot, engine, mul, range, reshape, type Tensor } from '@tensorflow/tfjs-core';
import { expect } from 'vitest';
import { difference, runCaptured, runEager, type Sample } from './run-captured.ts';

export type Run = (...inputs: Tensor[]) => Tensor | Tensor[];

/** A scalar that mixes all outputs with different weights. */
function scalarOf(outputs: Tensor | Tensor[]): Tensor {
  const parts = [outputs].flat().map((output) => {
    const flat = reshape(output, [output.size]);
    return dot(flat, mul(range(1, output.size + 1), 1 / output.size));
  });
  return parts.reduce((sum, part) => engine().runKernel<Tensor>('Add', { a: sum, b: part }));
}

const gradientsOf =
  (run: Run) =>
  (inputs: Tensor[]): Tensor[] => {
    const { value, grads } = engine().gradients(() => scalarOf(run(...inputs)), inputs);
    return [value, ...grads];
  };

const STEP = 0.01;

/** Central differences of the scalar in every element of every input. */
async function finiteDifferences(samples: readonly Sample[], run: Run): Promise<number[][]> {
  const at = async (input: number, element: number, offset: number) => {
    const moved = samples.map((sample, index) => {
      const data = Float32Array.from(sample.data);
      if (index === input) data[element] = data[element]! + offset;
      return { ...sample, data };
    });
    const [value] = await runEager(moved, (inputs) => [scalarOf(run(...inputs))]);
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

/** The derivatives of `run` agree with finite differences to 5e-3, and those of its captured form with them to 2e-5. */
export async function expectDerivatives(samples: readonly Sample[], run: Run, what = ''): Promise<void> {
  const [, ...eager] = await runEager(samples, gradientsOf(run));
  const expected = await finiteDifferences(samples, run);
  eager.forEach((gradient, input) => {
    const scale = Math.max(1, ...expected[input]!.map(Math.abs));
    gradient.data.forEach((found, element) => {
      const error = Math.abs(found - expected[input]![element]!) / scale;
      expect(error, `${what} input ${input}[${element}]`).toBeLessThan(5e-3);
    });
  });
  const { results } = await runCaptured(samples, gradientsOf(run));
  results.slice(1).forEach((gradient, input) => {
    expect(difference(gradient, eager[input]!), `${what} captured, input ${input}`).toBeLessThan(2e-5);
  });
}
