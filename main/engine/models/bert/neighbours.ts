/**
 * Neighbours within an encoder (SMedBERT, Zhang et al. 2021, section 3.2): after a layer, the border tokens of linked
 * mentions take in the neighbours of their entities in the knowledge graph.
 */
import { concat, gather, type Tensor } from '@tensorflow/tfjs-core';
import { embeddingSpec } from '../../layers/embeddings.ts';
import type { Infusion } from '../../layers/encoder.ts';
import { addChanges, gatedChange, gatedInfusionSpec, knownOfMention } from '../../layers/gated-infusion.ts';
import {
  mentionVector,
  mentionVectorSpec,
  neighbourVector,
  neighbourVectorSpec,
} from '../../layers/hybrid-attention.ts';
import { mentionPlaces, mentionTokens, statesAt } from '../../layers/mention-tokens.ts';
import { type ParamSpec, type Params, param } from '../../layers/params.ts';
import { type BatchSize, type InputSpec, input, type Tensors } from '../model.ts';
import type { BertConfig } from './config.ts';
import { LINKED_ENTITIES, mentionInputs, mentionSpans } from './linking.ts';

/** Name before the parameters of attention and infusion. */
const NEIGHBOURS = 'bert.neighbours';

type NeighbourConfig = NonNullable<BertConfig['neighbours']>;

const partsOf = ({ attention }: NeighbourConfig) => ({
  typeAttention: attention === 'both',
  nodeAttention: attention !== 'none',
});

export const neighbourSpec = ({
  neighbours: config,
  hidden_size: width,
}: BertConfig): readonly ParamSpec[] =>
  config === undefined
    ? []
    : [
        { ...embeddingSpec(LINKED_ENTITIES, config.entities, config.entitySize), decay: false },
        ...mentionVectorSpec(`${NEIGHBOURS}.mention`, width, config.entitySize),
        ...neighbourVectorSpec(`${NEIGHBOURS}.attention`, config.entitySize, partsOf(config)),
        ...gatedInfusionSpec(`${NEIGHBOURS}.infusion`, width, config.entitySize),
      ];

/**
 * Inputs of the infusion besides `mentionInputs`: entities and types of K neighbours and 1 where there is one [N, K], and
 * for each token the number from 1 of its change, int32 [B, T].
 */
export function neighbourInputs(
  { batch, length }: BatchSize,
  { most }: Pick<NeighbourConfig, 'most'>,
): readonly InputSpec[] {
  const shape = [batch * mentionPlaces(length), most];
  return [
    { name: 'neighbours', shape, dtype: 'int32' },
    { name: 'neighbourTypes', shape, dtype: 'int32' },
    { name: 'neighbourMask', shape, dtype: 'float32' },
    { name: 'changes', shape: [batch, length], dtype: 'int32' },
  ];
}

/** Inputs of an encoder with neighbours besides those of `bertInputs`. */
export const infusionInputs = (size: BatchSize, { neighbours: config }: BertConfig): readonly InputSpec[] =>
  config === undefined
    ? []
    : [
        ...mentionInputs(size).filter(({ name }) => name === 'mentionStarts' || name === 'mentionEnds'),
        ...neighbourInputs(size, config),
      ];

/** Hybrid attention and gated infusion where mentions are given; `undefined` for a text alone. */
export function neighbourInfusion(
  params: Params,
  inputs: Tensors,
  { neighbours: config }: BertConfig,
): Infusion | undefined {
  if (config === undefined || inputs.changes === undefined) return undefined;
  return { after: config.after, apply: (states) => infuse(states, { params, inputs, config }) };
}

interface NeighbourPass {
  readonly params: Params;
  readonly inputs: Tensors;
  readonly config: NeighbourConfig;
}

/** States [B, T, H] with the first and last tokens of mentions changed. */
function infuse(states: Tensor, { params, inputs, config }: NeighbourPass): Tensor {
  const spans = mentionSpans(inputs);
  const mention = mentionVector(params, `${NEIGHBOURS}.mention`, mentionTokens(states, spans)); // [N, D]
  const vector = neighbourVector(params, `${NEIGHBOURS}.attention`, {
    mention,
    neighbours: {
      vectors: gather(param(params, `${LINKED_ENTITIES}.weight`), input(inputs, 'neighbours')), // [N, K, D]
      types: input(inputs, 'neighbourTypes'),
      mask: input(inputs, 'neighbourMask'),
    },
    parts: partsOf(config),
  }); // [N, D]
  const known = knownOfMention(params, `${NEIGHBOURS}.infusion`, mention, vector); // [N, H]
  const change = (places: Tensor) =>
    gatedChange(params, `${NEIGHBOURS}.infusion`, statesAt(states, places), known); // [N, H]
  const changes = concat([change(spans.starts), change(spans.ends)], 0); // [2N, H]
  return addChanges(states, changes, input(inputs, 'changes'));
}
