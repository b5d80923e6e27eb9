import { type Message, message, type PlainId, plainText } from '../../../shared/messages/message.ts';
import { AppError } from '../../../shared/result.ts';
import { startBackend } from './eager-backends.ts';
import { EagerStore } from './eager-store.ts';
import { ExecutorUnavailableError } from './errors.ts';
import {
  type EagerBackend,
  type ExecutorChoice,
  formatExecutor,
  type OnnxProvider,
} from './executor-name.ts';
import { Graph } from './graph.ts';
import { loadOnnxRuntime, openSession, tensorOver } from './onnx-session.ts';
import { OnnxStore } from './onnx-store.ts';
import type { Executor } from './program.ts';

/** @throws ExecutorUnavailableError with the reason when it does not work here */
export async function openExecutor({
  id,
  provider = 'cpu',
  threads = 0,
  precision,
}: ExecutorChoice): Promise<Executor> {
  try {
    if (id === 'onnx') {
      await tryProvider(provider);
      const settings = { provider, threads, ...(provider === 'cpu' && { precision }) };
      return {
        id,
        provider,
        createStore: (specs) => new OnnxStore(specs, settings),
        dispose: async () => undefined,
      };
    }
    await startBackend(id);
  } catch (error) {
    throw new ExecutorUnavailableError(formatExecutor({ id, provider }), reasonOf(error), error);
  }
  return eagerExecutor(id);
}

const eagerExecutor = (id: EagerBackend): Executor => ({
  id,
  provider: id,
  createStore: (specs) => new EagerStore(specs, id),
  dispose: async () => undefined,
});

/** Runs one addition, which fails when a driver or library is missing. */
async function tryProvider(provider: OnnxProvider): Promise<void> {
  const { listSupportedBackends } = await loadOnnxRuntime();
  // onnxruntime ignores unknown providers
  if (!listSupportedBackends().some(({ name }) => name === provider)) {
    throw new AppError('engine-down', 'executors.no-provider', { provider, platform: process.platform });
  }
  const graph = new Graph();
  const x = graph.input('x', [1], 'float32');
  const { model, outputNames } = graph.toModel([graph.binary('Add', x, x)]);
  const session = await openSession(model, { provider, threads: 1 });
  try {
    const results = await session.run({ x: tensorOver(Float32Array.of(21), [1], 'float32') });
    const [sum] = (await results[outputNames[0]!]!.getData()) as Float32Array; // safe: declared float32
    if (sum !== 42) throw new AppError('internal', plainText(`21 + 21 came out as ${sum}`));
  } finally {
    await session.release();
  }
}

/** Plain words for common error messages of libraries. */
const PLAIN: readonly (readonly [said: RegExp, meant: PlainId])[] = [
  [/WebGPU adapter|GPU adapter/i, 'executors.no-gpu-adapter'],
  [/ExecutionProvider_Cuda.*shared library|libcud|libcublas/i, 'executors.no-cuda'],
];

/** Returns the innermost cause in one line. */
function reasonOf(error: unknown): Message {
  if (error instanceof Error && error.cause instanceof Error) return reasonOf(error.cause);
  if (error instanceof AppError) return error.localized;
  const text = error instanceof Error ? error.message : String(error);
  const known = PLAIN.find(([said]) => said.test(text))?.[1];
  return known === undefined ? plainText(text.split('\n')[0]!.trim()) : message(known);
}
