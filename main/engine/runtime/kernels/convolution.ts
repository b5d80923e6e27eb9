/**
 * Convolution and pooling over [N, H, W, C]. ONNX wants [N, C, H, W] and filters [O, I, H, W]; with H = 1, as in
 * conv1d, moving the channels is a plain transpose.
 */
import * as tf from '@tensorflow/tfjs-core';
import type { Operand } from '../capture-operand.ts';
import type { Attributes, Graph, Shape, Value } from '../graph.ts';
import { filled, input, type KernelTable, kernel, result } from './kernel.ts';

type Size4 = [number, number, number, number];
type Info = tf.backend_util.Conv2DInfo;

const TO_CHANNELS_FIRST = [0, 3, 1, 2];
const TO_CHANNELS_LAST = [0, 2, 3, 1];
const channelsFirst = (graph: Graph, x: Value) => graph.transpose(x, TO_CHANNELS_FIRST);
const channelsLast = (graph: Graph, x: Value) => graph.transpose(x, TO_CHANNELS_LAST);
/** tfjs filter [H, W, I, O] as ONNX's [O, I, H, W]. */
const onnxFilter = (graph: Graph, filter: Value) => graph.transpose(filter, [3, 2, 0, 1]);

const size4 = (shape: Shape): Size4 => [shape[0]!, shape[1]!, shape[2]!, shape[3]!];

/** Returns the sizes of a convolution of x [N, H, W, C] with a filter [H, W, I, O]. */
function convolution(
  x: Shape,
  filter: Shape,
  attrs: Omit<tf.Conv2DAttrs, 'dilations'>,
  dilations: tf.Conv2DAttrs['dilations'],
): Info {
  if (attrs.dataFormat === 'NCHW') throw new Error('only channels-last convolutions can be captured');
  return tf.backend_util.computeConv2DInfo(
    size4(x),
    size4(filter),
    attrs.strides,
    dilations,
    attrs.pad,
    attrs.dimRoundingMode,
  );
}

const pool = (x: Operand, { filterSize, strides, pad, dimRoundingMode }: tf.MaxPoolAttrs): Info =>
  tf.backend_util.computePool2DInfo(size4(x.shape), filterSize, strides, 1, pad, dimRoundingMode);

const pads = ({ padInfo: { top, left, bottom, right } }: Info) => ({ ints: [top, left, bottom, right] });
const strides = ({ strideHeight, strideWidth }: Info) => ({ ints: [strideHeight, strideWidth] });
const dilations = ({ dilationHeight, dilationWidth }: Info) => ({ ints: [dilationHeight, dilationWidth] });
const window = ({ filterHeight, filterWidth }: Info) => ({ ints: [filterHeight, filterWidth] });
const outputShape = ({ batchSize, outChannels, outHeight, outWidth }: Info): Size4 => [
  batchSize,
  outChannels,
  outHeight,
  outWidth,
];

const conv2d = kernel<tf.Conv2DAttrs>(({ graph, inputs, attrs }) => {
  const x = input(inputs, 'x').value; // [N, H, W, I]
  const filter = input(inputs, 'filter').value; // [h, w, I, O]
  const info = convolution(x.shape, filter.shape, attrs, attrs.dilations);
  const attributes: Attributes = { pads: pads(info), strides: strides(info), dilations: dilations(info) };
  const operands = [channelsFirst(graph, x), onnxFilter(graph, filter)];
  const y = graph.op('Conv', operands, outputShape(info), x.dtype, { attributes }); // [N, O, H', W']
  return result(graph, channelsLast(graph, y), 'float32');
});

/** Returns the rows or columns after the last strided window, which the transposed convolution must add. */
const leftOver = (size: number, before: number, after: number, filter: number, stride: number): number =>
  (size + before + after - filter) % stride;

const convInputGradient = kernel<tf.Conv2DBackpropInputAttrs>(({ graph, inputs, attrs }) => {
  const dy = input(inputs, 'dy').value; // [N, H', W', O]
  const filter = input(inputs, 'filter').value; // [h, w, I, O]
  const info = convolution(attrs.inputShape, filter.shape, attrs, 1);
  const { padInfo, inHeight, inWidth, filterHeight, filterWidth, strideHeight, strideWidth } = info;
  const extra = [
    leftOver(inHeight, padInfo.top, padInfo.bottom, filterHeight, strideHeight),
    leftOver(inWidth, padInfo.left, padInfo.right, filterWidth, strideWidth),
  ];
  const attributes: Attributes = {
    pads: pads(info),
    strides: strides(info),
    output_padding: { ints: extra },
  };
  const shape = [info.batchSize, info.inChannels, inHeight, inWidth];
  const operands = [channelsFirst(graph, dy), onnxFilter(graph, filter)];
  const dx = graph.op('ConvTranspose', operands, shape, dy.dtype, { attributes }); // [N, I, H, W]
  return result(graph, channelsLast(graph, dx), 'float32');
});

/**
 * dW[i, o] is the convolution of x with dy over the batch: images are input channels, filters output channels,
 * steps between the elements of dy are the strides.
 */
