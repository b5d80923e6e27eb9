/** SMedBERT's objective: what the writer draws of a row, and when masked mentions cost nothing. */
import * as tf from '@tensorflow/tfjs-core';
import { describe, expect, it } from 'vitest';
import { mentionPlaces } from '../../../../main/engine/layers/mention-tokens.ts';
import { RandomStream } from '../../../../main/engine/layers/random.ts';
import { BertPretrainingConfig, bertPretraining } from '../../../../main/engine/models/bert/pretraining.ts';
import { KnowledgeConfig } from '../../../../main/engine/objectives/knowledge.ts';
import { smedbert, TEACHER } from '../../../../main/engine/objectives/smedbert.ts';
import { joinPair } from '../../../../main/text/encoding.ts';
import { createVocabulary } from '../../../../main/text/vocabulary.ts';
import { wordPieceTokenizer } from '../../../../main/text/wordpiece.ts';
import { onReferenceBackend } from '../layers/tensors.ts';
import { MODEL_CASES } from '../models/cases.ts';
import { batchTensors, initialValues, paramTensors } from '../models/eager.ts';

onReferenceBackend();

const vocabulary = createVocabulary(['[PAD]', '[UNK]', '[CLS]', '[SEP]', '[MASK]', ...'无胸痛咳嗽']);
const encoding = joinPair(vocabulary, wordPieceTokenizer(vocabulary)('无胸痛咳嗽'));
const size = { batch: 2, length: 12 };
const source = {
  entitySize: 3,
  relations: 4,
  values: {},
  types: Int32Array.of(0, 1, 1, 2),
  frequencies: Int32Array.of(5, 1, 0, 0),
  neighbours: {
    starts: Int32Array.of(0, 3, 3, 3, 3),
    entities: Int32Array.of(2, 3, 1),
    relations: Int32Array.of(1, 0, 3),
  },
};

function written(mentionWeight: number) {
  const config = KnowledgeConfig.parse({
    ...source,
    entities: 4,
    layer: 1,
    neighbours: 2,
    mentionWeight,
    entityNegatives: 3,
  });
  const places = size.batch * mentionPlaces(size.length);
  const inputs = smedbert
    .create({ bert: BertPretrainingConfig.shape.bert.parse({ ...small, neighbours }), knowledge: config })
    .targets(size);
  const arrays = Object.fromEntries(
    inputs.map(({ name, shape, dtype }) => {
      const length = shape.reduce((product, n) => product * n, 1);
      return [name, dtype === 'int32' ? new Int32Array(length) : new Float32Array(length)];
    }),
  );
  const masked = {
    mlmPositions: Int32Array.of(2, 3, 5, 0, 0, 0),
    mlmWeights: Float32Array.of(1, 1, 1, 0, 0, 0),
  };
  const write = smedbert.writer({
    vocabulary,
    guess: { share: 0.4, most: 9 },
    wholeWords: true,
    knowledge: { source, config },
  });
  const random = new RandomStream({ seed: 1, purpose: 'test' });
  const mentions = [
    { first: 2, last: 3, entity: 0 },
    { first: 4, last: 5, entity: 1 },
  ];
  const all: Record<string, Int32Array | Float32Array> = { ...arrays, ...masked };
  write(all, { encoding, pairLabel: 0, number: 0, isReal: true, mentions }, size, random);
  write(all, { encoding, pairLabel: 0, number: 1, isReal: false, mentions }, size, random);
  return { arrays: all, places };
}
const neighbours = { after: 1, entities: 4, entitySize: 3, most: 2, attention: 'both', graph: 'g' };
const small = {
  vocab_size: 10,
  hidden_size: 4,
  num_hidden_layers: 1,
  num_attention_heads: 1,
  intermediate_size: 4,
  max_position_embeddings: 12,
};

describe('the writer', () => {
  it('gives a mention its best neighbours, and its border tokens a change', () => {
    const { arrays } = written(0);
    expect([...arrays.neighbours!.slice(0, 4)]).toEqual([2, 3, 0, 0]);
    expect([...arrays.neighbourTypes!.slice(0, 4)]).toEqual([1, 2, 0, 0]);
    expect([...arrays.neighbourMask!]).toEqual([1, 1, 0, 0, 1, 1, 0, 0]);
    expect([...arrays.changes!]).toEqual([
      0, 0, 1, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 7, 0, 0, 0, 0, 0, 0, 0, 0,
    ]);
    expect(arrays.originalIds).toBeUndefined();
  });

  it('lets rows that fill a batch read neighbours and guess none', () => {
    const { arrays } = written(0);
    expect([...arrays.answerWeights!]).toEqual([1, 0, 0, 0]);
    const answer = [...source.neighbours.entities.subarray(0, 2)].indexOf(arrays.answerEntities![0]!);
    expect(answer).toBeGreaterThanOrEqual(0);
    expect(arrays.answerRelations![0]).toBe(source.neighbours.relations[answer]);
    const type = source.types[arrays.answerEntities![0]!];
    expect([...arrays.drawnEntities!.subarray(0, 3)].map((entity) => source.types[entity])).toEqual([
      type,
      type,
      type,
    ]);
  });

  it('has mentions modelled whose tokens are all hidden', () => {
    const { arrays } = written(4);
    expect([...arrays.hiddenMentions!]).toEqual([1, 0, 0, 0]);
    expect([...arrays.originalIds!.slice(0, encoding.length)]).toEqual([...encoding.ids]);
  });
});

it('masked mentions cost nothing where the encoder is its own teacher and nothing is masked or infused', () => {
  const { config, batch } = MODEL_CASES.find(({ name }) => name.endsWith('smedbert'))!;
  const model = bertPretraining(BertPretrainingConfig.parse(config));
  const size = { batch: 2, length: 6 };
  const values = initialValues(model.params);
  for (const { name } of model.params)
    if (name.startsWith(TEACHER)) values.set(name, values.get(name.slice(TEACHER.length + 1))!);
  const loss = (changed: Record<string, readonly number[]>) =>
    tf.tidy(() => {
      const tensors = batchTensors([...model.inputs(size), ...model.targets(size)], { ...batch, ...changed });
      return model.loss(paramTensors(model.params, values), tensors).metrics.mentionsLoss!.dataSync()[0]!;
    });
  const plain = { originalIds: batch.ids!, changes: Array<number>(12).fill(0) };
  expect(loss(plain)).toBeLessThan(1e-10);
  expect(loss({ ...plain, originalIds: batch.originalIds! })).toBeGreaterThan(1e-6);
  expect(loss({ ...plain, changes: batch.changes! })).toBeGreaterThan(1e-6);
});
