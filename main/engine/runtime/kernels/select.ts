/** Choosing, converting, filling and copying. */
import type { CastAttrs, FillAttrs, LinSpaceAttrs, OneHotAttrs, RangeAttrs } from '@tensorflow/tfjs-core';
import { Operand, tensorType } from '../capture-operand.ts';
import { broadcast, sizeOf } from '../graph.ts';
import { filled, input, inputList, type KernelTable, kernel, result } from './kernel.ts';

/** tfjs's `where` has broadcast all three to one shape. */
const select = kernel(({ graph, inputs }) => {
  const condition = graph.cast(input(inputs, 'condition').stored, 'bool');
  const t = input(inputs, 't');
  return result(graph, graph.where(condition, t.stored, input(inputs, 'e').stored), t.dtype, t.shape);
});

const cast = kernel<CastAttrs>(({ graph, inputs, attrs }) => {
  const x = input(inputs, 'x');
  const dtype = tensorType(attrs.dtype);
  return result(graph, graph.cast(x.stored, dtype), dtype, x.shape);
});

/** 1 where the class is the index; indices out of range give all zeros, as in tfjs. */
const oneHot = kernel<OneHotAttrs>(({ graph, inputs, attrs }) => {
  const { depth, onValue, offValue } = attrs;
  const indices = input(inputs, 'indices');
  const dtype = tensorType(attrs.dtype);
  const classes = graph.constant(
    Int32Array.from({ length: depth }, (_, index) => index),
    [depth],
    'int32',
  );
  const hit = graph.binary('Equal', graph.reshape(indices.value, [...indices.shape, 1]), classes);
  if (onValue === 1 && offValue === 0) return result(graph, graph.cast(hit, dtype), dtype);
  const like = { dtype };
  return result(
    graph,
    graph.where(hit, graph.scalarLike(like, onValue), graph.scalarLike(like, offValue)),
    dtype,
  );
});

const likeOf = (value: number) =>
  kernel(({ graph, inputs }) => {
    const x = input(inputs, 'x');
    return filled(graph, x.shape, x.dtype, value);
  });

const addN = kernel(({ graph, inputs }) => {
  const list = inputList(inputs);
  const shape = list.map((operand) => operand.storedShape).reduce(broadcast);
  const sum = graph.op(
    'Sum',
    list.map(({ stored }) => stored),
    shape,
    'float32',
  );
  return result(graph, sum, 'float32', list[0]!.shape);
});

/** dy for y ≥ 0, else dy · (y + 1). */
const eluGradient = kernel(({ graph, inputs }) => {
  const dy = input(inputs, 'dy');
  const y = input(inputs, 'y');
  const negative = graph.binary('Mul', dy.stored, graph.withScalar('Add', y.stored, 1));
  const value = graph.where(graph.withScalar('GreaterOrEqual', y.stored, 0), dy.stored, negative);
  return result(graph, value, 'float32', y.shape);
});

export const SELECT: KernelTable = {
  AddN: addN,
  Cast: cast,
  EluGrad: eluGradient,
  Fill: kernel<FillAttrs>(({ graph, attrs }) =>
    filled(graph, attrs.shape, tensorType(attrs.dtype ?? 'float32'), Number(attrs.value)),
  ),
  Identity: ({ inputs }) => input(inputs, 'x'),
  LinSpace: kernel<LinSpaceAttrs>(({ graph, attrs: { start, stop, num } }) => {
    const values = Float32Array.from(
      { length: num },
      (_, i) => start + (i * (stop - start)) / Math.max(1, num - 1),
    );
    return new Operand(graph, [num], 'float32', { kind: 'constant', values, storedShape: [num] });
  }),
  OneHot: oneHot,
  OnesLike: likeOf(1),
  Range: kernel<RangeAttrs>(({ graph, attrs: { start, stop, step, dtype } }) => {
    const length = Math.max(0, Math.ceil((stop - start) / step));
    const numbers = Array.from({ length }, (_, index) => start + index * step);
    const values = dtype === 'int32' ? Int32Array.from(numbers) : Float32Array.from(numbers);
    const shape = [sizeOf([length])];
    return new Operand(graph, shape, dtype, { kind: 'constant', values, storedShape: shape });
  }),
  Select: select,
  ZerosLike: likeOf(0),
};
