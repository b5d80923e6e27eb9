/** Operators with shape rules over a recorded graph, for kernels and fused ops. */
import { invariant } from '../../../shared/assert.ts';
import { type Attributes, type ElementType, GraphCore, type NodeOptions } from './graph-core.ts';
import { type Shape, sameShape, sizeOf, type Value } from './graph-value.ts';
import { ELEMENT_TYPE } from './onnx-model.ts';
import { quantizeColumns, SHIFT, shifted, transposed } from './quantize.ts';

export type {
  Attributes,
  ElementType,
  GraphOptions,
  ModelOptions,
  NodeOptions,
} from './graph-core.ts';
export { type Shape, sameShape, sizeOf, type Value } from './graph-value.ts';

/** Broadcasts two shapes as NumPy does. */
export function broadcast(a: Shape, b: Shape): number[] {
  const rank = Math.max(a.length, b.length);
  return Array.from({ length: rank }, (_, axis) => {
    const x = a[a.length - rank + axis] ?? 1;
    const y = b[b.length - rank + axis] ?? 1;
    invariant(x === y || x === 1 || y === 1, `shapes [${a}] and [${b}] do not broadcast`);
    return x === 1 ? y : x;
  });
}

/** Resolves an axis; negative ones count from the end. */
export const axisOf = (axis: number, rank: number): number => (axis < 0 ? axis + rank : axis);

export const reducedShape = (shape: Shape, axes: readonly number[], keepDims: boolean): number[] =>
  keepDims
    ? shape.map((dim, axis) => (axes.includes(axis) ? 1 : dim))
    : shape.filter((_, axis) => !axes.includes(axis));

/** Smaller matrices gain nothing from int8. */
const QUANTIZED_SIZE = 4096;

const COMPARISONS = new Set([
  'Greater',
  'GreaterOrEqual',
  'Less',
  'LessOrEqual',
  'Equal',
  'And',
  'Or',
  'Xor',
]);

export interface MatMulOptions {
  readonly transposeA?: boolean;
  readonly transposeB?: boolean;
  /** Factor on the product; default 1. */
  readonly alpha?: number;
  /** Added to the product: [N]; two-dimensional products only. */
  readonly bias?: Value;
}

export interface Scan {
  /** Initial values carried from step to step. */
  readonly state: readonly Value[];
  /** [T, ...]: one slice a step. */
  readonly scanned: readonly Value[];
  /** Steps from the last slice to the first; outputs keep the order of the inputs. */
  readonly reverse?: boolean;
}

export class Graph extends GraphCore {
  /** Adds an operator with one output. */
  op(
    op: string,
    inputs: readonly (Value | undefined)[],
    shape: Shape,
    dtype: ElementType,
    options?: NodeOptions,
  ): Value {
    return this.node(op, inputs, [{ shape, dtype }], options)[0]!;
  }

  /** Adds an elementwise operator that keeps shape and type. */
  unary(op: string, x: Value, options?: NodeOptions): Value {
    return this.op(op, [x], x.shape, x.dtype, options);
  }

  /** Adds an elementwise operator with broadcasting; comparisons and logic return bool. */
  binary(op: string, a: Value, b: Value, options?: NodeOptions): Value {
    const dtype = COMPARISONS.has(op) ? 'bool' : a.dtype;
    return this.op(op, [a, b], broadcast(a.shape, b.shape), dtype, options);
  }

  /** Adds x ∘ scalar, with the scalar in x's type. */
  withScalar(op: string, x: Value, value: number): Value {
    return this.binary(op, x, this.scalarLike(x, value));
  }

  /** Adds a scalar constant of x's type. */
  scalarLike({ dtype }: { dtype: ElementType }, value: number): Value {
    switch (dtype) {
      case 'float32':
        return this.scalar(value);
      case 'float64':
        return this.constant(Float64Array.of(value), [], 'float64');
      case 'int32':
        return this.constant(Int32Array.of(value), [], 'int32');
      case 'int64':
        return this.constant(BigInt64Array.of(BigInt(value)), [], 'int64');
      default:
        return this.constant(Uint8Array.of(value), [], dtype);
    }
  }

  where(condition: Value, a: Value, b: Value): Value {
    return this.op(
      'Where',
      [condition, a, b],
      broadcast(condition.shape, broadcast(a.shape, b.shape)),
      a.dtype,
    );
  }

  cast(x: Value, dtype: ElementType): Value {
    if (x.dtype === dtype) return x;
    return this.op('Cast', [x], x.shape, dtype, { attributes: { to: { int: ELEMENT_TYPE[dtype] } } });
  }

  /** Adds `ReduceSum`, `ReduceMean`, `ReduceMax` … over axes ≥ 0. */
  reduce(op: string, x: Value, axes: readonly number[], keepDims = false): Value {
    if (axes.length === 0) return x;
    const attributes: Attributes = { keepdims: { int: keepDims ? 1 : 0 } };
    return this.op(op, [x, this.int64(axes)], reducedShape(x.shape, axes, keepDims), x.dtype, { attributes });
  }

