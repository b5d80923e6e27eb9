import type { Tensor } from '@tensorflow/tfjs-core';
import * as tf from '@tensorflow/tfjs-core';
import { type NativeOp, nativeOp } from '../custom-op.ts';

const SQRT_HALF = Math.SQRT1_2;
/** x · φ(x) = s · e^(−s²) / √π with s = x / √2. */
const INVERSE_SQRT_PI = 1 / Math.sqrt(Math.PI);

/** Gaussian error linear unit x · Φ(x), exact (Hendrycks & Gimpel, arXiv:1606.08415). */
const GELU: NativeOp = {
  name: 'Gelu',
  forward: ([x]) => ({ output: tf.mul(x!, tf.mul(tf.add(tf.erf(tf.mul(x!, SQRT_HALF)), 1), 0.5)) }),
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

/** Returns x Φ(x), elementwise. */
export const gelu = (x: Tensor): Tensor => nativeOp(GELU, [x]);
