/** Test cases of every captured kernel: inputs by shape and range, and the tfjs ops that call the kernel. */
import * as tf from '@tensorflow/tfjs-core';
import { engine, type Tensor } from '@tensorflow/tfjs-core';

/** Distribution of the elements of an input. */
export type Draw =
  | { readonly kind: 'real'; readonly low: number; readonly high: number }
  | { readonly kind: 'integer'; readonly low: number; readonly high: number } // both included
  | { readonly kind: 'bool' }
  | { readonly kind: 'special' } // NaN, ±Infinity, ±0 among reals
  | { readonly kind: 'distinct' }; // no two equal

export interface Input {
  readonly shape: readonly number[];
  readonly draw: Draw;
}
export interface KernelCase {
  readonly inputs: readonly Input[];
  readonly run: (...inputs: Tensor[]) => Tensor | Tensor[];
  /** Relative; 1e-5 unless the operator itself is coarser. */
  readonly tolerance?: number;
}

const real = (shape: number[], low = -3, high = 3): Input => ({ shape, draw: { kind: 'real', low, high } });
const positive = (...shape: number[]): Input => real(shape, 0.1, 3);
const integer = (shape: number[], low = -5, high = 5): Input => ({
  shape,
  draw: { kind: 'integer', low, high },
});
const bool = (...shape: number[]): Input => ({ shape, draw: { kind: 'bool' } });
const special = (...shape: number[]): Input => ({ shape, draw: { kind: 'special' } });
const distinct = (...shape: number[]): Input => ({ shape, draw: { kind: 'distinct' } });

type Op1 = (x: Tensor) => Tensor;
type Op2 = (a: Tensor, b: Tensor) => Tensor;

/** Real inputs of several ranks. */
const unary = (op: Op1, low = -3, high = 3, tolerance = 1e-5): KernelCase[] =>
  [[5], [2, 3], [2, 1, 3, 2], []].map((shape) => ({ inputs: [real(shape, low, high)], run: op, tolerance }));
const unaryInteger = (op: Op1): KernelCase => ({ inputs: [integer([3, 4])], run: op });

const BROADCASTS: [number[], number[]][] = [
  [[4], [4]],
  [[2, 3], [3]],
  [
    [2, 1, 3],
    [4, 1],
  ],
  [[], [2, 3]],
  [
    [1, 3],
    [2, 3],
  ],
];
const binary = (op: Op2, low = -3, high = 3, tolerance = 1e-5): KernelCase[] =>
  BROADCASTS.map(([a, b]) => ({ inputs: [real(a, low, high), real(b, low, high)], run: op, tolerance }));
const binaryInteger = (op: Op2, low = -5, high = 5): KernelCase[] =>
  BROADCASTS.map(([a, b]) => ({ inputs: [integer(a, low, high), integer(b, low, high)], run: op }));
const comparison = (op: Op2): KernelCase[] => [
  ...binary(op),
  ...binaryInteger(op, -1, 1),
  { inputs: [bool(3, 4), bool(4)], run: op },
];
const logic = (op: Op2): KernelCase[] => [
  { inputs: [bool(3, 4), bool(3, 4)], run: op },
  { inputs: [bool(3, 4), bool(4)], run: op },
];
/** A scalar neutral element is recognised, also where it changes the shape. */
const neutral = (op: Op2, value: number): KernelCase[] => [
  { inputs: [real([2, 3])], run: (x) => op(x, tf.scalar(value)) },
  { inputs: [real([2, 3])], run: (x) => op(x, tf.fill([4, 2, 3], value)) },
];
/** Kernels that no public op calls. */
const direct =
  (name: string, keys: readonly string[], attrs: tf.NamedAttrMap = {}) =>
  (...inputs: Tensor[]): Tensor =>
    engine().runKernel(name, Object.fromEntries(keys.map((key, index) => [key, inputs[index]!])), attrs);

