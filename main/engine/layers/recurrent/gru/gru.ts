/**
 * Gated recurrent unit in one direction (Cho et al. 2014, with z as in StaResGRU-CNN eq. 1-4), gates stacked r, z, n.
 * The reset gate acts before the recurrent product: n = tanh(W x + U (r h) + b), h ← (1 − z) h + z n. The residual GRU
 * (Toderici et al. 2017, StaResGRU-CNN eq. 7) adds V h, with V = α_h W_h, to the new state.
 */
import type { Tensor } from '@tensorflow/tfjs-core';
import { type NativeOp, nativeOp, type Value } from '../../../runtime/custom-op.ts';
import { type GruInputs, gruForward, gruGradient } from './eager.ts';
import { emitGru, emitGruGradient } from './onnx.ts';

export interface GruWeights {
  /** [3H, in] */
  readonly weightIh: Tensor;
  /** [3H, H] */
  readonly weightHh: Tensor;
  /** [3H] */
  readonly biasIh: Tensor;
  /** V [H, H] of a residual GRU; row u holds the weights of unit u. */
  readonly carry?: Tensor;
}

/**
 * Returns the hidden states of every step; x [B, T, in] → [B, T, H]. `mask` [B, T], float32, is ones followed by zeros;
 * outputs at padding are 0 and the reverse direction starts at each sequence's last real token.
 */
export function gruSequence(x: Tensor, weights: GruWeights, mask: Tensor, reverse = false): Tensor {
  const { weightIh, weightHh, biasIh, carry } = weights;
  const inputs = [x, weightIh, weightHh, biasIh, mask, ...(carry ? [carry] : [])];
  return nativeOp(reverse ? BACKWARD : FORWARD, inputs);
}

function gruOp(reverse: boolean): NativeOp {
  return {
    name: reverse ? 'GruReverse' : 'Gru',
    // safe: inputs everywhere below are those of gruSequence, in its order
    forward: (inputs) => ({ output: gruForward(inputs as GruInputs<Tensor>, reverse) }),
    gradient: (dy, { inputs, output }) => gruGradient(dy, inputs as GruInputs<Tensor>, output, reverse),
    emit: {
      forward: (graph, inputs) => emitGru(graph, inputs as GruInputs<Value>, reverse),
      gradient: (graph, dy, { inputs, saved }) =>
        emitGruGradient(graph, dy, { inputs: inputs as GruInputs<Value>, saved, reverse }),
    },
  };
}

const FORWARD = gruOp(false);
const BACKWARD = gruOp(true);
