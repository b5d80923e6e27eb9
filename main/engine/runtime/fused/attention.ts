import type { Tensor } from '@tensorflow/tfjs-core';
import * as tf from '@tensorflow/tfjs-core';
import { type NativeOp, nativeOp } from '../custom-op.ts';

/**
 * Scaled dot-product attention (Vaswani et al., arXiv:1706.03762). The gradient of the softmax computes Σ dP ∘ P over the
 * keys as Σ dO ∘ O over the head size: D columns instead of T (Dao et al., arXiv:2205.14135, appendix B.4).
 */
const attentionOp = (scale: number, hasBias: boolean, hasDropout: boolean): NativeOp => {
  const optional = <T>(inputs: readonly T[]) => ({
    bias: hasBias ? inputs[3] : undefined,
    dropout: hasDropout ? inputs[hasBias ? 4 : 3] : undefined,
  });
  const nothing = [...(hasBias ? [null] : []), ...(hasDropout ? [null] : [])];
  return {
    name: 'Attention',
    forward: (inputs) => {
      const [q, k, v] = inputs;
      const { bias, dropout } = optional(inputs);
      const scores = tf.mul(tf.matMul(q!, k!, false, true), scale); // [B, A, T, T]
      const weights = tf.softmax(bias ? tf.add(scores, bias) : scores);
      return { output: tf.matMul(dropout ? tf.mul(weights, dropout) : weights, v!), saved: [weights] };
    },
    gradient: (dy, { inputs, output, saved: [weights] }) => {
      const [q, k, v] = inputs;
      const { dropout } = optional(inputs);
      const dv = tf.matMul(dropout ? tf.mul(weights!, dropout) : weights!, dy, true, false); // [B, A, T, D]
      const dKept = tf.matMul(dy, v!, false, true); // [B, A, T, T]
      const dWeights = dropout ? tf.mul(dKept, dropout) : dKept;
      const along = tf.sum(tf.mul(dy, output), -1, true); // [B, A, T, 1]
      const dScores = tf.mul(tf.mul(weights!, tf.sub(dWeights, along)), scale); // [B, A, T, T]
      return [tf.matMul(dScores, k!), tf.matMul(dScores, q!, true, false), dv, ...nothing];
    },
    emit: {
      forward: (graph, inputs) => {
        const [q, k, v] = inputs;
        const { bias, dropout } = optional(inputs);
        const scores = graph.matMul(q!, k!, { transposeB: true, alpha: scale }); // [B, A, T, T]
        const biased = bias ? graph.binary('Add', scores, bias) : scores;
        const weights = graph.unary('Softmax', biased, { attributes: { axis: { int: -1 } } });
        const kept = dropout ? graph.binary('Mul', weights, dropout) : weights;
        return { output: graph.matMul(kept, v!), saved: [weights] };
      },
      gradient: (graph, dy, { inputs, output, saved: [weights] }) => {
        const [q, k, v] = inputs;
        const { dropout } = optional(inputs);
        const kept = dropout ? graph.binary('Mul', weights!, dropout) : weights!;
        const dv = graph.matMul(kept, dy, { transposeA: true });
        const dKept = graph.matMul(dy, v!, { transposeB: true });
        const dWeights = dropout ? graph.binary('Mul', dKept, dropout) : dKept;
        const last = [dy.shape.length - 1];
        const along = graph.reduce('ReduceSum', graph.binary('Mul', dy, output), last, true);
        const dScores = graph.binary('Mul', weights!, graph.binary('Sub', dWeights, along));
        const dq = graph.matMul(dScores, k!, { alpha: scale });
        const dk = graph.matMul(dScores, q!, { transposeA: true, alpha: scale });
        return [dq, dk, dv, ...nothing];
      },
    },
  };
};

export interface AttentionExtras {
  /** Bias on the scaled scores, without gradient: −10⁴ at padded keys; broadcasts to [B, A, T, T]. */
  readonly bias?: Tensor | undefined;
  /** Factors on the weights: 0 or 1 / (1 − rate), [B, A, T, T]. */
  readonly dropout?: Tensor | undefined;
}

/** Returns (softmax(scale · query keyᵀ + bias) ∘ dropout) value; all [B, A, T, D]. */
export function attention(
  query: Tensor,
  key: Tensor,
  value: Tensor,
  scale: number,
  { bias, dropout }: AttentionExtras = {},
): Tensor {
  const op = attentionOp(scale, bias !== undefined, dropout !== undefined);
  return nativeOp(op, [query, key, value, ...(bias ? [bias] : []), ...(dropout ? [dropout] : [])]);
}
