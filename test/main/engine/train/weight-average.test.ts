/** The moving average of weights against plain numbers. */
import { expect, it } from 'vitest';
import { parseExecutor } from '../../../../main/engine/runtime/executor-name.ts';
import { openExecutor } from '../../../../main/engine/runtime/executors.ts';
import { WeightAverage } from '../../../../main/engine/train/weight-average.ts';

it('averages trainable weights, lends them out, and gives the weights back', async () => {
  const executor = await openExecutor({ ...parseExecutor('onnx:cpu'), threads: 1 });
  const store = executor.createStore([
    { name: 'w', shape: [2] },
    { name: 'frozen', shape: [1], trainable: false },
  ]);
  try {
    const average = new WeightAverage(store, 0.5);
    let expected: number | undefined;
    for (let update = 1; update <= 6; update++) {
      await store.write({ w: Float32Array.of(update, update ** 2), frozen: Float32Array.of(7) });
      await average.update(update);
      const decay = Math.min(0.5, (1 + update) / (10 + update));
      expected = expected === undefined ? update : decay * expected + (1 - decay) * update;
    }
    expect(average.values.w![0]).toBeCloseTo(expected!, 5);
    expect(average.values).not.toHaveProperty('frozen');
    const lent = await average.during(async () => (await store.read()).w![0]);
    expect(lent).toBeCloseTo(expected!, 5);
    expect((await store.read()).w![0]).toBe(6);
    await expect(average.during(() => Promise.reject(new Error('stopped')))).rejects.toThrow('stopped');
    expect((await store.read()).w![0]).toBe(6);
    const other = new WeightAverage(store, 0.5);
    other.restore(average.values);
    expect(other.values).toEqual(average.values);
  } finally {
    await store.dispose();
    await executor.dispose();
  }
});
