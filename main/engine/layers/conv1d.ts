/**
 * One-dimensional convolution over time with same padding, as one matrix product over gathered windows
 * (im2col); PyTorch's Conv1d with padding='same'.
 */
import { cast, concat, expandDims, mul, pad, reshape, slice, type Tensor } from '@tensorflow/tfjs-core';
import { invariant } from '../../../shared/assert.ts';
import { linear } from '../runtime/fused.ts';
import { XAVIER, ZEROS } from './initialisers.ts';
import { type ParamSpec, type Params, param } from './params.ts';

export interface Conv1dParams {
  /** [K, in, out]; in files [out, in, K] */
  readonly weight: Tensor;
  /** [out] */
  readonly bias: Tensor;
}

/** x [B, T, in] → [B, T, out]; padded tokens (mask 0, [B, T]) count as zeros. */
export function conv1d({ weight, bias }: Conv1dParams, x: Tensor, mask: Tensor): Tensor {
  const [batch = 0, length = 0, width = 0] = x.shape;
  const [kernel = 0, into = 0, out = 0] = weight.shape;
  invariant(width === into, `conv1d: expected [B, T, ${into}], got [${x.shape}]`);
  const before = Math.floor((kernel - 1) / 2);
  const real = mul(x, expandDims(cast(mask, 'float32'), -1)); // [B, T, in]
  const padded = pad(real, [
    [0, 0],
    [before, kernel - 1 - before],
    [0, 0],
  ]); // [B, T + K − 1, in]
  const taps = Array.from({ length: kernel }, (_, k) => slice(padded, [0, k, 0], [batch, length, width]));
  const windows = kernel === 1 ? real : concat(taps, 2); // [B, T, K in]
  return linear(windows, reshape(weight, [kernel * into, out]), bias); // [B, T, out]
}

export function conv1dSpec(prefix: string, kernel: number, into: number, out: number): readonly ParamSpec[] {
  return [
    { name: `${prefix}.weight`, shape: [kernel, into, out], init: XAVIER, decay: true, fileAxes: [2, 1, 0] },
    { name: `${prefix}.bias`, shape: [out], init: ZEROS, decay: false },
  ];
}

export function conv1dParams(params: Params, prefix: string): Conv1dParams {
  return { weight: param(params, `${prefix}.weight`), bias: param(params, `${prefix}.bias`) };
}
