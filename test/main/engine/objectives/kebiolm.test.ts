/** KeBioLM's objective: what the writer marks of a row, and the linking loss over all and over drawn entities. */
import * as tf from '@tensorflow/tfjs-core';
import { expect, it } from 'vitest';
import { RandomStream } from '../../../../main/engine/layers/random.ts';
import { decodeMentions } from '../../../../main/engine/models/bert/linking.ts';
import { BertPretrainingConfig, bertPretraining } from '../../../../main/engine/models/bert/pretraining.ts';
import { kebiolm } from '../../../../main/engine/objectives/kebiolm.ts';
import { KnowledgeConfig } from '../../../../main/engine/objectives/knowledge.ts';
import { joinPair } from '../../../../main/text/encoding.ts';
import { createVocabulary } from '../../../../main/text/vocabulary.ts';
import { wordPieceTokenizer } from '../../../../main/text/wordpiece.ts';
import { onReferenceBackend } from '../layers/tensors.ts';
import { MODEL_CASES } from '../models/cases.ts';
import { batchTensors, initialValues, paramTensors } from '../models/eager.ts';

onReferenceBackend();

it('the writer marks the tokens of mentions, and rows that fill a batch guess nothing', () => {
  const vocabulary = createVocabulary(['[PAD]', '[UNK]', '[CLS]', '[SEP]', '[MASK]', ...'无胸痛咳嗽']);
  const encoding = joinPair(vocabulary, wordPieceTokenizer(vocabulary)('无胸痛咳嗽'));
  const size = { batch: 2, length: 8 };
  const source = {
    entitySize: 3,
    relations: 1,
    values: {},
    types: new Int32Array(9),
    frequencies: new Int32Array(9),
    neighbours: { starts: new Int32Array(10), entities: new Int32Array(0), relations: new Int32Array(0) },
  };
  const config = KnowledgeConfig.parse({ ...source, entities: 9, layer: 1, neighbours: 2 });
  const integers = (length: number) => new Int32Array(length);
  const arrays = {
    mentionStarts: integers(4),
    mentionEnds: integers(4),
    mentionEntities: integers(4),
    mentionWeights: new Float32Array(4),
    mentionOf: integers(16),
    bioLabels: integers(16),
    bioWeights: new Float32Array(16),
  };
  const write = kebiolm.writer({
    vocabulary,
    guess: { share: 0.4, most: 9 },
    wholeWords: true,
    knowledge: { source, config },
  });
  const random = new RandomStream({ seed: 1, purpose: 'test' });
  const mentions = [
    { first: 2, last: 3, entity: 7 },
    { first: 5, last: 5, entity: 2 },
  ];
  for (const number of [0, 1])
    write(arrays, { encoding, pairLabel: 0, number, isReal: number === 0, mentions }, size, random);
  expect([...arrays.mentionStarts]).toEqual([2, 5, 10, 13]);
  expect([...arrays.mentionEnds]).toEqual([3, 5, 11, 13]);
  expect([...arrays.mentionEntities]).toEqual([7, 2, 7, 2]);
  expect([...arrays.mentionWeights]).toEqual([1, 1, 0, 0]);
  expect([...arrays.mentionOf]).toEqual([0, 0, 1, 1, 0, 2, 0, 0, 0, 0, 3, 3, 0, 4, 0, 0]);
  expect([...arrays.bioLabels.slice(0, 8)]).toEqual([0, 0, 1, 2, 0, 1, 0, 0]);
  expect([...arrays.bioWeights]).toEqual([...Array(7).fill(1), ...Array(9).fill(0)]);
});

it('a sampled softmax over all entities is the full one', () => {
  const size = { batch: 2, length: 6 };
  const losses = (['full', 'sampled'] as const).map((linking) => {
    const { config, batch } = MODEL_CASES.find(({ name }) => name.endsWith(`kebiolm, ${linking}`))!;
    const parsed = BertPretrainingConfig.parse(config);
    const knowledge = { ...parsed.knowledge!, entityNegatives: 3 };
    const model = bertPretraining({ ...parsed, knowledge });
    return tf.tidy(() => {
      // every entity is drawn, and the last one a second time as if it were half as probable each time
      const chances = [0, 0, 0, 0, Math.log(2), Math.log(2)];
      const drawn = { answerChances: [0, 0], drawnEntities: [0, 1, 2, 3, 4, 4], drawnChances: chances };
      const tensors = batchTensors([...model.inputs(size), ...model.targets(size)], { ...batch, ...drawn });
      const { metrics } = model.loss(paramTensors(model.params, initialValues(model.params)), tensors);
      return metrics.linkingLoss!.dataSync()[0]!;
    });
  });
  expect(losses[1]).toBeCloseTo(losses[0]!, 5);
});

it('decodeMentions reads mentions from the classes of the tokens, up to the places that there are', () => {
  // rows of 12 tokens have two places
  const classes = [
    [0, 1, 2, 0, 2, 2, 1, 0, 0, 0, 0, 0],
    [0, 0, 1, 1, 2, 2, 0, 0, 1, 1, 0, 1],
  ];
  const mask = [Array<number>(12).fill(1), [1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0]];
  tf.tidy(() => {
    const logits = tf.oneHot(tf.tensor2d(classes, [2, 12], 'int32'), 3);
    const found = decodeMentions(tf.cast(logits, 'float32'), tf.tensor2d(mask, [2, 12], 'int32')).arraySync();
    expect(found).toEqual([
      [0, 1, 1, 0, 2, 2, 0, 0, 0, 0, 0, 0, 1, 4, 2, 5],
      [0, 0, 3, 4, 4, 0, 0, 0, 0, 0, 0, 0, 14, 15, 14, 16],
    ]);
  });
});

it('an encoder that finds the mentions given by itself has the states of one to which they are given', () => {
  const { config, batch } = MODEL_CASES.find(({ name }) => name.endsWith('kebiolm, full'))!;
  const model = bertPretraining(BertPretrainingConfig.parse(config));
  const size = { batch: 2, length: 6 };
  const values = initialValues(model.params);
  values.set('bert.linking.detection.weight', new Float32Array(24));
  const hidden = (bias: readonly number[], given: boolean) =>
    tf.tidy(() => {
      values.set('bert.linking.detection.bias', Float32Array.from(bias));
      const tensors = batchTensors([...model.inputs(size), ...model.targets(size)], {
        ...batch,
        mentionOf: [1, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0],
        mentionStarts: [0, 6],
        mentionEnds: [0, 6],
      });
      const inputs = given
        ? tensors
        : Object.fromEntries(model.inputs(size).map(({ name }) => [name, tensors[name]!]));
      return [...model.forward(paramTensors(model.params, values), inputs).hidden!.dataSync()];
    });
  // every token begins a mention, and each row has one place: that of the first token
  expect(hidden([0, 1, 0], false)).toEqual(hidden([0, 1, 0], true));
  expect(hidden([1, 0, 0], false)).not.toEqual(hidden([0, 1, 0], true));
});
