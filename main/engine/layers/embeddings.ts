/** Embeddings: a table lookup, and BERT's sum of word, position and token type (Devlin et al. 2019, section 3). */
import { add, gather, slice, type Tensor } from '@tensorflow/tfjs-core';
import { invariant } from '../../../shared/assert.ts';
import { type DropoutSource, dropout } from './dropout.ts';
import { BERT_NORMAL, type Initialiser } from './initialisers.ts';
import { type LayerNormParams, layerNorm, layerNormParams, layerNormSpec } from './layer-norm.ts';
import { type ParamSpec, type Params, param } from './params.ts';

/** Rows of a table [V, H] for ids [B, T] → [B, T, H]. */
export function embed(table: Tensor, ids: Tensor): Tensor {
  return gather(table, ids); // [B, T, H]
}

export const embeddingSpec = (
  prefix: string,
  count: number,
  width: number,
  init: Initialiser = BERT_NORMAL,
): ParamSpec => ({ name: `${prefix}.weight`, shape: [count, width], init, decay: true });

export interface BertEmbeddingsConfig {
  readonly vocabSize: number;
  readonly hiddenSize: number;
  readonly maxPositions: number;
  readonly tokenTypes: number;
  readonly layerNormEps: number;
  readonly hiddenDropout: number;
}

export interface BertEmbeddingsParams {
  /** [V, H] */
  readonly words: Tensor;
  /** [P, H] */
  readonly positions: Tensor;
  /** [types, H] */
  readonly types: Tensor;
  readonly norm: LayerNormParams;
}

/** Tokens by number, int32 [B, T] each. */
export interface TokenNumbers {
  readonly ids: Tensor;
  readonly types: Tensor;
  /** Place of each token in its text; absent: rows hold one text, whose places count from 0. */
  readonly positions?: Tensor | undefined;
}

/** LayerNorm(word + position + type), then dropout → [B, T, H]. */
export function bertEmbeddings(
  params: BertEmbeddingsParams,
  { ids, types, positions }: TokenNumbers,
  { config, site, source }: { config: BertEmbeddingsConfig; site: string; source: DropoutSource | undefined },
): Tensor {
  const length = ids.shape[1] ?? 0;
  invariant(
    length <= config.maxPositions,
    `embeddings: ${length} tokens, but the model has ${config.maxPositions} positions`,
  );
  const places =
    positions === undefined
      ? slice(params.positions, [0, 0], [length, config.hiddenSize]) // [T, H]
      : embed(params.positions, positions); // [B, T, H]
  const sum = add(add(embed(params.words, ids), embed(params.types, types)), places); // [B, T, H]
  return dropout(layerNorm(params.norm, sum, config.layerNormEps), config.hiddenDropout, site, source);
}

export const bertEmbeddingsSpec = (prefix: string, config: BertEmbeddingsConfig): readonly ParamSpec[] => [
  embeddingSpec(`${prefix}.word_embeddings`, config.vocabSize, config.hiddenSize),
  embeddingSpec(`${prefix}.position_embeddings`, config.maxPositions, config.hiddenSize),
  embeddingSpec(`${prefix}.token_type_embeddings`, config.tokenTypes, config.hiddenSize),
  ...layerNormSpec(`${prefix}.LayerNorm`, config.hiddenSize),
];

export const bertEmbeddingsParams = (params: Params, prefix: string): BertEmbeddingsParams => ({
  words: param(params, `${prefix}.word_embeddings.weight`),
  positions: param(params, `${prefix}.position_embeddings.weight`),
  types: param(params, `${prefix}.token_type_embeddings.weight`),
  norm: layerNormParams(params, `${prefix}.LayerNorm`),
});
