/** BERT (Devlin et al. 2019): embeddings, encoder and pooler, with Hugging Face's parameter names. */
import type { Tensor } from '@tensorflow/tfjs-core';
import { type DropoutSite, type DropoutSource, dropoutSite } from '../../layers/dropout.ts';
import { bertEmbeddings, bertEmbeddingsParams, bertEmbeddingsSpec } from '../../layers/embeddings.ts';
import { type Encoded, encoder, encoderDropout, encoderSpec } from '../../layers/encoder.ts';
import { BERT_NORMAL } from '../../layers/initialisers.ts';
import { linear, linearParams, linearSpec } from '../../layers/linear.ts';
import type { ParamSpec, Params } from '../../layers/params.ts';
import { pooler } from '../../layers/pooler.ts';
import { type BatchSize, type InputSpec, input, type Tensors } from '../model.ts';
import { type BertConfig, embeddingSize, embeddingsConfig, encoderConfig } from './config.ts';
import { linkingInfusion, linkingSpec } from './linking.ts';
import { neighbourInfusion, neighbourSpec } from './neighbours.ts';

/** Name before all parameters of the encoder. */
export const BERT = 'bert';

/** From embeddings of another width to the encoder's. */
const PROJECTION = `${BERT}.embeddings_project`;
const isFactorised = (config: BertConfig): boolean => embeddingSize(config) !== config.hidden_size;

export interface BertOptions {
  readonly source?: DropoutSource | undefined;
  readonly attentions?: boolean;
}

const integers = (names: readonly string[], { batch, length }: BatchSize): readonly InputSpec[] =>
  names.map((name) => ({ name, shape: [batch, length], dtype: 'int32' }));

/** Token ids, token types and mask (1 at real tokens), all int32 [B, T]. */
export const bertInputs = (size: BatchSize): readonly InputSpec[] => integers(['ids', 'types', 'mask'], size);

/**
 * Inputs of rows that hold several texts: besides those of `bertInputs` the number of each token's text, from 1, and
 * its place in that text; both are 0 at padding.
 */
export const packedBertInputs = (size: BatchSize): readonly InputSpec[] => [
  ...bertInputs(size),
  ...integers(['texts', 'positions'], size),
];

/**
 * Hidden states of the embeddings and of every layer, [B, T, H] each, the last one the result. Optional inputs are those
 * of `packedBertInputs`, and `causal` int32 [B], 1 for rows that are read from left to right.
 */
export function bertEncode(
  params: Params,
  inputs: Tensors,
  config: BertConfig,
  { source, attentions = false }: BertOptions = {},
): Encoded {
  const prefix = `${BERT}.embeddings`;
  const infusion = linkingInfusion(params, inputs, config) ?? neighbourInfusion(params, inputs, config);
  const embedded = bertEmbeddings(
    bertEmbeddingsParams(params, prefix),
    { ids: input(inputs, 'ids'), types: input(inputs, 'types'), positions: inputs.positions },
    { config: embeddingsConfig(config), site: prefix, source },
  ); // [B, T, E]
  const x = isFactorised(config) ? linear(linearParams(params, PROJECTION), embedded) : embedded; // [B, T, H]
  return encoder(
    params,
    { x, mask: input(inputs, 'mask'), texts: inputs.texts, causal: inputs.causal },
    { config: encoderConfig(config), prefix: `${BERT}.encoder`, source, attentions, infusion },
  );
}

/** The result of `bertEncode`, [B, T, H]. */
export const lastHidden = ({ hiddenStates }: Encoded): Tensor => hiddenStates.at(-1)!;

/** [B, T, H] → [B, H]. */
export const bertPool = (params: Params, hidden: Tensor): Tensor =>
  pooler(linearParams(params, `${BERT}.pooler.dense`), hidden);

/** Parameters of the encoder without the pooler. */
export const bertEncoderSpec = (config: BertConfig): readonly ParamSpec[] => [
  ...bertEmbeddingsSpec(`${BERT}.embeddings`, embeddingsConfig(config)),
  ...(isFactorised(config)
    ? linearSpec(PROJECTION, embeddingSize(config), config.hidden_size, BERT_NORMAL)
    : []),
  ...encoderSpec(`${BERT}.encoder`, encoderConfig(config)),
  ...linkingSpec(config),
  ...neighbourSpec(config),
];

export const bertPoolerSpec = (config: BertConfig): readonly ParamSpec[] =>
  linearSpec(`${BERT}.pooler.dense`, config.hidden_size, config.hidden_size, BERT_NORMAL);

/** The masks `bertEncode` asks for. */
export function bertDropout(config: BertConfig, size: BatchSize): readonly DropoutSite[] {
  const shape = [size.batch, size.length, embeddingSize(config)];
  return [
    ...dropoutSite(`${BERT}.embeddings`, shape, config.hidden_dropout_prob),
    ...encoderDropout(`${BERT}.encoder`, encoderConfig(config), size),
  ];
}
