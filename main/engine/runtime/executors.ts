/** What can run models here, and opening one of them. */
import { AppError } from '../../../shared/result.ts';
import { startBackend } from './eager-backends.ts';
import { EagerStore } from './eager-store.ts';
import { ExecutorUnavailableError } from './errors.ts';
import {
  EAGER_BACKENDS,
  type EagerBackend,
  type ExecutorChoice,
  type ExecutorId,
  formatExecutor,
  ONNX_PROVIDERS,
  type OnnxProvider,
} from './executor-name.ts';
import { Graph } from './graph.ts';
import { loadOnnxRuntime, openSession, tensorOver } from './onnx-session.ts';
import { OnnxStore } from './onnx-store.ts';
import type { Executor } from './program.ts';

export interface ExecutorStatus {
  readonly id: ExecutorId;
  readonly provider: string;
  readonly available: boolean;
  /** Why it is not available. */
  readonly reason?: string;
}

/** @throws AppError when it is not available, with the reason. */
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

/** Runs one addition: drivers and libraries that are missing show at the latest then. */
async function tryProvider(provider: OnnxProvider): Promise<void> {
  await loadOnnxRuntime();
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

/** Every executor that this build knows, and whether it works here. */
export async function probeExecutors(): Promise<ExecutorStatus[]> {
  const statuses: ExecutorStatus[] = [];
  for (const provider of await builtProviders()) statuses.push(await probe({ id: 'onnx', provider }));
  for (const id of EAGER_BACKENDS) statuses.push(await probe({ id }));
  return statuses;
}

/** The providers that onnxruntime was built with on this platform. */
async function builtProviders(): Promise<OnnxProvider[]> {
  try {
    const { listSupportedBackends } = await loadOnnxRuntime();
    const built = new Set(listSupportedBackends().map(({ name }) => name));
    return ONNX_PROVIDERS.filter((provider) => built.has(provider));
  } catch {
    return ['cpu']; // the probe will say why the library does not load
  }
}

async function probe(choice: ExecutorChoice): Promise<ExecutorStatus> {
  const { id } = choice;
  const provider = choice.provider ?? id;
  try {
    const executor = await openExecutor(choice);
    await executor.dispose();
    return { id, provider, available: true };
  } catch (error) {
    return { id, provider, available: false, reason: reasonOf(error) };
  }
}

/** The innermost cause in one line. */
function reasonOf(error: unknown): string {
  if (error instanceof Error && error.cause instanceof Error) return reasonOf(error.cause);
  const message = error instanceof Error ? error.message : String(error);
  return message.split('\n')[0]!.trim();
}
