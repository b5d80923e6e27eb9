import type { Tensor } from '@tensorflow/tfjs-core';
import * as tf from '@tensorflow/tfjs-core';
import { type Graph, type NativeOp, nativeOp, type Value } from '../custom-op.ts';

/** Sums over all axes but the last: [..., H] → [H]. */
const sumRows = (x: Tensor): Tensor => tf.sum(tf.reshape(x, [-1, x.shape.at(-1)!]), 0);
function emitSumRows(graph: Graph, x: Value): Value {
  const width = x.shape.at(-1)!;
  const rows = x.shape.reduce((product, dim) => product * dim, 1) / width;
  return graph.reduce('ReduceSum', graph.reshape(x, [rows, width]), [0]);
}

/** Layer normalisation over the last axis (Ba et al., arXiv:1607.06450; ONNX LayerNormalization). */
const layerNormOp = (epsilon: number): NativeOp => ({
  name: 'LayerNorm',
  forward: ([x, gain, bias]) => {
    const mean = tf.mean(x!, -1, true); // [..., 1]
    const centred = tf.sub(x!, mean);
    const inverse = tf.rsqrt(tf.add(tf.mean(tf.square(centred), -1, true), epsilon)); // [..., 1]
    return { output: tf.add(tf.mul(tf.mul(centred, inverse), gain!), bias!), saved: [mean, inverse] };
  },
  gradient: (dy, { inputs: [x, gain], saved: [mean, inverse] }) => {
    const normal = tf.mul(tf.sub(x!, mean!), inverse!);
    const weighted = tf.mul(dy, normal);
    const dNormal = tf.mul(dy, gain!);
    const along = tf.mean(tf.mul(dNormal, normal), -1, true); // [..., 1]
    const dx = tf.mul(tf.sub(tf.sub(dNormal, tf.mul(normal, along)), tf.mean(dNormal, -1, true)), inverse!);
    return [dx, sumRows(weighted), sumRows(dy)];
  },
  emit: {
    forward: (graph, [x, gain, bias]) => {
      const row = { shape: x!.shape.with(-1, 1), dtype: x!.dtype };
      const attributes = { axis: { int: -1 }, epsilon: { float: epsilon } };
      const outputs = [{ shape: x!.shape, dtype: x!.dtype }, row, row];
      const [output, mean, inverse] = graph.node('LayerNormalization', [x, gain, bias], outputs, {
        attributes,
      });
      return { output: output!, saved: [mean!, inverse!] };
    },
    gradient: (graph, dy, { inputs: [x, gain], saved: [mean, inverse] }) => {
      const normal = graph.binary('Mul', graph.binary('Sub', x!, mean!), inverse!);
      const weighted = graph.binary('Mul', dy, normal);
      const dNormal = graph.binary('Mul', dy, gain!);
      const last = [x!.shape.length - 1];
      const along = graph.reduce('ReduceMean', graph.binary('Mul', dNormal, normal), last, true);
      const shift = graph.reduce('ReduceMean', dNormal, last, true);
      const direction = graph.binary('Sub', dNormal, graph.binary('Mul', normal, along));
      const dx = graph.binary('Mul', graph.binary('Sub', direction, shift), inverse!);
      return [dx, emitSumRows(graph, weighted), emitSumRows(graph, dy)];
    },
  },
});

/** Normalises x [..., H] over H, times gain [H], plus bias [H]. */
export const layerNorm = (x: Tensor, gain: Tensor, bias: Tensor, epsilon: number): Tensor =>
  nativeOp(layerNormOp(epsilon), [x, gain, bias]);
