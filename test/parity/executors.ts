/** Lists the executors of the reference computations. An executor added here is checked on every file. */
import { env } from '@tensorflow/tfjs-core';
import type { Tensors } from '../../main/engine/models/model.ts';
import { parseExecutor } from '../../main/engine/runtime/executor-name.ts';
import { openExecutor } from '../../main/engine/runtime/executors.ts';
import type { ElementArray, Executor } from '../../main/engine/runtime/program.ts';
import type { NamedArray, NamedArrays } from './arrays.ts';

/** Operation by operation on tfjs backends, and recorded as one ONNX graph. */
export const CHOICES = ['cpu', 'wasm', 'onnx:cpu', 'webgpu', 'onnx:webgpu'] as const;
export type Choice = (typeof CHOICES)[number];

/** The variable that tells a test process which one it is for: two WebGPU implementations cannot share a process. */
export const PARITY_EXECUTOR = 'PARITY_EXECUTOR';

export const needsGpu = (name: Choice): boolean => name.endsWith('webgpu');

export interface ParityExecutor {
  readonly name: string;
  open(): Promise<Executor>;
}

export function parityExecutor(name: string): ParityExecutor {
  return {
    name,
    open: async () => {
      const executor = await openExecutor({ ...parseExecutor(name), threads: 1 });
      // otherwise tfjs computes what is this small on the processor
      if (name === 'webgpu') env().set('WEBGPU_CPU_FORWARD', false);
      return executor;
    },
  };
}

/** Tensors of tensors, fixed shapes; gradients are taken inside. */
type Build = (params: Tensors, inputs: Tensors) => Tensors;

export interface Computation {
  /** float32 */
  readonly params: NamedArrays;
  readonly inputs: NamedArrays;
  readonly build: Build;
}

/** Runs a computation once. */
export async function compute(
  { open }: ParityExecutor,
  { params, inputs, build }: Computation,
): Promise<Record<string, Float32Array>> {
  const executor = await open();
  const store = executor.createStore(namesAndShapes(params));
  try {
    await store.write(
      Object.fromEntries(Object.entries(params).map(([name, { data }]) => [name, Float32Array.from(data)])),
    );
    const program = await store.compile({ inputs: namesAndShapes(inputs), build });
    const results = await program.run(feeds(inputs));
    return Object.fromEntries(
      Object.entries(results).map(([name, { data }]) => [name, Float32Array.from(data)]),
    );
  } finally {
    await store.dispose();
    await executor.dispose();
  }
}

export function namesAndShapes(arrays: NamedArrays) {
  return Object.entries(arrays).map(([name, { shape, dtype = 'float32' }]) => ({ name, shape, dtype }));
}

export function feeds(arrays: NamedArrays): Record<string, ElementArray> {
  return Object.fromEntries(Object.entries(arrays).map(([name, array]) => [name, elements(array)]));
}

function elements({ data, dtype }: NamedArray): ElementArray {
  return dtype === 'int32' ? Int32Array.from(data) : Float32Array.from(data);
}
