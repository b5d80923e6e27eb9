/** Prints a digest of the parameters after a few captured training steps: equal in every run. */
import { createHash } from 'node:crypto';
import * as tf from '@tensorflow/tfjs-core';
import { openExecutor } from '../../../../main/engine/runtime/executors.ts';
import { gelu, layerNorm, linear } from '../../../../main/engine/runtime/fused.ts';
import { generator } from './run-captured.ts';

const [ROWS, WIDTH, WORDS] = [64, 48, 31];
const random = generator(1);
const floats = (size: number) => Float32Array.from({ length: size }, () => random() - 0.5);
const specs = [
  { name: 'words', shape: [WORDS, WIDTH] },
  { name: 'weight', shape: [WIDTH, WIDTH] },
  { name: 'gain', shape: [WIDTH] },
  { name: 'bias', shape: [WIDTH] },
];

const store = (await openExecutor({ id: 'onnx', threads: 2 })).createStore(specs);
await store.write(
  Object.fromEntries(specs.map(({ name, shape }) => [name, floats(shape.reduce((a, b) => a * b, 1))])),
);
const optimizer = store.createOptimizer({
  beta1: 0.9,
  beta2: 0.999,
  epsilon: 1e-8,
  weightDecay: 0.01,
  clipNorm: 1,
});
const step = await store.compileTrainingStep({
  inputs: [{ name: 'ids', shape: [ROWS], dtype: 'int32' }],
  loss: ({ words, weight, gain, bias }, { ids }) => {
    const x = tf.gather(words!, ids!); // [ROWS, WIDTH]
    const y = layerNorm(gelu(linear(x, weight!, bias)), gain!, bias!, 1e-12);
    const near = tf.softmax(tf.matMul(y, words!, false, true)); // [ROWS, WORDS]
    return { loss: tf.mean(tf.square(tf.sub(y, tf.matMul(near, words!)))) };
  },
});
for (let update = 0; update < 5; update++) {
  await step.accumulate({ ids: Int32Array.from({ length: ROWS }, () => Math.floor(random() * WORDS)) });
  await optimizer.apply({ learningRate: 1e-2 });
}
const hash = createHash('sha256');
for (const values of Object.values(await store.read())) hash.update(values);
process.stdout.write(`${hash.digest('hex')}\n`);
