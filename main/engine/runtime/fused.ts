/** Computations of transformers in fewer passes over memory than tfjs ops need. */

import type { Tensor } from '@tensorflow/tfjs-core';
import * as tf from '@tensorflow/tfjs-core';
import { type Graph, type NativeOp, nativeOp, type Value } from './custom-op.ts';

const SQRT_HALF = Math.SQRT1_2;
/** x · φ(x) = s · e^(−s²) / √π with s = x / √2. */
const INVERSE_SQRT_PI = 1 / Math.sqrt(Math.PI);

/** Gaussian error linear unit x · Φ(x), exact (Hendrycks & Gimpel, arXiv:1606.08415). */
const GELU: NativeOp = {
  name: 'Gelu',
  forward: ([x]) => ({
    output: tf.mul(x!, tf.mul(tf.add(tf.erf(tf.mul(x!, SQRT_HALF)), 1), 0.5)),
  }),
  gradient: (dy, { inputs: [x] }) => {
    const s = tf.mul(x!, SQRT_HALF);
    const cumulative = tf.mul(tf.add(tf.erf(s), 1), 0.5); // Φ(x)
    const density = tf.mul(tf.mul(s, tf.exp(tf.neg(tf.square(s)))), INVERSE_SQRT_PI); // x φ(x)
    return [tf.mul(dy, tf.add(cumulative, density))];
  },
  emit: {
    forward: (graph, [x]) => ({ output: graph.unary('Gelu', x!, { domain: 'com.microsoft' }) }),
    gradient: (graph, dy, { inputs: [x] }) => {
      const s = graph.withScalar('Mul', x!, SQRT_HALF);
      // (erf + 1) / 2 in one pass: the clipping of HardSigmoid never applies
      const half = { alpha: { float: 0.5 }, beta: { float: 0.5 } };
      const cumulative = graph.unary('HardSigmoid', graph.unary('Erf', s), { attributes: half });
      // the factor 1/√π moves into the exponent
      const exponent = graph.binary(
        'Sub',
        graph.scalar(Math.log(INVERSE_SQRT_PI)),
        graph.binary('Mul', s, s),
      );
      const density = graph.binary('Mul', s, graph.unary('Exp', exponent));
      return [graph.binary('Mul', dy, graph.binary('Add', cumulative, density))];
    },
  },
};

/** x Φ(x). */
export const gelu = (x: Tensor): Tensor => nativeOp(GELU, [x]);

/** Sum over all axes but the last: [..., H] → [H]. */
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

/** x [..., H] normalised over H, times gain [H], plus bias [H]. */
export const layerNorm = (x: Tensor, gain: Tensor, bias: Tensor, epsilon: number): Tensor =>
  nativeOp(layerNormOp(epsilon), [x, gain, bias]);

/** x [..., I] · weight [I, O] + bias [O]. */
export function linear(x: Tensor, weight: Tensor, bias?: Tensor): Tensor {
  const inner = x.shape.at(-1)!;
  const rows = x.rank === 2 ? x : tf.reshape(x, [-1, inner]); // [rows, I]
  const product = tf.matMul(rows, weight); // [rows, O]
  const y = bias ? tf.add(product, bias) : product;
  return x.rank === 2 ? y : tf.reshape(y, [...x.shape.slice(0, -1), weight.shape[1]!]);
}
