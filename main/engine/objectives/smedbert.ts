/**
 * SMedBERT (Zhang et al. 2021): a layer of the encoder reads the neighbours of mentions in the knowledge graph, and the
 * encoder guesses neighbours (MNeM) and the vectors of masked mentions (MMeM).
 */
import {
  argMax,
  cast,
  concat,
  equal,
  gather,
  matMul,
  mul,
  range,
  square,
  sub,
  sum,
  type Tensor,
  transpose,
} from '@tensorflow/tfjs-core';
import { invariant } from '../../../shared/assert.ts';
import { addChanges, gatedChange, gatedInfusionSpec, knownOfMention } from '../layers/gated-infusion.ts';
import {
  mentionVector,
  mentionVectorSpec,
  neighbourVector,
  neighbourVectorSpec,
} from '../layers/hybrid-attention.ts';
import { XAVIER, ZEROS } from '../layers/initialisers.ts';
import { mentionPlaces, mentionTokens, statesAt } from '../layers/mention-tokens.ts';
import { rewrittenScores } from '../layers/neighbour-scores.ts';
import { type ParamSpec, type Params, param } from '../layers/params.ts';
import type { RandomStream } from '../layers/random.ts';
import type { BertConfig } from '../models/bert/config.ts';
import { bertEncode, bertEncoderSpec, lastHidden } from '../models/bert/model.ts';
import { type BatchSize, input, type Tensors } from '../models/model.ts';
import { drawnInputs, EntitySampler, sampledSoftmax, scoreCorrections } from './entity-sampling.ts';
import {
  ENTITIES,
  entitiesSpec,
  frozenEntities,
  type KnowledgeConfig,
  type KnowledgeSource,
} from './knowledge.ts';
import { mentionInputs, mentionSpans, type PlacedMention, writeMentions } from './mentions.ts';
import type { BatchArrays, Guesses, ObjectiveKind, Pass, Row } from './objective.ts';

const NAME = 'smedbert';
/** Encoder that a run begins with; it stays as it is and gives the vectors of masked mentions. */
export const TEACHER = 'teacher';

const partsOf = ({ neighbourAttention }: KnowledgeConfig) => ({
  typeAttention: neighbourAttention === 'both',
  nodeAttention: neighbourAttention !== 'none',
});

export const smedbert: ObjectiveKind = {
  create: ({ bert, knowledge: config }) => {
    invariant(config !== undefined, 'SMedBERT: no knowledge');
    const { entitySize, layer, neighbourWeight, mentionWeight } = config;
    const { hidden_size: width } = bert;
    return {
      params: [
        entitiesSpec(config),
        ...mentionVectorSpec(`${NAME}.mention`, width, entitySize),
        ...neighbourVectorSpec(`${NAME}.attention`, entitySize, partsOf(config)),
        ...gatedInfusionSpec(`${NAME}.infusion`, width, entitySize),
        ...(neighbourWeight + mentionWeight > 0
          ? mentionVectorSpec(`${NAME}.output`, width, entitySize)
          : []),
        ...(neighbourWeight > 0 ? relationsSpec(config) : []),
        ...(mentionWeight > 0 ? teacherSpec(bert) : []),
      ],
      frozen: [...frozenEntities(config), ...teacherSpec(bert).map(({ name }) => name)],
      targets: (size) => [...mentionInputs(size), ...neighbourInputs(size, config)],
      infusion: { after: layer, apply: (states, pass) => infuse(states, pass, config) },
      guesses: (pass) => ({
        ...(neighbourWeight > 0 ? { neighbours: neighbourGuesses(pass, config) } : {}),
        ...(mentionWeight > 0 ? { mentions: mentionGuesses(pass, bert, config) } : {}),
      }),
    };
  },
  writer: ({ knowledge }) => {
    invariant(knowledge !== undefined, 'SMedBERT: no knowledge');
    const { source, config } = knowledge;
    const sampler = new EntitySampler(source.types, source.frequencies);
    return (arrays, row, size, random) => {
      const mentions = writeMentions(arrays, row, size);
      for (const mention of mentions) writeNeighbours(arrays, mention, source, config);
      for (const mention of mentions) writeChanges(arrays, mention, size);
      if (config.neighbourWeight > 0) {
        const answers = mentions.flatMap((mention) => writeAnswer(arrays, mention, knowledge, random));
        for (const { place, entity } of answers) {
          arrays.answerChances![place] = sampler.logChance(entity);
          arrays.answerWeights![place] = row.isReal ? 1 : 0;
        }
        const like = answers.map(({ entity }) => entity);
        sampler.write(arrays, { number: row.number, count: config.entityNegatives, like }, random);
      }
      if (config.mentionWeight > 0) writeHidden(arrays, mentions, row, size);
    };
  },
};

