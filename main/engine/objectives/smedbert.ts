/**
 * SMedBERT (Zhang et al. 2021): a layer of the encoder reads the neighbours of mentions in the knowledge graph, and the
 * encoder guesses neighbours (MNeM) and the vectors of masked mentions (MMeM).
 */
import {
  argMax,
  cast,
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
import { mentionVector, mentionVectorSpec } from '../layers/hybrid-attention.ts';
import { XAVIER, ZEROS } from '../layers/initialisers.ts';
import { mentionPlaces, mentionTokens } from '../layers/mention-tokens.ts';
import { rewrittenScores } from '../layers/neighbour-scores.ts';
import { type ParamSpec, type Params, param } from '../layers/params.ts';
import type { RandomStream } from '../layers/random.ts';
import type { BertConfig } from '../models/bert/config.ts';
import { LINKED_ENTITIES, mentionInputs, mentionSpans } from '../models/bert/linking.ts';
import { bertEncode, bertEncoderSpec, lastHidden } from '../models/bert/model.ts';
import { neighbourInputs } from '../models/bert/neighbours.ts';
import { type BatchSize, input, type Tensors } from '../models/model.ts';
import { drawnInputs, EntitySampler, sampledSoftmax, scoreCorrections } from './entity-sampling.ts';
import type { KnowledgeConfig, KnowledgeSource } from './knowledge.ts';
import { type PlacedMention, writeMentions, writeNeighbours } from './mentions.ts';
import type { BatchArrays, Guesses, ObjectiveKind, Pass, Row } from './objective.ts';

const NAME = 'smedbert';
/** Encoder that a run begins with; it stays as it is and gives the vectors of masked mentions. */
export const TEACHER = 'teacher';

export const smedbert: ObjectiveKind = {
  create: ({ bert, knowledge: config }) => {
    const { hidden_size: width, neighbours } = bert;
    invariant(config !== undefined && neighbours !== undefined, 'SMedBERT: no knowledge');
    const { entitySize, neighbourWeight, mentionWeight } = config;
    return {
      params: [
        ...(neighbourWeight + mentionWeight > 0
          ? mentionVectorSpec(`${NAME}.output`, width, entitySize)
          : []),
        ...(neighbourWeight > 0 ? relationsSpec(config) : []),
        ...(mentionWeight > 0 ? teacherSpec(bert) : []),
      ],
      frozen: [
        ...(config.frozen ? [`${LINKED_ENTITIES}.weight`] : []),
        ...teacherSpec(bert).map(({ name }) => name),
      ],
      targets: (size) => [
        ...mentionInputs(size),
        ...neighbourInputs(size, neighbours),
        ...answerInputs(size, config),
      ],
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
      writeNeighbours(arrays, mentions, source, size);
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

/** Answers of both objectives. */
function answerInputs({ batch, length }: BatchSize, config: KnowledgeConfig) {
  const places = batch * mentionPlaces(length);
  const { neighbourWeight, mentionWeight, entityNegatives } = config;
  const integers = (name: string, shape: readonly number[]) => ({ name, shape, dtype: 'int32' as const });
  const floats = (name: string, shape: readonly number[]) => ({ name, shape, dtype: 'float32' as const });
  return [
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

/** The encoder without entities. */
const plain = (bert: BertConfig): BertConfig => ({ ...bert, neighbours: undefined });

const teacherSpec = (bert: BertConfig): readonly ParamSpec[] =>
  bertEncoderSpec(plain(bert)).map((spec) => ({ ...spec, name: `${TEACHER}.${spec.name}` }));

/** h_mf of the encoder's states [B, T, H] → [N, D]. */
const outputMention = (params: Params, inputs: Tensors, states: Tensor): Tensor =>
  mentionVector(params, `${NAME}.output`, mentionTokens(states, mentionSpans(inputs)));

/** Masked neighbour modelling: a neighbour of each mention against drawn entities. */
function neighbourGuesses(
  { params, inputs, hidden }: Pass,
  { neighbourWeight: scale }: KnowledgeConfig,
): Guesses {
  const table = param(params, `${LINKED_ENTITIES}.weight`);
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
  const states = lastHidden(bertEncode(Object.fromEntries(own), whole, plain(bert))); // [B, T, H]
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
