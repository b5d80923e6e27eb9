/** Every model's loss, metrics and gradients recorded as one ONNX graph and run natively, against tfjs. */
import * as tf from '@tensorflow/tfjs-core';
import { describe, expect, it } from 'vitest';
import { dropoutFromInputs, dropoutInput, fillDropoutMask } from '../../../main/engine/layers/dropout.ts';
import { sizeOf } from '../../../main/engine/layers/params.ts';
import { MODELS } from '../../../main/engine/models/registry.ts';
import { onReferenceBackend } from '../layers/tensors.ts';
import { type Build, runCaptured, runEager, type Sample } from '../runtime/run-captured.ts';
import { MODEL_CASES } from './cases.ts';
import { initialValues } from './eager.ts';

onReferenceBackend();

/** Largest difference, relative to the largest element of the array. */
function relative(actual: Sample, expected: Sample): number {
  let [worst, scale] = [0, 1e-6];
  expected.data.forEach((value, i) => {
    scale = Math.max(scale, Math.abs(value));
    const gap = Math.abs(value - actual.data[i]!);
    worst = Number.isNaN(gap) ? Number.POSITIVE_INFINITY : Math.max(worst, gap);
  });
  return worst / scale;
}

describe.each(MODEL_CASES)('captured $name', ({ type, config, size, batch }) => {
  const model = MODELS[type](config);

  it('gives the loss and gradients of the eager model, dropout included', async () => {
    const values = initialValues(model.params);
    const data = [...model.inputs(size), ...model.targets(size)];
    const sites = model.dropout(size);
    const samples: Sample[] = [
      ...model.params.map(
        ({ name, shape }): Sample => ({ shape, dtype: 'float32', data: values.get(name)! }),
      ),
      ...data.map(({ name, shape, dtype }): Sample => {
        const given = batch[name]!;
        return { shape, dtype, data: dtype === 'int32' ? Int32Array.from(given) : Float32Array.from(given) };
      }),
      ...sites.map(({ site, shape, rate }): Sample => {
        const mask = new Float32Array(sizeOf(shape));
        fillDropoutMask(mask, rate, { seed: 3, step: 1, site });
        return { shape, dtype: 'float32', data: mask };
      }),
    ];
    const inputNames = [...data.map(({ name }) => name), ...sites.map(({ site }) => dropoutInput(site))];
    const count = model.params.length;
    const build: Build = (tensors) => {
      const inputs = Object.fromEntries(inputNames.map((name, i) => [name, tensors[count + i]!]));
      const { value, grads } = tf.valueAndGrads((...params: tf.Tensor[]) => {
        const named = Object.fromEntries(model.params.map(({ name }, i) => [name, params[i]!]));
        return model.loss(named, inputs, dropoutFromInputs(inputs)).loss;
      })(tensors.slice(0, count));
      return [value, ...grads];
    };
    const expected = await runEager(samples, build);
    const { results } = await runCaptured(samples, build);
    for (const [k, result] of results.entries()) {
      const name = k === 0 ? 'loss' : model.params[k - 1]!.name;
      if (name.endsWith('self.key.bias')) continue; // 0 but for rounding
      expect(relative(result, expected[k]!), name).toBeLessThan(1e-3);
    }
  });
});
