/**
 * Entities within an encoder (KeBioLM, Yuan et al. 2021): after a layer, tokens of mentions take in the entities nearest
 * to their mention. The encoder finds mentions by itself where none are given.
 */
import {
  add,
  argMax,
  cast,
  concat,
  cumsum,
  equal,
  expandDims,
  greater,
  lessEqual,
  max,
  mul,
  range,
  reshape,
  scalar,
  slice,
  sub,
  sum,
  type Tensor,
  zeros,
} from '@tensorflow/tfjs-core';
import { embeddingSpec } from '../../layers/embeddings.ts';
import type { Infusion } from '../../layers/encoder.ts';
import {
  bioLogits,
  entityChange,
  entityLinkingSpec,
  nearestEntities,
  projectedMention,
} from '../../layers/entity-linking.ts';
import { addChanges } from '../../layers/gated-infusion.ts';
import { type MentionSpans, mentionPlaces } from '../../layers/mention-tokens.ts';
import { type ParamSpec, type Params, param } from '../../layers/params.ts';
import { type NativeOp, nativeOp } from '../../runtime/custom-op.ts';
import { type BatchSize, type InputSpec, input, type Tensors } from '../model.ts';
import type { BertConfig } from './config.ts';

/** Name before the parameters of detection, projection and fusion. */
export const LINKING = 'bert.linking';
/** Table of the entities' vectors [E, D]. */
export const LINKED_ENTITIES = 'bert.entities';

export const linkingSpec = ({ linking, hidden_size: width }: BertConfig): readonly ParamSpec[] =>
  linking === undefined
    ? []
    : [
        { ...embeddingSpec(LINKED_ENTITIES, linking.entities, linking.entitySize), decay: false },
        ...entityLinkingSpec(LINKING, width, linking.entitySize),
      ];

/** Places of first and last tokens of mentions in the batch, [N]. */
export const mentionSpans = (inputs: Tensors): MentionSpans => ({
  starts: input(inputs, 'mentionStarts'),
  ends: input(inputs, 'mentionEnds'),
});

/** Places of first and last tokens of mentions in the batch, their entities, and 1 where there is a mention; all [N]. */
export function mentionInputs({ batch, length }: BatchSize): readonly InputSpec[] {
  const shape = [batch * mentionPlaces(length)];
  return [
    { name: 'mentionStarts', shape, dtype: 'int32' },
    { name: 'mentionEnds', shape, dtype: 'int32' },
    { name: 'mentionEntities', shape, dtype: 'int32' },
    { name: 'mentionWeights', shape, dtype: 'float32' },
  ];
}

/** Mentions of a batch, and for each token the number from 1 of its mention, int32 [B, T]. */
interface TokenMentions extends MentionSpans {
  readonly mentionOf: Tensor;
}

/** Fusion of the nearest entities; reads the inputs `mentionStarts`, `mentionEnds` and `mentionOf` where they are given. */
export function linkingInfusion(
  params: Params,
  inputs: Tensors,
  { linking }: BertConfig,
): Infusion | undefined {
  if (linking === undefined) return undefined;
  return {
    after: linking.after,
    apply(states) {
      const { mentionOf, ...spans } = givenMentions(inputs) ?? detectedMentions(params, inputs, states);
      const mention = projectedMention(params, LINKING, states, spans); // [N, D]
      const table = param(params, `${LINKED_ENTITIES}.weight`); // [E, D]
      const { vector } = nearestEntities(mention, table, linking.nearest); // [N, D]
      return addChanges(states, entityChange(params, LINKING, vector), mentionOf);
    },
  };
}

const givenMentions = (inputs: Tensors): TokenMentions | undefined =>
  inputs.mentionOf && {
    mentionOf: inputs.mentionOf,
    ...mentionSpans(inputs),
  };

function detectedMentions(params: Params, inputs: Tensors, states: Tensor): TokenMentions {
  const [batch = 0, length = 0] = states.shape;
  const places = mentionPlaces(length);
  const found = decodeMentions(bioLogits(params, LINKING, states), input(inputs, 'mask')); // [B, T + 2P]
  const part = (from: number, size: number) => slice(found, [0, from], [batch, size]);
  return {
    mentionOf: part(0, length),
    starts: reshape(part(length, places), [-1]),
    ends: reshape(part(length + places, places), [-1]),
  };
}

/**
 * Mentions of the most probable classes O, B, I: logits [B, T, 3], mask [B, T] → int32 [B, T + 2P], the number of each
 * token's mention from 1, and the places of first and last tokens of the P mentions of each row. An I behind no mention
 * begins one. Without gradient.
 */
export const decodeMentions = (logits: Tensor, mask: Tensor): Tensor => nativeOp(DECODE, [logits, mask]);

const DECODE: NativeOp = {
  name: 'DecodeMentions',
  forward: ([logits, mask]) => ({ output: bestMentions(logits!, mask!) }),
  gradient: () => [null, null],
};

function bestMentions(logits: Tensor, mask: Tensor): Tensor {
  const [batch = 0, length = 0] = logits.shape;
  const places = mentionPlaces(length);
  const classes = mul(argMax(logits, 2), mask); // [B, T]
  const within = flag(greater(classes, 0)); // [B, T]
  const before = concat([zeros([batch, 1], 'int32'), slice(within, [0, 0], [batch, length - 1])], 1); // [B, T]
  const begins = mul(within, flag(greater(add(flag(equal(classes, 1)), sub(1, before)), 0))); // [B, T]
  const counted = mul(cumsum(begins, 1), within); // [B, T]: number of the mention in its row, from 1
  const number = mul(counted, flag(lessEqual(counted, places))); // [B, T]
  const rows = expandDims(range(0, batch, 1, 'int32'), 1); // [B, 1]
  const mentionOf = mul(add(number, mul(rows, scalar(places, 'int32'))), flag(greater(number, 0))); // [B, T]
  const numbers = reshape(range(1, places + 1, 1, 'int32'), [1, 1, places]);
  const isOf = flag(equal(expandDims(number, 2), numbers)); // [B, T, P]
  const tokens = reshape(range(0, length, 1, 'int32'), [1, length, 1]);
  const firsts = sum(mul(mul(isOf, expandDims(begins, 2)), tokens), 1); // [B, P]
  const lasts = max(mul(isOf, tokens), 1); // [B, P]
  const rowStart = mul(rows, scalar(length, 'int32')); // [B, 1]
  return concat([mentionOf, add(firsts, rowStart), add(lasts, rowStart)], 1);
}

const flag = (condition: Tensor): Tensor => cast(condition, 'int32');
