/** Losses on a dev set in plain arrays against those of training, which are tensors. */
import * as tf from '@tensorflow/tfjs-core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { crfPathLoss } from '../../../../main/engine/layers/crf-likelihood.ts';
import { logSumExp } from '../../../../main/engine/layers/log-sum-exp.ts';
import { TaggerConfig } from '../../../../main/engine/models/tagger/config.ts';
import { TAGGING_HEADS } from '../../../../main/engine/models/tagger/heads.ts';
import { tagger } from '../../../../main/engine/models/tagger/model.ts';
import { multipleLabelLoss, singleLabelLoss } from '../../../../main/engine/models/text-classifier/loss.ts';
import { crossEntropy } from '../../../../main/engine/tasks/classify/dev-loss.ts';
import { batchWindows } from '../../../../main/engine/tasks/ner/batches.ts';
import { TaggerLoss } from '../../../../main/engine/tasks/ner/dev-loss.ts';
import { nerHead } from '../../../../main/engine/tasks/ner/forward.ts';
import { type NerReader, trainingWindows } from '../../../../main/engine/tasks/ner/windows.ts';
import { createTagSet } from '../../../../main/text/tag-set.ts';
import { createVocabulary } from '../../../../main/text/vocabulary.ts';
import { wordPieceTokenizer } from '../../../../main/text/wordpiece.ts';
import { onReferenceBackend, randomArray } from '../layers/tensors.ts';
import { batchTensors, initialValues, paramTensors, tidied } from '../models/eager.ts';

onReferenceBackend();

const DOCUMENTS = [
  {
    id: 'a',
    text: '患者无胸痛，发热三天',
    entities: [
      { start: 3, end: 5, type: '症状' },
      { start: 3, end: 4, type: '部位' }, // nested, of a type that training lacks: no tag
      { start: 8, end: 10, type: '时间' },
    ],
  },
  { id: 'b', text: '咳嗽', entities: [{ start: 0, end: 2, type: '症状' }] },
];

describe.each(['softmax', 'crf', 'global-pointer', 'biaffine'] as const)('TaggerLoss of %s', (headKind) => {
  it('is the loss of training where every text is a window', () => {
    const before = tf.memory().numTensors;
    const tags = { types: ['症状', '时间'], scheme: 'BIO' } as const;
    const chars = [...new Set(DOCUMENTS.flatMap(({ text }) => [...text]))];
    const vocabulary = createVocabulary(['[PAD]', '[UNK]', ...chars]);
    const reader: NerReader = {
      tokenize: wordPieceTokenizer(vocabulary),
      vocabulary,
      tagSet: createTagSet(tags.types, tags.scheme),
      specials: false,
      head: headKind,
    };
    const config = TaggerConfig.parse({
      front: { kind: 'embedding', vocabSize: vocabulary.size, size: 8 },
      middle: { kind: 'none' },
      head: headKind,
      tags,
    });
    const model = tagger(config);
    const width = TAGGING_HEADS[headKind].width(reader.tagSet);
    const values = initialValues(model.params);
    const size = { batch: 3, length: 12 }; // a row and some places are padding
    const windows = DOCUMENTS.flatMap((d) => trainingWindows(d, reader, { length: 12, overlap: 0 }).windows);
    const arrays = Object.fromEntries(
      Object.entries(batchWindows(windows, reader, size)).map(([name, data]) => [name, [...data]]),
    );
    const inputs = [...model.inputs(size), ...model.targets(size)];
    const expected = tidied(
      () => model.loss(paramTensors(model.params, values), batchTensors(inputs, arrays)).loss.dataSync()[0]!,
    );
    const emissions = tidied(() =>
      Float32Array.from(
        model
          .forward(paramTensors(model.params, values), batchTensors(model.inputs(size), arrays))
          .emissions!.dataSync(),
      ),
    );
    const head = nerHead(config, Object.fromEntries(values), 12);
    const loss = new TaggerLoss(DOCUMENTS, reader, head);
    const row = size.length * width;
    for (const i of [1, 0]) {
      const tokens = reader.tokenize(DOCUMENTS[i]!.text);
      const own = emissions.slice(i * row, i * row + tokens.ids.length * width);
      loss.add(i, { tokens, emissions: own });
    }
    expect(loss.mean(windows.length)).toBeCloseTo(expected, 4);
    expect(tf.memory().numTensors).toBe(before);
  });
});

