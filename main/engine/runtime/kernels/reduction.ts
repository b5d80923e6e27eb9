/** Kernels that reduce or run along axes. tfjs names axes `axis`, but `reductionIndices` for Max. */
import * as tf from '@tensorflow/tfjs-core';
import { axisOf, type Graph, reducedShape, type Value } from '../graph.ts';
import { input, type Kernel, type KernelTable, kernel, result } from './kernel.ts';

interface ReductionAttrs {
  axis?: number | number[];
  reductionIndices?: number | number[];
  keepDims?: boolean;
}

const reduction = (build: (graph: Graph, x: Value, axes: number[], keepDims: boolean) => Value): Kernel =>
  kernel<ReductionAttrs>(({ graph, inputs, attrs }) => {
    const x = input(inputs, 'x');
    const named = attrs.axis ?? attrs.reductionIndices ?? x.shape.map((_, axis) => axis);
    const axes = tf.util.parseAxisParam(named, [...x.shape]);
    if (axes.length === 0 || x.rank === 0) return x;
    return result(graph, build(graph, x.value, axes, attrs.keepDims ?? false), x.dtype);
  });
const reduce = (op: string): Kernel =>
  reduction((graph, x, axes, keepDims) => graph.reduce(op, x, axes, keepDims));

/** All and Any: the smallest and the largest of 0 and 1. */
const truth = (op: string): Kernel =>
  reduction((graph, x, axes, keepDims) =>
    graph.cast(graph.reduce(op, graph.cast(x, 'int32'), axes, keepDims), 'bool'),
  );

const argument = (op: string): Kernel =>
  kernel<tf.ArgMaxAttrs>(({ graph, inputs, attrs }) => {
    const x = input(inputs, 'x');
    const [axis = 0] = tf.util.parseAxisParam(attrs.axis, [...x.shape]);
    const attributes = { axis: { int: axis }, keepdims: { int: 0 } };
    const found = graph.op(op, [x.value], reducedShape(x.shape, [axis], false), 'int64', { attributes });
    return result(graph, graph.cast(found, 'int32'), 'int32');
  });

const cumsum = kernel<tf.CumsumAttrs>(({ graph, inputs, attrs }) => {
  const x = input(inputs, 'x');
  const axis = graph.constant(Int32Array.of(axisOf(attrs.axis, x.rank)), [], 'int32');
  const attributes = {
    exclusive: { int: Number(attrs.exclusive ?? false) },
    reverse: { int: Number(attrs.reverse ?? false) },
  };
  return result(graph, graph.op('CumSum', [x.value, axis], x.shape, x.dtype, { attributes }), x.dtype);
});

const softmax = kernel<tf.SoftmaxAttrs>(({ graph, inputs, attrs }) => {
  const x = input(inputs, 'logits');
  const attributes = { axis: { int: axisOf(attrs.dim, x.rank) } };
  return result(graph, graph.unary('Softmax', x.value, { attributes }), 'float32');
});

const topK = kernel<tf.TopKAttrs>(({ graph, inputs, attrs: { k } }) => {
  const x = input(inputs, 'x');
  const shape = x.shape.with(-1, k);
  const attributes = { axis: { int: -1 } };
  const outputs = [
    { shape, dtype: x.dtype },
    { shape, dtype: 'int64' as const },
  ];
  const [values, indices] = graph.node('TopK', [x.value, graph.int64([k])], outputs, { attributes });
  return [result(graph, values!, x.dtype), result(graph, graph.cast(indices!, 'int32'), 'int32')];
});

export const REDUCTION: KernelTable = {
  All: truth('ReduceMin'),
  Any: truth('ReduceMax'),
  ArgMax: argument('ArgMax'),
  ArgMin: argument('ArgMin'),
  Cumsum: cumsum,
  Max: reduce('ReduceMax'),
  Mean: reduce('ReduceMean'),
  Min: reduce('ReduceMin'),
  Prod: reduce('ReduceProd'),
  Softmax: softmax,
  Sum: reduce('ReduceSum'),
  TopK: topK,
};
