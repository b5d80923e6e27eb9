/**
 * Sequence taggers: a softmax or a CRF over the tokens' features, those of BERT or of vectors with a network over them
 * (Huang, Xu and Yu 2015, BiLSTM-CRF; StaResGRU-CNN-CRF; the heads of the NER literature).
 */
import { div, max, maximum, mul, reshape, slice, sum, type Tensor, tanh } from '@tensorflow/tfjs-core';
import { createTagSet, transitionConstraints } from '../../../text/tag-set.ts';
import { constrainCrf, crfNegativeLogLikelihood, crfParams, crfSpec } from '../../layers/crf.ts';
import { softmaxCrossEntropy } from '../../layers/cross-entropy.ts';
import { type DropoutSource, dropout, dropoutSite } from '../../layers/dropout.ts';
import { linear, linearParams, linearSpec } from '../../layers/linear.ts';
import type { MaskedSequence } from '../../layers/masked-sequence.ts';
import type { Params } from '../../layers/params.ts';
import { createFront } from '../fronts/front.ts';
import { type BatchSize, input, type Losses, type Model, type Tensors } from '../model.ts';
import { tokenBody } from '../networks/bodies.ts';
import type { Network } from '../networks/network.ts';
import type { TaggerConfig } from './config.ts';

const HIDDEN = 'hidden';
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
 * @param front in place of the one that `config` asks for, with the same vectors
 */
export function tagger(config: TaggerConfig, front = createFront(config.front)): Model {
  const tagSet = createTagSet(config.tags.types, config.tags.scheme);
  const middle = middleOf(config, front.width);
  const width = middle?.width ?? front.width;
  const { before, after } = untaggedTokens(config);
  const tagged = ({ batch, length }: BatchSize): BatchSize => ({ batch, length: length - before - after });

  function features(params: Params, inputs: Tensors, source: DropoutSource | undefined): MaskedSequence {
    const { x, mask } = trimmed(front.read(params, inputs, source), before, after);
    const kept = dropout(x, config.dropout, FRONT_SITE, source); // [B, N, width]
    if (middle === undefined) return { x: kept, mask };
    const mixed = middle.run(params, { x: kept, mask }, source); // [B, N, width]
    return { x: dropout(mixed, config.dropout, MIDDLE_SITE, source), mask };
  }

  /** Scores of the tags, [B, N, K]. */
  function emissionsOf(params: Params, x: Tensor): Tensor {
    const hidden = config.dense > 0 ? tanh(linear(linearParams(params, HIDDEN), x)) : x;
    return linear(linearParams(params, CLASSIFIER), hidden);
  }

  return {
    params: [
      ...front.params,
      ...(middle?.params ?? []),
      ...(config.dense > 0 ? linearSpec(HIDDEN, width, config.dense) : []),
      ...linearSpec(CLASSIFIER, config.dense > 0 ? config.dense : width, tagSet.size),
      ...(config.head === 'crf' ? crfSpec(CRF, tagSet.size) : []),
    ],
    frozen: new Set(front.frozen),
    inputs: (size) => front.inputs(size),
    targets(size) {
      const { batch, length } = tagged(size);
      return [{ name: 'tags', shape: [batch, length], dtype: 'int32' }];
    },
    dropout(size) {
      const { batch, length } = tagged(size);
      const site = (name: string, units: number) => dropoutSite(name, [batch, length, units], config.dropout);
      return [
        ...front.dropout(size),
        ...site(FRONT_SITE, front.width),
        ...(middle === undefined ? [] : [...middle.dropout({ batch, length }), ...site(MIDDLE_SITE, width)]),
      ];
    },
    forward(params, inputs, source) {
      return { emissions: emissionsOf(params, features(params, inputs, source).x) };
    },
    loss(params, inputs, source) {
      const { x, mask } = features(params, inputs, source);
      const emissions = emissionsOf(params, x); // [B, N, K]
      const target = { tags: input(inputs, 'tags'), mask };
      if (config.head === 'softmax') return tokenLoss(emissions, target);
      const scores = constrainCrf(crfParams(params, CRF), transitionConstraints(tagSet));
      return sequenceLoss(crfNegativeLogLikelihood(scores, emissions, target), mask);
    },
  };
}

function middleOf({ middle }: TaggerConfig, inputSize: number): Network | undefined {
  return middle.kind === 'none' ? undefined : tokenBody(middle, { inputSize });
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

/** Cuts off what carries no tag: with `before` + `after` tokens fewer, the mask's ones shift by as many. */
function trimmed({ x, mask }: MaskedSequence, before: number, after: number): MaskedSequence {
  if (before + after === 0) return { x, mask };
  const [batch = 0, length = 0, width = 0] = x.shape;
  const kept = length - before - after;
  return {
    x: slice(x, [0, before, 0], [batch, kept, width]), // [B, N, width]
    mask: slice(mask, [0, before + after], [batch, kept]), // [B, N]
  };
}
