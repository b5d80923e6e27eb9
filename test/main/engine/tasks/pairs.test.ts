/** Pairs of texts: how they are one text, what is read of them, and their features, each against a naive version. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  cosine,
  forEachPairNgram,
  inCommon,
  MEASURE_COLUMNS,
  pairMeasures,
} from '../../../../main/engine/linear/pair-features.ts';
import { fitTfidf } from '../../../../main/engine/linear/tfidf.ts';
import {
  alignedStates,
  compared,
  MATCH_LEVELS,
} from '../../../../main/engine/models/text-classifier/pair-network.ts';
import { withoutInPair } from '../../../../main/engine/tasks/classify/occlusion.ts';
import { matchLevels } from '../../../../main/engine/tasks/classify/reader.ts';
import { joinTexts, splitTexts } from '../../../../shared/domain/pairs.ts';
import { expectLayer, onReferenceBackend, randomArray, toTensor } from '../layers/tensors.ts';

onReferenceBackend();

const words = fc.array(fc.constantFrom('a', 'b', 'c', '的'), { maxLength: 9 });

describe('a pair as one text', () => {
  it('gives back both texts, the line breaks of the first as spaces', () => {
    const line = fc.string({ maxLength: 12 }).map((text) => text.trim());
    fc.assert(
      fc.property(line, line, (first, second) => {
        const { first: a, second: b, secondStart } = splitTexts(joinTexts({ first, second }));
        expect(a).toBe(first.replaceAll(/[\r\n\u2028\u2029]+/g, ' '));
        expect(b).toBe(second);
        expect(secondStart).toBe(a.length + 1);
      }),
    );
    expect(joinTexts({ first: '头痛\r\n三天 ', second: '\n发热\n咳嗽' })).toBe('头痛 三天\n发热\n咳嗽');
    expect(splitTexts('头痛')).toEqual({ first: '头痛', second: '', secondStart: 2 });
  });

  it('loses a part on its own side alone', () => {
    fc.assert(
      fc.property(words, words, fc.nat(20), fc.nat(20), (a, b, from, size) => {
        const text = joinTexts({ first: a.join(''), second: b.join('') });
        const end = Math.min(text.length, from + size);
        const left = [...text].filter((unit, i) => unit === '\n' || i < from || i >= end).join('');
        expect(withoutInPair(text, { start: from, end })).toBe(left);
      }),
    );
  });
});

describe('features of pairs', () => {
  it('tell n-grams of both texts from those of one, at their places', () => {
    const found: unknown[] = [];
    forEachPairNgram(
      'ab\nbc',
      { analyzer: 'char', ngramMin: 1, ngramMax: 1 },
      (ngram, start, end) => void (end > start && found.push([ngram, start, end])),
    );
    expect(found).toEqual([
      ['<a', 0, 1],
      ['=b', 1, 2],
      ['=b', 3, 4],
      ['>c', 4, 5],
    ]);
  });

  it('measure what both texts have in common as naive searches do', () => {
    const longest = (a: readonly string[], b: readonly string[]): number => {
      if (a.length === 0 || b.length === 0) return 0;
      const [x, ...as] = a;
      const [y, ...bs] = b;
      return x === y ? 1 + longest(as, bs) : Math.max(longest(as, b), longest(a, bs));
    };
    fc.assert(
      fc.property(words, words, (a, b) => {
        const runs = a.flatMap((_, from) => a.slice(from).map((_, n) => a.slice(from, from + n + 1).join()));
        const inB = b.flatMap((_, from) => b.slice(from).map((_, n) => b.slice(from, from + n + 1).join()));
        const shared = runs.filter((run) => inB.includes(run)).map((run) => run.split(',').length);
        expect(inCommon(a, b)).toEqual({ subsequence: longest(a, b), run: Math.max(0, ...shared) });
      }),
    );
    const a = new Map([
      ['x', 1],
      ['y', 2],
    ]);
    expect(cosine(a, new Map([['y', 3]]))).toBeCloseTo(6 / (Math.sqrt(5) * 3), 12);
    expect(cosine(a, new Map())).toBe(0);
  });

  it('are 1 for equal texts and 0 for texts that share nothing', () => {
    const valuesOf = (text: string) => {
      const values = pairMeasures(text, () => 1);
      expect(values).toHaveLength(MEASURE_COLUMNS.length);
      return Array.from({ length: 12 }, (_, measure) => values[measure * 8]! / 0.3);
    };
    for (const value of valuesOf('头痛三天\n头痛三天')) expect(value).toBeCloseTo(1, 6);
    const nothing = valuesOf('头痛\n发热');
    expect(nothing[3]).toBe(0); // cosine of bigrams; the marks at both ends are unigrams of every text
    expect(nothing[9]).toBe(0);
    expect(pairMeasures('\n', () => 1).every(Number.isFinite)).toBe(true);
  });

  it('stand in rows behind n-grams whose row has length 1', () => {
    const { vocabulary, matrix } = fitTfidf(['ab\nbc', 'ab\nab', 'c\nbc'], {
      ...{ analyzer: 'char', ngramMin: 1, ngramMax: 2, pair: true, minDf: 1, maxFeatures: 0 },
    });
    const from = vocabulary.ngrams.length - MEASURE_COLUMNS.length;
    expect(vocabulary.ngrams.slice(from)).toEqual(MEASURE_COLUMNS);
    for (let row = 0; row < 3; row++) {
      const [start, end] = [matrix.rowStarts[row]!, matrix.rowStarts[row + 1]!];
      let square = 0;
      for (let k = start; k < end; k++) if (matrix.columns[k]! < from) square += matrix.values[k]! ** 2;
      expect(square).toBeCloseTo(1, 6);
      expect(end - start).toBeGreaterThan(MEASURE_COLUMNS.length);
    }
  });
});

describe('reading of pairs', () => {
  it('tells the longest run around each token that the other text has, as a naive search does', () => {
    const ids = fc.array(fc.integer({ min: 5, max: 7 }), { maxLength: 8 });
    fc.assert(
      fc.property(ids, ids, fc.boolean(), (a, b, specials) => {
        const framed = (of: readonly number[]) => Int32Array.from(specials ? [2, ...of, 3] : of);
        const naive = a.map((_, at) => {
          let best = 0;
          for (let from = 0; from <= at; from++)
            for (let to = at + 1; to <= a.length; to++)
              if (b.some((_, start) => a.slice(from, to).every((id, k) => b[start + k] === id)))
                best = Math.max(best, to - from);
          return Math.min(best, MATCH_LEVELS - 1);
        });
        expect([...matchLevels(framed(a), framed(b), specials)]).toEqual(specials ? [0, ...naive, 0] : naive);
      }),
    );
  });
});

describe('attention between two texts', () => {
  const [batch, length, width] = [2, 3, 4];
  const mask = [1, 1, 1, 1, 0, 0, 1, 1, 0, 1, 1, 1]; // [2B, T]
  const size = length * width;

  it('averages the states of the other text, and its gradient is that of the naive version', () => {
    const naive = (h: readonly number[]): number[] =>
      Array.from({ length: 2 * batch }, (_, row) => {
        const other = (row + batch) % (2 * batch);
        const at = (text: number, t: number, k: number) => h[text * size + t * width + k]!;
        return Array.from({ length }, (_, t) => {
          const scores = Array.from({ length }, (_, u) => {
            if (mask[other * length + u] === 0) return 0;
            let product = 0;
            for (let k = 0; k < width; k++) product += at(row, t, k) * at(other, u, k);
            return Math.exp(product / Math.sqrt(width));
          });
          const total = scores.reduce((sum, score) => sum + score, 0);
          return Array.from({ length: width }, (_, k) =>
            scores.reduce((sum, score, u) => sum + (score / total) * at(other, u, k), 0),
          );
        }).flat();
      }).flat();
    const masks = () => toTensor({ shape: [2 * batch, length], values: mask });
    expectLayer(
      (h) => alignedStates(h!, masks()),
      (h) => naive(h!),
      [randomArray('states', [2 * batch, length, width])],
    );
  });

  it('compares features side by side', () => {
    const naive = (x: readonly number[]): number[] =>
      [0, 1].flatMap((row) => {
        const [a, b] = [row, row + 2].map((one) => x.slice(3 * one, 3 * one + 3)) as [number[], number[]];
        return [...a, ...b, ...a.map((v, i) => Math.abs(v - b[i]!)), ...a.map((v, i) => v * b[i]!)];
      });
    expectLayer(
      (x) => compared(x!),
      (x) => naive(x!),
      [randomArray('features', [4, 3])],
    );
  });
});
