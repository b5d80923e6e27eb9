/** Corpora as numbers, and the co-occurrences counted in them. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Cooccurrences,
  countCooccurrences,
  shuffleCooccurrences,
} from '../../../../main/engine/embeddings/cooccurrence.ts';
import {
  END_OF_SENTENCE,
  type EncodedCorpus,
  MAX_SENTENCE,
} from '../../../../main/engine/embeddings/encoded-corpus.ts';
import { lineSplitter } from '../../../../main/engine/embeddings/vector-tokens.ts';
import { encode } from './corpora.ts';

/** The sentences back as texts. */
function sentencesOf({ tokens, blocks }: EncodedCorpus): string[] {
  const sentences: string[] = [];
  let sentence = '';
  for (const id of blocks.ids) {
    if (id === END_OF_SENTENCE) {
      sentences.push(sentence);
      sentence = '';
    } else sentence += tokens[id];
  }
  expect(sentence).toBe(''); // the last one is ended too
  return sentences;
}

const lines = fc.array(fc.string({ unit: fc.constantFrom(...'甲乙丙丁戊a b𠮷'), maxLength: 30 }), {
  maxLength: 20,
});

describe('an encoded corpus', () => {
  it('has the frequent tokens of each line in order, the most frequent first in the table', async () => {
    await fc.assert(
      fc.asyncProperty(lines, fc.integer({ min: 1, max: 6 }), async (given, minCount) => {
        const all = Array.from(given.join('').replaceAll(' ', ''));
        const counts = new Map<string, number>();
        for (const char of all) counts.set(char, (counts.get(char) ?? 0) + 1);
        const frequent = new Set([...counts].filter(([, count]) => count >= minCount).map(([char]) => char));
        if (frequent.size === 0) {
          await expect(encode(given, minCount)).rejects.toThrow(/occurs|no text/);
          return;
        }
        const corpus = await encode(given, minCount);
        expect(new Set(corpus.tokens)).toEqual(frequent);
        expect([...corpus.counts]).toEqual(corpus.tokens.map((token) => counts.get(token)));
        expect([...corpus.counts]).toEqual([...corpus.counts].sort((a, b) => b - a));
        expect(corpus.tokensRead).toBe(all.length);
        const kept = given.map((line) =>
          Array.from(line, (char) => (frequent.has(char) ? char : '')).join(''),
        );
        expect(sentencesOf(corpus)).toEqual(kept.filter((line) => line !== ''));
      }),
    );
  });

  it('is cut into blocks of whole sentences, and too long lines into sentences', async () => {
    const corpus = await encode(
      ['甲'.repeat(MAX_SENTENCE + 5), '乙'.repeat(6000), '丙'.repeat(3000), '丁丁'],
      1,
    );
    expect(sentencesOf(corpus).map((sentence) => sentence.length)).toEqual([MAX_SENTENCE, 5, 6000, 3000, 2]);
    const { ids, starts, tokensBefore } = corpus.blocks;
    expect([...tokensBefore]).toEqual([0, MAX_SENTENCE, 2 * MAX_SENTENCE - 993]);
    expect([...starts]).toEqual([0, MAX_SENTENCE + 1, ids.length]);
    for (const start of starts.slice(1)) expect(ids[start - 1]).toBe(END_OF_SENTENCE);
    expect(ids.buffer).toBeInstanceOf(SharedArrayBuffer);
  });

  it('folds width and case unless told not to, and joins words of several parts', async () => {
    expect((await encode('ＡａA', 1)).tokens).toEqual(['a']);
    expect((await encode('ＡａA', 1, lineSplitter('character', false, []))).tokens).toEqual([
      'A',
      'Ａ',
      'ａ',
    ]);
    const split = lineSplitter('word', true, [{ word: 'Graves 病' }, { word: '糖尿病足' }]);
    expect([...split('患者Graves 病，糖尿病足　3年')]).toEqual([
      '患者',
      'graves_病',
      ',',
      '糖尿病足',
      '3',
      '年',
    ]);
  });

  it('takes broken surrogates for what files can hold', async () => {
    expect((await encode('\ud800甲\udc00', 1)).tokens).toEqual(['\ufffd', '甲']);
  });
});

function counted(ids: Int32Array, tokens: number, window: number): Cooccurrences {
  const steps = countCooccurrences(ids, tokens, window);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

const asMap = ({ rows, columns, counts }: Cooccurrences) =>
  new Map(Array.from(rows, (row, at) => [`${row} ${columns[at]}`, counts[at]!]));

describe('co-occurrence counts', () => {
  const idsOf = fc
    .array(fc.integer({ min: -1, max: 6 }), { maxLength: 60 })
    .map((ids) => Int32Array.from(ids));

  it('are 1 / distance for each pair in reach within a sentence', () => {
    fc.assert(
      fc.property(idsOf, fc.integer({ min: 1, max: 8 }), (ids, window) => {
        const expected = new Map<string, number>();
        ids.forEach((id, at) => {
          ids.forEach((other, place) => {
            const [from, to] = [Math.min(at, place), Math.max(at, place)];
            if (at === place || to - from > window || ids.slice(from, to + 1).some((between) => between < 0))
              return;
            const key = `${id} ${other}`;
            expected.set(key, (expected.get(key) ?? 0) + 1 / (to - from));
          });
        });
        const found = counted(ids, 7, window);
        expect(found.rows.length).toBe(expected.size);
        const counts = asMap(found);
        for (const [key, value] of expected) expect(counts.get(key)).toBeCloseTo(value, 5);
      }),
    );
  });

  it('come in another order for each seed, none lost', () => {
    const ids = Int32Array.from({ length: 500 }, (_, i) => (i * i + 3 * i) % 23);
    const sorted = counted(ids, 23, 4);
    const orderOf = (seed: number): Cooccurrences => {
      const copy = {
        rows: sorted.rows.slice(),
        columns: sorted.columns.slice(),
        counts: sorted.counts.slice(),
      };
      const steps = shuffleCooccurrences(copy, seed);
      while (steps.next().done !== true);
      return copy;
    };
    expect(asMap(orderOf(1))).toEqual(asMap(sorted));
    expect(orderOf(1)).toEqual(orderOf(1));
    expect(orderOf(1).columns).not.toEqual(orderOf(2).columns);
    expect(orderOf(1).rows).not.toEqual(sorted.rows);
  });
});
