/** Look-up, nearness and alignment of word vectors. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NO_ROW, rowsOfWords } from '../../../../main/engine/embeddings/align.ts';
import {
  unitOfTokens,
  VectorIndex,
  vectorOf,
  vectorStatistics,
  type WordVectors,
} from '../../../../main/engine/embeddings/word-vectors.ts';
import { loadSegmenter } from '../../../../main/text/segmentation.ts';
import type { Span } from '../../../../shared/domain/span.ts';

/** Vectors of small whole numbers, some of them zero or equal. */
const vectorsOf = fc.integer({ min: 1, max: 5 }).chain((dimension) =>
  fc
    .array(fc.array(fc.integer({ min: -3, max: 3 }), { minLength: dimension, maxLength: dimension }), {
      minLength: 1,
      maxLength: 25,
    })
    .map(
      (rows): WordVectors => ({
        unit: 'word',
        dimension,
        tokens: rows.map((_, row) => `词${row}`),
        values: Float32Array.from(rows.flat()),
      }),
    ),
);

function cosine(a: Float32Array, b: Float32Array): number {
  const product = a.reduce((sum, value, i) => sum + value * b[i]!, 0);
  const lengths = Math.hypot(...a) * Math.hypot(...b);
  return lengths === 0 ? 0 : product / lengths;
}

describe('neighbours', () => {
  it('are the tokens with the greatest cosine', () => {
    fc.assert(
      fc.property(vectorsOf, fc.nat(), fc.integer({ min: 1, max: 30 }), (vectors, which, count) => {
        const row = which % vectors.tokens.length;
        const near = new VectorIndex(vectors).neighbours(vectors.tokens[row]!, count)!;
        const cosines = vectors.tokens.map((_, other) =>
          cosine(vectorOf(vectors, row), vectorOf(vectors, other)),
        );
        const expected = cosines
          .filter((_, other) => other !== row)
          .sort((a, b) => b - a)
          .slice(0, count);
        expect(near).toHaveLength(expected.length);
        near.forEach(({ token, row: other, similarity }, place) => {
          expect(other).not.toBe(row);
          expect(vectors.tokens[other]).toBe(token);
          expect(similarity).toBeCloseTo(cosines[other]!, 6);
          expect(similarity).toBeCloseTo(expected[place]!, 6);
        });
      }),
    );
  });

  it('are found by any spelling of width, case and white space that the vectors know', () => {
    const index = new VectorIndex({
      unit: 'word',
      dimension: 1,
      tokens: ['t2dm', 'graves_病', 'CT', 'ct'],
      values: Float32Array.of(1, 2, 3, 4),
    });
    expect(
      ['t2dm', 'Ｔ２ＤＭ', 'Graves 病', 'CT', 'ct', 'ＣＴ', '没有'].map((token) => index.rowOf(token)),
    ).toEqual([0, 0, 1, 2, 3, 3, undefined]);
    expect(index.neighbours('没有', 3)).toBeUndefined();
    expect(index.nearest(Float32Array.of(1), 0)).toEqual([]);
  });
});

describe('statistics', () => {
  it('are those of the rows', () => {
    fc.assert(
      fc.property(vectorsOf, (vectors) => {
        const rows = vectors.tokens.map((_, row) => [...vectorOf(vectors, row)]);
        const { mean, norm } = vectorStatistics(vectors);
        const norms = rows.map((row) => Math.hypot(...row));
        const average = norms.reduce((a, b) => a + b, 0) / norms.length;
        expect(norm.mean).toBeCloseTo(average, 5);
        expect(norm.sd).toBeCloseTo(
          Math.sqrt(norms.reduce((sum, n) => sum + (n - average) ** 2, 0) / norms.length),
          5,
        );
        expect(norm.min).toBeCloseTo(Math.min(...norms), 10);
        expect(norm.max).toBeCloseTo(Math.max(...norms), 10);
        mean.forEach((value, i) => {
          expect(value).toBeCloseTo(rows.reduce((sum, row) => sum + row[i]!, 0) / rows.length, 5);
        });
      }),
    );
  });

  it('tell characters from words, a few marks aside', () => {
    expect(unitOfTokens(['糖', '尿', '𠮷', 'a', '1', '，', '病', '人', '的', '</s>'])).toBe('character');
    expect(unitOfTokens(['糖', '糖尿病', '患者'])).toBe('word');
  });
});

const indexOf = (...tokens: string[]) =>
  new VectorIndex({ unit: 'word', dimension: 1, tokens, values: new Float32Array(tokens.length) });

/** Every code point as a token. */
function characterPlaces(text: string) {
  const starts: number[] = [];
  const ends: number[] = [];
  let at = 0;
  for (const char of text) {
    if (char.trim() !== '') {
      starts.push(at);
      ends.push(at + char.length);
    }
    at += char.length;
  }
  return { starts: Int32Array.from(starts), ends: Int32Array.from(ends) };
}

describe('alignment', () => {
  it('repeats the vector of a word for each of its characters', () => {
    const text = '患者有糖尿病史，服Ｔ2DM药。';
    const words: Span[] = [
      [0, 2],
      [2, 3],
      [3, 7],
      [7, 8],
      [8, 9],
      [9, 13],
      [13, 14],
      [14, 15],
    ].map(([start, end]) => ({ start: start!, end: end! }));
    const index = indexOf('患者', '糖尿病史', 't2dm', '药');
    const rows = rowsOfWords(text, characterPlaces(text), words, index);
    expect([...rows]).toEqual([0, 0, -1, 1, 1, 1, 1, -1, -1, 2, 2, 2, 2, 3, -1]);
  });

  it('takes an unknown word apart into the longest known pieces', () => {
    const text = '二型糖尿病足𠮷病';
    const index = indexOf('糖尿病', '糖尿', '病', '足病', '𠮷');
    const rows = rowsOfWords(text, characterPlaces(text), [{ start: 0, end: text.length }], index);
    expect([...rows]).toEqual([NO_ROW, NO_ROW, 0, 0, 0, NO_ROW, 4, 2]);
  });

  it('gives each token a row of the word that it begins in, with any segmentation', () => {
    const segmenter = loadSegmenter();
    const text = '患者10年前出现口干、多饮，诊断为2型糖尿病，口服二甲双胍 0.5g tid。\n无𠮷头痛';
    const words = segmenter.segment(text);
    const tokens = [...new Set(words.map(({ start, end }) => text.slice(start, end)))];
    const index = indexOf(...tokens);
    const places = characterPlaces(text);
    const rows = rowsOfWords(text, places, words, index);
    expect(rows).toHaveLength(places.starts.length);
    rows.forEach((row, i) => {
      const word = words.find(({ start, end }) => start <= places.starts[i]! && places.starts[i]! < end)!;
      expect(tokens[row]).toBe(text.slice(word.start, word.end));
    });
  });
});