const convFilterGradient = kernel<tf.Conv2DBackpropFilterAttrs>(({ graph, inputs, attrs }) => {
  const x = input(inputs, 'x').value; // [N, H, W, I]
  const dy = input(inputs, 'dy').value; // [N, H', W', O]
  const info = convolution(x.shape, attrs.filterShape, attrs, 1);
  const images = graph.transpose(x, [3, 0, 1, 2]); // [I, N, H, W]
  const filters = graph.transpose(dy, [3, 0, 1, 2]); // [O, N, H', W']
  const { padInfo, inHeight, inWidth, outHeight, outWidth, strideHeight, strideWidth } = info;
  const height = inHeight + padInfo.top + padInfo.bottom - (outHeight - 1) * strideHeight;
  const width = inWidth + padInfo.left + padInfo.right - (outWidth - 1) * strideWidth;
  const attributes: Attributes = { pads: pads(info), dilations: strides(info) };
  const shape = [info.inChannels, info.outChannels, height, width];
  const full = graph.op('Conv', [images, filters], shape, x.dtype, { attributes }); // [I, O, ≥ h, ≥ w]
  const size = [info.inChannels, info.outChannels, info.filterHeight, info.filterWidth];
  const cropped = graph.slice(full, [0, 0, 0, 0], size); // [I, O, h, w]
  return result(graph, graph.transpose(cropped, [2, 3, 0, 1]), 'float32');
});

/** Returns the maxima and their positions in the flattened [N, C, H, W] input. */
function maxPositions(graph: Graph, x: Value, info: Info): [Value, Value] {
  const shape = outputShape(info);
  const attributes: Attributes = { kernel_shape: window(info), pads: pads(info), strides: strides(info) };
  const outputs = [
    { shape, dtype: x.dtype },
    { shape, dtype: 'int64' as const },
  ];
  const [y, positions] = graph.node('MaxPool', [x], outputs, { attributes });
  return [y!, positions!];
}

const maxPool = kernel<tf.MaxPoolAttrs>(({ graph, inputs, attrs }) => {
  const x = input(inputs, 'x');
  const [y] = maxPositions(graph, channelsFirst(graph, x.value), pool(x, attrs));
  return result(graph, channelsLast(graph, y), x.dtype);
});

const maxPoolGradient = kernel<tf.MaxPoolAttrs>(({ graph, inputs, attrs }) => {
  const x = input(inputs, 'input');
  const image = channelsFirst(graph, x.value); // [N, C, H, W]
  const [, positions] = maxPositions(graph, image, pool(x, attrs)); // [N, C, H', W']
  const dy = channelsFirst(graph, input(inputs, 'dy').value);
  const count = dy.shape.reduce((product, dim) => product * dim, 1);
  const size = image.shape.reduce((product, dim) => product * dim, 1);
  const operands = [
    filled(graph, [size], 'float32', 0).value,
    graph.reshape(positions, [count, 1]),
    graph.reshape(dy, [count]),
  ];
  const attributes: Attributes = { reduction: { string: 'add' } };
  const dx = graph.op('ScatterND', operands, [size], 'float32', { attributes });
  return result(graph, channelsLast(graph, graph.reshape(dx, image.shape)), 'float32');
});

const averagePool = kernel<tf.AvgPoolAttrs>(({ graph, inputs, attrs }) => {
  const x = input(inputs, 'x');
  const info = pool(x, attrs);
  const attributes: Attributes = { kernel_shape: window(info), pads: pads(info), strides: strides(info) };
  const operands = [channelsFirst(graph, x.value)];
  const y = graph.op('AveragePool', operands, outputShape(info), 'float32', { attributes });
  return result(graph, channelsLast(graph, y), 'float32');
});

/** Spreads every dy evenly over its window, padding included, as tfjs does. */
const averagePoolGradient = kernel<tf.AvgPoolAttrs>(({ graph, inputs, attrs }) => {
  const x = input(inputs, 'input');
  const info = pool(x, attrs);
  const { padInfo, inHeight, inWidth, inChannels, filterHeight, filterWidth, strideHeight, strideWidth } =
    info;
  const share = filled(
    graph,
    [inChannels, 1, filterHeight, filterWidth],
    'float32',
    1 / (filterHeight * filterWidth),
  );
  const extra = [
    leftOver(inHeight, padInfo.top, padInfo.bottom, filterHeight, strideHeight),
    leftOver(inWidth, padInfo.left, padInfo.right, filterWidth, strideWidth),
  ];
  const attributes: Attributes = {
    pads: pads(info),
    strides: strides(info),
    group: { int: inChannels },
    output_padding: { ints: extra },
  };
  const operands = [channelsFirst(graph, input(inputs, 'dy').value), share.value];
  const shape = [info.batchSize, inChannels, inHeight, inWidth];
  const dx = graph.op('ConvTranspose', operands, shape, 'float32', { attributes });
  return result(graph, channelsLast(graph, dx), 'float32');
});

export const CONVOLUTION: KernelTable = {
  AvgPool: averagePool,
  AvgPoolGrad: averagePoolGradient,
  Conv2D: conv2d,
  Conv2DBackpropFilter: convFilterGradient,
  Conv2DBackpropInput: convInputGradient,
  MaxPool: maxPool,
  MaxPoolGrad: maxPoolGradient,
};
