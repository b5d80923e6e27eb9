/** Position-wise feed-forward network, by default with exact GELU (Hendrycks and Gimpel 2016). */
import type { Tensor } from '@tensorflow/tfjs-core';
import { activate } from './activation.ts';
import type { Activation } from './activation-names.ts';
import { BERT_NORMAL } from './initialisers.ts';
import { type LinearParams, linear, linearParams, linearSpec } from './linear.ts';
import type { ParamSpec, Params } from './params.ts';

export interface FeedForwardParams {
  readonly inner: LinearParams;
  readonly outer: LinearParams;
}

/** [B, T, H] → [B, T, inner] → [B, T, H]. */
export function feedForward(
  { inner, outer }: FeedForwardParams,
  x: Tensor,
  activation: Activation = 'gelu',
): Tensor {
  return linear(outer, activate(activation, linear(inner, x))); // [B, T, H]
}

export const feedForwardSpec = (prefix: string, width: number, inner: number): readonly ParamSpec[] => [
  ...linearSpec(`${prefix}.intermediate.dense`, width, inner, BERT_NORMAL),
  ...linearSpec(`${prefix}.output.dense`, inner, width, BERT_NORMAL),
];

export const feedForwardParams = (params: Params, prefix: string): FeedForwardParams => ({
  inner: linearParams(params, `${prefix}.intermediate.dense`),
  outer: linearParams(params, `${prefix}.output.dense`),
});
