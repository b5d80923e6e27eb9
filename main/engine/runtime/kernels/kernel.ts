/** Translation of tfjs kernel calls to recorded nodes. */
import type { NamedAttrMap } from '@tensorflow/tfjs-core';
import { Operand, type TensorType } from '../capture-operand.ts';
import type { Graph, Shape, Value } from '../graph.ts';

export type KernelInputs = Readonly<Record<string, Operand>>;

/** Kernel call with attributes as passed by tfjs. */
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

/** Types the attributes of a translation as tfjs declares them. */
export function kernel<A>(translate: (call: KernelCall<A>) => Operand | Operand[]): Kernel {
  return ({ graph, inputs, attrs }) => translate({ graph, inputs, attrs: attrs as A }); // safe: tfjs's own attributes
}

/** Returns a computed result. `shape` may repeat the value along axes (see Operand). */
export const result = (graph: Graph, value: Value, dtype: TensorType, shape: Shape = value.shape): Operand =>
  new Operand(graph, shape, dtype, { kind: 'symbol', value });

/** Returns a tensor filled with one constant. */
export function filled(graph: Graph, shape: Shape, dtype: TensorType, value: number): Operand {
  const values =
    dtype === 'float32'
      ? Float32Array.of(value)
      : dtype === 'int32'
        ? Int32Array.of(value)
        : Uint8Array.of(value);
  return new Operand(graph, shape, dtype, { kind: 'constant', values, storedShape: [] });
}

/** Returns an input that tfjs always passes for the kernel. */
export function input(inputs: KernelInputs, name: string): Operand {
  const operand = inputs[name];
  if (!operand) throw new Error(`input ${name} is missing`);
  return operand;
}

export const inputList = (inputs: KernelInputs): Operand[] => Object.values(inputs);