  reshape(x: Value, shape: Shape): Value {
    const source = this.sourceOf(x, 'Reshape') ?? x;
    if (sameShape(source.shape, shape)) return source;
    invariant(sizeOf(source.shape) === sizeOf(shape), `reshape: [${x.shape}] cannot become [${shape}]`);
    return this.op('Reshape', [source, this.int64(shape)], shape, x.dtype);
  }

  transpose(x: Value, perm: readonly number[]): Value {
    const before = this.transposeOf(x);
    if (before)
      return this.transpose(
        before.source,
        perm.map((axis) => before.perm[axis]!),
      );
    if (perm.every((axis, index) => axis === index)) return x;
    const shape = perm.map((axis) => x.shape[axis]!);
    // moving axes of length 1 is a reshape
    const moved = perm.filter((axis) => x.shape[axis] !== 1);
    if (moved.every((axis, index) => index === 0 || moved[index - 1]! < axis)) return this.reshape(x, shape);
    return this.op('Transpose', [x], shape, x.dtype, { attributes: { perm: { ints: perm } } });
  }

  /** Repeats along axes of length 1 until `shape` is reached. */
  expand(x: Value, shape: Shape): Value {
    return sameShape(x.shape, shape) ? x : this.op('Expand', [x, this.int64(shape)], shape, x.dtype);
  }

  /** Takes elements begin … begin + size − 1 of every axis. */
  slice(x: Value, begin: readonly number[], size: readonly number[]): Value {
    const axes = x.shape.flatMap((dim, axis) => (begin[axis] === 0 && size[axis] === dim ? [] : [axis]));
    if (axes.length === 0) return x;
    const starts = axes.map((axis) => begin[axis]!);
    const ends = axes.map((axis) => begin[axis]! + size[axis]!);
    return this.op('Slice', [x, this.int64(starts), this.int64(ends), this.int64(axes)], size, x.dtype);
  }

  concat(values: readonly Value[], axis: number): Value {
    const [first, ...others] = values;
    invariant(first, 'concat: nothing to concatenate');
    if (others.length === 0) return first;
    const length = values.reduce((total, { shape }) => total + shape[axis]!, 0);
    const shape = first.shape.map((dim, index) => (index === axis ? length : dim));
    return this.op('Concat', values, shape, first.dtype, { attributes: { axis: { int: axis } } });
  }

  split(x: Value, sizes: readonly number[], axis: number): Value[] {
    if (sizes.length === 1) return [x];
    const outputs = sizes.map((size) => ({
      shape: x.shape.map((dim, index) => (index === axis ? size : dim)),
      dtype: x.dtype,
    }));
    return this.node('Split', [x, this.int64(sizes)], outputs, { attributes: { axis: { int: axis } } });
  }

  gather(x: Value, indices: Value, axis: number): Value {
    const shape = [...x.shape.slice(0, axis), ...indices.shape, ...x.shape.slice(axis + 1)];
    return this.op('Gather', [x, indices], shape, x.dtype, { attributes: { axis: { int: axis } } });
  }

  /** alpha · op(a) · op(b) (+ bias), batched over leading axes with broadcasting. */
  matMul(
    a: Value,
    b: Value,
    { transposeA = false, transposeB = false, alpha = 1, bias }: MatMulOptions = {},
  ): Value {
    const rows = a.shape.at(transposeA ? -1 : -2)!;
    const inner = a.shape.at(transposeA ? -2 : -1)!;
    const columns = b.shape.at(transposeB ? -2 : -1)!;
    invariant(
      b.shape.at(transposeB ? -1 : -2) === inner,
      `matMul: [${a.shape}]${transposeA ? 'ᵀ' : ''} · [${b.shape}]${transposeB ? 'ᵀ' : ''}: inner sizes differ`,
    );
    const lead = broadcast(a.shape.slice(0, -2), b.shape.slice(0, -2));
    const shape = [...lead, rows, columns];
    const bMatrix = b.shape.slice(0, -2).every((dim) => dim === 1);
    if (bMatrix && (!transposeA || sizeOf(lead) === 1)) {
      // one product of two matrices, with the rows of all batches stacked
      const left = this.reshape(a, transposeA ? [inner, rows] : [sizeOf(lead) * rows, inner]);
      const right = this.reshape(b, b.shape.slice(-2));
      return this.reshape(this.matrixProduct(left, right, transposeA, transposeB, alpha, bias), shape);
    }
    invariant(!bias, 'matMul: a bias needs a two-dimensional product');
    if (!transposeA && !transposeB && alpha === 1) return this.op('MatMul', [a, b], shape, a.dtype);
    const attributes: Attributes = {
      transA: { int: Number(transposeA) },
      transB: { int: Number(transposeB) },
      alpha: { float: alpha },
    };
    return this.op('FusedMatMul', [a, b], shape, a.dtype, { attributes, domain: 'com.microsoft' });
  }

