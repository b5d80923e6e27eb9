/**
 * Sequence taggers: a softmax or a CRF over the tokens' features, those of BERT or of vectors with a network over them
 * (Huang, Xu and Yu 2015, BiLSTM-CRF; StaResGRU-CNN-CRF; the heads of the NER literature).
 */
import { concat, slice, type Tensor, tanh } from '@tensorflow/tfjs-core';
import { HEADS } from '../../../../shared/domain/networks.ts';
import { createTagSet } from '../../../text/tag-set.ts';
import { type DropoutSource, dropout, dropoutSite } from '../../layers/dropout.ts';
import { linear, linearParams, linearSpec } from '../../layers/linear.ts';
import { type MaskedSequence, unpack } from '../../layers/masked-sequence.ts';
import type { Params } from '../../layers/params.ts';
import { createFront } from '../fronts/front.ts';
import { lexiconLayer } from '../fronts/lexicon.ts';
import { type BatchSize, type InputSpec, type Model, rowsOf, type Tensors } from '../model.ts';
import { tokenNetwork } from '../networks/registry.ts';
import type { TaggerConfig } from './config.ts';
import { TAGGING_HEADS } from './heads.ts';

const HIDDEN = 'hidden';
const FRONT_SITE = 'front';
/** Dropout masks depend on this name: changing it would change how stored runs go on. */
const NETWORK_SITE = 'middle';

/** Tokens around a text that carry no tag: [CLS] before and [SEP] after it for BERT. */
export function untaggedTokens({ front }: TaggerConfig): { readonly before: number; readonly after: number } {
  return front.kind === 'bert' ? { before: 1, after: 1 } : { before: 0, after: 0 };
}

/**
 * Forward gives `emissions` [B, N, width of a row]: for the N tokens of the text (those of BERT's input without [CLS] and
 * one for [SEP], or all of a character model's) scores of the tags, or rows from which scores of spans follow.
 * @param front in place of the one that `config` asks for, with the same vectors
 */
export function tagger(config: TaggerConfig, front = createFront(config.front)): Model {
  const tagSet = createTagSet(config.tags.types, config.tags.scheme);
  const head = TAGGING_HEADS[config.head];
  const lexicon = config.lexicon === undefined ? undefined : lexiconLayer(config.lexicon);
  const width = front.width + (lexicon?.width ?? 0);
  const network = tokenNetwork(config.middle, { inputSize: width });
  const dropsFeatures = config.middle.kind !== 'none'; // else they are the front's output, which has its dropout
  const { before, after } = untaggedTokens(config);
  // a network, or pairs of tokens, would take more work on padded texts than packing saves
  const packs = front.packs && config.middle.kind === 'none' && !HEADS[config.head].nested;
  const tagged = ({ batch, length }: BatchSize): BatchSize => ({ batch, length: length - before - after });

  function features(params: Params, inputs: Tensors, source: DropoutSource | undefined): MaskedSequence {
    const { x: read, mask } = trimmed(front.read(params, inputs, source), before, after);
    const x = lexicon === undefined ? read : concat([read, lexicon.read(params, inputs)], 2); // [B, N, width]
    const kept = dropout(x, config.dropout, FRONT_SITE, source); // [B, N, width]
    const mixed = network.run(params, { x: kept, mask }, source); // [B, N, width]
    return { x: dropsFeatures ? dropout(mixed, config.dropout, NETWORK_SITE, source) : mixed, mask };
  }

  /** The head's rows, [B, N, width of a row]. */
  function emissionsOf(params: Params, x: Tensor): Tensor {
    const hidden = config.dense > 0 ? tanh(linear(linearParams(params, HIDDEN), x)) : x;
    return head.emissions(params, hidden);
  }

  return {
    params: [
      ...front.params,
      ...(lexicon?.params ?? []),
      ...network.params,
      ...(config.dense > 0 ? linearSpec(HIDDEN, network.width, config.dense) : []),
      ...head.params(config.dense > 0 ? config.dense : network.width, tagSet),
    ],
    frozen: new Set([...front.frozen, ...(lexicon?.frozen ?? [])]),
    packs,
    inputs: (size) => [...front.inputs(size), ...(lexicon?.inputs(tagged(rowsOf(size))) ?? [])],
    targets: (size) => [
      ...head.targets(tagged(size), tagSet),
      ...(size.rows === undefined ? [] : [placesOf(tagged(size))]),
    ],
    dropout(size) {
      const { batch, length } = tagged(rowsOf(size));
      const site = (name: string, units: number) => dropoutSite(name, [batch, length, units], config.dropout);
      return [
        ...front.dropout(size),
        ...site(FRONT_SITE, width),
        ...network.dropout({ batch, length }),
        ...(dropsFeatures ? site(NETWORK_SITE, network.width) : []),
      ];
    },
    forward(params, inputs, source) {
      return { emissions: emissionsOf(params, features(params, inputs, source).x) };
    },
    loss(params, inputs, source) {
      const read = features(params, inputs, source);
      const given = { x: emissionsOf(params, read.x), mask: read.mask }; // [B, N, K], or of rows
      const { x: emissions, mask } = inputs.places === undefined ? given : unpack(given.x, inputs.places); // [B, N, K]
      return {
        loss: head.loss(emissions, { inputs, mask }, { params, tagSet }),
        metrics: {},
        predicted: () => head.predicted(emissions, mask, tagSet),
      };
    },
  };
}

/** Places of the tagged tokens of each text in rows without the tokens that carry no tag. */
const placesOf = ({ batch, length }: BatchSize): InputSpec => ({
  name: 'places',
  shape: [batch, length],
  dtype: 'int32',
});

/** Cuts off tokens without a tag. The mask loses as many ones at its beginning, so that it still ends with the text. */
function trimmed({ x, mask }: MaskedSequence, before: number, after: number): MaskedSequence {
  if (before + after === 0) return { x, mask };
  const [batch = 0, length = 0, width = 0] = x.shape;
  const kept = length - before - after;
  return {
    x: slice(x, [0, before, 0], [batch, kept, width]), // [B, N, width]
    mask: slice(mask, [0, before + after], [batch, kept]), // [B, N]
  };
}
