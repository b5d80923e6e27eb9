/** Derivatives of reductions, softmax, matrix products, convolution and pooling. */
import type {
  AvgPoolAttrs,
  BatchMatMulAttrs,
  Conv2DAttrs,
  CumsumAttrs,
  MaxPoolAttrs,
  NamedAttrMap,
  SoftmaxAttrs,
  Tensor,
} from '@tensorflow/tfjs-core';
import * as tf from '@tensorflow/tfjs-core';
import {
  constantIn,
  type Derivative,
  type DerivativeTable,
  derivative,
  fromInput,
  sumTo,
} from './gradient.ts';

interface ReductionAttrs {
  axis?: number | number[];
  reductionIndices?: number | number[];
}

function reducedAxes(x: Tensor, attrs: ReductionAttrs): number[] {
  const named = attrs.axis ?? attrs.reductionIndices ?? x.shape.map((_, axis) => axis);
  return tf.util.parseAxisParam(named, x.shape);
}

/** Restores the reduced axes with length 1. */
function unreduced(y: Tensor, x: Tensor, attrs: ReductionAttrs): Tensor {
  const axes = reducedAxes(x, attrs);
  return tf.reshape(
    y,
    x.shape.map((dim, axis) => (axes.includes(axis) ? 1 : dim)),
  );
}

const sum = fromInput<ReductionAttrs>((dy, x, attrs) => tf.broadcastTo(unreduced(dy, x, attrs), x.shape));

const mean = fromInput<ReductionAttrs>((dy, x, attrs) => {
  const count = reducedAxes(x, attrs).reduce((product, axis) => product * x.shape[axis]!, 1);
  return tf.broadcastTo(unreduced(tf.div(dy, count), x, attrs), x.shape);
});

/** Derivative of maximum and minimum, shared among equal extreme elements. */
const extreme = derivative<ReductionAttrs>(
  { inputs: ['x'], outputs: [true] },
  ({ dy, saved: [x, y], attrs }) => ({
    x: () => {
      const axes = reducedAxes(x!, attrs);
      const hit = tf.cast(tf.equal(x!, unreduced(y!, x!, attrs)), 'float32');
      return tf.mul(hit, tf.div(unreduced(dy, x!, attrs), tf.sum(hit, axes, true)));
    },
  }),
);

const softmax = derivative<SoftmaxAttrs>({ outputs: [true] }, ({ dy, saved: [y], attrs }) => ({
  logits: () => {
    const weighted = tf.mul(dy, y!);
    return tf.sub(weighted, tf.mul(tf.sum(weighted, attrs.dim, true), y!));
  },
}));

/** Derivative of op(a) · op(b), with sums over broadcast batches. */
const matMul = derivative<BatchMatMulAttrs>({ inputs: ['a', 'b'] }, ({ dy, saved: [a, b], attrs }) => {
  const { transposeA, transposeB } = attrs;
  const columns = dy.shape.at(-1)!;
  return {
    a: () =>
      sumTo(
        transposeA ? tf.matMul(b!, dy, transposeB, true) : tf.matMul(dy, b!, false, !transposeB),
        a!.shape,
      ),
    b: () => {
      // b is shared by all batches: one product over all rows replaces a sum of products
      if (!transposeA && b!.shape.slice(0, -2).every((dim) => dim === 1)) {
        const rows = tf.reshape(a!, [-1, a!.shape.at(-1)!]);
        const dyRows = tf.reshape(dy, [-1, columns]);
        const db = transposeB ? tf.matMul(dyRows, rows, true) : tf.matMul(rows, dyRows, true);
        return tf.reshape(db, b!.shape);
      }
      return sumTo(
        transposeB ? tf.matMul(dy, a!, true, transposeA) : tf.matMul(a!, dy, !transposeA),
        b!.shape,
      );
    },
  };
});

const conv2d = derivative<Conv2DAttrs>({ inputs: ['x', 'filter'] }, ({ dy, saved: [x, filter], attrs }) => {
  const { strides, pad, dataFormat, dilations } = attrs;
  if ([dilations].flat().some((rate) => rate !== 1))
    throw new Error(
      'the gradient of a dilated convolution is not available; gather the dilated inputs instead',
    );
  const shared = { strides, pad, dataFormat };
  return {
    x: () => kernel('Conv2DBackpropInput', { dy, filter: filter! }, { ...shared, inputShape: x!.shape }),
    filter: () => kernel('Conv2DBackpropFilter', { x: x!, dy }, { ...shared, filterShape: filter!.shape }),
  };
});

const kernel = (name: string, inputs: tf.NamedTensorMap, attrs: object): Tensor =>
  tf.engine().runKernel<Tensor>(name, inputs, attrs as NamedAttrMap); // safe: the kernel's own attributes

const maxPool = derivative<MaxPoolAttrs>(
  { inputs: ['x'], outputs: [true] },
  ({ dy, saved: [x, y], attrs }) => ({
    x: () => kernel('MaxPoolGrad', { dy, input: x!, output: y! }, attrs),
  }),
);
const averagePool: Derivative = fromInput<AvgPoolAttrs>((dy, x, attrs) =>
  kernel('AvgPoolGrad', { dy, input: x }, attrs),
);

export const REDUCTION_GRADIENTS: DerivativeTable = {
  All: constantIn('x'),
  Any: constantIn('x'),
  ArgMax: constantIn('x'),
  ArgMin: constantIn('x'),
  AvgPool: averagePool,
  BatchMatMul: matMul,
  Conv2D: conv2d,
  Cumsum: derivative<CumsumAttrs>({}, ({ dy, attrs }) => ({
    x: () => tf.cumsum(dy, attrs.axis, attrs.exclusive, !attrs.reverse),
  })),
  Max: extreme,
  MaxPool: maxPool,
  Mean: mean,
  Min: extreme,
  Softmax: softmax,
  Sum: sum,
};
