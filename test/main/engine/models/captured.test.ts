/** Every model's loss, metrics and gradients recorded as one ONNX graph and run natively, against tfjs. */
import * as tf from '@tensorflow/tfjs-core';
import { describe, expect, it } from 'vitest';
import { dropoutInput, fillDropoutMask } from '../../../../main/engine/layers/dropout.ts';
import { sizeOf } from '../../../../main/engine/layers/params.ts';
import { trainingInputs, trainingLoss } from '../../../../main/engine/models/model.ts';
import { onReferenceBackend } from '../layers/tensors.ts';
import { type Build, runCaptured, runEager, type Sample } from '../runtime/run-captured.ts';
import { MODELS } from './build-model.ts';
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
    const inputs = trainingInputs(model, size);
    const masks = new Map(model.dropout(size).map((site) => [dropoutInput(site.site), site]));
    const samples: Sample[] = [
      ...model.params.map(
        ({ name, shape }): Sample => ({ shape, dtype: 'float32', data: values.get(name)! }),
      ),
      ...inputs.map(({ name, shape, dtype }): Sample => {
        const mask = masks.get(name);
        if (mask === undefined) {
          const given = batch[name]!;
          return {
            shape,
            dtype,
            data: dtype === 'int32' ? Int32Array.from(given) : Float32Array.from(given),
          };
        }
        const drawn = new Float32Array(sizeOf(shape));
        fillDropoutMask(drawn, mask.rate, { seed: 3, step: 1, site: mask.site });
        return { shape, dtype, data: drawn };
      }),
    ];
    const count = model.params.length;
    const build: Build = (tensors) => {
      const named = Object.fromEntries(inputs.map(({ name }, i) => [name, tensors[count + i]!]));
      const { value, grads } = tf.valueAndGrads((...params: tf.Tensor[]) => {
        const values = Object.fromEntries(model.params.map(({ name }, i) => [name, params[i]!]));
        return trainingLoss(model, values, named).loss;
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
