/** Checks every model: complete lists, declared shapes, repeatable dropout, overfitting of a few examples. */
import * as tf from '@tensorflow/tfjs-core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  dropoutFromInputs,
  dropoutInput,
  fillDropoutMask,
  seededDropout,
} from '../../../../main/engine/layers/dropout.ts';
import { sizeOf } from '../../../../main/engine/layers/params.ts';
import { expectNoLeak, onReferenceBackend } from '../layers/tensors.ts';
import { MODELS } from './build-model.ts';
import { MODEL_CASES } from './cases.ts';
import { batchTensors, initialValues, lossAndGradients, overfit, paramTensors, tidied } from './eager.ts';

onReferenceBackend();

describe('settings of models', () => {
  it.each(Object.entries(MODELS))('of %s refuse what is not their own', (_, build) => {
    expect(() => build({ nonsense: 1 })).toThrow(z.ZodError);
  });
});

describe.each(MODEL_CASES)('$name', ({ type, config, size, batch, steps, learningRate, outputs }) => {
  const model = MODELS[type](config);
  const inputs = [...model.inputs(size), ...model.targets(size)];

  it('lists each parameter once and needs all of them', () => {
    const names = model.params.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    const values = initialValues(model.params);
    const { gradients } = tidied(() => {
      const tensors = batchTensors(inputs, batch);
      return lossAndGradients(model.params, values, (params) => model.loss(params, tensors));
    });
    for (const { name, shape } of model.params) {
      expect(values.get(name)).toHaveLength(sizeOf(shape));
      // A key's bias moves all scores of a query alike, which softmax does not see.
      const free = name.endsWith('self.key.bias');
      const moved = gradients.get(name)!.some((g) => g !== 0);
      if (!free) expect(moved, `gradient of ${name}`).toBe(true);
    }
  });

  it('gives outputs of the declared shapes, and leaves no tensors behind', () => {
    const params = paramTensors(model.params, initialValues(model.params));
    const tensors = batchTensors(inputs, batch);
    tf.tidy(() => {
      const result = model.forward(params, tensors);
      expect(Object.fromEntries(Object.entries(result).map(([name, { shape }]) => [name, shape]))).toEqual(
        outputs,
      );
      const { loss, metrics } = model.loss(params, tensors);
      expect(
        [loss.shape, ...Object.values(metrics).map(({ shape }) => shape)].every((s) => s.length === 0),
      ).toBe(true);
    });
    const [first] = model.params;
    expectNoLeak(() =>
      tf.grads((t: tf.Tensor) => tf.tidy(() => model.loss({ ...params, [first!.name]: t }, tensors).loss))([
        params[first!.name]!,
      ]),
    );
    tf.dispose([params, tensors]);
  });

  it('asks for exactly the dropout masks it declares', () => {
    tf.tidy(() => {
      const asked: unknown[] = [];
      const drawn = seededDropout(5, 1);
      const params = paramTensors(model.params, initialValues(model.params));
      const tensors = batchTensors(inputs, batch);
      const { loss } = model.loss(params, tensors, {
        mask(site, shape, rate) {
          asked.push({ site, shape: [...shape], rate });
          return drawn.mask(site, shape, rate);
        },
      });
      const declared = model.dropout(size);
      expect(asked).toEqual(declared.map(({ site, shape, rate }) => ({ site, shape: [...shape], rate })));
      expect(new Set(declared.map(({ site }) => site)).size).toBe(declared.length);
      expect(loss.dataSync()[0]).not.toBe(model.loss(params, tensors).loss.dataSync()[0]);

      // The same masks as inputs of a graph give the same loss.
      const masks = declared.map(({ site, shape, rate }) => {
        const values = new Float32Array(sizeOf(shape));
        fillDropoutMask(values, rate, { seed: 5, step: 1, site });
        return [dropoutInput(site), tf.tensor(values, [...shape])] as const;
      });
      const again = model.loss(params, tensors, dropoutFromInputs(Object.fromEntries(masks)));
      expect(again.loss.dataSync()[0]).toBe(loss.dataSync()[0]);
      expect(() => model.loss(params, tensors, dropoutFromInputs({}))).toThrow(/no input dropout:/);
    });
  });

  it('learns one batch by heart', () => {
    const { losses } = overfit(model, { inputs, batch, steps, learningRate, until: 0.1 });
    expect(losses.at(-1)!).toBeLessThan(0.1 * losses[0]!);
  });
});

describe('repeatability', () => {
  it('gives the same losses bit for bit for the same seed, with dropout', () => {
    const { type, config, size, batch, learningRate } = MODEL_CASES.find(({ name }) =>
      name.startsWith('bert-crf'),
    )!;
    const model = MODELS[type](config);
    const inputs = [...model.inputs(size), ...model.targets(size)];
    const run = (seed: number) =>
      overfit(model, { inputs, batch, steps: 3, learningRate }, (step) => seededDropout(seed, step)).losses;
    expect(run(1)).toEqual(run(1));
    expect(run(1)).not.toEqual(run(2));
  });
});
