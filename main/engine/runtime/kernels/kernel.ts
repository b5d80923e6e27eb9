/** What a kernel translation is: a tfjs kernel call in, recorded nodes out. */
import type { NamedAttrMap } from '@tensorflow/tfjs-core';
import { Operand, type TensorType } from '../capture-operand.ts';
import type { Graph, Shape, Value } from '../graph.ts';

export type KernelInputs = Readonly<Record<string, Operand>>;

/** A kernel call with attributes as tfjs passes them. */
export interface RawCall {
  readonly name: string;
  readonly graph: Graph;
  readonly inputs: KernelInputs;
  readonly attrs: NamedAttrMap;
}
export interface KernelCall<A> {
  readonly graph: Graph;
  readonly inputs: KernelInputs;
  readonly attrs: A;
}
export type Kernel = (call: RawCall) => Operand | Operand[];
export type KernelTable = Readonly<Record<string, Kernel>>;

/** A translation whose attributes have the type that tfjs declares for the kernel. */
export function kernel<A>(translate: (call: KernelCall<A>) => Operand | Operand[]): Kernel {
  return ({ graph, inputs, attrs }) => translate({ graph, inputs, attrs: attrs as A }); // safe: tfjs's own attributes
}

/** A kernel result that the graph computes. `shape` may repeat the value along axes (see Operand). */
export function result(graph: Graph, value: Value, dtype: TensorType, shape: Shape = value.shape): Operand {
  return new Operand(graph, shape, dtype, { kind: 'symbol', value });
}

/** A tensor filled with one known number. */
export function filled(graph: Graph, shape: Shape, dtype: TensorType, value: number): Operand {
  const values =
    dtype === 'float32'
      ? Float32Array.of(value)
      : dtype === 'int32'
        ? Int32Array.of(value)
        : Uint8Array.of(value);
  return new Operand(graph, shape, dtype, { kind: 'constant', values, storedShape: [] });
}

/** The named input, which tfjs always passes for this kernel. */
export function input(inputs: KernelInputs, name: string): Operand {
  const operand = inputs[name];
  if (!operand) throw new Error(`input ${name} is missing`);
  return operand;
}

/** Inputs of kernels that take a list. */
export const inputList = (inputs: KernelInputs): Operand[] => Object.values(inputs);
