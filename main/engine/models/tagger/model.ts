/**
 * Sequence taggers: a softmax or a CRF over BERT or character vectors, with recurrent layers between them where
 * wanted (Huang, Xu and Yu 2015, BiLSTM-CRF; the FC, CRF, LSTM-CRF and BiLSTM-CRF heads of the NER literature).
 */
import { cast, div, max, maximum, mul, reshape, slice, sum, type Tensor } from '@tensorflow/tfjs-core';
import { createTagSet, transitionConstraints } from '../../../text/tag-set.ts';
import { constrainCrf, crfNegativeLogLikelihood, crfParams, crfSpec } from '../../layers/crf.ts';
import { softmaxCrossEntropy } from '../../layers/cross-entropy.ts';
import { type DropoutSource, dropout, dropoutSite } from '../../layers/dropout.ts';
import { embed, embeddingSpec } from '../../layers/embeddings.ts';
import { linear, linearParams, linearSpec } from '../../layers/linear.ts';
import { type ParamSpec, type Params, param } from '../../layers/params.ts';
import {
  type RecurrentConfig,
  recurrent,
  recurrentDropout,
  recurrentOutputSize,
  recurrentSpec,
} from '../../layers/recurrent.ts';
import { bertDropout, bertEncode, bertEncoderSpec, bertInputs, lastHidden } from '../bert/model.ts';
import { type BatchSize, type InputSpec, input, type Losses, type Model, type Tensors } from '../model.ts';
import type { TaggerConfig } from './config.ts';

const EMBEDDINGS = 'embeddings.word_embeddings';
const MIDDLE = 'recurrent';
const CLASSIFIER = 'classifier';
const FRONT_SITE = 'front';
const MIDDLE_SITE = 'middle';
/** Name before the CRF's parameters. */
export const CRF = 'crf';

/** Tokens around a text that carry no tag: [CLS] before and [SEP] after it for BERT. */
export function untaggedTokens({ front }: TaggerConfig): { readonly before: number; readonly after: number } {
  return front.kind === 'bert' ? { before: 1, after: 1 } : { before: 0, after: 0 };
}

/**
 * Forward gives `emissions` [B, N, K], scores of the tags for the N tokens of the text: those of BERT's input without
 * [CLS] and one for [SEP], or all of a character model's. Targets are `tags` int32 [B, N].
 */
export function tagger(config: TaggerConfig): Model {
  const tagSet = createTagSet(config.tags.types, config.tags.scheme);
  const middle = middleConfig(config);
  const width = middle === undefined ? frontWidth(config) : recurrentOutputSize(middle);
  const { before, after } = untaggedTokens(config);
  const tagged = ({ batch, length }: BatchSize): BatchSize => ({ batch, length: length - before - after });

  function features(params: Params, inputs: Tensors, source: DropoutSource | undefined): Features {
    const { x, mask } = trimFeatures(front(params, inputs, config, source), before, after);
    const kept = dropout(x, config.dropout, FRONT_SITE, source); // [B, N, width]
    if (middle === undefined) return { x: kept, mask };
    const mixed = recurrent(params, kept, mask, { config: middle, prefix: MIDDLE, source }); // [B, N, width]
    return { x: dropout(mixed, config.dropout, MIDDLE_SITE, source), mask };
  }

  return {
    params: [
      ...frontSpec(config),
      ...(middle === undefined ? [] : recurrentSpec(MIDDLE, middle)),
      ...linearSpec(CLASSIFIER, width, tagSet.size),
      ...(config.head === 'crf' ? crfSpec(CRF, tagSet.size) : []),
    ],
    inputs: (size) => frontInputs(config, size),
    targets(size) {
      const { batch, length } = tagged(size);
      return [{ name: 'tags', shape: [batch, length], dtype: 'int32' }];
    },
    dropout(size) {
      const { batch, length } = tagged(size);
      const site = (name: string, units: number) => dropoutSite(name, [batch, length, units], config.dropout);
      return [
        ...(config.front.kind === 'bert' ? bertDropout(config.front.bert, size) : []),
        ...site(FRONT_SITE, frontWidth(config)),
        ...(middle === undefined
          ? []
          : [...recurrentDropout(MIDDLE, middle, { batch, length }), ...site(MIDDLE_SITE, width)]),
      ];
    },
    forward(params, inputs, source) {
      return { emissions: linear(linearParams(params, CLASSIFIER), features(params, inputs, source).x) };
    },
    loss(params, inputs, source) {
      const { x, mask } = features(params, inputs, source);
      const emissions = linear(linearParams(params, CLASSIFIER), x); // [B, N, K]
      const target = { tags: input(inputs, 'tags'), mask };
      if (config.head === 'softmax') return tokenLoss(emissions, target);
      const scores = constrainCrf(crfParams(params, CRF), transitionConstraints(tagSet));
      return sequenceLoss(crfNegativeLogLikelihood(scores, emissions, target), mask);
    },
  };
}

