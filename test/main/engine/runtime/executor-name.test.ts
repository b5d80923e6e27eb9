import { describe, expect, it } from 'vitest';
import {
  EAGER_BACKENDS,
  formatExecutor,
  ONNX_PROVIDERS,
  parseExecutor,
} from '../../../../main/engine/runtime/executor-name.ts';
import { NerSettings } from '../../../../shared/domain/training.ts';
import { saying } from '../../../helpers/words.ts';

const NAMES = [...ONNX_PROVIDERS.map((provider) => `onnx:${provider}`), ...EAGER_BACKENDS];

describe('names of executors', () => {
  it.each(NAMES)('%s is read and written', (name) => {
    expect(formatExecutor(parseExecutor(name))).toBe(name);
    expect(NerSettings.parse({ task: 'ner', executor: name }).executor).toBe(name);
  });

  it('onnx alone runs on the processor', () => {
    expect(parseExecutor('onnx')).toEqual({ id: 'onnx', provider: 'cpu' });
    expect(formatExecutor({ id: 'onnx' })).toBe('onnx:cpu');
  });

  it.each(['', 'auto', 'onnx:', 'onnx:tpu', 'onnx:cpu:1', 'cpu:cpu', 'webgpu:cpu', 'toString', 'ONNX'])(
    '%j is refused',
    (name) => {
      expect(() => parseExecutor(name)).toThrow(
        expect.objectContaining({ code: 'bad-request', hint: saying('onnx:cpu') }),
      );
    },
  );
});
