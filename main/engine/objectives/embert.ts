/**
 * EMBERT (Cai et al. 2021): the encoder tells whether replaced entities are consistent with their context (CECP), finds
 * the parts of long entities (EST), and guesses one part of a long entity from the other (BEM).
 */
import { reshape, type Tensor } from '@tensorflow/tfjs-core';
import { invariant } from '../../../shared/assert.ts';
import { MASK } from '../../text/vocabulary.ts';
import {
  consistencyLogits,
  consistencySpec,
  partLogits,
  partSpec,
  segmentationLogits,
  segmentationSpec,
} from '../layers/embert-heads.ts';
import { mentionPlaces, statesAt } from '../layers/mention-tokens.ts';
import { param } from '../layers/params.ts';
import type { RandomStream } from '../layers/random.ts';
import { type BertConfig, embeddingSize } from '../models/bert/config.ts';
import { BERT } from '../models/bert/model.ts';
import { type BatchSize, type InputSpec, input } from '../models/model.ts';
import { entityReplacer } from './entity-replacement.ts';
import type { KnowledgeConfig, Mention } from './knowledge.ts';
import {
  type BatchArrays,
  classGuesses,
  type Guesses,
  type ObjectiveKind,
  type Pass,
  type Row,
} from './objective.ts';

const NAME = 'embert';
const HEADS = {
  consistency: `${NAME}.consistency`,
  segmentation: `${NAME}.segmentation`,
  parts: `${NAME}.parts`,
} as const;

export const embert: ObjectiveKind = {
  create: ({ bert, knowledge: config }) => {
    invariant(config !== undefined, 'EMBERT: no knowledge');
    const { hidden_size: width } = bert;
    const { consistencyWeight, segmentationWeight, partWeight } = config;
    return {
      params: [
        ...(consistencyWeight > 0 ? consistencySpec(HEADS.consistency, width) : []),
        ...(segmentationWeight > 0 ? segmentationSpec(HEADS.segmentation, width) : []),
        ...(partWeight > 0 ? partSpec(HEADS.parts, width, embeddingSize(bert)) : []),
      ],
      targets: (size) => targetInputs(size, config),
      guesses: (pass) => ({
        ...(consistencyWeight > 0 ? { consistency: consistencyGuesses(pass, bert, config) } : {}),
        ...(segmentationWeight > 0 ? { segmentation: segmentationGuesses(pass, bert, config) } : {}),
        ...(partWeight > 0 ? partGuesses(pass, bert, config) : {}),
      }),
    };
  },
  changer: ({ vocabulary, tokenize, knowledge }) => {
    invariant(knowledge !== undefined, 'EMBERT: no knowledge');
    const { source, config } = knowledge;
    if (config.consistencyWeight === 0) return undefined;
    return entityReplacer(source.graph?.entities ?? [], {
      vocabulary,
      tokenize,
      rate: config.corruptionRate,
    });
  },
  writer: ({ vocabulary, knowledge }) => {
    invariant(knowledge !== undefined, 'EMBERT: no knowledge');
    const { config } = knowledge;
    const mask = vocabulary.requireId(MASK);
    return (arrays, row, size, random) => {
      if (config.consistencyWeight > 0) writeConsistency(arrays, row, size);
      if (config.segmentationWeight > 0) writeCuts(arrays, row, size);
      if (config.partWeight > 0) writeParts(arrays, row, size, { config, mask, random });
    };
  },
};

/** Most tokens of a row that are guessed from the other part of their mention. */
const partPlaces = (length: number, { corruptionRate }: KnowledgeConfig): number =>
  Math.ceil(length * Math.min(0.5, corruptionRate));

/** Answers of all three objectives. */
function targetInputs({ batch, length }: BatchSize, config: KnowledgeConfig): readonly InputSpec[] {
  const integers = (name: string, shape: readonly number[]) => ({ name, shape, dtype: 'int32' as const });
  const floats = (name: string, shape: readonly number[]) => ({ name, shape, dtype: 'float32' as const });
  const mentions = [batch * mentionPlaces(length)];
  const parts = [batch * partPlaces(length, config)];
  return [
    ...(config.consistencyWeight === 0
      ? []
      : [
          integers('tokensBefore', mentions),
          integers('tokensAfter', mentions),
          integers('consistencyLabels', mentions),
          floats('consistencyWeights', mentions),
        ]),
    ...(config.segmentationWeight === 0
      ? []
      : [integers('cutLabels', [batch, length]), floats('cutWeights', [batch, length])]),
    ...(config.partWeight === 0
      ? []
      : [
          integers('partFirsts', parts),
          integers('partLasts', parts),
          integers('partOffsets', parts),
          integers('partLabels', parts),
          floats('coreWeights', parts),
          floats('modifierWeights', parts),
        ]),
  ];
}

