/** Self-attentive pooling over time (Lin et al. 2017, arXiv:1703.03130; f_sp of SMedBERT). */
import { reshape, type Tensor, tanh } from '@tensorflow/tfjs-core';
import { linear } from '../runtime/fused.ts';
import { BERT_NORMAL } from './initialisers.ts';
import type { MaskedSequence } from './masked-sequence.ts';
import { type ParamSpec, type Params, param } from './params.ts';
import { averageBy, maskedSoftmax } from './weighted-average.ts';

/** Σ a_t x_t with a = softmax(tanh(x W) v) over the real tokens: x [N, S, H], mask [N, S] → [N, H]. */
export function attentivePooling(params: Params, prefix: string, { x, mask }: MaskedSequence): Tensor {
  const inner = tanh(linear(x, param(params, `${prefix}.dense.weight`))); // [N, S, A]
  const scores = reshape(linear(inner, param(params, `${prefix}.score.weight`)), mask.shape); // [N, S]
  return averageBy(maskedSoftmax(scores, mask), x);
}

export const attentivePoolingSpec = (prefix: string, width: number, inner = width): readonly ParamSpec[] => [
  matrixSpec(`${prefix}.dense`, width, inner),
  matrixSpec(`${prefix}.score`, inner, 1),
];

/** A linear layer without bias. */
export const matrixSpec = (prefix: string, width: number, out: number): ParamSpec => ({
  name: `${prefix}.weight`,
  shape: [width, out],
  init: BERT_NORMAL,
  decay: true,
  fileAxes: [1, 0],
});
