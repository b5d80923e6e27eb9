/** BERT's pre-training heads: the tied masked-token decoder and the sentence-pair classifier. */
import { add, matMul, type Tensor } from '@tensorflow/tfjs-core';
import { activate } from '../../layers/activation.ts';
import { BERT_NORMAL, ZEROS } from '../../layers/initialisers.ts';
import { layerNorm, layerNormParams, layerNormSpec } from '../../layers/layer-norm.ts';
import { linear, linearParams, linearSpec } from '../../layers/linear.ts';
import { type ParamSpec, type Params, param } from '../../layers/params.ts';
import { type BertConfig, embeddingSize } from './config.ts';
import { BERT } from './model.ts';

const PREDICTIONS = 'cls.predictions';
const PAIR = 'cls.seq_relationship';

const isTied = (config: BertConfig): boolean => config.tie_word_embeddings !== false;
const decoderOf = (prefix: string): string => `${prefix}.decoder.weight`;

/** Scores of all tokens for hidden states [N, H] → [N, V]; the decoder is the word embedding itself unless it is untied. */
export function mlmLogits(
  params: Params,
  hidden: Tensor,
  config: BertConfig,
  prefix: string = PREDICTIONS,
): Tensor {
  const transform = `${prefix}.transform`;
  const inner = activate(config.hidden_act, linear(linearParams(params, `${transform}.dense`), hidden)); // [N, E]
  const normal = layerNorm(layerNormParams(params, `${transform}.LayerNorm`), inner, config.layer_norm_eps);
  const words = param(
    params,
    isTied(config) ? `${BERT}.embeddings.word_embeddings.weight` : decoderOf(prefix),
  ); // [V, E]
  return add(matMul(normal, words, false, true), param(params, `${prefix}.bias`)); // [N, V]
}

/** Scores of "in order / next" (0) and "swapped / random" (1) for pooled [B, H] → [B, 2]. */
export const pairLogits = (params: Params, pooled: Tensor): Tensor =>
  linear(linearParams(params, PAIR), pooled);

/** A decoder's weight that is tied is not listed; its bias is `cls.predictions.bias` unless another prefix is given. */
export function mlmHeadSpec(config: BertConfig, prefix: string = PREDICTIONS): readonly ParamSpec[] {
  const { hidden_size: width, vocab_size: vocab } = config;
  const size = embeddingSize(config);
  return [
    ...linearSpec(`${prefix}.transform.dense`, width, size, BERT_NORMAL),
    ...layerNormSpec(`${prefix}.transform.LayerNorm`, size),
    ...(isTied(config)
      ? []
      : [{ name: decoderOf(prefix), shape: [vocab, size], init: BERT_NORMAL, decay: true }]),
    { name: `${prefix}.bias`, shape: [vocab], init: ZEROS, decay: false },
  ];
}

export const pairHeadSpec = (config: BertConfig): readonly ParamSpec[] =>
  linearSpec(PAIR, config.hidden_size, 2, BERT_NORMAL);
