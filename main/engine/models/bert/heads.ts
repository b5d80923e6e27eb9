/** BERT's pre-training heads: the tied masked-token decoder and the sentence-pair classifier. */
import { add, matMul, type Tensor } from '@tensorflow/tfjs-core';
import { BERT_NORMAL, ZEROS } from '../../layers/initialisers.ts';
import { layerNorm, layerNormParams, layerNormSpec } from '../../layers/layer-norm.ts';
import { linear, linearParams, linearSpec } from '../../layers/linear.ts';
import { type ParamSpec, type Params, param } from '../../layers/params.ts';
import { gelu } from '../../runtime/fused.ts';
import type { BertConfig } from './config.ts';
import { BERT } from './model.ts';

const PREDICTIONS = 'cls.predictions';
const PAIR = 'cls.seq_relationship';

/** Scores of all tokens for hidden states [N, H] → [N, V]; the decoder is the word embedding itself. */
export function mlmLogits(
  params: Params,
  hidden: Tensor,
  config: BertConfig,
  prefix: string = PREDICTIONS,
): Tensor {
  const transform = `${prefix}.transform`;
  const inner = gelu(linear(linearParams(params, `${transform}.dense`), hidden)); // [N, H]
  const normal = layerNorm(layerNormParams(params, `${transform}.LayerNorm`), inner, config.layer_norm_eps);
  const words = param(params, `${BERT}.embeddings.word_embeddings.weight`); // [V, H]
  return add(matMul(normal, words, false, true), param(params, `${prefix}.bias`)); // [N, V]
}

/** Scores of "in order / next" (0) and "swapped / random" (1) for pooled [B, H] → [B, 2]. */
export const pairLogits = (params: Params, pooled: Tensor): Tensor =>
  linear(linearParams(params, PAIR), pooled);

/** The decoder's weight is tied and not listed; its bias is `cls.predictions.bias` unless another prefix is given. */
export function mlmHeadSpec(config: BertConfig, prefix: string = PREDICTIONS): readonly ParamSpec[] {
  const { hidden_size: width, vocab_size: vocab } = config;
  return [
    ...linearSpec(`${prefix}.transform.dense`, width, width, BERT_NORMAL),
    ...layerNormSpec(`${prefix}.transform.LayerNorm`, width),
    { name: `${prefix}.bias`, shape: [vocab], init: ZEROS, decay: false },
  ];
}

export const pairHeadSpec = (config: BertConfig): readonly ParamSpec[] =>
  linearSpec(PAIR, config.hidden_size, 2, BERT_NORMAL);
