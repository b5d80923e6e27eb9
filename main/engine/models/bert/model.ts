/** BERT (Devlin et al. 2019): embeddings, encoder and pooler, with Hugging Face's parameter names. */
import type { Tensor } from '@tensorflow/tfjs-core';
import { type DropoutSite, type DropoutSource, dropoutSite } from '../../layers/dropout.ts';
import { bertEmbeddings, bertEmbeddingsParams, bertEmbeddingsSpec } from '../../layers/embeddings.ts';
import { type Encoded, encoder, encoderDropout, encoderSpec } from '../../layers/encoder.ts';
import { BERT_NORMAL } from '../../layers/initialisers.ts';
import { linearParams, linearSpec } from '../../layers/linear.ts';
import type { ParamSpec, Params } from '../../layers/params.ts';
import { pooler } from '../../layers/pooler.ts';
import { type BatchSize, type InputSpec, input, type Tensors } from '../model.ts';
import { type BertConfig, embeddingsConfig, encoderConfig } from './config.ts';

/** Name before all parameters of the encoder. */
export const BERT = 'bert';

export interface BertOptions {
  readonly source?: DropoutSource | undefined;
  readonly attentions?: boolean;
}

/** Token ids, token types and mask (1 at real tokens), all int32 [B, T]. */
export const bertInputs = ({ batch, length }: BatchSize): readonly InputSpec[] =>
  ['ids', 'types', 'mask'].map((name) => ({ name, shape: [batch, length], dtype: 'int32' }));

/** Hidden states of the embeddings and of every layer, [B, T, H] each, the last one the result. */
export function bertEncode(
  params: Params,
  inputs: Tensors,
  config: BertConfig,
  { source, attentions = false }: BertOptions = {},
): Encoded {
  const prefix = `${BERT}.embeddings`;
  const x = bertEmbeddings(
    bertEmbeddingsParams(params, prefix),
    { ids: input(inputs, 'ids'), types: input(inputs, 'types') },
    { config: embeddingsConfig(config), site: prefix, source },
  ); // [B, T, H]
  return encoder(
    params,
    { x, mask: input(inputs, 'mask') },
    { config: encoderConfig(config), prefix: `${BERT}.encoder`, source, attentions },
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
  ...encoderSpec(`${BERT}.encoder`, encoderConfig(config)),
];

export const bertPoolerSpec = (config: BertConfig): readonly ParamSpec[] =>
  linearSpec(`${BERT}.pooler.dense`, config.hidden_size, config.hidden_size, BERT_NORMAL);

/** The masks `bertEncode` asks for. */
export function bertDropout(config: BertConfig, size: BatchSize): readonly DropoutSite[] {
  const shape = [size.batch, size.length, config.hidden_size];
  return [
    ...dropoutSite(`${BERT}.embeddings`, shape, config.hidden_dropout_prob),
    ...encoderDropout(`${BERT}.encoder`, encoderConfig(config), size),
  ];
}