interface Features {
  /** [B, N, width] */
  readonly x: Tensor;
  /** float32 [B, N] */
  readonly mask: Tensor;
}

/** Mean over the tagged tokens of the batch. */
function tokenLoss(emissions: Tensor, { tags, mask }: { tags: Tensor; mask: Tensor }): Losses {
  const used = reshape(mask, [-1]); // [B N]
  const rows = reshape(emissions, [-1, emissions.shape[2] ?? 0]); // [B N, K]
  const losses = mul(softmaxCrossEntropy(rows, reshape(tags, [-1])), used); // [B N]
  return { loss: div(sum(losses), maximum(sum(used), 1)), metrics: {} };
}

/** Mean over the sequences that have a token; losses [B]. */
function sequenceLoss(losses: Tensor, mask: Tensor): Losses {
  return { loss: div(sum(losses), maximum(sum(max(mask, 1)), 1)), metrics: {} };
}

function middleConfig({ front, middle }: TaggerConfig): RecurrentConfig | undefined {
  if (middle.kind === 'none') return undefined;
  return {
    cell: middle.kind === 'bigru' ? 'gru' : 'lstm',
    inputSize: front.kind === 'bert' ? front.bert.hidden_size : front.size,
    hiddenSize: middle.hiddenSize,
    layers: middle.layers,
    bidirectional: middle.kind !== 'lstm',
    dropout: middle.dropout,
  };
}

function frontWidth({ front }: TaggerConfig): number {
  return front.kind === 'bert' ? front.bert.hidden_size : front.size;
}

function frontInputs({ front }: TaggerConfig, size: BatchSize): readonly InputSpec[] {
  return front.kind === 'bert' ? bertInputs(size) : bertInputs(size).filter(({ name }) => name !== 'types');
}

function frontSpec({ front }: TaggerConfig): readonly ParamSpec[] {
  if (front.kind === 'bert') return bertEncoderSpec(front.bert);
  return [embeddingSpec(EMBEDDINGS, front.vocabSize, front.size, { kind: 'normal', std: 1 })];
}

function front(
  params: Params,
  inputs: Tensors,
  config: TaggerConfig,
  source: DropoutSource | undefined,
): Features {
  const mask = cast(input(inputs, 'mask'), 'float32'); // [B, T]
  if (config.front.kind === 'bert')
    return { x: lastHidden(bertEncode(params, inputs, config.front.bert, { source })), mask };
  return { x: embed(param(params, `${EMBEDDINGS}.weight`), input(inputs, 'ids')), mask };
}

/** Cuts off what carries no tag: with `before` + `after` tokens fewer, the mask's ones shift by as many. */
function trimFeatures({ x, mask }: Features, before: number, after: number): Features {
  if (before + after === 0) return { x, mask };
  const [batch = 0, length = 0, width = 0] = x.shape;
  const kept = length - before - after;
  return {
    x: slice(x, [0, before, 0], [batch, kept, width]), // [B, N, width]
    mask: slice(mask, [0, before + after], [batch, kept]), // [B, N]
  };
}
