/** Substitutes another executor, with a warning, when one cannot run a model. */
import { type Message, message } from '../../../shared/messages/message.ts';
import type { AppError } from '../../../shared/result.ts';
import {
  CaptureError,
  ExecutorUnavailableError,
  isDeviceLost,
  isOutOfMemory,
  runtimeError,
  UnsupportedError,
} from './errors.ts';
import { formatExecutor, type Precision, parseExecutor } from './executor-name.ts';
import { openExecutor } from './executors.ts';
import type { Executor } from './program.ts';

export interface Attempted<T> {
  readonly value: T;
  /** Name of the executor used. */
  readonly executor: string;
  /** Reasons for the substitution; empty without one. */
  readonly warnings: Message[];
}

export interface FallbackOptions {
  readonly threads?: number;
  readonly precision?: Precision;
  readonly open?: typeof openExecutor;
}

/** Failures that another executor can avoid. */
type Failure = 'capture' | 'unsupported' | 'memory' | 'lost' | 'unavailable';

/**
 * Runs `attempt` on the executor `wanted`, or on the first of its `substitutes` that succeeds, which stays open; failed
 * ones are disposed of. `attempt` frees its resources when it throws.
 * @throws the error of the attempt when no executor can avoid it, otherwise the last failure
 */
export async function withFallback<T>(
  wanted: string,
  attempt: (executor: Executor) => Promise<T>,
  { threads = 0, precision, open = openExecutor }: FallbackOptions = {},
): Promise<Attempted<T>> {
  const first = formatExecutor(parseExecutor(wanted));
  const tried = new Set<string>();
  const failures: { readonly name: string; readonly error: AppError }[] = [];
  let candidates: readonly string[] = [first];
  for (;;) {
    const name = candidates.find((candidate) => !tried.has(candidate));
    if (name === undefined) throw failures.at(-1)!.error;
    tried.add(name);
    try {
      const value = await attemptOn(() => open({ ...parseExecutor(name), threads, precision }), attempt);
      return { value, executor: name, warnings: failures.map((failed) => warning(failed, name)) };
    } catch (thrown) {
      const failure = failureOf(thrown);
      if (failure === undefined) throw thrown;
      if (failure === 'unavailable' && name !== first) continue; // no warning about a substitute that is not installed
      failures.push({ name, error: runtimeError(`working on ${name}`, thrown) });
      candidates = substitutes(name, failure);
    }
  }
}

async function attemptOn<T>(
  open: () => Promise<Executor>,
  attempt: (executor: Executor) => Promise<T>,
): Promise<T> {
  const executor = await open();
  try {
    return await attempt(executor);
  } catch (error) {
    // errors of clearing up must not hide the cause
    await executor.dispose().catch(() => undefined);
    throw error;
  }
}

function failureOf(error: unknown): Failure | undefined {
  if (error instanceof CaptureError) return 'capture';
  if (error instanceof ExecutorUnavailableError) return 'unavailable';
  if (error instanceof UnsupportedError) return 'unsupported';
  if (isOutOfMemory(error)) return 'memory';
  if (isDeviceLost(error)) return 'lost';
  return undefined;
}

const PROCESSOR = ['onnx:cpu', 'wasm', 'cpu'];

/**
 * Returns substitutes of an executor, best first. A graph that cannot be captured needs an eager executor, but not tfjs's
 * WebGPU after onnxruntime's, since two instances crash some drivers. A model too large for a GPU may fit into main
 * memory, of which wasm addresses 4 GB; nothing helps when memory is too small for `onnx:cpu`.
 */
export function substitutes(name: string, failure: Failure): readonly string[] {
  switch (failure) {
    case 'capture':
      return name === 'onnx:webgpu' || name === 'onnx:cpu'
        ? ['tensorflow', 'wasm', 'cpu']
        : ['tensorflow', 'webgpu', 'wasm', 'cpu'];
    case 'memory':
      return name === 'onnx:cpu' || name === 'cpu' ? [] : ['onnx:cpu', 'cpu'];
    case 'unsupported':
    case 'lost':
    case 'unavailable':
      return PROCESSOR;
  }
}

const warning = ({ name, error }: { name: string; error: AppError }, instead: string): Message =>
  message('executors.fell-back', { name, instead, problem: error.localized });
