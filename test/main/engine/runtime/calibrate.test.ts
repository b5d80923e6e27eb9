/** Executors are measured in processes of their own, whose crashes are reasons. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { knownExecutors, parseExecutor } from '../../../../main/engine/runtime/executor-name.ts';
import { forkNode, spawnNode } from '../../../../main/processes/spawn-node.ts';
import { appRoot } from '../../../../main/resources.ts';
import { calibrateInChildren } from '../../../../main/services/executors/measurer.ts';
import { MAX_EXECUTOR_ERROR } from '../../../../shared/domain/training.ts';
import { saying } from '../../../helpers/words.ts';

const spawn = () => spawnNode('measurer');
const spawnBad = () => forkNode(join(appRoot, 'test', 'helpers', 'bad-measurer.ts'));

describe('calibration', () => {
  it('finds that the processor trains as the reference does, and how fast', async () => {
    const names = ['onnx:cpu', 'wasm'];
    const begun: string[] = [];
    const reports = await calibrateInChildren('measure', {
      spawn,
      names,
      threads: 1,
      onBegin: (name) => begun.push(name),
    });
    expect(begun).toEqual(names);
    for (const { available, maxError, msPerStep } of reports) {
      expect(available).toBe(true);
      expect(maxError).toBeLessThan(MAX_EXECUTOR_ERROR / 10);
      expect(maxError).toBeGreaterThan(0); // it is not compared with itself
      expect(msPerStep).toBeGreaterThan(0);
    }
  });

  it('says of every executor that there may be here whether it opens, or why not', {
    tags: ['long'],
  }, async () => {
    const reports = await calibrateInChildren('probe', { spawn });
    expect(reports).toHaveLength(knownExecutors().length);
    for (const { id, provider, available, reason } of reports) {
      if (available) expect(reason).toBeUndefined();
      else expect(reason, `${id} ${provider}`).toEqual(saying(/\w{3}/));
      if (id === 'wasm' || id === 'cpu' || (id === 'onnx' && provider === 'cpu'))
        expect(available).toBe(true);
    }
  });

  it('outlives a driver that crashes and one that hangs', async () => {
    const reports = await calibrateInChildren('measure', {
      spawn: spawnBad,
      names: ['onnx:webgpu', 'webgpu', 'cpu'],
      limitMs: 3000,
    });
    expect(reports).toEqual([
      {
        id: 'onnx',
        provider: 'webgpu',
        available: false,
        reason: saying(/crashed: (a signal|exit code)/),
      },
      {
        id: 'webgpu',
        provider: 'webgpu',
        available: false,
        reason: saying('no answer within 3 s'),
      },
      { id: 'cpu', provider: 'cpu', available: true, msPerStep: 1, maxError: 0 },
    ]);
  });

  it('stops at once when told to', async () => {
    const stop = new AbortController();
    const reports = await calibrateInChildren('measure', {
      spawn: spawnBad,
      names: ['webgpu', 'cpu'],
      signal: stop.signal,
      onBegin: () => stop.abort(),
    });
    expect(reports).toEqual([expect.objectContaining({ reason: saying('stopped') })]);
  });
});

describe('knownExecutors', () => {
  it.each(['linux', 'win32', 'darwin', 'freebsd'] as const)('on %s are names of executors', (platform) => {
    const names = knownExecutors(platform);
    for (const name of names) expect(() => parseExecutor(name)).not.toThrow();
    expect(names).toEqual(
      expect.arrayContaining(['onnx:cpu', 'onnx:webgpu', 'tensorflow', 'webgpu', 'wasm', 'cpu']),
    );
    expect(names.includes('onnx:cuda')).toBe(platform === 'linux');
    expect(names.includes('onnx:dml')).toBe(platform === 'win32');
    expect(names.includes('onnx:coreml')).toBe(platform === 'darwin');
  });
});
