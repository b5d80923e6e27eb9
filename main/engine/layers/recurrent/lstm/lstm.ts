/**
 * Long short-term memory in one direction (Hochreiter and Schmidhuber 1997) as PyTorch's LSTM has it:
 * i, f, o = σ(W x + U h + b), g = tanh(…), c ← f c + i g, h ← o tanh c, gates stacked i, f, g, o.
 */
import type { Tensor } from '@tensorflow/tfjs-core';
import { type NativeOp, nativeOp, type Value } from '../../../runtime/custom-op.ts';
import { type LstmInputs, lstmForward, lstmGradient } from './eager.ts';
import { emitLstm, emitLstmGradient, emitLstmSteps } from './onnx.ts';

export interface LstmWeights {
  /** [4H, in] */
  readonly weightIh: Tensor;
  /** [4H, H] */
  readonly weightHh: Tensor;
  /** [4H] */
  readonly biasIh: Tensor;
  /** [4H] */
  readonly biasHh: Tensor;
}

/**
 * Hidden states of every step; x [B, T, in] → [B, T, H]. `mask` [B, T], float32, is ones followed by zeros;
 * outputs at padding are 0 and the reverse direction starts at each sequence's last real token.
 */
export function lstmSequence(x: Tensor, weights: LstmWeights, mask: Tensor, reverse = false): Tensor {
  const { weightIh, weightHh, biasIh, biasHh } = weights;
  return nativeOp(reverse ? BACKWARD : FORWARD, [x, weightIh, weightHh, biasIh, biasHh, mask]);
}

function lstmOp(reverse: boolean): NativeOp {
  return {
    name: reverse ? 'LstmReverse' : 'Lstm',
    // safe: inputs everywhere below are those of lstmSequence, in its order
    forward: (inputs) => lstmForward(inputs as LstmInputs<Tensor>, reverse),
    gradient: (dy, { inputs, output, saved }) =>
      lstmGradient(dy, inputs as LstmInputs<Tensor>, { hidden: output, cells: saved[0]! }, reverse),
    emit: {
      forward: (graph, inputs) =>
        graph.options.inference
          ? { output: emitLstm(graph, inputs as LstmInputs<Value>, reverse) }
          : emitLstmSteps(graph, inputs as LstmInputs<Value>, reverse),
      gradient: (graph, dy, { inputs, saved }) =>
        emitLstmGradient(graph, dy, { inputs: inputs as LstmInputs<Value>, saved, reverse }),
    },
  };
}

const FORWARD = lstmOp(false);
const BACKWARD = lstmOp(true);
