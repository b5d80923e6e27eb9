/** Checks that the executors of this machine compute correctly and repeat bit for bit. */

import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { isDeviceLost, isOutOfMemory, runtimeError } from '../../../../main/engine/runtime/errors.ts';
import { openExecutor } from '../../../../main/engine/runtime/executors.ts';
import { saying } from '../../../helpers/words.ts';

describe('executors', () => {
  it('say why they do not open, once and in words', async () => {
    const provider = process.platform === 'darwin' ? 'dml' : 'coreml';
    await expect(openExecutor({ id: 'onnx', provider })).rejects.toMatchObject({
      name: 'ExecutorUnavailableError',
      code: 'engine-down',
      message: expect.stringMatching(/^executor onnx:\w+ is not available: onnxruntime has no /),
      reason: saying(/\w{3}/),
      hint: saying('Settings'),
    });
  });

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
      expect(error.hint).toEqual(saying(/smaller batch.*accumulation/));
    }
    expect(isOutOfMemory(new Error('Zoom level'))).toBe(false);
    expect(runtimeError('a training step', new Error('odd'))).toMatchObject({
      code: 'internal',
      message: 'a training step failed: odd',
    });
  });

  it('of a lost device say that it is, and what is kept', () => {
    for (const message of [
      'device lost: A valid external Instance reference no longer exists.',
      'vkQueueSubmit failed with VK_ERROR_DEVICE_LOST',
      'DXGI_ERROR_DEVICE_REMOVED',
      'CUDA failure 700: an illegal memory access was encountered',
    ]) {
      expect(runtimeError('a training step', new Error(message))).toMatchObject({
        name: 'DeviceLostError',
        kept: saying('checkpoints'),
      });
    }
    for (const message of ['the loss of the device is 3', 'CUDA failure 7', 'std::bad_alloc'])
      expect(isDeviceLost(new Error(message))).toBe(false);
  });

  it('of an operator that a provider lacks say which', () => {
    const said =
      "Non-zero status code returned while running MaxPool node. Name:'MaxPool_1' Status Message: The Indices output is not supported yet.\nmore";
    expect(runtimeError('running the graph', new Error(said))).toMatchObject({
      name: 'UnsupportedError',
      message: expect.stringMatching(/^running the graph: .*MaxPool node.*not supported yet\./),
      hint: saying('onnx:cpu'),
    });
  });
});
