/** Activations against their formulas, with finite differences. */
import { describe, expect, it } from 'vitest';
import { activate } from '../../../../main/engine/layers/activation.ts';
import { ACTIVATIONS } from '../../../../main/engine/layers/activation-names.ts';
import { expectLayer, onReferenceBackend, randomArray, toTensor } from './tensors.ts';

onReferenceBackend();

const tanhForm = (x: number) => 0.5 * x * (1 + Math.tanh(Math.sqrt(2 / Math.PI) * (x + 0.044715 * x ** 3)));
const x = randomArray('x', [3, 7], 2);

describe('activations', () => {
  it.each(ACTIVATIONS.filter((name) => name.startsWith('gelu_')))('%s is the tanh form of GELU', (name) => {
    expectLayer(
      (input) => activate(name, input!),
      (values = []) => values.map(tanhForm),
      [x],
      1e-4,
    );
  });

  it('relu is 0 below 0, and gelu is near its tanh form without being it', () => {
    expectLayer(
      (input) => activate('relu', input!),
      (values = []) => values.map((value) => Math.max(0, value)),
      [x],
    );
    const exact = activate('gelu', toTensor(x)).dataSync();
    const gaps = x.values.map((value, i) => Math.abs(exact[i]! - tanhForm(value)));
    expect(Math.max(...gaps)).toBeLessThan(1e-3);
    expect(Math.max(...gaps)).toBeGreaterThan(1e-5);
  });
});
