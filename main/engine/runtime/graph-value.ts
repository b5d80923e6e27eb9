import { type ElementType, elementBytes } from './onnx-model.ts';

export type Shape = readonly number[];

/** Tensor of a graph: name, static shape and element type. */
export interface Value {
  readonly name: string;
  readonly shape: Shape;
  readonly dtype: ElementType;
}

export const sizeOf = (shape: Shape): number => shape.reduce((product, dim) => product * dim, 1);
export const sameShape = (a: Shape, b: Shape): boolean =>
  a.length === b.length && a.every((dim, axis) => dim === b[axis]);
export const bytesOf = ({ shape, dtype }: Value): number => sizeOf(shape) * elementBytes(dtype);
