/** One scalar function or more for every registered derivative; inputs keep away from kinks. */

import type { Tensor } from '@tensorflow/tfjs-core';
import * as tf from '@tensorflow/tfjs-core';

export interface GradientCase {
  /** Shapes of the real inputs that gradients are taken for. */
  readonly shapes: readonly (readonly number[])[];
  readonly run: (...inputs: Tensor[]) => Tensor | Tensor[];
  readonly low?: number;
  readonly high?: number;
  /** Elements are multiples of `grid` plus a half: away from integers, from ties and from each other. */
  readonly grid?: boolean;
}

const unary = (run: (x: Tensor) => Tensor, low = -2, high = 2): GradientCase[] => [
  { shapes: [[2, 3]], run, low, high },
];
const binary = (run: (a: Tensor, b: Tensor) => Tensor, low = 0.5, high = 2): GradientCase[] => [
  {
    shapes: [
      [2, 3],
      [2, 3],
    ],
    run,
    low,
    high,
  },
  { shapes: [[2, 3], [3]], run, low, high },
  { shapes: [[], [2, 1, 3]], run, low, high },
  {
    shapes: [
      [4, 1],
      [1, 3],
    ],
    run,
    low,
    high,
  },
];
/** x + step(x): zero derivative of the step, but not of the sum. */
const flat = (run: (x: Tensor) => Tensor): GradientCase[] => [
  { shapes: [[2, 3]], run: (x) => tf.add(tf.square(x), tf.cast(run(x), 'float32')), grid: true },
];
const comparison = (run: (a: Tensor, b: Tensor) => Tensor): GradientCase[] => [
  {
    shapes: [[2, 3], [3]],
    run: (a, b) => tf.mul(tf.mul(a, b), tf.cast(run(a, b), 'float32')),
    grid: true,
  },
];
const reduction = (
  run: (x: Tensor, axis?: number | number[], keepDims?: boolean) => Tensor,
): GradientCase[] => [
  { shapes: [[2, 3, 2]], run: (x) => run(x), grid: true },
  { shapes: [[2, 3, 2]], run: (x) => run(x, -1), grid: true },
  { shapes: [[2, 3, 2]], run: (x) => run(x, [0, 2], true), grid: true },
];
const positive = (x: Tensor) => tf.greater(x, 0);
const ids = (...values: number[]) => tf.tensor1d(values, 'int32');
const matrices = (a: number[], b: number[], transposeA = false, transposeB = false): GradientCase => ({
  shapes: [a, b],
  run: (x, y) => tf.matMul(x, y, transposeA, transposeB),
});
const image = (x: Tensor) => x as tf.Tensor4D;

