/** Every captured kernel against tfjs's cpu backend, recorded and folded. */
import { describe, expect, it } from 'vitest';
import type { OnnxProvider } from '../../../../main/engine/runtime/executor-name.ts';
import { KERNELS } from '../../../../main/engine/runtime/kernels/index.ts';
import { type Draw, type Input, KERNEL_CASES, type KernelCase } from './kernel-cases.ts';
import { CAPTURED_ON, difference, generator, runCaptured, runEager, type Sample } from './run-captured.ts';

const SPECIAL = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0, -0, 1, -1, 1e30, -1e-30];

function draw({ shape, draw: rule }: Input, random: () => number): Sample {
  const size = shape.reduce((product, dim) => product * dim, 1);
  const numbers = Array.from({ length: size }, (_, index) => element(rule, index, random));
  switch (rule.kind) {
    case 'integer':
      return { shape, dtype: 'int32', data: Int32Array.from(numbers) };
    case 'bool':
      return { shape, dtype: 'bool', data: Uint8Array.from(numbers) };
    default:
      return { shape, dtype: 'float32', data: Float32Array.from(numbers) };
  }
}

function element(rule: Draw, index: number, random: () => number): number {
  switch (rule.kind) {
    case 'real':
      return rule.low + random() * (rule.high - rule.low);
    case 'integer':
      return rule.low + Math.floor(random() * (rule.high - rule.low + 1));
    case 'bool':
      return Math.floor(random() * 2);
    case 'special':
      return SPECIAL[index % SPECIAL.length]!;
    case 'distinct':
      // steps of 37 through a prime field never meet twice within 997 elements
      return ((index * 37) % 997) / 100 - 5;
  }
}

/** All cases of a kernel as one graph: one session each instead of many. */
function together(cases: readonly KernelCase[], samples: readonly Sample[][]) {
  const flat = samples.flat();
  return {
    flat,
    build: (inputs: Parameters<KernelCase['run']>) => {
      let at = 0;
      return cases.flatMap(({ run }, index) => {
        const mine = inputs.slice(at, at + samples[index]!.length);
        at += mine.length;
        return run(...mine);
      });
    },
  };
}

/** Functions of GPUs are less precise than those of processors: WGSL leaves them an error of 2⁻¹¹ and more. */
const PRECISION = CAPTURED_ON === 'cpu' ? 1e-5 : 1e-3;
/** Kernels whose translation a provider has no code for: a model that uses one ends with an error that says so. */
const LACKING: Partial<Record<OnnxProvider, readonly string[]>> = { webgpu: ['MaxPool', 'MaxPoolGrad'] };

describe('captured kernels', () => {
  it('have a test each', () => {
    expect(Object.keys(KERNEL_CASES).toSorted()).toEqual(Object.keys(KERNELS).toSorted());
  });

  it.each(Object.entries(KERNEL_CASES))('%s equals the cpu backend', async (name, cases) => {
    const random = generator(7);
    const samples = cases.map(({ inputs }) => inputs.map((input) => draw(input, random)));
    const { flat, build } = together(cases, samples);
    const expected = await runEager(flat, build);
    const tolerance = Math.max(PRECISION, ...cases.map(({ tolerance = 0 }) => tolerance));
    if (LACKING[CAPTURED_ON]?.includes(name)) {
      await expect(runCaptured(flat, build)).rejects.toThrow('not supported');
      return;
    }

    const recorded = await runCaptured(flat, build);
    expect(recorded.kernels).toContain(name);
    recorded.results.forEach((actual, index) => {
      expect(difference(actual, expected[index]!), `output ${index}`).toBeLessThanOrEqual(tolerance);
    });

    const folded = await runCaptured(flat, build, { known: true });
    folded.results.forEach((actual, index) => {
      expect(difference(actual, expected[index]!), `folded output ${index}`).toBeLessThanOrEqual(tolerance);
    });
  });
});
