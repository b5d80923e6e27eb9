/**
 * A tensor during capture. It may be known already (a constant) and may be stored smaller than it is: what tfjs repeats
 * along an axis (gradients of means, `ones * dy`, masks broadcast over heads) keeps length 1 there until some kernel
 * needs the copies, as elementwise ones never do.
 */
import { invariant } from '../../../shared/assert.ts';
import { CaptureError } from './errors.ts';
import { type Graph, type Shape, sizeOf, type Value } from './graph.ts';

export type TensorType = 'float32' | 'int32' | 'bool';

/** Elements that are known while capturing, in `storedShape`. */
export interface ConstantContent {
  readonly kind: 'constant';
  readonly values: Float32Array | Int32Array | Uint8Array;
  readonly storedShape: Shape;
}
/** Elements that the graph will compute. */
interface SymbolContent {
  readonly kind: 'symbol';
  readonly value: Value;
}
export type Content = ConstantContent | SymbolContent;

/** Constants above this many elements are not spread out into the model; the graph repeats them. */
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

  /** The graph value as stored: broadcasts to `shape`. */
  get stored(): Value {
    if (this.content.kind === 'symbol') return this.content.value;
    return this.graph.constant(this.content.values, this.content.storedShape, this.dtype);
  }

  /** The graph value in full. */
  get value(): Value {
    const repeats = sizeOf(this.storedShape) !== sizeOf(this.shape);
    if (this.content.kind === 'constant' && !(repeats && sizeOf(this.shape) > SPREAD_LIMIT)) {
      return this.graph.constant(this.elements(this.shape), this.shape, this.dtype);
    }
    return this.graph.expand(this.stored, this.shape);
  }

  /** The single element that fills a known tensor, undefined for others. */
  get uniform(): number | undefined {
    return this.content.kind === 'constant' && this.content.values.length === 1
      ? this.content.values[0]
      : undefined;
  }

  /** True when one stored element fills the tensor, known or not. */
  get isSplat(): boolean {
    return sizeOf(this.storedShape) === 1;
  }

  /** The elements of a constant, repeated up to `shape`. */
  elements(shape: Shape): ConstantContent['values'] {
    invariant(this.content.kind === 'constant', 'capture: the elements of a computed tensor are not known');
    return spreadValues(this.content.values, this.content.storedShape, shape);
  }

  /** The same single element under another shape; only for splats. */
  splatAs(shape: Shape): Operand {
    if (this.content.kind === 'constant') {
      return new Operand(this.graph, shape, this.dtype, { ...this.content, storedShape: [] });
    }
    const value = this.graph.reshape(this.content.value, []);
    return new Operand(this.graph, shape, this.dtype, { kind: 'symbol', value });
  }
}

const padOnes = (shape: Shape, count: number): number[] => [...Array<number>(count).fill(1), ...shape];

/** The elements of a tensor stored as `from` and read as `to`, which `from` broadcasts to. */
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

/** tfjs element types that a graph can hold. */
export function tensorType(dtype: string): TensorType {
  if (dtype === 'float32' || dtype === 'int32' || dtype === 'bool') return dtype;
  throw new CaptureError(`tensors of type ${dtype} cannot be captured`);
}

/** Numbers in the array type of their element type; tfjs's backends are careless about it. */
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