describe('crfPathLoss', () => {
  it('makes the probabilities of all paths sum up to 1, also of large scores', () => {
    const K = 3;
    const number = fc.double({ min: -60, max: 60, noNaN: true });
    const scores = (length: number) =>
      fc.array(number, { minLength: length, maxLength: length }).map((values) => Float32Array.from(values));
    const given = fc.integer({ min: 1, max: 4 }).chain((length) =>
      fc.record({
        length: fc.constant(length),
        emissions: scores(length * K),
        crf: fc.record({ transitions: scores(K * K), start: scores(K), end: scores(K) }),
      }),
    );
    fc.assert(
      fc.property(given, ({ length, emissions, crf }) => {
        const paths = Array.from({ length: K ** length }, (_, code) =>
          Array.from({ length }, (__, t) => Math.floor(code / K ** t) % K),
        );
        const total = paths.reduce((sum, path) => sum + Math.exp(-crfPathLoss(emissions, path, crf)), 0);
        expect(total).toBeCloseTo(1, 6);
      }),
      { numRuns: 50 },
    );
  });

  it('refuses tags that do not fit', () => {
    const crf = { transitions: new Float32Array(4), start: new Float32Array(2), end: new Float32Array(2) };
    expect(crfPathLoss(new Float32Array(0), [], crf)).toBe(0);
    expect(() => crfPathLoss(new Float32Array(4), [0], crf)).toThrow(/4 emissions for 1 tokens/);
  });

  it('does not overflow', () => {
    expect(logSumExp([1000, 1000])).toBeCloseTo(1000 + Math.log(2), 9);
    expect(logSumExp([-1000, -1e4])).toBeCloseTo(-1000, 9);
  });
});

describe('crossEntropy', () => {
  const [texts, labels] = [4, 3];
  const rows = Array.from({ length: texts }, (_, i) => randomArray(`row ${i}`, [labels], 5).values).map(
    (row) => Float32Array.from(row),
  );
  const flat = rows.flatMap((row) => [...row]);

  it('is the loss of training for one label a text', () => {
    const gold = [0, 2, 1, 2];
    const expected = tidied(
      () =>
        singleLabelLoss(
          tf.tensor(flat, [texts, labels]),
          tf.tensor(gold, [texts], 'int32'),
          tf.ones([texts]),
          { focal: 0 },
        ).dataSync()[0]!,
    );
    const one = gold.map((label) => [label]);
    expect(crossEntropy(rows, one, 'single')).toBeCloseTo(expected, 5);
    // A label that the model does not know cannot be judged.
    expect(crossEntropy([...rows, rows[0]!], [...one, [7]], 'single')).toBeCloseTo(expected, 5);
    expect(crossEntropy([], [], 'single')).toBe(0);
  });

  it('is the loss of training for several labels a text', () => {
    const gold = [[0], [0, 2], [1, 9], [2, 1, 0]];
    const targets = gold.flatMap((own) => [0, 1, 2].map((label) => (own.includes(label) ? 1 : 0)));
    const expected = tidied(
      () =>
        multipleLabelLoss(
          tf.tensor(flat, [texts, labels]),
          tf.tensor(targets, [texts, labels]),
          tf.ones([texts]),
          { focal: 0 },
        ).dataSync()[0]!,
    );
    expect(crossEntropy(rows, gold, 'multiple')).toBeCloseTo(expected, 5);
  });
});
