/** Derivatives of kernels that move elements: the inverse movement, with sums over copies. */
import type {
  ConcatAttrs,
  GatherV2Attrs,
  PackAttrs,
  PadV2Attrs,
  ReverseAttrs,
  SliceAttrs,
  SplitVAttrs,
  Tensor,
  TileAttrs,
  TransposeAttrs,
  UnpackAttrs,
} from '@tensorflow/tfjs-core';
import * as tf from '@tensorflow/tfjs-core';
import { constantIn, type DerivativeTable, derivative, fromInput } from './gradient.ts';

const sizeOf = (shape: readonly number[]): number => shape.reduce((product, dim) => product * dim, 1);

/** Adds the rows of dy into zeros of x's shape at `indices`. */
function scatter(dy: Tensor, x: Tensor, indices: Tensor, { axis, batchDims }: GatherV2Attrs): Tensor {
  const [at = 0] = tf.util.parseAxisParam(axis, x.shape);
  const length = x.shape[at]!;
  const inner = x.shape.slice(at + 1);
  if (batchDims > 0) {
    if (at !== batchDims) throw new Error('gather with batchDims needs axis = batchDims');
    // one table for all batches: batch b starts at row b · length
    const batches = sizeOf(x.shape.slice(0, at));
    const starts = tf.mul(tf.range(0, batches, 1, 'int32'), tf.scalar(length, 'int32'));
    const rows = tf.add(tf.reshape(indices, [batches, -1]), tf.reshape(starts, [batches, 1]));
    return tf.reshape(segmentSum(dy, rows, batches * length, inner), x.shape);
  }
  if (at === 0) return tf.reshape(segmentSum(dy, indices, length, inner), x.shape);
  const outer = x.shape.slice(0, at);
  const rows = tf.reshape(dy, [sizeOf(outer), indices.size, sizeOf(inner)]);
  const table = segmentSum(tf.transpose(rows, [1, 0, 2]), indices, length, [sizeOf(outer), sizeOf(inner)]);
  const back = tf.transpose(tf.reshape(table, [length, sizeOf(outer), sizeOf(inner)]), [1, 0, 2]);
  return tf.reshape(back, x.shape);
}

/** Sums rows [indices.size, ...inner] by index: [count, ...inner]. */
function segmentSum(rows: Tensor, indices: Tensor, count: number, inner: readonly number[]): Tensor {
  const flat = tf.reshape(indices, [indices.size]) as tf.Tensor1D; // safe: one axis
  return tf.unsortedSegmentSum(tf.reshape(rows, [indices.size, ...inner]), flat, count);
}

/** Sums the copies made by tiling; splits only repeated axes, to keep the rank low. */
function untile(dy: Tensor, x: Tensor, { reps }: TileAttrs): Tensor {
  const shape: number[] = [];
  const copies: number[] = [];
  x.shape.forEach((dim, axis) => {
    if (reps[axis] !== 1) {
      copies.push(shape.length);
      shape.push(reps[axis]!);
    }
    shape.push(dim);
  });
  return copies.length === 0 ? tf.clone(dy) : tf.reshape(tf.sum(tf.reshape(dy, shape), copies), x.shape);
}

const unslice = fromInput<SliceAttrs>((dy, x, attrs) => {
  const starts = [attrs.begin].flat();
  const paddings = x.shape.map((dim, axis): [number, number] => {
    const before = starts[axis] ?? 0;
    return [before, dim - before - dy.shape[axis]!];
  });
  return tf.pad(dy, paddings);
});

export const MOVEMENT_GRADIENTS: DerivativeTable = {
  Concat: derivative<ConcatAttrs>({ inputs: 'all' }, ({ dy, saved, attrs }) => {
    const [axis = 0] = tf.util.parseAxisParam(attrs.axis, saved[0]!.shape);
    const sizes = saved.map(({ shape }) => shape[axis]!);
    const parts = tf.split(dy, sizes, axis);
    return Object.fromEntries(parts.map((part, index) => [index, () => part]));
  }),
  ExpandDims: fromInput((dy, x) => tf.reshape(dy, x.shape), 'input'),
  GatherNd: derivative({ inputs: ['params', 'indices'] }, ({ dy, saved: [params, indices] }) => ({
    params: () => tf.scatterND(indices!, dy, params!.shape),
    indices: () => tf.zeros(indices!.shape),
  })),
  GatherV2: derivative<GatherV2Attrs>({ inputs: ['x', 'indices'] }, ({ dy, saved: [x, indices], attrs }) => ({
    x: () => scatter(dy, x!, indices!, attrs),
    indices: () => tf.zeros(indices!.shape),
  })),
  OneHot: constantIn('indices'),
  OnesLike: constantIn('x'),
  Pack: derivative<PackAttrs>({}, ({ dy, attrs }) =>
    Object.fromEntries(tf.unstack(dy, attrs.axis).map((part, index) => [index, () => part])),
  ),
  PadV2: fromInput<PadV2Attrs>((dy, x, { paddings }) =>
    tf.slice(
      dy,
      paddings.map(([before]) => before),
      x.shape,
    ),
  ),
  Reshape: fromInput((dy, x) => tf.reshape(dy, x.shape)),
  Reverse: derivative<ReverseAttrs>({}, ({ dy, attrs }) => ({ x: () => tf.reverse(dy, attrs.dims) })),
  ScatterNd: derivative({ inputs: ['indices'] }, ({ dy, saved: [indices] }) => ({
    indices: () => tf.zeros(indices!.shape),
    updates: () => tf.gatherND(dy, indices!),
  })),
  Slice: unslice,
  SplitV: derivative<SplitVAttrs>({}, ({ dys, attrs }) => ({ x: () => tf.concat([...dys], attrs.axis) })),
  Tile: fromInput<TileAttrs>(untile),
  Transpose: derivative<TransposeAttrs>({}, ({ dy, attrs }) => ({
    x: () =>
      tf.transpose(
        dy,
        attrs.perm.map((_, axis) => attrs.perm.indexOf(axis)),
      ),
  })),
  Unpack: derivative<UnpackAttrs>({}, ({ dys, attrs }) => ({ value: () => tf.stack([...dys], attrs.axis) })),
  UnsortedSegmentSum: derivative({ inputs: ['segmentIds'] }, ({ dy, saved: [segmentIds] }) => ({
    x: () => tf.gather(dy, segmentIds!),
    segmentIds: () => tf.zeros(segmentIds!.shape),
  })),
};
