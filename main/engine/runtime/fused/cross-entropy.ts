import type { Tensor } from '@tensorflow/tfjs-core';
import * as tf from '@tensorflow/tfjs-core';
import { type NativeOp, nativeOp } from '../custom-op.ts';

/** [N, C] with 1 at each row's label; tfjs's wasm kernel writes integers whatever type is asked for. */
const oneHot = (labels: Tensor, classes: number): Tensor => tf.cast(tf.oneHot(labels, classes), 'float32');

/** −log softmax(logits)[label], PyTorch's cross_entropy without reduction. */
const CROSS_ENTROPY: NativeOp = {
  name: 'CrossEntropy',
  forward: ([logits, labels]) => {
    const shifted = tf.sub(logits!, tf.max(logits!, -1, true)); // [N, C]
    const logs = tf.sub(shifted, tf.log(tf.sum(tf.exp(shifted), -1, true))); // [N, C]
    const chosen = tf.sum(tf.mul(logs, oneHot(labels!, logits!.shape[1]!)), -1); // [N]
    return { output: tf.sub(0, chosen), saved: [logs] }; // 0 − 0 is 0, but its negation is −0
  },
  gradient: (dy, { inputs: [logits, labels], saved: [logs] }) => {
    const excess = tf.sub(tf.exp(logs!), oneHot(labels!, logits!.shape[1]!)); // [N, C]
    return [tf.mul(excess, tf.reshape(dy, [-1, 1])), null];
  },
  emit: {
    forward: (graph, [logits, labels]) => {
      const [rows = 0] = logits!.shape;
      const along = { attributes: { axis: { int: 1 } } };
      const logs = graph.unary('LogSoftmax', logits!, along); // [N, C]
      const places = graph.reshape(labels!, [rows, 1]);
      const chosen = graph.op('GatherElements', [logs, places], [rows, 1], 'float32', along);
      return { output: graph.binary('Sub', graph.scalar(0), graph.reshape(chosen, [rows])), saved: [logs] };
    },
    gradient: (graph, dy, { inputs: [logits, labels], saved: [logs] }) => {
      const [rows = 0] = logits!.shape;
      const weights = graph.reshape(dy, [rows, 1]);
      const pulled = graph.binary('Mul', graph.unary('Exp', logs!), weights); // [N, C]
      const operands = [pulled, graph.reshape(labels!, [rows, 1]), graph.unary('Neg', weights)];
      const attributes = { axis: { int: 1 }, reduction: { string: 'add' } };
      return [graph.op('ScatterElements', operands, logits!.shape, 'float32', { attributes }), null];
    },
  },
};

/** logits [N, C], labels int32 [N] in 0 … C − 1 → losses [N]. */
export const crossEntropy = (logits: Tensor, labels: Tensor): Tensor =>
  nativeOp(CROSS_ENTROPY, [logits, labels]);
