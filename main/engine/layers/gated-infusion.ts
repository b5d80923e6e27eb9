/** Gated position infusion of SMedBERT (Zhang et al. 2021, section 3.2): what is known of a mention changes its tokens. */
import { add, concat, gather, mul, type Tensor, tanh, zeros } from '@tensorflow/tfjs-core';
import { gelu } from '../runtime/fused.ts';
import { BERT_NORMAL } from './initialisers.ts';
import { layerNorm, layerNormParams, layerNormSpec } from './layer-norm.ts';
import { linear, linearParams, linearSpec } from './linear.ts';
import type { ParamSpec, Params } from './params.ts';

/** h̃_mf = LN(φ([h'_m; h''_m] W_mf + b_mf) W_bp + b_bp): both [N, D] → [N, H]. */
export function knownOfMention(params: Params, prefix: string, mention: Tensor, neighbours: Tensor): Tensor {
  const both = concat([mention, neighbours], 1); // [N, 2D]
  const mixed = gelu(linear(linearParams(params, `${prefix}.mix`), both)); // [N, 2D]
  const back = linear(linearParams(params, `${prefix}.back`), mixed); // [N, H]
  return layerNorm(layerNormParams(params, `${prefix}.LayerNorm`), back, 1e-12);
}

/** φ([h_i; g_i ⊙ h̃_mf] W_ex + b_ex) of g_i = tanh([h_i; h̃_mf] W_ug + b_ug), to be added to h_i: both [N, H] → [N, H]. */
export function gatedChange(params: Params, prefix: string, token: Tensor, known: Tensor): Tensor {
  const gate = tanh(linear(linearParams(params, `${prefix}.gate`), concat([token, known], 1))); // [N, H]
  return gelu(linear(linearParams(params, `${prefix}.change`), concat([token, mul(gate, known)], 1))); // [N, H]
}

/** Returns states [..., H] with the changes [N, H] added where `changeOf` [...] has the change's number from 1; 0: none. */
export function addChanges(states: Tensor, changes: Tensor, changeOf: Tensor): Tensor {
  return add(states, gather(concat([zeros([1, changes.shape[1]!]), changes]), changeOf)); // [..., H]
}

export const gatedInfusionSpec = (prefix: string, width: number, size: number): readonly ParamSpec[] => [
  ...linearSpec(`${prefix}.mix`, 2 * size, 2 * size, BERT_NORMAL),
  ...linearSpec(`${prefix}.back`, 2 * size, width, BERT_NORMAL),
  ...layerNormSpec(`${prefix}.LayerNorm`, width),
  ...linearSpec(`${prefix}.gate`, 2 * width, width, BERT_NORMAL),
  ...linearSpec(`${prefix}.change`, 2 * width, width, BERT_NORMAL),
];
