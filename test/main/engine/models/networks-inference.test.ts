/** Networks as inference runs them, compiled without a gradient on onnxruntime, against tfjs; rows without any token too. */
import * as tf from '@tensorflow/tfjs-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RandomStream } from '../../../../main/engine/layers/random.ts';
import { openExecutor } from '../../../../main/engine/runtime/executors.ts';
import type { Executor } from '../../../../main/engine/runtime/program.ts';
import { difference, onReferenceBackend } from '../layers/tensors.ts';
import { MODELS } from './build-model.ts';
import { batchTensors, initialValues, paramTensors } from './eager.ts';
import { NETWORK_CASES } from './network-cases.ts';

onReferenceBackend();

const size = { batch: 3, length: 7 };
const LENGTHS = [7, 3, 0];

describe('compiled for inference', () => {
  let executor: Executor;
  beforeAll(async () => {
    executor = await openExecutor({ id: 'onnx', provider: 'cpu', threads: 1 });
  });
  afterAll(() => executor.dispose());

  it.each(NETWORK_CASES)('$name', async ({ type, config }) => {
    const model = MODELS[type](config);
    const values = initialValues(model.params, 4);
    const specs = model.inputs(size);
    const random = new RandomStream({ seed: 2, purpose: 'inputs' });
    const maskOf = (rows: number) =>
      Array.from({ length: rows * size.length }, (_, i) =>
        i % size.length < LENGTHS[Math.floor(i / size.length) % LENGTHS.length]! ? 1 : 0,
      );
    const batch = Object.fromEntries(
      specs.map(({ name, shape, dtype }) => {
        const count = shape.reduce((product, n) => product * n, 1);
        if (name === 'mask') return [name, maskOf(shape[0]!)];
        if (name === 'types') return [name, new Array<number>(count).fill(0)];
        return [
          name,
          Array.from({ length: count }, () => (dtype === 'int32' ? random.below(5) : random.normal())),
        ];
      }),
    );
    const expected = tf.tidy(() => {
      const outputs = model.forward(paramTensors(model.params, values), batchTensors(specs, batch));
      return Object.entries(outputs).map(([name, output]) => [name, output.dataSync()] as const);
    });

    const store = executor.createStore(model.params);
    await store.write(Object.fromEntries(values));
    const program = await store.compile({
      inputs: specs,
      build: (params, inputs) => model.forward(params, inputs),
    });
    const feeds = Object.fromEntries(
      specs.map(({ name, dtype }) => {
        const numbers = batch[name]!;
        return [name, dtype === 'int32' ? Int32Array.from(numbers) : Float32Array.from(numbers)];
      }),
    );
    const found = await program.run(feeds);
    for (const [name, output] of expected) {
      expect(output.every(Number.isFinite)).toBe(true);
      expect(difference(found[name]!.data, output), name).toBeLessThan(1e-4);
    }
    await program.dispose();
    await store.dispose();
  });
});