type Reduce = (x: Tensor, axis?: number | number[], keepDims?: boolean) => Tensor;
const reductions = (
  op: Reduce,
  input: (...shape: number[]) => Input = (...shape) => real(shape),
): KernelCase[] => [
  { inputs: [input(2, 3, 4)], run: (x) => op(x) },
  { inputs: [input(2, 3, 4)], run: (x) => op(x, -1) },
  { inputs: [input(2, 3, 4)], run: (x) => op(x, 0, true) },
  { inputs: [input(2, 3, 4)], run: (x) => op(x, [0, 2], true) },
  { inputs: [input(2, 3, 4)], run: (x) => op(x, [1, -1]) },
  { inputs: [input(5)], run: (x) => op(x, 0) },
  // a tensor that repeats along the reduced axis
  { inputs: [input(1, 3)], run: (x) => op(tf.broadcastTo(x, [4, 3]), 0) },
];
const truths = (op: Reduce): KernelCase[] => reductions(op, (...shape) => bool(...shape));

/** d sum(op(x) · w) / dx, which runs the gradient's kernels. */
const gradient = (op: (x: tf.Tensor4D) => Tensor) => (x: Tensor) =>
  tf.grad((y: Tensor) => {
    const out = op(y as tf.Tensor4D);
    return tf.sum(tf.mul(out, tf.reshape(tf.range(1, out.size + 1), out.shape)));
  })(x);

const conv = (
  x: Tensor,
  w: Tensor,
  strides: number | [number, number],
  pad: 'same' | 'valid' | number,
  d = 1,
) => tf.conv2d(x as tf.Tensor4D, w as tf.Tensor4D, strides, pad, 'NHWC', d);
const convCases = (
  of: (strides: number | [number, number], pad: 'same' | 'valid' | number) => Op2,
): KernelCase[] => [
  { inputs: [real([2, 5, 6, 3]), real([3, 2, 3, 4])], run: of(1, 'same'), tolerance: 1e-4 },
  { inputs: [real([2, 5, 6, 3]), real([3, 2, 3, 4])], run: of(1, 'valid'), tolerance: 1e-4 },
  { inputs: [real([1, 7, 6, 2]), real([3, 3, 2, 3])], run: of([2, 1], 'same'), tolerance: 1e-4 },
  { inputs: [real([1, 8, 7, 2]), real([3, 3, 2, 3])], run: of([2, 2], 'valid'), tolerance: 1e-4 },
  { inputs: [real([1, 6, 6, 1]), real([3, 3, 1, 1])], run: of(1, 1), tolerance: 1e-4 },
];
type Pool = (x: tf.Tensor4D) => Tensor;
const pools = (of: (size: number, strides: number, pad: 'same' | 'valid') => Pool): KernelCase[] =>
  [of(2, 2, 'valid'), of(3, 1, 'same'), of(3, 2, 'valid')].map((run) => ({
    inputs: [distinct(2, 6, 7, 3)],
    run: (x) => run(x as tf.Tensor4D),
  }));

const matMul = (transposeA: boolean, transposeB: boolean) => (a: Tensor, b: Tensor) =>
  tf.matMul(a, b, transposeA, transposeB);
const matrices = (a: number[], b: number[], transposeA = false, transposeB = false): KernelCase => ({
  inputs: [real(a), real(b)],
  run: matMul(transposeA, transposeB),
});
const fused = (activation: tf.fused.Activation): KernelCase => ({
  inputs: [real([3, 4]), real([4, 5]), real([5])],
  run: (a, b, bias) => tf.fused.matMul({ a, b, bias: bias!, activation }),
});