/** Neighbours of mentions, tokens that they change, and answers of both objectives. */
function neighbourInputs({ batch, length }: BatchSize, config: KnowledgeConfig) {
  const places = batch * mentionPlaces(length);
  const { neighbours, neighbourWeight, mentionWeight, entityNegatives } = config;
  const integers = (name: string, shape: readonly number[]) => ({ name, shape, dtype: 'int32' as const });
  const floats = (name: string, shape: readonly number[]) => ({ name, shape, dtype: 'float32' as const });
  return [
    integers('neighbours', [places, neighbours]),
    integers('neighbourTypes', [places, neighbours]),
    floats('neighbourMask', [places, neighbours]),
    integers('changes', [batch, length]),
    ...(neighbourWeight === 0
      ? []
      : [
          integers('answerEntities', [places]),
          integers('answerRelations', [places]),
          floats('answerChances', [places]),
          floats('answerWeights', [places]),
          ...drawnInputs(batch * entityNegatives),
        ]),
    ...(mentionWeight === 0
      ? []
      : [integers('originalIds', [batch, length]), floats('hiddenMentions', [places])]),
  ];
}

/** M_r and h_r of all relations. */
const relationsSpec = ({ relations, entitySize }: KnowledgeConfig): readonly ParamSpec[] => [
  { name: 'relations.matrices', shape: [relations, entitySize, entitySize], init: XAVIER, decay: true },
  { name: 'relations.vectors', shape: [relations, entitySize], init: ZEROS, decay: false },
];

const teacherSpec = (bert: BertConfig): readonly ParamSpec[] =>
  bertEncoderSpec(bert).map((spec) => ({ ...spec, name: `${TEACHER}.${spec.name}` }));

/** Hybrid attention and gated infusion: states [B, T, H] with the first and last tokens of mentions changed. */
function infuse(
  states: Tensor,
  { params, inputs }: Pick<Pass, 'params' | 'inputs'>,
  config: KnowledgeConfig,
): Tensor {
  const spans = mentionSpans(inputs);
  const mention = mentionVector(params, `${NAME}.mention`, mentionTokens(states, spans)); // [N, D]
  const neighbours = {
    vectors: gather(param(params, `${ENTITIES}.weight`), input(inputs, 'neighbours')), // [N, K, D]
    types: input(inputs, 'neighbourTypes'),
    mask: input(inputs, 'neighbourMask'),
  };
  const vector = neighbourVector(params, `${NAME}.attention`, {
    mention,
    neighbours,
    parts: partsOf(config),
  }); // [N, D]
  const known = knownOfMention(params, `${NAME}.infusion`, mention, vector); // [N, H]
  const change = (places: Tensor) => gatedChange(params, `${NAME}.infusion`, statesAt(states, places), known); // [N, H]
  const changes = concat([change(spans.starts), change(spans.ends)], 0); // [2N, H]
  return addChanges(states, changes, input(inputs, 'changes'));
}

/** h_mf of the encoder's states [B, T, H] → [N, D]. */
const outputMention = (params: Params, inputs: Tensors, states: Tensor): Tensor =>
  mentionVector(params, `${NAME}.output`, mentionTokens(states, mentionSpans(inputs)));

/** Masked neighbour modelling: a neighbour of each mention against drawn entities. */
function neighbourGuesses(
  { params, inputs, hidden }: Pass,
  { neighbourWeight: scale }: KnowledgeConfig,
): Guesses {
  const table = param(params, `${ENTITIES}.weight`);
  const relations = {
    matrices: param(params, 'relations.matrices'),
    vectors: param(params, 'relations.vectors'),
  };
  const answers = input(inputs, 'answerEntities');
  const drawn = input(inputs, 'drawnEntities');
  const vectors = { own: gather(table, answers), shared: gather(table, drawn) };
  const mention = outputMention(params, inputs, hidden()); // [N, D]
  const scores = rewrittenScores(mention, relations, input(inputs, 'answerRelations'), vectors); // [N, 1 + C]
  const corrections = scoreCorrections({
    answers,
    answerChances: input(inputs, 'answerChances'),
    drawn,
    drawnChances: input(inputs, 'drawnChances'),
  });
  return {
    losses: sampledSoftmax(scores, corrections),
    right: () => cast(equal(argMax(scores, 1), 0), 'float32'),
    weights: input(inputs, 'answerWeights'),
    scale,
  };
}

