/** PyTorch's GRU, whose reset gate acts after the recurrent product: n = tanh(W x + b + r (U h + b')), h ← (1 − z) n + z h. */
import type { Tensor } from '@tensorflow/tfjs-core';
import type { NativeOp, Value } from '../runtime/custom-op.ts';
import { resetAfterForward, resetAfterGradient } from './gru-reset-after-eager.ts';
import { emitResetAfter, emitResetAfterGradient } from './gru-reset-after-emit.ts';

/** x [B, T, in], W [3H, in], U [3H, H], b [3H], b' [3H], mask [B, T]: tensors, or values of a graph. */
export type ResetAfterInputs<T> = readonly [x: T, ih: T, hh: T, biasIh: T, biasHh: T, mask: T];

/** Output: hidden states [B, T, H]. */
export function resetAfterOp(reverse: boolean): NativeOp {
  return {
    name: reverse ? 'GruResetAfterReverse' : 'GruResetAfter',
    // safe: inputs everywhere below are as documented above
    forward: (inputs) => ({ output: resetAfterForward(inputs as ResetAfterInputs<Tensor>, reverse) }),
    gradient: (dy, { inputs, output }) =>
      resetAfterGradient(dy, inputs as ResetAfterInputs<Tensor>, output, reverse),
    emit: {
      forward: (graph, inputs) => ({
        output: emitResetAfter(graph, inputs as ResetAfterInputs<Value>, reverse),
      }),
      gradient: (graph, dy, { inputs, output }) =>
        emitResetAfterGradient(graph, dy, {
          inputs: inputs as ResetAfterInputs<Value>,
          hidden: output,
          reverse,
        }),
    },
  };
}
