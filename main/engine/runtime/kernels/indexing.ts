/** Gathering and scattering by index. */
import * as tf from '@tensorflow/tfjs-core';
import type { TensorType } from '../capture-operand.ts';
import type { Graph, Shape, Value } from '../graph.ts';
import { filled, input, type KernelTable, kernel, result } from './kernel.ts';

const gather = kernel<tf.GatherV2Attrs>(({ graph, inputs, attrs }) => {
  const x = input(inputs, 'x');
  const indices = input(inputs, 'indices');
  const [axis = 0] = tf.util.parseAxisParam(attrs.axis, [...x.shape]);
  const batchDims = attrs.batchDims ?? 0;
  if (batchDims === 0) return result(graph, graph.gather(x.value, indices.value, axis), x.dtype);
  if (axis !== batchDims) throw new Error('gather with batchDims needs axis = batchDims');
  const shape = [...indices.shape, ...x.shape.slice(axis + 1)];
  const places = graph.reshape(graph.cast(indices.value, 'int64'), [...indices.shape, 1]);
  const attributes = { batch_dims: { int: batchDims } };
  return result(graph, graph.op('GatherND', [x.value, places], shape, x.dtype, { attributes }), x.dtype);
});

const gatherNd = kernel(({ graph, inputs }) => {
  const params = input(inputs, 'params');
  const indices = input(inputs, 'indices');
  const depth = indices.shape.at(-1)!;
  const shape = [...indices.shape.slice(0, -1), ...params.shape.slice(depth)];
  const places = graph.cast(indices.value, 'int64');
  return result(graph, graph.op('GatherND', [params.value, places], shape, params.dtype), params.dtype);
});

/** Adds `updates` into zeros; equal indices add up. */
function scatterAdd(graph: Graph, shape: Shape, dtype: TensorType, indices: Value, updates: Value): Value {
  const zeros = filled(graph, shape, dtype, 0).value;
  const attributes = { reduction: { string: 'add' } };
  return graph.op('ScatterND', [zeros, graph.cast(indices, 'int64'), updates], shape, dtype, { attributes });
}

const scatterNd = kernel<tf.ScatterNdAttrs>(({ graph, inputs, attrs: { shape } }) => {
  const indices = input(inputs, 'indices').value;
  const updates = input(inputs, 'updates');
  const places = indices.shape.length < 2 ? graph.reshape(indices, [...indices.shape, 1]) : indices;
  return result(graph, scatterAdd(graph, shape, updates.dtype, places, updates.value), updates.dtype);
});

const scatterUpdate = kernel(({ graph, inputs }) => {
  const tensor = input(inputs, 'tensor');
  const operands = [
    tensor.value,
    graph.cast(input(inputs, 'indices').value, 'int64'),
    input(inputs, 'updates').value,
  ];
  return result(graph, graph.op('ScatterND', operands, tensor.shape, tensor.dtype), tensor.dtype);
});

/** The gradient of gather: rows of equal segment add up. */
const segmentSum = kernel<tf.UnsortedSegmentSumAttrs>(({ graph, inputs, attrs: { numSegments } }) => {
  const x = input(inputs, 'x');
  const segments = input(inputs, 'segmentIds');
  const shape = [numSegments, ...x.shape.slice(segments.rank)];
  const places = graph.reshape(segments.value, [...segments.shape, 1]);
  return result(graph, scatterAdd(graph, shape, x.dtype, places, x.value), x.dtype);
});

export const INDEXING: KernelTable = {
  GatherNd: gatherNd,
  GatherV2: gather,
  ScatterNd: scatterNd,
  TensorScatterUpdate: scatterUpdate,
  UnsortedSegmentSum: segmentSum,
};
