import { words } from '../../../shared/messages/words.ts';
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
export async function openExecutor({ id, provider = 'cpu', threads = 0 }: ExecutorChoice): Promise<Executor> {
  try {
    if (id === 'onnx') {
      await tryProvider(provider);
      const settings = { provider, threads };
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
    if (sum !== 42) throw new AppError('internal', `21 + 21 came out as ${sum}`);
  } finally {
    await session.release();
  }
}

/** Plain words for common error messages of libraries. */
const PLAIN: readonly (readonly [said: RegExp, meant: string])[] = [
  [/WebGPU adapter|GPU adapter/i, 'no GPU adapter found: no GPU, or no driver (未找到 GPU 或其驱动程序)'],
  [
    /ExecutionProvider_Cuda.*shared library|libcud|libcublas/i,
    "onnxruntime's CUDA libraries are not installed (未安装 onnxruntime 的 CUDA 库)",
  ],
];

/** Returns the innermost cause in one line; Meridian's own messages in both languages. */
function reasonOf(error: unknown): string {
  if (error instanceof Error && error.cause instanceof Error) return reasonOf(error.cause);
  if (error instanceof AppError) return `${words(error.localized, 'en')} (${words(error.localized, 'zh')})`;
  const message = error instanceof Error ? error.message : String(error);
  return PLAIN.find(([said]) => said.test(message))?.[1] ?? message.split('\n')[0]!.trim();
}
