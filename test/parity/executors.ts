/** Where the reference computations are run. Add an executor here and every file is checked on it. */

import type { Tensors } from '../../main/engine/models/model.ts';
import type { ExecutorChoice } from '../../main/engine/runtime/executor-name.ts';
import { openExecutor } from '../../main/engine/runtime/executors.ts';
import type { ElementArray, Executor } from '../../main/engine/runtime/program.ts';
import { compile, createParameters } from '../../main/engine/runtime/program.ts';
import type { NamedArray, NamedArrays } from './arrays.ts';

/** tfjs backends, operation by operation; and the computation recorded as one ONNX graph. */
const CHOICES: readonly ExecutorChoice[] = [
  { id: 'cpu' },
  { id: 'wasm' },
  { id: 'onnx', provider: 'cpu', threads: 1 },
];

export interface ParityExecutor {
  readonly id: string;
  open(): Promise<Executor>;
}

export const PARITY_EXECUTORS: readonly ParityExecutor[] = CHOICES.map((choice) => ({
  id: choice.provider === undefined ? choice.id : `${choice.id} ${choice.provider}`,
  open: () => openExecutor(choice),
}));

/** Tensors of tensors, fixed shapes; gradients are taken inside. */
export type Build = (params: Tensors, inputs: Tensors) => Tensors;

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
  const store = createParameters(executor, namesAndShapes(params));
  try {
    await store.write(
      Object.fromEntries(Object.entries(params).map(([name, { data }]) => [name, Float32Array.from(data)])),
    );
    const program = await compile(store, { inputs: namesAndShapes(inputs), build });
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
