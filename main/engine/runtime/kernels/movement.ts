/** Kernels that move elements. */
import * as tf from '@tensorflow/tfjs-core';
import { Operand } from '../capture-operand.ts';
import { axisOf, type Graph, type Shape, sameShape, sizeOf, type Value } from '../graph.ts';
import { input, inputList, type KernelTable, kernel, result } from './kernel.ts';

/** Reshapes an operand; splats and constants stay as stored. */
function reshaped(graph: Graph, x: Operand, shape: Shape): Operand {
  if (sameShape(x.shape, shape)) return x;
  if (x.isSplat) return x.splatAs(shape);
  const { content } = x;
  if (content.kind === 'constant' && sizeOf(content.storedShape) === sizeOf(shape))
    return new Operand(graph, shape, x.dtype, { ...content, storedShape: shape });
  return result(graph, graph.reshape(x.value, shape), x.dtype);
}

/** Applies `move`, except to splats, which only change shape. */
const moved = (graph: Graph, x: Operand, shape: Shape, move: (value: Value) => Value): Operand =>
  x.isSplat ? x.splatAs(shape) : result(graph, move(x.value), x.dtype);

const reshape = kernel<tf.ReshapeAttrs>(({ graph, inputs, attrs }) => {
  const x = input(inputs, 'x');
  return reshaped(graph, x, tf.util.inferFromImplicitShape([...attrs.shape], sizeOf(x.shape)));
});

const expandDims = kernel<tf.ExpandDimsAttrs>(({ graph, inputs, attrs }) => {
  const x = input(inputs, 'input');
  return reshaped(graph, x, x.shape.toSpliced(axisOf(attrs.dim, x.rank + 1), 0, 1));
});

const transpose = kernel<tf.TransposeAttrs>(({ graph, inputs, attrs: { perm } }) => {
  const x = input(inputs, 'x');
  if (x.rank === 0) return x;
  const shape = perm.map((axis) => x.shape[axis]!);
  return moved(graph, x, shape, (value) => graph.transpose(value, perm));
});

/** Repeats axes; those of length 1 stay stored once. */
const tile = kernel<tf.TileAttrs>(({ graph, inputs, attrs: { reps } }) => {
  const x = input(inputs, 'x');
  const shape = x.shape.map((dim, axis) => dim * reps[axis]!);
  if (x.isSplat) return x.splatAs(shape);
  if (reps.every((count, axis) => count === 1 || x.shape[axis] === 1))
    return new Operand(graph, shape, x.dtype, x.content);
  return result(graph, graph.op('Tile', [x.value, graph.int64(reps)], shape, x.dtype), x.dtype);
});

/** End of a backward slice through the first element. */
const BEFORE_START = -(2 ** 31);

const reverse = kernel<tf.ReverseAttrs>(({ graph, inputs, attrs }) => {
  const x = input(inputs, 'x');
  const axes = tf.util.parseAxisParam(attrs.dims, [...x.shape]);
  if (axes.length === 0 || x.rank === 0) return x;
  return moved(graph, x, x.shape, (value) => reversed(graph, value, axes));
});

function reversed(graph: Graph, x: Value, axes: readonly number[]): Value {
  if (axes.length === 0) return x;
  const all = (element: number) => graph.int64(axes.map(() => element));
  return graph.op('Slice', [x, all(-1), all(BEFORE_START), graph.int64(axes), all(-1)], x.shape, x.dtype);
}

const pad = kernel<tf.PadV2Attrs>(({ graph, inputs, attrs: { paddings, constantValue } }) => {
  const x = input(inputs, 'x');
  const shape = x.shape.map((dim, axis) => dim + paddings[axis]![0] + paddings[axis]![1]);
  if (sameShape(shape, x.shape)) return x;
  // onnxruntime pads no bool
  const number = x.dtype === 'bool' ? graph.cast(x.value, 'int32') : x.value;
  const amounts = graph.int64([...paddings.map(([before]) => before), ...paddings.map(([, after]) => after)]);
  const padded = graph.op(
    'Pad',
    [number, amounts, graph.scalarLike(number, constantValue)],
    shape,
    number.dtype,
  );
  return result(graph, graph.cast(padded, x.dtype), x.dtype);
});

const mirrorPad = kernel<tf.MirrorPadAttrs>(({ graph, inputs, attrs: { paddings, mode } }) => {
  const x = input(inputs, 'x');
  if (mode !== 'reflect') throw new Error('only mode reflect can be captured');
  const shape = x.shape.map((dim, axis) => dim + paddings[axis]![0] + paddings[axis]![1]);
  const amounts = graph.int64([...paddings.map(([before]) => before), ...paddings.map(([, after]) => after)]);
  const attributes = { mode: { string: 'reflect' } };
  return result(graph, graph.op('Pad', [x.value, amounts], shape, x.dtype, { attributes }), x.dtype);
});

