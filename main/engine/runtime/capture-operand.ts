/**
 * Tensor during capture. Its elements may be known (a constant). Axes along which tfjs repeats elements (gradients of
 * means, `ones * dy`, masks broadcast over heads) are stored with length 1 until a kernel needs the copies; elementwise
 * kernels never do.
 */
import { invariant } from '../../../shared/assert.ts';
import { CaptureError } from './errors.ts';
import { type Graph, type Shape, sizeOf, type Value } from './graph.ts';

export type TensorType = 'float32' | 'int32' | 'bool';

/** Elements known during capture, in `storedShape`. */
export interface ConstantContent {
  readonly kind: 'constant';
  readonly values: Float32Array | Int32Array | Uint8Array;
  readonly storedShape: Shape;
}
/** Elements computed by the graph. */
interface SymbolContent {
  readonly kind: 'symbol';
  readonly value: Value;
}
export type Content = ConstantContent | SymbolContent;

/** Repeated constants with more elements are expanded by the graph, not stored in full. */
const SPREAD_LIMIT = 4096;

export class Operand {
  readonly graph: Graph;
  readonly shape: Shape;
  readonly dtype: TensorType;
  readonly content: Content;

  constructor(graph: Graph, shape: Shape, dtype: TensorType, content: Content) {
    this.graph = graph;
    this.shape = shape;
    this.dtype = dtype;
    this.content = content;
  }

  get rank(): number {
    return this.shape.length;
  }

  get storedShape(): Shape {
    return this.content.kind === 'constant' ? this.content.storedShape : this.content.value.shape;
  }

  /** Graph value as stored; broadcasts to `shape`. */
  get stored(): Value {
    if (this.content.kind === 'symbol') return this.content.value;
    return this.graph.constant(this.content.values, this.content.storedShape, this.dtype);
  }

  /** Graph value of `shape`. */
  get value(): Value {
    const repeats = sizeOf(this.storedShape) !== sizeOf(this.shape);
    if (this.content.kind === 'constant' && !(repeats && sizeOf(this.shape) > SPREAD_LIMIT))
      return this.graph.constant(this.elements(this.shape), this.shape, this.dtype);
    return this.graph.expand(this.stored, this.shape);
  }

  /** Element that fills a constant tensor; `undefined` for other tensors. */
  get uniform(): number | undefined {
    return this.content.kind === 'constant' && this.content.values.length === 1
      ? this.content.values[0]
      : undefined;
  }

  /** Whether one stored element, known or computed, fills the tensor. */
  get isSplat(): boolean {
    return sizeOf(this.storedShape) === 1;
  }

  /** Returns the elements of a constant, repeated to `shape`. */
  elements(shape: Shape): ConstantContent['values'] {
    invariant(this.content.kind === 'constant', 'capture: the elements of a computed tensor are not known');
    return spreadValues(this.content.values, this.content.storedShape, shape);
  }

  splatAs(shape: Shape): Operand {
    if (this.content.kind === 'constant')
      return new Operand(this.graph, shape, this.dtype, { ...this.content, storedShape: [] });
    const value = this.graph.reshape(this.content.value, []);
    return new Operand(this.graph, shape, this.dtype, { kind: 'symbol', value });
  }
}

const padOnes = (shape: Shape, count: number): number[] => [...Array<number>(count).fill(1), ...shape];

/** Repeats elements of shape `from` to `to`, to which `from` broadcasts. */
export function spreadValues(
  values: ConstantContent['values'],
  from: Shape,
  to: Shape,
): ConstantContent['values'] {
  if (sizeOf(from) === sizeOf(to)) return values;
  const source = padOnes(from, to.length - from.length);
  const strides = source.map((dim, axis) => (dim === 1 ? 0 : sizeOf(source.slice(axis + 1))));
  const index = to.map(() => 0);
  const elements = Array.from({ length: sizeOf(to) }, () => {
    const offset = index.reduce((sum, at, axis) => sum + at * strides[axis]!, 0);
    for (let axis = to.length - 1; axis >= 0; axis--) {
      index[axis] = index[axis]! + 1;
      if (index[axis]! < to[axis]!) break;
      index[axis] = 0;
    }
    return values[offset]!;
  });
  if (values instanceof Float32Array) return Float32Array.from(elements);
  return values instanceof Int32Array ? Int32Array.from(elements) : Uint8Array.from(elements);
}

/** Returns the element type. @throws CaptureError for types that a graph cannot hold */
export function tensorType(dtype: string): TensorType {
  if (dtype === 'float32' || dtype === 'int32' || dtype === 'bool') return dtype;
  throw new CaptureError(`tensors of type ${dtype} cannot be captured`);
}

/** Converts numbers to the array type of `dtype`, which tfjs's backends do not guarantee. */
export function elementsAs(dtype: TensorType, values: ArrayLike<number>): ConstantContent['values'] {
  switch (dtype) {
    case 'float32':
      return values instanceof Float32Array ? values : Float32Array.from(values);
    case 'int32':
      return values instanceof Int32Array ? values : Int32Array.from(values);
    case 'bool':
      return values instanceof Uint8Array ? values : Uint8Array.from(values);
  }
}
