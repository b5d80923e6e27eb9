/** Derivatives of elementwise kernels; broadcast operands sum their gradients. */
import type { ClipByValueAttrs, LeakyReluAttrs, Tensor } from '@tensorflow/tfjs-core';
import * as tf from '@tensorflow/tfjs-core';
import {
  constantIn,
  type Derivative,
  type DerivativeTable,
  derivative,
  fromInput,
  fromOutput,
  sumTo,
} from './gradient.ts';

type Partial = (dy: Tensor, a: Tensor, b: Tensor) => Tensor;

/** Derivative of y = f(a, b): partial derivatives times dy, summed to the operands' shapes. */
const binary = (da: Partial, db: Partial): Derivative =>
  derivative({ inputs: ['a', 'b'] }, ({ dy, saved: [a, b] }) => ({
    a: () => sumTo(da(dy, a!, b!), a!.shape),
    b: () => sumTo(db(dy, a!, b!), b!.shape),
  }));

/** Returns dy where the condition holds, else 0. */
const where = (condition: Tensor, dy: Tensor): Tensor => tf.where(condition, dy, tf.scalar(0));

const power = derivative({ inputs: ['a', 'b'], outputs: [true] }, ({ dy, saved: [a, b, y] }) => ({
  a: () => sumTo(tf.mul(dy, tf.mul(b!, tf.pow(a!, tf.sub(b!, 1)))), a!.shape),
  // aᵇ · log a; 0 where a ≤ 0, as the limit for a → 0 is
  b: () => {
    const safe = tf.where(tf.greater(a!, 0), a!, tf.scalar(1));
    return sumTo(tf.mul(dy, tf.mul(y!, tf.log(safe))), b!.shape);
  },
}));

/** d eluˣ: 1 for x ≥ 0, else y + 1. */
const elu = derivative({ outputs: [true] }, ({ dy, saved: [y] }) => ({
  x: () => tf.engine().runKernel<Tensor>('EluGrad', { dy, y: y! }),
}));

const SELU_ALPHA = 1.6732632423543772;
const SELU_SCALE = 1.0507009873554805;

export const ELEMENTWISE_GRADIENTS: DerivativeTable = {
  Abs: fromInput((dy, x) => tf.mul(dy, tf.sign(x))),
  // copies, since tfjs disposes of gradients after adding them
  Add: binary(
    (dy) => tf.clone(dy),
    (dy) => tf.clone(dy),
  ),
  AddN: derivative({ inputs: 'all' }, ({ dy, saved }) =>
    Object.fromEntries(saved.map((_, index) => [index, () => tf.clone(dy)])),
  ),
  Cast: derivative({}, ({ dy }) => ({ x: () => tf.clone(dy) })),
  Ceil: constantIn('x'),
  ClipByValue: fromInput<ClipByValueAttrs>((dy, x, { clipValueMin, clipValueMax }) =>
    where(tf.logicalAnd(tf.greaterEqual(x, clipValueMin), tf.lessEqual(x, clipValueMax)), dy),
  ),
  Cos: fromInput((dy, x) => tf.neg(tf.mul(dy, tf.sin(x)))),
  Elu: elu,
  Equal: constantIn('a', 'b'),
  Erf: fromInput((dy, x) => tf.mul(dy, tf.mul(tf.exp(tf.neg(tf.square(x))), 2 / Math.sqrt(Math.PI)))),
  Exp: fromOutput((dy, y) => tf.mul(dy, y)),
  Expm1: fromOutput((dy, y) => tf.mul(dy, tf.add(y, 1))),
  Floor: constantIn('x'),
  FloorDiv: constantIn('a', 'b'),
  Greater: constantIn('a', 'b'),
  GreaterEqual: constantIn('a', 'b'),
  Identity: derivative({}, ({ dy }) => ({ x: () => tf.clone(dy) })),
  IsFinite: constantIn('x'),
  IsInf: constantIn('x'),
  IsNan: constantIn('x'),
  LeakyRelu: fromInput<LeakyReluAttrs>((dy, x, { alpha }) =>
    tf.where(tf.greater(x, 0), dy, tf.mul(dy, alpha)),
  ),
  Less: constantIn('a', 'b'),
  LessEqual: constantIn('a', 'b'),
  Log: fromInput((dy, x) => tf.div(dy, x)),
  Log1p: fromInput((dy, x) => tf.div(dy, tf.add(x, 1))),
  LogicalAnd: constantIn('a', 'b'),
  LogicalNot: constantIn('x'),
  LogicalOr: constantIn('a', 'b'),
  Maximum: binary(
    (dy, a, b) => where(tf.greaterEqual(a, b), dy),
    (dy, a, b) => where(tf.less(a, b), dy),
  ),
  Minimum: binary(
    (dy, a, b) => where(tf.lessEqual(a, b), dy),
    (dy, a, b) => where(tf.greater(a, b), dy),
  ),
  Multiply: binary(
    (dy, _, b) => tf.mul(dy, b),
    (dy, a) => tf.mul(dy, a),
  ),
  Neg: derivative({}, ({ dy }) => ({ x: () => tf.neg(dy) })),
  NotEqual: constantIn('a', 'b'),
  Pow: power,
  RealDiv: binary(
    (dy, _, b) => tf.div(dy, b),
    (dy, a, b) => tf.neg(tf.div(tf.mul(dy, a), tf.square(b))),
  ),
  Reciprocal: fromOutput((dy, y) => tf.neg(tf.mul(dy, tf.square(y)))),
  Relu: fromInput((dy, x) => tf.mul(dy, tf.step(x))),
  Relu6: fromInput((dy, x) => where(tf.logicalAnd(tf.greater(x, 0), tf.lessEqual(x, 6)), dy)),
  Round: constantIn('x'),
  Rsqrt: fromOutput((dy, y) => tf.mul(dy, tf.mul(tf.mul(tf.square(y), y), -0.5))),
  Select: derivative({ inputs: ['condition'] }, ({ dy, saved: [condition] }) => ({
    condition: () => tf.zeros(condition!.shape),
    t: () => where(condition!, dy),
    e: () => tf.where(condition!, tf.scalar(0), dy),
  })),
  Selu: fromInput((dy, x) =>
    tf.mul(dy, tf.where(tf.greater(x, 0), tf.scalar(SELU_SCALE), tf.mul(tf.exp(x), SELU_SCALE * SELU_ALPHA))),
  ),
  Sigmoid: fromOutput((dy, y) => tf.mul(dy, tf.mul(y, tf.sub(1, y)))),
  Sign: constantIn('x'),
  Sin: fromInput((dy, x) => tf.mul(dy, tf.cos(x))),
  Softplus: fromInput((dy, x) => tf.mul(dy, tf.sigmoid(x))),
  Sqrt: fromOutput((dy, y) => tf.div(dy, tf.mul(y, 2))),
  Square: fromInput((dy, x) => tf.mul(dy, tf.mul(x, 2))),
  SquaredDifference: binary(
    (dy, a, b) => tf.mul(dy, tf.mul(tf.sub(a, b), 2)),
    (dy, a, b) => tf.mul(dy, tf.mul(tf.sub(b, a), 2)),
  ),
  Step: constantIn('x'),
  Sub: binary(
    (dy) => tf.clone(dy),
    (dy) => tf.neg(dy),
  ),
  Tanh: fromOutput((dy, y) => tf.mul(dy, tf.sub(1, tf.square(y)))),
  ZerosLike: constantIn('x'),
};
