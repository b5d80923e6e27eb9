/** Every registered derivative against finite differences, and its captured form against the eager one. */
import { describe, expect, it } from 'vitest';
import { GRADIENTS } from '../../../../main/engine/runtime/gradients/index.ts';
import { expectDerivatives } from './finite-differences.ts';
import { GRADIENT_CASES, type GradientCase } from './gradient-cases.ts';
import { generator, type Sample } from './run-captured.ts';

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

describe('derivatives', () => {
  it('have a test each', () => {
    expect(Object.keys(GRADIENT_CASES).toSorted()).toEqual(Object.keys(GRADIENTS).toSorted());
  });

  it.each(Object.entries(GRADIENT_CASES))('%s agrees with finite differences', async (_, cases) => {
    const random = generator(11);
    for (const [index, test] of cases.entries()) {
      const samples = test.shapes.map((shape) => sampleOf(shape, test, random));
      await expectDerivatives(samples, test.run, `case ${index}`);
    }
  });
});
