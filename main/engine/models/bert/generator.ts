/** ELECTRA's generator (Clark et al. 2020, section 3.2): a narrow encoder on the embeddings of the discriminator. */
import { add, matMul, type Tensor } from '@tensorflow/tfjs-core';
import { type DropoutSite, type DropoutSource, dropoutSite } from '../../layers/dropout.ts';
import { bertEmbeddings, bertEmbeddingsParams } from '../../layers/embeddings.ts';
import { encoder, encoderDropout, encoderSpec } from '../../layers/encoder.ts';
import { BERT_NORMAL, ZEROS } from '../../layers/initialisers.ts';
import { layerNorm, layerNormParams, layerNormSpec } from '../../layers/layer-norm.ts';
import { linear, linearParams, linearSpec } from '../../layers/linear.ts';
import { type ParamSpec, type Params, param } from '../../layers/params.ts';
import { gelu } from '../../runtime/fused.ts';
import { type BatchSize, input, type Tensors } from '../model.ts';
import { type BertConfig, embeddingSize, embeddingsConfig, encoderConfig } from './config.ts';
import { BERT, lastHidden } from './model.ts';

const GENERATOR = 'generator';
const PREDICTIONS = 'generator_predictions';
const BIAS = 'generator_lm_head.bias';

/** A quarter of the discriminator's width, as ELECTRA-small has it, and as many layers. */
function narrow(bert: BertConfig) {
  const hiddenSize = Math.max(1, Math.floor(bert.hidden_size / 4));
  const heads = Math.max(1, Math.floor(bert.num_attention_heads / 4));
  return { ...encoderConfig(bert), hiddenSize, heads, innerSize: 4 * hiddenSize };
}

/** States of the generator's last layer [B, T, H / 4]. */
export function generatorHidden(
  params: Params,
  inputs: Tensors,
  bert: BertConfig,
  source: DropoutSource | undefined,
): Tensor {
  const embedded = bertEmbeddings(
    bertEmbeddingsParams(params, `${BERT}.embeddings`),
    { ids: input(inputs, 'ids'), types: input(inputs, 'types'), positions: inputs.positions },
    { config: embeddingsConfig(bert), site: `${GENERATOR}.embeddings`, source },
  ); // [B, T, H]
  const x = linear(linearParams(params, `${GENERATOR}.embeddings_project`), embedded); // [B, T, H / 4]
  const visible = { mask: input(inputs, 'mask'), texts: inputs.texts };
  const options = { config: narrow(bert), prefix: `${GENERATOR}.encoder`, source };
  return lastHidden(encoder(params, { x, ...visible }, options));
}

/** Scores of all tokens for states of the generator [M, H / 4] → [M, V]; the decoder is the word embedding itself. */
export function generatorLogits(params: Params, hidden: Tensor, bert: BertConfig): Tensor {
  const inner = gelu(linear(linearParams(params, `${PREDICTIONS}.dense`), hidden)); // [M, H]
  const normal = layerNorm(layerNormParams(params, `${PREDICTIONS}.LayerNorm`), inner, bert.layer_norm_eps);
  const words = param(params, `${BERT}.embeddings.word_embeddings.weight`); // [V, H]
  return add(matMul(normal, words, false, true), param(params, BIAS)); // [M, V]
}

/** Parameters besides the embeddings, which are the discriminator's. */
export function generatorSpec(bert: BertConfig): readonly ParamSpec[] {
  const config = narrow(bert);
  return [
    ...linearSpec(`${GENERATOR}.embeddings_project`, embeddingSize(bert), config.hiddenSize, BERT_NORMAL),
    ...encoderSpec(`${GENERATOR}.encoder`, config),
    ...linearSpec(`${PREDICTIONS}.dense`, config.hiddenSize, embeddingSize(bert), BERT_NORMAL),
    ...layerNormSpec(`${PREDICTIONS}.LayerNorm`, embeddingSize(bert)),
    { name: BIAS, shape: [bert.vocab_size], init: ZEROS, decay: false },
  ];
}

/** The masks that `generatorHidden` asks for. */
export function generatorDropout(bert: BertConfig, size: BatchSize): readonly DropoutSite[] {
  const shape = [size.batch, size.length, embeddingSize(bert)];
  return [
    ...dropoutSite(`${GENERATOR}.embeddings`, shape, bert.hidden_dropout_prob),
    ...encoderDropout(`${GENERATOR}.encoder`, narrow(bert), size),
  ];
}
