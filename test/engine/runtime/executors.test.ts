/** What runs here, that it is right, and that it repeats bit for bit. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { calibrate } from '../../../main/engine/runtime/calibrate.ts';
import { isOutOfMemory, runtimeError } from '../../../main/engine/runtime/errors.ts';
import { openExecutor, probeExecutors } from '../../../main/engine/runtime/executors.ts';

const CAN_RUN_EVERYWHERE = ['onnx/cpu', 'wasm/wasm', 'cpu/cpu'];

describe('executors', () => {
  it('are probed, each with a reason when it is not available', async () => {
    const statuses = await probeExecutors();
    const names = statuses
      .filter(({ available }) => available)
      .map(({ id, provider }) => `${id}/${provider}`);
    expect(names).toEqual(expect.arrayContaining(CAN_RUN_EVERYWHERE));
    expect(statuses.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['onnx', 'tensorflow', 'webgpu', 'wasm', 'cpu']),
    );
    for (const { available, reason, id } of statuses) {
      if (available) expect(reason).toBeUndefined();
      else expect(reason, id).toMatch(/\w{3}/);
    }
  });

  it('that are not installed say so', async () => {
    const { reason } = (await probeExecutors()).find(({ id }) => id === 'tensorflow')!;
    if (reason === undefined) return; // installed here
    expect(reason).toContain('not installed');
    await expect(openExecutor({ id: 'tensorflow' })).rejects.toThrow(
      'executor tensorflow is not available: not installed',
    );
  });

  it('train alike: every available one agrees with cpu', async () => {
    // two WebGPU implementations in one process can bring down software drivers
    const only = (await probeExecutors()).filter(({ provider }) => provider !== 'webgpu');
    const results = await calibrate({ threads: 2, only });
    const available = results.filter((one) => one.available);
    expect(available.map(({ id, provider }) => `${id}/${provider}`)).toEqual(
      expect.arrayContaining(CAN_RUN_EVERYWHERE),
    );
    for (const { id, provider, maxError, msPerStep } of available) {
      expect(maxError, `${id}/${provider}`).toBeLessThan(1e-3);
      expect(msPerStep).toBeGreaterThan(0);
    }
  }, 120_000);

  it('repeat bit for bit in another process', async () => {
    const script = join(import.meta.dirname, 'train-digest.ts');
    const run = async () => (await promisify(execFile)(process.execPath, [script])).stdout.trim();
    const first = await run();
    expect(first).toMatch(/^[0-9a-f]{64}$/);
    expect(await run()).toBe(first);
  });
});

describe('errors', () => {
  it('of short memory suggest what to do', () => {
    for (const message of [
      'std::bad_alloc',
      'Failed to allocate memory for requested buffer of size 12',
      'CUDA out of memory',
      'Array buffer allocation failed',
    ]) {
      const error = runtimeError('a training step', new Error(message));
      expect(error).toMatchObject({ code: 'too-large' });
      expect(error.hint).toMatch(/smaller batch.*accumulation/);
    }
    expect(isOutOfMemory(new Error('Zoom level'))).toBe(false);
    expect(runtimeError('a training step', new Error('odd'))).toMatchObject({
      code: 'internal',
      message: 'a training step failed: odd',
    });
  });
});