export const KERNEL_CASES: Readonly<Record<string, readonly KernelCase[]>> = {
  Abs: [...unary(tf.abs), unaryInteger(tf.abs)],
  Add: [...binary(tf.add), ...binaryInteger(tf.add), ...neutral(tf.add, 0)],
  AddN: [
    { inputs: [real([2, 3]), real([2, 3]), real([2, 3])], run: (...xs) => tf.addN(xs) },
    { inputs: [real([2, 3]), real([3])], run: (a, b) => tf.addN([a, tf.broadcastTo(b, [2, 3])]) },
  ],
  All: truths(tf.all),
  Any: truths(tf.any),
  ArgMax: [0, 1, -1].map((axis) => ({ inputs: [distinct(3, 4, 2)], run: (x) => tf.argMax(x, axis) })),
  ArgMin: [0, 1, -1].map((axis) => ({ inputs: [distinct(3, 4, 2)], run: (x) => tf.argMin(x, axis) })),
  AvgPool: pools((size, strides, pad) => (x) => tf.avgPool(x, size, strides, pad)),
  AvgPoolGrad: pools((size, strides, pad) => gradient((x) => tf.avgPool(x, size, strides, pad))),
  BatchMatMul: [
    matrices([3, 4], [4, 5]),
    matrices([4, 3], [4, 5], true),
    matrices([3, 4], [5, 4], false, true),
    matrices([4, 3], [5, 4], true, true),
    matrices([2, 3, 4], [2, 4, 5]),
    matrices([2, 4, 3], [2, 4, 5], true),
    matrices([2, 3, 4], [2, 5, 4], false, true),
    matrices([2, 4, 3], [2, 5, 4], true, true),
    matrices([2, 3, 3, 4], [1, 1, 4, 5]),
    matrices([6, 3, 4], [1, 4, 5]),
    matrices([1, 4, 3], [1, 5, 4], true, true),
    matrices([2, 2, 4, 3], [1, 1, 4, 5], true),
    matrices([1, 3, 4], [6, 4, 5]),
  ],
  Cast: [
    ...(['int32', 'bool', 'float32'] as const).flatMap((dtype) => [
      { inputs: [real([2, 3])], run: (x: Tensor) => tf.cast(x, dtype) },
      { inputs: [integer([2, 3], -1, 1)], run: (x: Tensor) => tf.cast(x, dtype) },
      { inputs: [bool(2, 3)], run: (x: Tensor) => tf.cast(x, dtype) },
    ]),
  ],
  Ceil: unary(tf.ceil),
  ClipByValue: [...unary((x) => tf.clipByValue(x, -1, 0.5)), unaryInteger((x) => tf.clipByValue(x, -2, 2))],
  Concat: [
    { inputs: [real([2, 3]), real([4, 3])], run: (a, b) => tf.concat([a, b], 0) },
    { inputs: [real([2, 3]), real([2, 1]), real([2, 2])], run: (...xs) => tf.concat(xs, -1) },
    { inputs: [integer([3]), integer([2])], run: (...xs) => tf.concat(xs) },
    { inputs: [bool(2, 2), bool(2, 2)], run: (...xs) => tf.concat(xs, 1) },
    { inputs: [real([2, 3])], run: (x) => tf.concat([x, tf.zeros([2, 4])], 1) },
    { inputs: [real([2, 3])], run: (x) => tf.concat([x, tf.zeros([2, 0])], 1) },
  ],
  Conv2D: [
    ...convCases((strides, pad) => (x, w) => conv(x, w, strides, pad)),
    {
      inputs: [real([1, 7, 7, 2]), real([2, 2, 2, 3])],
      run: (x, w) => conv(x, w, 1, 'same', 2),
      tolerance: 1e-4,
    },
    {
      inputs: [real([2, 6, 3]), real([3, 3, 4])],
      run: (x, w) => tf.conv1d(x as tf.Tensor3D, w as tf.Tensor3D, 1, 'same'),
      tolerance: 1e-4,
    },
  ],
  Conv2DBackpropFilter: convCases(
    (strides, pad) => (x, w) =>
      tf.grad((filter: Tensor) => tf.sum(tf.square(conv(x, filter, strides, pad))))(w),
  ),
  Conv2DBackpropInput: convCases(
    (strides, pad) => (x, w) =>
      tf.grad((image: Tensor) => tf.sum(tf.square(conv(image, w, strides, pad))))(x),
  ),
  Cos: unary(tf.cos),
  Cumsum: [
    { inputs: [real([3, 4])], run: (x) => tf.cumsum(x, 0) },
    { inputs: [real([3, 4])], run: (x) => tf.cumsum(x, 1, true) },
    { inputs: [real([2, 3, 4])], run: (x) => tf.cumsum(x, 1, false, true) },
    { inputs: [integer([5])], run: (x) => tf.cumsum(x, 0, true, true) },
  ],
  Elu: unary(tf.elu),
  EluGrad: [
    { inputs: [real([2, 3]), real([2, 3], -0.9, 2)], run: direct('EluGrad', ['dy', 'y']) },
    { inputs: [real([2, 3])], run: tf.grad((x: Tensor) => tf.sum(tf.elu(x))) },
  ],
  Equal: comparison(tf.equal),
  Erf: unary(tf.erf),
  Exp: unary(tf.exp),
  ExpandDims: [0, 1, -1].map((axis) => ({ inputs: [real([2, 3])], run: (x) => tf.expandDims(x, axis) })),
  Expm1: [...unary(tf.expm1), { inputs: [real([20], -1e-4, 1e-4)], run: (x) => tf.mul(tf.expm1(x), 1e4) }],
  Fill: [
    { inputs: [], run: () => tf.fill([2, 3], 1.5) },
    { inputs: [real([3])], run: (x) => tf.concat([x, tf.fill([5000], 2)], 0) },
    { inputs: [], run: () => tf.fill([2], 7, 'int32') },
  ],
  Floor: unary(tf.floor),
  FloorDiv: [
    ...binaryInteger(tf.floorDiv, 1, 9),
    { inputs: [integer([9], -9, 9)], run: (x) => tf.floorDiv(x, tf.scalar(-4, 'int32')) },
  ],
  GatherNd: [
    { inputs: [real([3, 4, 2]), integer([5, 2], 0, 2)], run: (x, i) => tf.gatherND(x, tf.cast(i, 'int32')) },
    { inputs: [real([3, 4]), integer([2, 3, 2], 0, 2)], run: (x, i) => tf.gatherND(x, i) },
    { inputs: [real([4, 3]), integer([2, 1], 0, 3)], run: (x, i) => tf.gatherND(x, i) },
  ],
  GatherV2: [
    { inputs: [real([6, 3]), integer([4], 0, 5)], run: (x, i) => tf.gather(x, i) },
    { inputs: [real([6, 3]), integer([2, 2], 0, 5)], run: (x, i) => tf.gather(x, i) },
    { inputs: [real([2, 5, 3]), integer([4], 0, 2)], run: (x, i) => tf.gather(x, i, -1) },
    { inputs: [real([2, 5, 3]), integer([2, 4], 0, 4)], run: (x, i) => tf.gather(x, i, 1, 1) },
    { inputs: [integer([5]), integer([3], 0, 4)], run: (x, i) => tf.gather(x, i) },
  ],
  Greater: comparison(tf.greater),
  GreaterEqual: comparison(tf.greaterEqual),
  Identity: [{ inputs: [real([2, 3])], run: (x) => [tf.clone(x), tf.add(tf.clone(x), 1)] }],
  IsFinite: [{ inputs: [special(9)], run: tf.isFinite }],
  IsInf: [{ inputs: [special(9)], run: tf.isInf }],
  IsNan: [{ inputs: [special(9)], run: tf.isNaN }],
  LeakyRelu: unary((x) => tf.leakyRelu(x, 0.1)),
  Less: comparison(tf.less),
  LessEqual: comparison(tf.lessEqual),
  LinSpace: [{ inputs: [real([5])], run: (x) => tf.add(x, tf.linspace(-1, 2, 5)) }],
  Log: unary(tf.log, 0.1, 5),
  Log1p: [
    ...unary(tf.log1p, -0.9, 5),
    { inputs: [real([20], -1e-4, 1e-4)], run: (x) => tf.mul(tf.log1p(x), 1e4) },
  ],
  LogicalAnd: logic(tf.logicalAnd),
  LogicalNot: [{ inputs: [bool(3, 4)], run: tf.logicalNot }],
  LogicalOr: logic(tf.logicalOr),
  Max: [
    ...reductions(tf.max, (...shape) => distinct(...shape)),
    { inputs: [integer([3, 4])], run: (x) => tf.max(x, 1) },
  ],
  Maximum: [...binary(tf.maximum), ...binaryInteger(tf.maximum)],
  MaxPool: pools((size, strides, pad) => (x) => tf.maxPool(x, size, strides, pad)),
  MaxPoolGrad: pools((size, strides, pad) => gradient((x) => tf.maxPool(x, size, strides, pad))),
  Mean: reductions(tf.mean),
  Min: [...reductions(tf.min), { inputs: [integer([3, 4])], run: (x) => tf.min(x, 0) }],
  Minimum: [...binary(tf.minimum), ...binaryInteger(tf.minimum)],
  MirrorPad: [
    {
      inputs: [real([3, 4])],
      run: (x) =>
        tf.mirrorPad(
          x,
          [
            [1, 2],
            [0, 3],
          ],
          'reflect',
        ),
    },
  ],
  Mod: [
    ...binary(tf.mod, 0.5, 4),
    ...binaryInteger(tf.mod, 1, 9),
    { inputs: [real([9])], run: (x) => tf.mod(x, 1.5) },
  ],
  Multiply: [
    ...binary(tf.mul),
    ...binaryInteger(tf.mul),
    ...neutral(tf.mul, 1),
    { inputs: [bool(3, 4), bool(3, 4)], run: tf.mul },
  ],
  Neg: [...unary(tf.neg), unaryInteger(tf.neg)],
  NotEqual: comparison(tf.notEqual),
  OneHot: [
    { inputs: [integer([5], -1, 4)], run: (x) => tf.oneHot(x, 4) },
    { inputs: [integer([2, 3], 0, 3)], run: (x) => tf.oneHot(x, 4, 2, -1) },
    { inputs: [integer([5], 0, 3)], run: (x) => tf.oneHot(x, 4, 1, 0, 'float32') },
  ],
  OnesLike: [{ inputs: [real([2, 3])], run: (x) => tf.add(tf.onesLike(x), x) }],
  Pack: [0, 1, -1].map((axis) => ({
    inputs: [real([2, 3]), real([2, 3]), real([2, 3])],
    run: (...xs) => tf.stack(xs, axis),
  })),
  PadV2: [
    {
      inputs: [real([2, 3])],
      run: (x) =>
        tf.pad(
          x,
          [
            [1, 2],
            [0, 1],
          ],
          0.5,
        ),
    },
    { inputs: [integer([4])], run: (x) => tf.pad(x, [[2, 0]], 9) },
    { inputs: [bool(4)], run: (x) => tf.pad(x, [[1, 1]], 1) },
    {
      inputs: [real([2, 3])],
      run: (x) =>
        tf.pad(x, [
          [0, 0],
          [0, 0],
        ]),
    },
    { inputs: [real([])], run: (x) => tf.pad(tf.broadcastTo(x, [2]), [[1, 1]]) },
  ],
  Pow: [
    ...binary(tf.pow, 0.2, 2),
    ...neutral(tf.pow, 1),
    { inputs: [integer([5], 0, 4), integer([5], 0, 3)], run: tf.pow },
  ],
  Prod: reductions(tf.prod),
  Range: [
    { inputs: [real([4])], run: (x) => tf.add(x, tf.range(0, 2, 0.5)) },
    { inputs: [integer([4])], run: (x) => tf.add(x, tf.range(5, 1, -1, 'int32')) },
  ],
  RealDiv: [...binary(tf.div, 0.5, 3), ...neutral(tf.div, 1)],
  Reciprocal: unary(tf.reciprocal, 0.2, 3),
  Relu: [...unary(tf.relu), unaryInteger(tf.relu)],
  Relu6: unary(tf.relu6, -9, 9),
  Reshape: [
    { inputs: [real([2, 6])], run: (x) => tf.reshape(x, [3, -1]) },
    { inputs: [real([2, 6])], run: (x) => tf.reshape(tf.reshape(x, [3, 4]), [2, 6]) },
    { inputs: [real([1])], run: (x) => tf.reshape(x, []) },
    { inputs: [real([1, 3])], run: (x) => tf.reshape(tf.broadcastTo(x, [4, 3]), [2, 6]) },
    { inputs: [real([1])], run: (x) => tf.reshape(tf.broadcastTo(x, [4, 3]), [2, 6]) },
  ],
  Reverse: [
    { inputs: [real([2, 3, 4])], run: (x) => tf.reverse(x, 0) },
    { inputs: [real([2, 3, 4])], run: (x) => tf.reverse(x, [1, -1]) },
    { inputs: [integer([4])], run: (x) => tf.reverse(x) },
  ],
  Round: [
    ...unary(tf.round),
    { inputs: [integer([9], -9, 9)], run: (x) => tf.round(tf.div(tf.cast(x, 'float32'), 2)) },
  ],
  Rsqrt: unary(tf.rsqrt, 0.1, 4),
  ScatterNd: [
    { inputs: [integer([6, 1], 0, 3), real([6, 2])], run: (i, x) => tf.scatterND(i, x, [4, 2]) },
    { inputs: [integer([5, 2], 0, 2), real([5])], run: (i, x) => tf.scatterND(i, x, [3, 3]) },
    { inputs: [integer([5, 2], 0, 2), integer([5])], run: (i, x) => tf.scatterND(i, x, [3, 3]) },
  ],
  Select: [
    { inputs: [bool(2, 3), real([2, 3]), real([2, 3])], run: (c, a, b) => tf.where(c!, a!, b!) },
    { inputs: [bool(2, 1, 3), real([4, 1]), real([])], run: (c, a, b) => tf.where(c!, a!, b!) },
    { inputs: [bool(3), integer([2, 3]), integer([2, 3])], run: (c, a, b) => tf.where(c!, a!, b!) },
  ],
  Selu: unary(tf.selu),
  Sigmoid: unary(tf.sigmoid),
  Sign: [...unary(tf.sign), unaryInteger(tf.sign)],
  Sin: unary(tf.sin),
  Slice: [
    { inputs: [real([4, 5])], run: (x) => tf.slice(x, [1, 2], [2, 3]) },
    { inputs: [real([4, 5])], run: (x) => tf.slice(x, [1], [2]) },
    { inputs: [real([4, 5])], run: (x) => tf.slice(x, 2) },
    { inputs: [real([4, 5])], run: (x) => tf.slice(x, [0, 1], [-1, -1]) },
    { inputs: [bool(4)], run: (x) => tf.slice(x, 1, 2) },
    { inputs: [real([1, 5])], run: (x) => tf.slice(tf.broadcastTo(x, [4, 5]), [1, 1], [2, 3]) },
  ],
  Softmax: [[5], [2, 3], [2, 2, 4]].map((shape) => ({ inputs: [real(shape)], run: (x) => tf.softmax(x) })),
  Softplus: unary(tf.softplus),
  SplitV: [
    { inputs: [real([6, 2])], run: (x) => tf.split(x, 3) },
    { inputs: [real([2, 6])], run: (x) => tf.split(x, [1, 2, 3], -1) },
    { inputs: [real([2, 6])], run: (x) => tf.split(x, [1, -1], 1) },
    { inputs: [real([])], run: (x) => tf.split(tf.broadcastTo(x, [4]), 2) },
    { inputs: [real([2, 6])], run: (x) => tf.split(x, 1, 1) },
  ],
  Sqrt: unary(tf.sqrt, 0, 4),
  Square: [...unary(tf.square), unaryInteger(tf.square)],
  SquaredDifference: [...binary(tf.squaredDifference), ...binaryInteger(tf.squaredDifference)],
  Step: [
    ...unary((x) => tf.step(x, 0.25)),
    unaryInteger((x) => tf.step(x)),
    { inputs: [special(9)], run: (x) => tf.step(x) },
  ],
  StridedSlice: [
    { inputs: [real([5, 6])], run: (x) => tf.stridedSlice(x, [0, 1], [5, 6], [2, 3]) },
    { inputs: [real([5, 6])], run: (x) => tf.stridedSlice(x, [-1, 4], [-6, 0], [-1, -2]) },
    { inputs: [real([5, 6])], run: (x) => tf.stridedSlice(x, [1, 0], [2, 6], [1, 1], 0, 0, 0, 0, 1) },
    { inputs: [real([5, 6])], run: (x) => tf.stridedSlice(x, [1, 2], [4, 5], [2, 1], 1, 2) },
  ],
  Sub: [...binary(tf.sub), ...binaryInteger(tf.sub), ...neutral(tf.sub, 0)],
  Sum: [
    ...reductions(tf.sum),
    { inputs: [integer([3, 4])], run: (x) => tf.sum(x, 1) },
    { inputs: [bool(5)], run: (x) => tf.sum(x) },
  ],
  Tanh: unary(tf.tanh),
  TensorScatterUpdate: [
    {
      inputs: [real([5, 2]), real([2, 2])],
      run: (x, updates) => tf.tensorScatterUpdate(x, tf.tensor2d([[3], [1]], [2, 1], 'int32'), updates!),
    },
  ],
  Tile: [
    { inputs: [real([2, 3])], run: (x) => tf.tile(x, [2, 3]) },
    { inputs: [real([1, 3])], run: (x) => tf.tile(x, [4, 1]) },
    { inputs: [real([2, 1]), real([4, 3])], run: (x, w) => tf.matMul(tf.tile(x, [1, 4]), w!) },
    { inputs: [integer([2])], run: (x) => tf.tile(x, [3]) },
    { inputs: [bool(1)], run: (x) => tf.tile(x, [3]) },
  ],
  TopK: [
    { inputs: [distinct(3, 6)], run: (x) => Object.values(tf.topk(x, 2)) },
    { inputs: [distinct(6)], run: (x) => Object.values(tf.topk(x, 6)) },
  ],
  Transpose: [
    { inputs: [real([2, 3, 4])], run: (x) => tf.transpose(x) },
    { inputs: [real([2, 3, 4])], run: (x) => tf.transpose(x, [1, 0, 2]) },
    { inputs: [real([2, 1, 4])], run: (x) => tf.transpose(x, [1, 0, 2]) },
    { inputs: [integer([2, 3])], run: (x) => tf.transpose(x) },
    { inputs: [real([])], run: (x) => tf.transpose(tf.broadcastTo(x, [2, 3])) },
  ],
  Unpack: [0, 1, -1].map((axis) => ({ inputs: [real([2, 3, 2])], run: (x) => tf.unstack(x, axis) })),
  UnsortedSegmentSum: [
    {
      inputs: [real([6, 3]), integer([6], 0, 3)],
      run: (x, ids) => tf.unsortedSegmentSum(x, ids as tf.Tensor1D, 5),
    },
    {
      inputs: [real([6]), integer([6], 0, 2)],
      run: (x, ids) => tf.unsortedSegmentSum(x, ids as tf.Tensor1D, 3),
    },
    {
      inputs: [real([5, 2]), integer([7], 0, 4)],
      run: (x, ids) => tf.grad((table: Tensor) => tf.sum(tf.square(tf.gather(table, ids!))))(x),
    },
  ],
  ZerosLike: [{ inputs: [real([2, 3])], run: (x) => tf.add(tf.zerosLike(x), x) }],
  _FusedMatMul: [
    fused('linear'),
    fused('relu'),
    fused('elu'),
    fused('sigmoid'),
    fused('relu6'),
    fused('leakyrelu'),
    {
      inputs: [real([3, 4]), real([5, 4]), positive(3, 5)],
      run: (a, b, weights) =>
        tf.fused.matMul({ a, b, transposeB: true, activation: 'prelu', preluActivationWeights: weights! }),
    },
  ],
};
