/** Linked mentions of a model's texts: marks of tokens, windows, inputs of batches, and what they do to an encoder. */
import * as tf from '@tensorflow/tfjs-core';
import { describe, expect, it } from 'vitest';
import { mentionPlaces } from '../../../../main/engine/layers/mention-tokens.ts';
import { type BertConfig, bertOfSize } from '../../../../main/engine/models/bert/config.ts';
import { FrontConfig } from '../../../../main/engine/models/fronts/config.ts';
import { createFront } from '../../../../main/engine/models/fronts/front.ts';
import { readText } from '../../../../main/engine/tasks/classify/reader.ts';
import { markedMentions, sliceMarks } from '../../../../main/engine/tasks/entity-reader.ts';
import { predictionWindows } from '../../../../main/engine/tasks/ner/windows.ts';
import { tokenReader } from '../../../../main/engine/tasks/read-vocabulary.ts';
import { batchInputs } from '../../../../main/engine/tasks/token-inputs.ts';
import {
  type NamedEntity,
  namesOf,
  splitEntities,
  withEntities,
} from '../../../../main/text/entity-section.ts';
import { createTagSet } from '../../../../main/text/tag-set.ts';
import { onReferenceBackend } from '../layers/tensors.ts';
import { initialValues, lossAndGradients, paramTensors, tidied } from '../models/eager.ts';

onReferenceBackend();

const ENTITIES: readonly NamedEntity[] = [
  { type: 'disease', name: '肺炎', otherNames: ['肺部炎症', '肺\t部'], weight: 3, row: 0 },
  { type: 'symptom', name: '咳嗽', otherNames: [], weight: 2, row: 1 },
  { type: 'disease', name: '大叶性肺炎', otherNames: [], weight: 0 }, // without edges
  { type: 'drug', name: '青霉素', otherNames: [], weight: 1, row: 2 },
];
const neighbours = { starts: Int32Array.of(0, 2, 3, 3), entities: Int32Array.of(1, 2, 0) };
const CHARACTERS = [...new Set('患者肺炎咳嗽大叶性青霉素治疗部症。')];
const tokens = `${['[PAD]', '[UNK]', '[CLS]', '[SEP]', '[MASK]', ...CHARACTERS].join('\n')}\n`;
const vocabulary = withEntities(tokens, { entities: ENTITIES, neighbours });
const bert: BertConfig = {
  ...bertOfSize('tiny', 5 + CHARACTERS.length),
  ...{ hidden_size: 8, num_attention_heads: 2, intermediate_size: 12 },
  neighbours: { after: 1, entities: 3, entitySize: 4, most: 2, attention: 'both', graph: 'g' },
};
const front = FrontConfig.parse({ kind: 'bert', bert });
const reader = tokenReader(front, { kind: 'wordpiece', lowerCase: true }, vocabulary);
const marksOf = (text: string) => [...reader.entities!.marks(text, reader.tokenize(text))];

it('entities stand behind a vocabulary and are read back; new ones replace them', () => {
  expect(splitEntities(tokens)).toEqual({ vocabulary: tokens });
  const { vocabulary: before, parse } = splitEntities(vocabulary);
  expect(before).toBe(tokens);
  expect(parse!()).toEqual({ entities: ENTITIES, neighbours });
  expect(withEntities(vocabulary, { entities: ENTITIES, neighbours })).toBe(vocabulary);
  const names = [...namesOf(ENTITIES)];
  expect(names.map(({ name }) => name)).toContain('肺部炎症');
  expect(names.filter(({ preferred }) => preferred).map(({ name }) => name)).toEqual(
    ENTITIES.map(({ name }) => name),
  );
  expect(() => splitEntities(vocabulary.replace('1\t-\t', '1\tx\t')).parse!()).not.toThrow();
  expect(() => splitEntities(vocabulary.replace('0\t-\t', '0\tx\t')).parse!()).toThrow(
    /Line 4 of the entities/,
  );
});

describe('marks of a text', () => {
  it('name its entities by their rows; the longest name wins, also one without a row', () => {
    expect(marksOf('患者咳嗽。')).toEqual([0, 0, 2, -2, 0]);
    expect(marksOf('肺部炎症。')).toEqual([1, -1, -1, -1, 0]);
    expect(marksOf('大叶性肺炎咳嗽')).toEqual([0, 0, 0, 0, 0, 2, -2]);
  });

  it('of a window leave out what its borders cut', () => {
    const marks = Int32Array.of(1, -1, 2, -2, -2, 1, 0, 2);
    const naive = (from: number, to: number) =>
      markedMentions(marks)
        .filter(({ first, last }) => first >= from && last < to)
        .map(({ first, last, entity }) => ({ first: first - from, last: last - from, entity }));
    expect(naive(0, 8)).toHaveLength(4);
    for (let from = 0; from < 8; from++)
      for (let to = from + 1; to <= 8; to++)
        expect(markedMentions(sliceMarks(marks, { from, to })), `${from} to ${to}`).toEqual(naive(from, to));
  });
});

const TEXTS = ['患者咳嗽，肺炎，青霉素治疗。', '治疗大叶性肺炎。'];
const tagSet = createTagSet(['a'], 'BIO');

