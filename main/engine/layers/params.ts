/**
 * Parameters by name. A model lists what it needs as `ParamSpec`s; whoever runs it creates, loads and saves
 * tensors under those names. Names are those of Hugging Face's PyTorch files. Inside, a linear layer's weight is
 * [in, out] and a convolution's [width, in, out]; files hold PyTorch's [out, in] and [out, in, width], and
 * `fileAxes` says how to turn one into the other. Embeddings and recurrent weights are the same in both.
 */
import type { Tensor } from '@tensorflow/tfjs-core';
import { invariant } from '../../../shared/assert.ts';
import type { Initialiser } from './initialisers.ts';

export interface ParamSpec {
  readonly name: string;
  readonly shape: readonly number[];
  readonly init: Initialiser;
  /** Whether weight decay applies: not to biases and LayerNorm. */
  readonly decay: boolean;
  /** Axis k of the tensor in the file is axis `fileAxes[k]` of the tensor inside; absent: the same. */
  readonly fileAxes?: readonly number[];
  /**
   * Names of the places along each axis, where these stand for labels; `undefined` for axes whose places mean the same in
   * every model of these sizes.
   */
  readonly labels?: readonly (readonly string[] | undefined)[];
}

/** A model's parameters, by full name. */
export type Params = Readonly<Record<string, Tensor>>;

/** The parameter of that name. Throws when it is absent. */
export function param(params: Params, name: string): Tensor {
  const tensor = params[name];
  invariant(tensor !== undefined, `parameter ${name} is missing`);
  return tensor;
}

/** Returns parameters whose last axis, or each, has a place for every label. */
export const labelled = (
  specs: readonly ParamSpec[],
  labels: readonly string[],
  axes: 'last' | 'each' = 'last',
): ParamSpec[] =>
  specs.map((spec) => ({
    ...spec,
    labels: spec.shape.map((_, axis) =>
      axes === 'each' || axis === spec.shape.length - 1 ? labels : undefined,
    ),
  }));

/** Number of elements of a shape. */
export const sizeOf = (shape: readonly number[]): number =>
  shape.reduce((product, size) => product * size, 1);

export const fileShape = ({ shape, fileAxes }: ParamSpec): readonly number[] =>
  fileAxes === undefined ? shape : fileAxes.map((axis) => shape[axis]!);

/** Values in the file's order to values in the order used inside. */
export function fromFile(spec: ParamSpec, values: Float32Array): Float32Array {
  checkSize(spec, values);
  if (spec.fileAxes === undefined) return values;
  const back = spec.fileAxes.map((_, axis) => spec.fileAxes!.indexOf(axis));
  return permute(values, fileShape(spec), back);
}

/** Values in the order used inside to values in the file's order. */
export function toFile(spec: ParamSpec, values: Float32Array): Float32Array {
  checkSize(spec, values);
  return spec.fileAxes === undefined ? values : permute(values, spec.shape, spec.fileAxes);
}

function checkSize({ name, shape }: ParamSpec, values: Float32Array): void {
  invariant(
    values.length === sizeOf(shape),
    `parameter ${name}: [${shape.join(', ')}] has ${sizeOf(shape)} values, got ${values.length}`,
  );
}

/** Axis k of the result is axis `axes[k]` of `values`. */
function permute(values: Float32Array, shape: readonly number[], axes: readonly number[]): Float32Array {
  const out = new Float32Array(values.length);
  const strides = shape.map((_, axis) => sizeOf(shape.slice(axis + 1)));
  const sizes = axes.map((axis) => shape[axis]!);
  const steps = axes.map((axis) => strides[axis]!);
  let at = 0;
  const walk = (axis: number, from: number): void => {
    const [size, step] = [sizes[axis]!, steps[axis]!];
    if (axis === axes.length - 1) for (let i = 0; i < size; i++) out[at++] = values[from + i * step]!;
    else for (let i = 0; i < size; i++) walk(axis + 1, from + i * step);
  };
  if (values.length > 0) walk(0, 0);
  return out;
}