  protected matrixProduct(
    a: Value,
    b: Value,
    transA: boolean,
    transB: boolean,
    alpha: number,
    bias?: Value,
  ): Value {
    const shape = [a.shape[transA ? 1 : 0]!, b.shape[transB ? 0 : 1]!];
    const weight = this.options.int8 && !transA && alpha === 1 ? this.constantOf(b) : undefined;
    if (weight instanceof Float32Array && weight.length >= QUANTIZED_SIZE)
      return this.quantizedProduct(a, b, weight, transB, bias);
    // plain products stay MatMul, which onnxruntime fuses with a following bias
    if (!transA && !transB && alpha === 1 && !bias) return this.op('MatMul', [a, b], shape, a.dtype);
    const attributes: Attributes = {
      transA: { int: Number(transA) },
      transB: { int: Number(transB) },
      alpha: { float: alpha },
    };
    return this.op('Gemm', bias ? [a, b, bias] : [a, b], shape, a.dtype, { attributes });
  }

  /** a · op(b) with eight-bit weights; a is quantised to uint8 while the product runs. */
  private quantizedProduct(a: Value, b: Value, weight: Float32Array, transB: boolean, bias?: Value): Value {
    const [rows = 0, columns = 0] = transB ? b.shape.toReversed() : b.shape;
    const { codes, scales, zeros } = this.eightBits(weight, [rows, columns], transB);
    const operands = [a, codes, scales, zeros, bias];
    const shape = [a.shape[0]!, columns];
    return this.op('DynamicQuantizeMatMul', operands, shape, 'float32', { domain: 'com.microsoft' });
  }

  /**
   * Adds a weight [..., rows, columns] in eight bits, with a scale and the code of 0 for each column: [..., columns].
   * @param turned the weight is given as [columns, rows]
   */
  eightBits(
    weight: Float32Array,
    shape: readonly [...lead: number[], rows: number, columns: number],
    turned: boolean,
  ): { readonly codes: Value; readonly scales: Value; readonly zeros: Value } {
    const [rows = 0, columns = 0] = shape.slice(-2);
    const { values, scales } = quantizeColumns(
      turned ? transposed(weight, columns, rows) : weight,
      rows,
      columns,
    );
    const ofColumns = [...shape.slice(0, -2), columns];
    const isSigned = this.options.int8 === 'signed';
    const type = isSigned ? 'int8' : 'uint8';
    const zeros = isSigned ? new Int8Array(columns) : new Uint8Array(columns).fill(SHIFT);
    return {
      codes: this.constant(isSigned ? values : shifted(values), shape, type),
      scales: this.constant(scales, ofColumns, 'float32'),
      zeros: this.constant(zeros, ofColumns, type),
    };
  }

  /**
   * Adds an ONNX `Scan`: `body` computes one step from the carried state and the current slices, and may use values of
   * this graph. Returns the final state, and the outputs of all steps stacked along a leading time axis.
   */
  scan(
    { state, scanned, reverse = false }: Scan,
    body: (graph: Graph, state: Value[], step: Value[]) => { state: Value[]; outputs: Value[] },
  ): { state: Value[]; outputs: Value[] } {
    const steps = scanned[0]?.shape[0];
    invariant(steps !== undefined, 'scan: needs at least one scanned input');
    const inner = new Graph(this.options, this);
    const stateIn = state.map(({ shape, dtype }) => inner.input(this.freshName('state'), shape, dtype));
    const sliceIn = scanned.map(({ shape, dtype }) =>
      inner.input(this.freshName('step'), shape.slice(1), dtype),
    );
    const result = body(inner, stateIn, sliceIn);
    const { model } = inner.toModel([...result.state, ...result.outputs]);
    const direction = reverse ? 1 : 0;
    const attributes: Attributes = {
      body: { graph: { ...model.graph, name: 'body' } },
      num_scan_inputs: { int: scanned.length },
      scan_input_directions: { ints: scanned.map(() => direction) },
      scan_output_directions: { ints: result.outputs.map(() => direction) },
    };
    const outputs = [
      ...state,
      ...result.outputs.map((value) => ({ ...value, shape: [steps, ...value.shape] })),
    ];
    const all = this.node('Scan', [...state, ...scanned], outputs, { attributes });
    return { state: all.slice(0, state.length), outputs: all.slice(state.length) };
  }

  /** Returns the source and permutation of x if x is a transpose. */
  private transposeOf(x: Value): { source: Value; perm: readonly number[] } | undefined {
    const source = this.sourceOf(x, 'Transpose');
    const perm = this.producers.get(x.name)?.attributes.perm;
    return source && perm && 'ints' in perm ? { source, perm: perm.ints } : undefined;
  }

  /** Returns the first input of the node that computes x, if that node is an `op`. */
  private sourceOf(x: Value, op: string): Value | undefined {
    const node = this.producers.get(x.name);
    return node?.op === op ? this.valueNamed(node.inputs[0]!) : undefined;
  }
}