/** Masked mention modelling: ‖h_mf − Y_m‖² for mentions whose tokens are all masked, Y_m from the teacher's states. */
function mentionGuesses(
  { params, inputs, hidden }: Pass,
  bert: BertConfig,
  { mentionWeight: scale }: KnowledgeConfig,
): Guesses {
  const own = teacherSpec(bert).map(({ name }) => [name.slice(TEACHER.length + 1), param(params, name)]);
  const whole = { ...inputs, ids: input(inputs, 'originalIds') };
  const states = lastHidden(bertEncode(Object.fromEntries(own), whole, bert)); // [B, T, H]
  const wanted = outputMention(params, inputs, states); // [N, D]
  const found = outputMention(params, inputs, hidden()); // [N, D]
  const weights = input(inputs, 'hiddenMentions');
  return {
    losses: sum(square(sub(found, wanted)), 1),
    right: () => nearestIsOwn(found, wanted),
    weights,
    scale,
  };
}

/** 1 where the nearest of the wanted vectors is the row's own one: both [N, D] → [N]. */
function nearestIsOwn(found: Tensor, wanted: Tensor): Tensor {
  const products = mul(matMul(found, wanted, false, true), 2); // [N, N]
  const near = sub(products, transpose(sum(square(wanted), 1, true), [1, 0])); // [N, N]: less ‖found‖²
  return cast(equal(argMax(near, 1), range(0, found.shape[0]!, 1, 'int32')), 'float32');
}

function writeNeighbours(
  arrays: BatchArrays,
  { entity, place }: PlacedMention,
  { types, neighbours: { starts, entities } }: KnowledgeSource,
  { neighbours: most }: KnowledgeConfig,
): void {
  const found = entities.subarray(starts[entity]!, Math.min(starts[entity + 1]!, starts[entity]! + most));
  const at = place * most;
  arrays.neighbours!.set(found, at);
  arrays.neighbourTypes!.set(
    found.map((neighbour) => types[neighbour]!),
    at,
  );
  arrays.neighbourMask!.fill(1, at, at + found.length);
}

/** First tokens take changes 1 … N, last tokens the others; mentions without neighbours change nothing. */
function writeChanges(arrays: BatchArrays, { place }: PlacedMention, { batch, length }: BatchSize): void {
  const most = arrays.neighbourMask!.length / arrays.mentionWeights!.length;
  if (arrays.neighbourMask![place * most] === 0) return;
  arrays.changes![arrays.mentionEnds![place]!] = batch * mentionPlaces(length) + place + 1;
  arrays.changes![arrays.mentionStarts![place]!] = place + 1;
}

/** Draws the neighbour that is to be guessed; none for mentions without neighbours. */
function writeAnswer(
  arrays: BatchArrays,
  { entity, place }: PlacedMention,
  { source: { neighbours }, config }: { source: KnowledgeSource; config: KnowledgeConfig },
  random: RandomStream,
): { readonly entity: number; readonly place: number }[] {
  const start = neighbours.starts[entity]!;
  const count = Math.min(config.neighbours, neighbours.starts[entity + 1]! - start);
  if (count === 0) return [];
  const chosen = start + random.below(count);
  const answer = neighbours.entities[chosen]!;
  arrays.answerEntities![place] = answer;
  arrays.answerRelations![place] = neighbours.relations[chosen]!;
  return [{ entity: answer, place }];
}

/** Writes the tokens before masking, and 1 for mentions whose tokens are all among those to guess. */
function writeHidden(
  arrays: BatchArrays,
  mentions: readonly PlacedMention[],
  { encoding, number, isReal }: Row,
  { batch, length }: BatchSize,
): void {
  arrays.originalIds!.set(encoding.ids, number * length);
  if (!isReal) return;
  const places = arrays.mlmPositions!.length / batch;
  const used = Array.from({ length: places }, (_, i) => number * places + i);
  const hidden = new Set(
    used.flatMap((at) => (arrays.mlmWeights![at] === 0 ? [] : [arrays.mlmPositions![at]! - number * length])),
  );
  for (const { first, last, place } of mentions) {
    const tokens = Array.from({ length: last - first + 1 }, (_, i) => first + i);
    arrays.hiddenMentions![place] = tokens.every((token) => hidden.has(token)) ? 1 : 0;
  }
}
