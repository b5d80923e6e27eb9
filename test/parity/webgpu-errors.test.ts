/** Checks that an error of WebGPU outside a call becomes an error of the program that ran, never a wrong result. */

import * as tf from '@tensorflow/tfjs-core';
import { describe, expect, it } from 'vitest';
import { withFallback } from '../../main/engine/runtime/fallback.ts';
import type { Executor } from '../../main/engine/runtime/program.ts';
import { saying } from '../helpers/words.ts';
import { parityExecutor } from './executors.ts';

/** Twice the sum of `count` ones. */
async function sumOfOnes(executor: Executor, count: number): Promise<number> {
  const store = executor.createStore([{ name: 'factor', shape: [] }]);
  try {
    await store.write({ factor: Float32Array.of(2) });
    const program = await store.compile({
      inputs: [{ name: 'x', shape: [1], dtype: 'float32' }],
      build: ({ factor }, { x }) => ({ sum: tf.mul(factor!, tf.sum(tf.tile(x!, [count]))) }),
    });
    const { sum } = await program.run({ x: Float32Array.of(1) });
    return sum!.data[0]!;
  } finally {
    await store.dispose();
  }
}

/** Over the largest buffer that WebGPU guarantees and SwiftShader gives. */
const TOO_MANY = 2 ** 29;

describe('tfjs on WebGPU', () => {
  it('opens twice and computes', async () => {
    for (const _ of [1, 2]) expect(await sumOfOnes(await parityExecutor('webgpu').open(), 1000)).toBe(2000);
  });

  it('says that memory is short when a buffer cannot be made, and goes on afterwards', async () => {
    const executor = await parityExecutor('webgpu').open();
    const { maxBufferSize } = (tf.engine().findBackend('webgpu') as unknown as { device: GPUDevice }).device
      .limits; // safe: tfjs's class for this name
    const count = Math.max(TOO_MANY, Math.floor(maxBufferSize / 4) + 1);
    await expect(sumOfOnes(executor, count)).rejects.toMatchObject({
      name: 'OutOfMemoryError',
      message: expect.stringContaining('on webgpu'),
      hint: saying(/smaller batch/),
    });
    expect(await sumOfOnes(executor, 1000)).toBe(2000);
  });

  it('hands over to the processor when the device is lost, and stays lost', async () => {
    const executor = await parityExecutor('webgpu').open();
    const backend = tf.engine().findBackend('webgpu') as unknown as { device: GPUDevice }; // safe: as above
    backend.device.destroy();
    await backend.device.lost;
    await expect(sumOfOnes(executor, 1000)).rejects.toMatchObject({ name: 'DeviceLostError' });
    const done = await withFallback('webgpu', (one) => sumOfOnes(one, 1000), { threads: 1 });
    expect(done).toMatchObject({ value: 2000, executor: 'onnx:cpu' });
    expect(done.warnings).toEqual([saying(/^webgpu could not be used.*GPU was lost/)]);
  });
});
