/** Which executor takes over when one cannot run a model. Never silently: each change comes with a warning. */
import type { AppError } from '../../../shared/result.ts';
import {
  CaptureError,
  ExecutorUnavailableError,
  isDeviceLost,
  isOutOfMemory,
  runtimeError,
  UnsupportedError,
} from './errors.ts';
import { formatExecutor, parseExecutor } from './executor-name.ts';
import { openExecutor } from './executors.ts';
import type { Executor } from './program.ts';

export interface Attempted<T> {
  readonly value: T;
  /** Name of the executor that it was done on. */
  readonly executor: string;
  /** Why it is not the one that was wanted; empty when it is. */
  readonly warnings: string[];
}

export interface FallbackOptions {
  /** Threads of onnxruntime. */
  readonly threads?: number;
  readonly open?: typeof openExecutor;
}

/** What another executor can help with. */
type Failure = 'capture' | 'unsupported' | 'memory' | 'lost' | 'unavailable';

/**
 * Does `attempt` on the executor `wanted`, or on the next one that is able to: see `substitutes`. The executor that
 * succeeded stays open; those that failed are disposed of. `attempt` frees what it made when it throws.
 * @throws what the attempt threw when no executor can help with it, or the last failure
 */
export async function withFallback<T>(
  wanted: string,
  attempt: (executor: Executor) => Promise<T>,
  { threads = 0, open = openExecutor }: FallbackOptions = {},
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
      const value = await attemptOn(() => open({ ...parseExecutor(name), threads }), attempt);
      return { value, executor: name, warnings: failures.map((failed) => warning(failed, name)) };
    } catch (thrown) {
      const failure = failureOf(thrown);
      if (failure === undefined) throw thrown;
      if (failure === 'unavailable' && name !== first) continue; // a substitute that is not installed is no news
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
    // what went wrong matters more than what goes wrong while clearing up after it
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
 * What may stand in for an executor, best first. A graph that cannot be captured needs an eager executor; after
 * onnxruntime's WebGPU that is not tfjs's, for two of them bring some drivers down. What a GPU has no room for, main
 * memory may hold, and wasm has but 4 GB of it; what onnxruntime has no room for on the processor, nothing here has.
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

const warning = ({ name, error }: { name: string; error: AppError }, instead: string): string =>
  `${name} could not be used, ${instead} takes its place: ${error.message} (${name} 无法使用，改用 ${instead})`;