it('a batch has places, neighbours and changes of its mentions, wherever a text is cut', () => {
  const length = 12;
  const windows = TEXTS.flatMap(
    (text) => predictionWindows(text, { ...reader, tagSet, head: 'softmax' }, { length, overlap: 2 }).windows,
  );
  const batch = batchInputs(windows, reader, { batch: windows.length, length });
  const places = mentionPlaces(length);
  const found = windows.flatMap(({ mentions }, row) =>
    markedMentions(mentions!)
      .slice(0, places)
      .map((mention, i) => ({ ...mention, row, place: row * places + i })),
  );
  expect(found.length).toBeGreaterThanOrEqual(3);
  const wanted = {
    neighbours: new Array<number>(2 * places * windows.length).fill(0),
    mask: new Array<number>(2 * places * windows.length).fill(0),
    changes: new Array<number>(windows.length * length).fill(0),
  };
  for (const { first, last, entity, row, place } of found) {
    const at = row * length + 1; // behind [CLS]
    expect(batch.mentionStarts![place]).toBe(at + first);
    expect(batch.mentionEnds![place]).toBe(at + last);
    const near = [
      ...neighbours.entities.subarray(neighbours.starts[entity]!, neighbours.starts[entity + 1]!),
    ];
    for (const [i, one] of near.entries()) {
      wanted.neighbours[2 * place + i] = one;
      wanted.mask[2 * place + i] = 1;
    }
    if (near.length === 0) continue;
    wanted.changes[at + last] = windows.length * places + place + 1;
    wanted.changes[at + first] = place + 1;
  }
  expect([...batch.neighbours!]).toEqual(wanted.neighbours);
  expect([...batch.neighbourMask!]).toEqual(wanted.mask);
  expect([...batch.changes!]).toEqual(wanted.changes);
});

it('a classifier keeps the mentions of the parts that it reads', () => {
  const classifier = { ...reader, isMarked: false, length: 10, keep: 'head-tail' as const };
  const { ids, mentions } = readText('患者咳嗽治疗治疗治疗肺炎。', classifier);
  expect(ids).toHaveLength(10);
  expect(markedMentions(mentions!)).toEqual([{ first: 5, last: 6, entity: 0 }]); // 咳嗽 is cut
});

describe('an encoder that reads them', () => {
  const { params, inputs, read } = createFront(front);
  // Vectors near 0 would make layer norms too steep for differences.
  const values = new Map(
    [...initialValues(params, 3)].map(([name, drawn]) => [
      name,
      /neighbours|entities/.test(name) ? drawn.map((_, i) => Math.sin(i + name.length)) : drawn,
    ]),
  );
  const states = (given: typeof values, texts: readonly string[], length: number, plain = false) => {
    const rows = texts.map((text) => readText(text, { ...reader, isMarked: false, length, keep: 'head' }));
    const size = { batch: texts.length, length };
    const batch = { ...batchInputs(rows, reader, size) };
    const named = inputs(size).filter(({ name }) => !plain || ['ids', 'types', 'mask'].includes(name));
    const tensors = Object.fromEntries(
      named.map(({ name, shape, dtype }) => [
        name,
        tf.tensor(batch[name as keyof typeof batch]!, [...shape], dtype),
      ]),
    );
    return read(paramTensors(params, given), tensors, undefined).x;
  };

  it('changes texts with mentions, does not see padding or the rest of the batch, and leaves others alone', () => {
    const [both, first, long, plain] = [
      tidied(() => states(values, TEXTS, 18).arraySync() as number[][][]),
      tidied(() => states(values, TEXTS.slice(0, 1), 18).arraySync() as number[][][]),
      tidied(() => states(values, TEXTS.slice(0, 1), 30).arraySync() as number[][][]),
      tidied(() => states(values, TEXTS, 18, true).arraySync() as number[][][]),
    ];
    const real = 16;
    for (let token = 0; token < real; token++)
      for (let unit = 0; unit < 8; unit++) {
        expect(first[0]![token]![unit]).toBeCloseTo(both[0]![token]![unit]!, 5);
        expect(long[0]![token]![unit]).toBeCloseTo(both[0]![token]![unit]!, 5);
      }
    expect(both[0]).not.toEqual(plain[0]);
    for (let token = 0; token < 10; token++)
      for (let unit = 0; unit < 8; unit++)
        expect(both[1]![token]![unit]).toBeCloseTo(plain[1]![token]![unit]!, 5); // mentions an entity without a row
  });

  it('has the gradients of a loss by finite differences', () => {
    const weights = tf.tensor(
      Float32Array.from({ length: 18 * 8 }, (_, i) => Math.sin(i)),
      [1, 18, 8],
    );
    const loss = (given: typeof values) =>
      tidied(() => tf.sum(tf.mul(states(given, TEXTS.slice(0, 1), 18), weights)).dataSync()[0]!);
    const rows = [readText(TEXTS[0]!, { ...reader, isMarked: false, length: 18, keep: 'head' })];
    const size = { batch: 1, length: 18 };
    const batch = { ...batchInputs(rows, reader, size) };
    const { gradients } = tidied(() => {
      const tensors = Object.fromEntries(
        inputs(size).map(({ name, shape, dtype }) => [
          name,
          tf.tensor(batch[name as keyof typeof batch]!, [...shape], dtype),
        ]),
      );
      return lossAndGradients(params, values, (all) => ({
        loss: tf.sum(tf.mul(read(all, tensors, undefined).x, weights)),
        metrics: {},
      }));
    });
    const step = 2e-3;
    for (const { name } of params.filter(({ name }) => /neighbours|entities/.test(name))) {
      const gradient = gradients.get(name)!;
      const move = gradient.map((_, i) => (i % 3 === 0 ? 1 : -1));
      const at = (sign: number) =>
        loss(
          new Map(values).set(
            name,
            values.get(name)!.map((x, i) => x + sign * step * move[i]!),
          ),
        );
      const slope = gradient.reduce((sum, g, i) => sum + g * move[i]!, 0);
      const scale = gradient.reduce((sum, g) => sum + Math.abs(g), 0);
      expect(Math.abs((at(1) - at(-1)) / (2 * step) - slope), name).toBeLessThan(0.03 * scale + 2e-3);
    }
    weights.dispose();
  });
});
