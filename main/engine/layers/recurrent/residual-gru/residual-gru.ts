/**
 * The residual GRU of Toderici et al. 2017 as StaResGRU-CNN takes it over (eq. 7): the GRU that resets before the
 * recurrent product, with part of the old state added past the gates:
 * h_t = (1 − z_t) h_{t−1} + z_t tanh(W x_t + U (r_t h_{t−1})) + V h_{t−1}, where V = α_h W_h.
 */
import type { Tensor } from '@tensorflow/tfjs-core';
import { type NativeOp, nativeOp, type Value } from '../../../runtime/custom-op.ts';
import type { GruWeights } from '../gru/gru.ts';
import { type ResidualGruInputs, residualGruForward, residualGruGradient } from './eager.ts';
import { emitResidualGru, emitResidualGruGradient } from './onnx.ts';

export interface ResidualGruWeights extends GruWeights {
  /** V [H, H]: row u is what unit u takes from the old state. */
  readonly carry: Tensor;
}

/**
 * Hidden states of every step; x [B, T, in] → [B, T, H]. `mask` [B, T], float32, is ones followed by zeros; outputs at
 * padding are 0 and the reverse direction starts at each sequence's last real token.
 */
export function residualGruSequence(
  x: Tensor,
  { weightIh, weightHh, biasIh, carry }: ResidualGruWeights,
  mask: Tensor,
  reverse = false,
): Tensor {
  return nativeOp(reverse ? BACKWARD : FORWARD, [x, weightIh, weightHh, biasIh, carry, mask]);
}

function residualGruOp(reverse: boolean): NativeOp {
  return {
    name: reverse ? 'ResidualGruReverse' : 'ResidualGru',
    // safe: inputs everywhere below are those of residualGruSequence, in its order
    forward: (inputs) => ({ output: residualGruForward(inputs as ResidualGruInputs<Tensor>, reverse) }),
    gradient: (dy, { inputs, output }) =>
      residualGruGradient(dy, inputs as ResidualGruInputs<Tensor>, output, reverse),
    emit: {
      forward: (graph, inputs) => emitResidualGru(graph, inputs as ResidualGruInputs<Value>, reverse),
      gradient: (graph, dy, { inputs, saved }) =>
        emitResidualGruGradient(graph, dy, { inputs: inputs as ResidualGruInputs<Value>, saved, reverse }),
    },
  };
}

const FORWARD = residualGruOp(false);
const BACKWARD = residualGruOp(true);
