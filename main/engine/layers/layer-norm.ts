/** Layer normalisation over the last axis (Ba, Kiros and Hinton 2016); PyTorch's LayerNorm. */
import type { Tensor } from '@tensorflow/tfjs-core';
import { layerNorm as normalise } from '../runtime/fused.ts';
import { ONES, ZEROS } from './initialisers.ts';
import { type ParamSpec, type Params, param } from './params.ts';

export interface LayerNormParams {
  /** γ [H] */
  readonly weight: Tensor;
  /** β [H] */
  readonly bias: Tensor;
}

/** γ (x − mean) / √(variance + eps) + β with the biased variance; x [..., H] → [..., H]. */
export function layerNorm({ weight, bias }: LayerNormParams, x: Tensor, eps: number): Tensor {
  return normalise(x, weight, bias, eps);
}

export const layerNormSpec = (prefix: string, width: number): readonly ParamSpec[] => [
  { name: `${prefix}.weight`, shape: [width], init: ONES, decay: false },
  { name: `${prefix}.bias`, shape: [width], init: ZEROS, decay: false },
];

export const layerNormParams = (params: Params, prefix: string): LayerNormParams => ({
  weight: param(params, `${prefix}.weight`),
  bias: param(params, `${prefix}.bias`),
});
