/** The GRU whose reset gate acts before the recurrent product: n = tanh(W x + U (r h) + b), h ← (1 − z) h + z n. */
import type { Tensor } from '@tensorflow/tfjs-core';
import type { NativeOp, Value } from '../runtime/custom-op.ts';
import { resetBeforeForward, resetBeforeGradient } from './gru-reset-before-eager.ts';
import { emitResetBefore, emitResetBeforeGradient, emitResetBeforeSteps } from './gru-reset-before-emit.ts';

/** x [B, T, in], W [3H, in], U [3H, H], b [3H], mask [B, T]: tensors, or values of a graph. */
export type ResetBeforeInputs<T> = readonly [x: T, ih: T, hh: T, bias: T, mask: T];

/** Output: hidden states [B, T, H]. */
export function resetBeforeOp(reverse: boolean): NativeOp {
  return {
    name: reverse ? 'GruResetBeforeReverse' : 'GruResetBefore',
    // safe: inputs everywhere below are as documented above
    forward: (inputs) => ({ output: resetBeforeForward(inputs as ResetBeforeInputs<Tensor>, reverse) }),
    gradient: (dy, { inputs, output }) =>
      resetBeforeGradient(dy, inputs as ResetBeforeInputs<Tensor>, output, reverse),
    emit: {
      forward: (graph, inputs) =>
        graph.options.inference
          ? { output: emitResetBefore(graph, inputs as ResetBeforeInputs<Value>, reverse) }
          : emitResetBeforeSteps(graph, inputs as ResetBeforeInputs<Value>, reverse),
      gradient: (graph, dy, { inputs, saved }) =>
        emitResetBeforeGradient(graph, dy, { inputs: inputs as ResetBeforeInputs<Value>, saved, reverse }),
    },
  };
}
