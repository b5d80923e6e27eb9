/** y = x W + b. Inside, W is [in, out]; in files it is PyTorch's [out, in]. */
import type { Tensor } from '@tensorflow/tfjs-core';
import { linear as product } from '../runtime/fused.ts';
import { type Initialiser, XAVIER, ZEROS } from './initialisers.ts';
import { type ParamSpec, type Params, param } from './params.ts';

export interface LinearParams {
  /** [in, out] */
  readonly weight: Tensor;
  /** [out] */
  readonly bias: Tensor;
}

/** x [..., in] → [..., out]. */
export function linear({ weight, bias }: LinearParams, x: Tensor): Tensor {
  return product(x, weight, bias);
}

export const linearSpec = (
  prefix: string,
  width: number,
  out: number,
  init: Initialiser = XAVIER,
): readonly ParamSpec[] => [
  { name: `${prefix}.weight`, shape: [width, out], init, decay: true, fileAxes: [1, 0] },
  { name: `${prefix}.bias`, shape: [out], init: ZEROS, decay: false },
];

export const linearParams = (params: Params, prefix: string): LinearParams => ({
  weight: param(params, `${prefix}.weight`),
  bias: param(params, `${prefix}.bias`),
});