/** tfjs leaves out trailing axes, and writes −1 for "up to the end". */
const slice = kernel<tf.SliceAttrs>(({ graph, inputs, attrs }) => {
  const x = input(inputs, 'x');
  const starts = [attrs.begin].flat();
  const sizes = [attrs.size].flat();
  const begin = x.shape.map((_, axis) => starts[axis] ?? 0);
  const size = x.shape.map((dim, axis) => {
    const asked = sizes[axis] ?? -1;
    return asked < 0 ? dim - begin[axis]! : asked;
  });
  return moved(graph, x, size, (value) => graph.slice(value, begin, size));
});

const stridedSlice = kernel<tf.StridedSliceAttrs>(({ graph, inputs, attrs }) => {
  const x = input(inputs, 'x');
  const { begin, end, strides, beginMask, endMask, ellipsisMask, newAxisMask, shrinkAxisMask } = attrs;
  const info = tf.slice_util.sliceInfo(
    [...x.shape],
    begin,
    end,
    strides,
    beginMask,
    endMask,
    ellipsisMask,
    newAxisMask,
    shrinkAxisMask,
  );
  const shape = tf.slice_util.computeOutShape(info.begin, info.end, info.strides);
  // onnxruntime's WebGPU counts backward steps from the end, wherever they begin: turned round first, all go forward
  const backward = info.strides.flatMap((stride, axis) => (stride < 0 ? [axis] : []));
  const steps = info.strides.map(Math.abs);
  const begins = info.begin.map((at, axis) => (info.strides[axis]! < 0 ? x.shape[axis]! - 1 - at : at));
  const ends = begins.map((at, axis) => at + (shape[axis]! - 1) * steps[axis]! + 1);
  return moved(graph, x, info.finalShape, (value) => {
    const axes = graph.int64(shape.map((_, axis) => axis));
    const turned = reversed(graph, value, backward);
    const operands = [turned, graph.int64(begins), graph.int64(ends), axes, graph.int64(steps)];
    return graph.reshape(graph.op('Slice', operands, shape, x.dtype), info.finalShape);
  });
});

const concat = kernel<tf.ConcatAttrs>(({ graph, inputs, attrs }) => {
  const list = inputList(inputs);
  const axis = axisOf(attrs.axis, list[0]!.rank);
  const parts = list.filter(({ shape }) => sizeOf(shape) > 0);
  const kept = parts.length > 0 ? parts : list.slice(0, 1);
  return result(
    graph,
    graph.concat(
      kept.map(({ value }) => value),
      axis,
    ),
    list[0]!.dtype,
  );
});

const pack = kernel<tf.PackAttrs>(({ graph, inputs, attrs }) => {
  const list = inputList(inputs);
  const axis = axisOf(attrs.axis, list[0]!.rank + 1);
  const parts = list.map(({ value, shape }) => graph.reshape(value, shape.toSpliced(axis, 0, 1)));
  return result(graph, graph.concat(parts, axis), list[0]!.dtype);
});

function splitInto(graph: Graph, x: Operand, sizes: readonly number[], axis: number): Operand[] {
  if (x.isSplat) return sizes.map((size) => x.splatAs(x.shape.with(axis, size)));
  return graph.split(x.value, sizes, axis).map((value) => result(graph, value, x.dtype));
}

const unpack = kernel<tf.UnpackAttrs>(({ graph, inputs, attrs }) => {
  const x = input(inputs, 'value');
  const axis = axisOf(attrs.axis, x.rank);
  const shape = x.shape.toSpliced(axis, 1);
  const ones = Array<number>(x.shape[axis]!).fill(1);
  return splitInto(graph, x, ones, axis).map((part) => reshaped(graph, part, shape));
});

const split = kernel<tf.SplitVAttrs>(({ graph, inputs, attrs }) => {
  const x = input(inputs, 'x');
  const axis = axisOf(attrs.axis, x.rank);
  const { numOrSizeSplits } = attrs;
  const length = x.shape[axis]!;
  if (typeof numOrSizeSplits === 'number') {
    const sizes = Array<number>(numOrSizeSplits).fill(length / numOrSizeSplits);
    return splitInto(graph, x, sizes, axis);
  }
  const known = numOrSizeSplits.reduce((sum, size) => sum + Math.max(0, size), 0);
  return splitInto(
    graph,
    x,
    numOrSizeSplits.map((size) => (size < 0 ? length - known : size)),
    axis,
  );
});

export const MOVEMENT: KernelTable = {
  Concat: concat,
  ExpandDims: expandDims,
  MirrorPad: mirrorPad,
  Pack: pack,
  PadV2: pad,
  Reshape: reshape,
  Reverse: reverse,
  Slice: slice,
  SplitV: split,
  StridedSlice: stridedSlice,
  Tile: tile,
  Transpose: transpose,
  Unpack: unpack,
};
