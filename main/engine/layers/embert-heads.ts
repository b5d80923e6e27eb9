/**
 * Heads of EMBERT (Cai et al. 2021, sections 3.1 to 3.3) on states of width H: consistency of an entity with its context,
 * segmentation of long entities, and tokens of one part of an entity from the other part. Linear maps without a bias have
 * none in the paper.
 */
import { add, concat, gather, matMul, type Tensor, tanh } from '@tensorflow/tfjs-core';
import { gelu } from '../runtime/fused.ts';
import { embeddingSpec } from './embeddings.ts';
import { BERT_NORMAL, ZEROS } from './initialisers.ts';
import { layerNorm, layerNormParams, layerNormSpec } from './layer-norm.ts';
import { LONGEST_MENTION } from './mention-tokens.ts';
import { type ParamSpec, type Params, param } from './params.ts';

/** Width of the relative positions. */
const POSITION_SIZE = 200;

const weightSpec = (name: string, from: number, to: number): ParamSpec => ({
  name: `${name}.weight`,
  shape: [from, to],
  init: BERT_NORMAL,
  decay: true,
  fileAxes: [1, 0],
});

/** Parameters of LN(GELU(W x)). */
const hiddenSpec = (prefix: string, from: number, to: number): readonly ParamSpec[] => [
  weightSpec(`${prefix}.dense`, from, to),
  ...layerNormSpec(`${prefix}.LayerNorm`, to),
];

/** LN(GELU(W x)): x [N, in] → [N, out]. */
function hiddenLayer(params: Params, prefix: string, x: Tensor, eps: number): Tensor {
  const inner = gelu(matMul(x, param(params, `${prefix}.dense.weight`))); // [N, out]
  return layerNorm(layerNormParams(params, `${prefix}.LayerNorm`), inner, eps);
}

export const consistencySpec = (prefix: string, width: number): readonly ParamSpec[] => [
  ...hiddenSpec(prefix, 2 * width, width),
  weightSpec(`${prefix}.output`, width, 2),
];

/** Equations 1 to 3: states of the tokens before and after each entity, [N, H] each → scores of no and yes [N, 2]. */
export function consistencyLogits(
  params: Params,
  prefix: string,
  { before, after }: { readonly before: Tensor; readonly after: Tensor },
  eps: number,
): Tensor {
  const hidden = hiddenLayer(params, prefix, concat([before, after], 1), eps); // [N, H]
  return matMul(hidden, param(params, `${prefix}.output.weight`)); // [N, 2]
}

export const segmentationSpec = (prefix: string, width: number): readonly ParamSpec[] => [
  ...hiddenSpec(prefix, width, width),
  weightSpec(`${prefix}.transform`, width, width),
  { name: `${prefix}.transform.bias`, shape: [width], init: ZEROS, decay: false },
  weightSpec(`${prefix}.output`, width, 2),
];

/** Equations 4 and 5: states [N, H] → scores of a token to be inside (0) or the last one (1) of a part [N, 2]. */
export function segmentationLogits(params: Params, prefix: string, states: Tensor, eps: number): Tensor {
  const hidden = hiddenLayer(params, prefix, states, eps); // [N, H]
  const moved = matMul(hidden, param(params, `${prefix}.transform.weight`)); // [N, H]
  const squashed = tanh(add(moved, param(params, `${prefix}.transform.bias`))); // [N, H]
  return matMul(squashed, param(params, `${prefix}.output.weight`)); // [N, 2]
}

/** @param words width of the word embeddings */
export const partSpec = (prefix: string, width: number, words: number): readonly ParamSpec[] => [
  embeddingSpec(`${prefix}.positions`, LONGEST_MENTION, POSITION_SIZE),
  ...hiddenSpec(`${prefix}.0`, 2 * width + POSITION_SIZE, width),
  ...hiddenSpec(`${prefix}.1`, width, words),
];

export interface PartTokens {
  /** States of first and last token of the part that is seen, [N, H] each. */
  readonly first: Tensor;
  readonly last: Tensor;
  /** Place of the token to guess within its part, from 0, int32 [N]. */
  readonly offsets: Tensor;
}

/** Equations 6 to 8: scores of all words by their embeddings [V, E] → [N, V]. */
export function partLogits(
  params: Params,
  prefix: string,
  { first, last, offsets }: PartTokens,
  { words, eps }: { readonly words: Tensor; readonly eps: number },
): Tensor {
  const places = gather(param(params, `${prefix}.positions.weight`), offsets); // [N, P]
  const inner = hiddenLayer(params, `${prefix}.0`, concat([first, last, places], 1), eps); // [N, H]
  const outer = hiddenLayer(params, `${prefix}.1`, inner, eps); // [N, E]
  return matMul(outer, words, false, true); // [N, V]
}
