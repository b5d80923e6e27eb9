/**
 * KeBioLM (Yuan et al. 2021): between two groups of layers, tokens of mentions take in the nearest entities; the encoder
 * finds mentions (ED) and links them to entities (EL).
 */
import { concat, gather, matMul, mul, reshape, sum, zerosLike } from '@tensorflow/tfjs-core';
import { invariant } from '../../../shared/assert.ts';
import { bioLogits, projectedMention } from '../layers/entity-linking.ts';
import { mentionPlaces } from '../layers/mention-tokens.ts';
import { param } from '../layers/params.ts';
import { LINKED_ENTITIES, LINKING, mentionInputs, mentionSpans } from '../models/bert/linking.ts';
import { type BatchSize, type InputSpec, input } from '../models/model.ts';
import { drawnInputs, EntitySampler, sampledSoftmax, scoreCorrections } from './entity-sampling.ts';
import type { KnowledgeConfig } from './knowledge.ts';
import { writeMentions } from './mentions.ts';
import { classGuesses, type Guesses, type ObjectiveKind, type Pass } from './objective.ts';

/** Classes of the detection. */
const [BEGIN, INSIDE] = [1, 2];

export const kebiolm: ObjectiveKind = {
  create: ({ bert, knowledge: config }) => {
    invariant(config !== undefined && bert.linking !== undefined, 'KeBioLM: no knowledge');
    return {
      params: [], // the encoder's own
      frozen: config.frozen ? [`${LINKED_ENTITIES}.weight`] : [],
      targets: (size) => [...mentionInputs(size), ...linkingInputs(size, config)],
      guesses: (pass) => ({
        detection: detectionGuesses(pass, config),
        linking: linkingGuesses(pass, config),
      }),
    };
  },
  writer: ({ knowledge }) => {
    invariant(knowledge !== undefined, 'KeBioLM: no knowledge');
    const { source, config } = knowledge;
    const sampler = new EntitySampler(new Int32Array(source.types.length), source.frequencies);
    return (arrays, row, size, random) => {
      const mentions = writeMentions(arrays, row, size);
      const start = row.number * size.length;
      if (row.isReal) arrays.bioWeights!.fill(1, start, start + row.encoding.length);
      for (const { first, last, place } of mentions) {
        arrays.mentionOf!.fill(place + 1, start + first, start + last + 1);
        arrays.bioLabels!.fill(INSIDE!, start + first, start + last + 1);
        arrays.bioLabels![start + first] = BEGIN!;
        if (!row.isReal) arrays.mentionWeights![place] = 0; // the mention is read, and not guessed
      }
      if (config.linking === 'full') return;
      for (const { place, entity } of mentions) arrays.answerChances![place] = sampler.logChance(entity);
      sampler.write(arrays, { number: row.number, count: config.entityNegatives, like: [] }, random);
    };
  },
};

/** Number from 1 of the mention that a token belongs to, and classes of tokens [B, T]; drawn entities. */
function linkingInputs(
  { batch, length }: BatchSize,
  { linking, entityNegatives }: KnowledgeConfig,
): readonly InputSpec[] {
  return [
    { name: 'mentionOf', shape: [batch, length], dtype: 'int32' },
    { name: 'bioLabels', shape: [batch, length], dtype: 'int32' },
    { name: 'bioWeights', shape: [batch, length], dtype: 'float32' },
    ...(linking === 'full'
      ? []
      : [
          { name: 'answerChances', shape: [batch * mentionPlaces(length)], dtype: 'float32' as const },
          ...drawnInputs(batch * entityNegatives),
        ]),
  ];
}

/** L_ED: classes of all tokens from the states of the text-only layers. */
function detectionGuesses({ params, inputs, states }: Pass, { layer }: KnowledgeConfig): Guesses {
  const logits = reshape(bioLogits(params, LINKING, states()[layer]!), [-1, 3]); // [B T, 3]
  return classGuesses(logits, input(inputs, 'bioLabels'), input(inputs, 'bioWeights'));
}

/** L_EL: the entity of each mention among all, or among drawn ones. */
function linkingGuesses({ params, inputs, states }: Pass, { layer, linking }: KnowledgeConfig): Guesses {
  const table = param(params, `${LINKED_ENTITIES}.weight`);
  const mention = projectedMention(params, LINKING, states()[layer]!, mentionSpans(inputs)); // [N, D]
  const answers = input(inputs, 'mentionEntities');
  const weights = input(inputs, 'mentionWeights');
  if (linking === 'full') return classGuesses(matMul(mention, table, false, true), answers, weights);
  const drawn = input(inputs, 'drawnEntities');
  const own = sum(mul(mention, gather(table, answers)), 1, true); // [N, 1]
  const scores = concat([own, matMul(mention, gather(table, drawn), false, true)], 1); // [N, 1 + C]
  const corrections = scoreCorrections({
    answers,
    answerChances: input(inputs, 'answerChances'),
    drawn,
    drawnChances: input(inputs, 'drawnChances'),
  });
  const first = zerosLike(answers);
  return { ...classGuesses(scores, first, weights), losses: sampledSoftmax(scores, corrections) };
}