export const GRADIENT_CASES: Readonly<Record<string, readonly GradientCase[]>> = {
  Abs: [{ shapes: [[2, 3]], run: tf.abs, grid: true }],
  Add: binary(tf.add),
  AddN: [{ shapes: [[2], [2], [2]], run: (a, b, c) => tf.addN([a!, tf.square(b!), c!, a!]) }],
  All: flat((x) => tf.all(positive(x), 1, true)),
  Any: flat((x) => tf.any(positive(x), 1, true)),
  ArgMax: flat((x) => tf.argMax(x, 0)),
  ArgMin: flat((x) => tf.argMin(x, 0)),
  AvgPool: [
    { shapes: [[1, 4, 4, 2]], run: (x) => tf.avgPool(image(x), 2, 2, 'valid') },
    { shapes: [[1, 5, 5, 1]], run: (x) => tf.avgPool(image(x), 3, 1, 'valid') },
  ],
  BatchMatMul: [
    matrices([2, 3], [3, 4]),
    matrices([3, 2], [3, 4], true),
    matrices([2, 3], [4, 3], false, true),
    matrices([3, 2], [4, 3], true, true),
    matrices([2, 2, 3], [2, 3, 4]),
    matrices([2, 3, 2], [2, 4, 3], true, true),
    matrices([2, 2, 3], [3, 4]),
    matrices([2, 2, 3], [4, 3], false, true),
    matrices([2, 3, 2], [3, 4], true),
    matrices([2, 2, 2, 3], [1, 1, 3, 2]),
  ],
  Cast: [{ shapes: [[2, 3]], run: (x) => tf.cast(tf.square(x), 'float32') }],
  Ceil: flat(tf.ceil),
  ClipByValue: [{ shapes: [[2, 4]], run: (x) => tf.clipByValue(tf.square(x), 0.3, 2), grid: true }],
  Concat: [
    {
      shapes: [
        [2, 3],
        [2, 1],
      ],
      run: (a, b) => tf.concat([tf.square(a), b, a], -1),
    },
    { shapes: [[2], [3]], run: (a, b) => tf.square(tf.concat([a, b])) },
  ],
  Conv2D: [
    {
      shapes: [
        [1, 4, 5, 2],
        [3, 2, 2, 3],
      ],
      run: (x, w) => tf.conv2d(image(x), image(w), 1, 'same'),
    },
    {
      shapes: [
        [1, 5, 5, 1],
        [2, 2, 1, 2],
      ],
      run: (x, w) => tf.conv2d(image(x), image(w), 2, 'valid'),
    },
    {
      shapes: [
        [1, 5, 2],
        [3, 2, 2],
      ],
      run: (x, w) => tf.conv1d(x as tf.Tensor3D, w as tf.Tensor3D, 1, 'same'),
    },
  ],
  Cos: unary(tf.cos),
  Cumsum: [
    { shapes: [[2, 3]], run: (x) => tf.square(tf.cumsum(x, 1)) },
    { shapes: [[2, 3]], run: (x) => tf.square(tf.cumsum(x, 0, true, true)) },
  ],
  Elu: [{ shapes: [[2, 3]], run: tf.elu, grid: true }],
  Equal: comparison(tf.equal),
  Erf: unary(tf.erf),
  Exp: unary(tf.exp),
  ExpandDims: [{ shapes: [[2, 3]], run: (x) => tf.square(tf.expandDims(x, 1)) }],
  Expm1: unary(tf.expm1),
  Floor: flat(tf.floor),
  FloorDiv: flat((x) => tf.floorDiv(x, tf.scalar(0.75))),
  GatherNd: [
    {
      shapes: [[3, 2]],
      run: (x) =>
        tf.square(
          tf.gatherND(
            x,
            tf.tensor2d(
              [
                [0, 1],
                [2, 0],
                [0, 1],
              ],
              [3, 2],
              'int32',
            ),
          ),
        ),
    },
  ],
  GatherV2: [
    { shapes: [[4, 3]], run: (x) => tf.square(tf.gather(x, ids(1, 3, 1))) },
    { shapes: [[2, 4, 3]], run: (x) => tf.square(tf.gather(x, ids(0, 0, 3), 1)) },
    { shapes: [[2, 4]], run: (x) => tf.square(tf.gather(x, ids(2, 0), -1)) },
    {
      shapes: [[2, 4, 3]],
      run: (x) => tf.square(tf.gather(x, tf.tensor2d([1, 1, 3, 0, 2, 0], [2, 3], 'int32'), 1, 1)),
    },
  ],
  Greater: comparison(tf.greater),
  GreaterEqual: comparison(tf.greaterEqual),
  Identity: [{ shapes: [[2, 3]], run: (x) => tf.mul(tf.clone(x), x) }],
  IsFinite: flat(tf.isFinite),
  IsInf: flat(tf.isInf),
  IsNan: flat(tf.isNaN),
  LeakyRelu: [{ shapes: [[2, 4]], run: (x) => tf.leakyRelu(x, 0.1), grid: true }],
  Less: comparison(tf.less),
  LessEqual: comparison(tf.lessEqual),
  Log: unary(tf.log, 0.5, 3),
  Log1p: unary(tf.log1p, -0.5, 3),
  LogicalAnd: comparison((a, b) => tf.logicalAnd(positive(a), positive(b))),
  LogicalNot: flat((x) => tf.logicalNot(positive(x))),
  LogicalOr: comparison((a, b) => tf.logicalOr(positive(a), positive(b))),
  Max: reduction(tf.max),
  Maximum: [{ shapes: [[2, 3], [3]], run: tf.maximum, grid: true }],
  MaxPool: [{ shapes: [[1, 4, 4, 2]], run: (x) => tf.maxPool(image(x), 2, 2, 'valid'), grid: true }],
  Mean: reduction(tf.mean),
  Min: reduction(tf.min),
  Minimum: [{ shapes: [[2, 3], [3]], run: tf.minimum, grid: true }],
  Multiply: binary(tf.mul),
  Neg: unary(tf.neg),
  NotEqual: comparison(tf.notEqual),
  OneHot: flat((x) => tf.transpose(tf.oneHot(tf.argMax(x, 0), 2))),
  OnesLike: flat(tf.onesLike),
  Pack: [
    {
      shapes: [
        [2, 3],
        [2, 3],
      ],
      run: (a, b) => tf.square(tf.stack([a, b, a], 1)),
    },
  ],
  PadV2: [
    {
      shapes: [[2, 3]],
      run: (x) =>
        tf.square(
          tf.pad(
            x,
            [
              [1, 0],
              [2, 1],
            ],
            0.5,
          ),
        ),
    },
  ],
  Pow: binary(tf.pow),
  RealDiv: binary(tf.div),
  Reciprocal: unary(tf.reciprocal, 0.5, 2),
  Relu: [{ shapes: [[2, 4]], run: tf.relu, grid: true }],
  Relu6: [{ shapes: [[2, 4]], run: (x) => tf.relu6(tf.mul(x, 4)), grid: true }],
  Reshape: [{ shapes: [[2, 3]], run: (x) => tf.square(tf.reshape(x, [3, 2])) }],
  Reverse: [{ shapes: [[2, 3]], run: (x) => tf.square(tf.reverse(x, 1)) }],
  Round: flat(tf.round),
  Rsqrt: unary(tf.rsqrt, 0.5, 3),
  ScatterNd: [
    {
      shapes: [[3, 2]],
      run: (x) => tf.square(tf.scatterND(tf.tensor2d([[1], [0], [1]], [3, 1], 'int32'), x, [3, 2])),
    },
  ],
  Select: [
    {
      shapes: [[2, 3], [3]],
      run: (a, b) => tf.where(tf.greater(a, b), tf.square(a), b),
      grid: true,
    },
  ],
  Selu: [{ shapes: [[2, 4]], run: tf.selu, grid: true }],
  Sigmoid: unary(tf.sigmoid),
  Sign: flat(tf.sign),
  Sin: unary(tf.sin),
  Slice: [
    { shapes: [[3, 4]], run: (x) => tf.square(tf.slice(x, [1, 0], [2, 3])) },
    { shapes: [[3, 4]], run: (x) => tf.square(tf.slice(x, 1, 1)) },
  ],
  Softmax: [{ shapes: [[2, 4]], run: (x) => tf.softmax(x) }],
  Softplus: unary(tf.softplus),
  SplitV: [{ shapes: [[2, 5]], run: (x) => tf.split(x, [2, 3], 1).map((part) => tf.square(part)) }],
  Sqrt: unary(tf.sqrt, 0.5, 3),
  Square: unary(tf.square),
  SquaredDifference: binary(tf.squaredDifference),
  Step: flat((x) => tf.step(x, 0.5)),
  Sub: binary(tf.sub),
  Sum: reduction((x, axis, keepDims) => tf.square(tf.sum(x, axis, keepDims))),
  Tanh: unary(tf.tanh),
  Tile: [
    { shapes: [[2, 3]], run: (x) => tf.square(tf.tile(x, [2, 3])) },
    { shapes: [[1, 3]], run: (x) => tf.square(tf.tile(x, [4, 1])) },
    { shapes: [[1, 3]], run: (x) => tf.tile(x, [1, 1]) },
  ],
  Transpose: [{ shapes: [[2, 3, 4]], run: (x) => tf.square(tf.transpose(x, [2, 0, 1])) }],
  Unpack: [{ shapes: [[2, 3]], run: (x) => tf.unstack(x, 1).map((part) => tf.square(part)) }],
  UnsortedSegmentSum: [
    { shapes: [[4, 2]], run: (x) => tf.square(tf.unsortedSegmentSum(x, ids(0, 2, 0, 1), 3)) },
  ],
  ZerosLike: flat(tf.zerosLike),
};
