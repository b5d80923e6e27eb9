/**
 * Gated recurrent unit in one direction (Cho et al. 2014, with z as in StaResGRU-CNN eq. 1-4), gates stacked r, z, n.
 * The reset gate acts before the recurrent product: n = tanh(W x + U (r h) + b), h ← (1 − z) h + z n.
 */
import type { Tensor } from '@tensorflow/tfjs-core';
import { type NativeOp, nativeOp, type Value } from '../../../runtime/custom-op.ts';
import { type GruInputs, gruForward, gruGradient } from './eager.ts';
import { emitGru, emitGruGradient, emitGruSteps } from './onnx.ts';

export interface GruWeights {
  /** [3H, in] */
  readonly weightIh: Tensor;
  /** [3H, H] */
  readonly weightHh: Tensor;
  /** [3H] */
  readonly biasIh: Tensor;
}

/**
 * Hidden states of every step; x [B, T, in] → [B, T, H]. `mask` [B, T], float32, is ones followed by zeros;
 * outputs at padding are 0 and the reverse direction starts at each sequence's last real token.
 */
export function gruSequence(x: Tensor, weights: GruWeights, mask: Tensor, reverse = false): Tensor {
  const { weightIh, weightHh, biasIh } = weights;
  return nativeOp(reverse ? BACKWARD : FORWARD, [x, weightIh, weightHh, biasIh, mask]);
}

function gruOp(reverse: boolean): NativeOp {
  return {
    name: reverse ? 'GruReverse' : 'Gru',
    // safe: inputs everywhere below are those of gruSequence, in its order
    forward: (inputs) => ({ output: gruForward(inputs as GruInputs<Tensor>, reverse) }),
    gradient: (dy, { inputs, output }) => gruGradient(dy, inputs as GruInputs<Tensor>, output, reverse),
    emit: {
      forward: (graph, inputs) =>
        graph.options.inference
          ? { output: emitGru(graph, inputs as GruInputs<Value>, reverse) }
          : emitGruSteps(graph, inputs as GruInputs<Value>, reverse),
      gradient: (graph, dy, { inputs, saved }) =>
        emitGruGradient(graph, dy, { inputs: inputs as GruInputs<Value>, saved, reverse }),
    },
  };
}

const FORWARD = gruOp(false);
const BACKWARD = gruOp(true);
