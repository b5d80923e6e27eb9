/** Checks which executor takes over, the notice about it, and that a model which cannot be captured still trains. */

import * as tf from '@tensorflow/tfjs-core';
import { describe, expect, it } from 'vitest';
import {
  CaptureError,
  DeviceLostError,
  ExecutorUnavailableError,
  OutOfMemoryError,
  UnsupportedError,
} from '../../../../main/engine/runtime/errors.ts';
import {
  EAGER_BACKENDS,
  formatExecutor,
  ONNX_PROVIDERS,
  parseExecutor,
} from '../../../../main/engine/runtime/executor-name.ts';
import type { openExecutor } from '../../../../main/engine/runtime/executors.ts';
import { substitutes, withFallback } from '../../../../main/engine/runtime/fallback.ts';
import type { Executor } from '../../../../main/engine/runtime/program.ts';
import { plainText } from '../../../../shared/messages/message.ts';
import { words } from '../../../../shared/messages/words.ts';
import { AppError } from '../../../../shared/result.ts';

/** Executors that do nothing; `absent` ones do not open. */
function pretend(absent: readonly string[] = []) {
  const log: string[] = [];
  const open: typeof openExecutor = async (choice) => {
    const name = formatExecutor(choice);
    if (absent.includes(name)) throw new ExecutorUnavailableError(name, plainText('no such device'));
    log.push(`open ${name}`);
    const executor: Executor = {
      id: choice.id,
      provider: choice.provider ?? choice.id,
      createStore: () => {
        throw new Error('not used');
      },
      dispose: async () => {
        log.push(`dispose ${name}`);
      },
    };
    return executor;
  };
  return { log, open };
}

const NAMES = [...ONNX_PROVIDERS.map((provider) => `onnx:${provider}`), ...EAGER_BACKENDS];

describe('withFallback', () => {
  it('stays where it is wanted, and leaves that executor open', async () => {
    const { log, open } = pretend();
    const done = await withFallback('onnx', async ({ id }) => id, { open });
    expect(done).toEqual({ value: 'onnx', executor: 'onnx:cpu', warnings: [] });
    expect(log).toEqual(['open onnx:cpu']);
  });

  it('takes the processor when a GPU runs out of memory, is lost or lacks an operator, and says so', async () => {
    for (const error of [
      new OutOfMemoryError('a training step'),
      new DeviceLostError('a training step'),
      new UnsupportedError('a training step', new Error('MaxPool is not supported yet')),
    ]) {
      const { log, open } = pretend();
      const onGpu = ({ provider }: Executor) =>
        provider === 'cuda' ? Promise.reject(error) : Promise.resolve(provider);
      const done = await withFallback('onnx:cuda', onGpu, { open });
      expect(done).toMatchObject({ value: 'cpu', executor: 'onnx:cpu' });
      expect(done.warnings.map((each) => words(each, 'en'))).toEqual([
        expect.stringMatching(/^onnx:cuda could not be used, onnx:cpu takes/),
      ]);
      expect(words(done.warnings[0]!, 'en')).toContain(error.message);
      expect(log).toEqual(['open onnx:cuda', 'dispose onnx:cuda', 'open onnx:cpu']);
    }
  });

  it('recognises what drivers say in words of their own', async () => {
    const { open } = pretend();
    const onGpu = ({ provider }: Executor) =>
      provider === 'webgpu'
        ? Promise.reject(new Error('GPUOutOfMemoryError: allocation failed'))
        : Promise.resolve(provider);
    expect(await withFallback('onnx:webgpu', onGpu, { open })).toMatchObject({ executor: 'onnx:cpu' });
  });

  it('hands on the error, advice included, when memory is short on the processor', async () => {
    const { log, open } = pretend();
    const error = new OutOfMemoryError('a training step', { hint: plainText('Batch 2 fits') });
    await expect(withFallback('onnx:cuda', () => Promise.reject(error), { open })).rejects.toBe(error);
    expect(log).toEqual(['open onnx:cuda', 'dispose onnx:cuda', 'open onnx:cpu', 'dispose onnx:cpu']);
  });

  it('starts on what is there when the wanted one is not', async () => {
    const { open } = pretend(['onnx:cuda', 'onnx:cpu']);
    const done = await withFallback('onnx:cuda', async ({ id }) => id, { open });
    expect(done).toMatchObject({ value: 'wasm', executor: 'wasm' });
    expect(done.warnings.map((each) => words(each, 'en'))).toEqual([
      expect.stringMatching(/onnx:cuda.*wasm takes its place.*no such device/),
    ]);
  });

  it('says that nothing is there when nothing is', async () => {
    const { open } = pretend(NAMES);
    await expect(withFallback('onnx:cuda', async () => 1, { open })).rejects.toThrow(
      'executor onnx:cuda is not available',
    );
  });

  it('does not try again after any other error', async () => {
    const { log, open } = pretend();
    const stop = new AppError('cancelled', plainText('stopped'));
    await expect(withFallback('onnx:cuda', () => Promise.reject(stop), { open })).rejects.toBe(stop);
    expect(log).toEqual(['open onnx:cuda', 'dispose onnx:cuda']);
  });

  it('ends whatever fails: each executor is tried once', async () => {
    const errors = [
      new CaptureError('no'),
      new OutOfMemoryError('x'),
      new DeviceLostError('x'),
      new ExecutorUnavailableError('x', plainText('y')),
      new UnsupportedError('x', new Error('y')),
    ];
    for (const name of NAMES) {
      for (const error of errors) {
        const { log, open } = pretend();
        await expect(withFallback(name, () => Promise.reject(error), { open })).rejects.toBe(error);
        const opened = log.filter((line) => line.startsWith('open'));
        expect(new Set(opened).size).toBe(opened.length);
        expect(log.filter((line) => line.startsWith('dispose'))).toHaveLength(opened.length);
      }
    }
  });

  it('knows substitutes that exist, and none that would have to capture again', () => {
    for (const name of NAMES) {
      for (const failure of ['capture', 'unsupported', 'memory', 'lost', 'unavailable'] as const) {
        for (const substitute of substitutes(name, failure)) {
          expect(formatExecutor(parseExecutor(substitute))).toBe(substitute);
          if (failure === 'capture') expect(substitute).not.toMatch(/^onnx/);
        }
      }
    }
  });
});

describe('a model with a kernel that has no translation', () => {
  it('trains on an eager executor, with a warning that names the kernel', async () => {
    const attempt = async (executor: Executor) => {
      const store = executor.createStore([{ name: 'weight', shape: [4] }]);
      try {
        await store.write({ weight: Float32Array.of(0.5, -1, 2, 0.25) });
        const program = await store.compile({
          inputs: [{ name: 'x', shape: [4], dtype: 'float32' }],
          build: ({ weight }, { x }) => ({
            sorted: tf.topk(tf.mul(weight!, x!), 2).values,
            unique: tf.unique(x!).values,
          }),
        });
        const { sorted } = await program.run({ x: Float32Array.of(1, 2, 3, 4) });
        return [...sorted!.data];
      } finally {
        await store.dispose();
      }
    };
    const done = await withFallback('onnx:cpu', attempt, { threads: 1 });
    expect(done.value).toEqual([6, 1]);
    expect(done.executor).not.toMatch(/^onnx/);
    expect(done.warnings.map((each) => words(each, 'en'))).toEqual([
      expect.stringMatching(/onnx:cpu .*kernel Unique has no ONNX translation/),
    ]);
  });
});