/** L_cecp over the replaced mentions. */
function consistencyGuesses(
  { params, inputs, hidden }: Pass,
  bert: BertConfig,
  { consistencyWeight: scale }: KnowledgeConfig,
): Guesses {
  const context = {
    before: statesAt(hidden(), input(inputs, 'tokensBefore')),
    after: statesAt(hidden(), input(inputs, 'tokensAfter')),
  };
  const logits = consistencyLogits(params, HEADS.consistency, context, bert.layer_norm_eps); // [N, 2]
  const labels = input(inputs, 'consistencyLabels');
  return { ...classGuesses(logits, labels, input(inputs, 'consistencyWeights')), scale };
}

/** L_est over the tokens of long mentions. */
function segmentationGuesses(
  { params, inputs, hidden }: Pass,
  bert: BertConfig,
  { segmentationWeight: scale }: KnowledgeConfig,
): Guesses {
  const states = reshape(hidden(), [-1, bert.hidden_size]); // [B T, H]
  const logits = segmentationLogits(params, HEADS.segmentation, states, bert.layer_norm_eps); // [B T, 2]
  return { ...classGuesses(logits, input(inputs, 'cutLabels'), input(inputs, 'cutWeights')), scale };
}

/** L_bem of both directions, each over its own tokens. */
function partGuesses(
  { params, inputs, hidden }: Pass,
  bert: BertConfig,
  { partWeight: scale, maskedPart }: KnowledgeConfig,
): Record<string, Guesses> {
  const states = hidden();
  const at = (name: string): Tensor => statesAt(states, input(inputs, name)); // [N, H]
  const tokens = { first: at('partFirsts'), last: at('partLasts'), offsets: input(inputs, 'partOffsets') };
  const words = param(params, `${BERT}.embeddings.word_embeddings.weight`); // [V, E]
  const logits = partLogits(params, HEADS.parts, tokens, { words, eps: bert.layer_norm_eps }); // [N, V]
  const core = classGuesses(logits, input(inputs, 'partLabels'), input(inputs, 'coreWeights'));
  return {
    ...(maskedPart === 'modifier' ? {} : { core: { ...core, scale } }),
    ...(maskedPart === 'core'
      ? {}
      : { modifier: { ...core, weights: input(inputs, 'modifierWeights'), scale } }),
  };
}

/** Writes the tokens around replaced mentions. */
function writeConsistency(
  arrays: BatchArrays,
  { mentions = [], number, isReal }: Row,
  { length }: BatchSize,
): void {
  if (!isReal) return;
  const places = mentionPlaces(length);
  const replaced = mentions.filter(({ isConsistent }) => isConsistent !== undefined).slice(0, places);
  for (const [i, { first, last, isConsistent }] of replaced.entries()) {
    const place = number * places + i;
    arrays.tokensBefore![place] = number * length + first - 1;
    arrays.tokensAfter![place] = number * length + last + 1;
    arrays.consistencyLabels![place] = isConsistent === true ? 1 : 0;
    arrays.consistencyWeights![place] = 1;
  }
}

/** Writes which tokens of long mentions end a part. */
function writeCuts(
  { cutLabels, cutWeights }: BatchArrays,
  { mentions = [], number, isReal }: Row,
  { length }: BatchSize,
): void {
  if (!isReal) return;
  const start = number * length;
  for (const { first, last, cuts = [] } of mentions) {
    if (cuts.length === 0) continue;
    cutWeights!.fill(1, start + first, start + last + 1);
    for (const cut of [...cuts, last]) cutLabels![start + cut] = 1;
  }
}

interface PartOptions {
  readonly config: KnowledgeConfig;
  /** Id of [MASK]. */
  readonly mask: number;
  readonly random: RandomStream;
}

/** Masks one part of some long mentions, and writes what stood there. Leaves out parts for which there is no room. */
function writeParts(
  arrays: BatchArrays,
  { encoding, mentions = [], number, isReal }: Row,
  { batch, length }: BatchSize,
  { config, mask, random }: PartOptions,
): void {
  const start = number * length;
  const room = arrays.partLabels!.length / batch;
  let used = 0;
  for (const mention of mentions) {
    if (!hasParts(mention) || random.uniform() >= config.corruptionRate) continue;
    const cut = mention.cuts.at(-1)!;
    const [modifier, core] = [[mention.first, cut] as const, [cut + 1, mention.last] as const];
    const isCore = config.maskedPart === 'either' ? random.uniform() < 0.5 : config.maskedPart === 'core';
    const [[first, last], seen] = isCore ? [core, modifier] : [modifier, core];
    if (used + last - first + 1 > room) continue;
    for (let token = first; token <= last; token++) {
      arrays.ids![start + token] = mask;
      if (!isReal) continue;
      const place = number * room + used++;
      arrays.partFirsts![place] = start + seen[0];
      arrays.partLasts![place] = start + seen[1];
      arrays.partOffsets![place] = token - first;
      arrays.partLabels![place] = encoding.ids[token]!;
      // an unknown token cannot be guessed
      const weight = encoding.starts[token]! < 0 ? 0 : 1;
      arrays[isCore ? 'coreWeights' : 'modifierWeights']![place] = weight;
    }
  }
}

const hasParts = (mention: Mention): mention is Mention & { readonly cuts: readonly number[] } =>
  mention.cuts !== undefined && mention.cuts.length > 0;
