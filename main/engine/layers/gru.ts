/**
 * Gated recurrent unit in one direction, gates stacked r, z, n, in two forms:
 * - `reset-before` (Cho et al. 2014 with z as in StaResGRU-CNN eq. 1-4): n = tanh(W x + U (r h) + b),
 *   h ← (1 − z) h + z n, one bias;
 * - `reset-after` (PyTorch's GRU): n = tanh(W x + b + r (U h + b')), h ← (1 − z) n + z h, two biases.
 */
import type { Tensor } from '@tensorflow/tfjs-core';
import { nativeOp } from '../runtime/custom-op.ts';
import { resetAfterOp } from './gru-reset-after.ts';
import { resetBeforeOp } from './gru-reset-before.ts';

export interface GruWeights {
  /** [3H, in] */
  readonly weightIh: Tensor;
  /** [3H, H] */
  readonly weightHh: Tensor;
  /** [3H] */
  readonly biasIh: Tensor;
}

export interface PytorchGruWeights extends GruWeights {
  /** [3H] */
  readonly biasHh: Tensor;
}

const BEFORE = { forward: resetBeforeOp(false), reverse: resetBeforeOp(true) };
const AFTER = { forward: resetAfterOp(false), reverse: resetAfterOp(true) };

/**
 * Hidden states of every step; x [B, T, in] → [B, T, H]. `mask` [B, T], float32, is ones followed by zeros;
 * outputs at padding are 0 and the reverse direction starts at each sequence's last real token.
 */
export function gruSequence(x: Tensor, weights: GruWeights, mask: Tensor, reverse = false): Tensor {
  const { weightIh, weightHh, biasIh } = weights;
  return nativeOp(reverse ? BEFORE.reverse : BEFORE.forward, [x, weightIh, weightHh, biasIh, mask]);
}

/** As `gruSequence`, in PyTorch's form. */
export function pytorchGruSequence(
  x: Tensor,
  weights: PytorchGruWeights,
  mask: Tensor,
  reverse = false,
): Tensor {
  const { weightIh, weightHh, biasIh, biasHh } = weights;
  return nativeOp(reverse ? AFTER.reverse : AFTER.forward, [x, weightIh, weightHh, biasIh, biasHh, mask]);
}
