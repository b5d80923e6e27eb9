/** N-grams, their TF-IDF and their file. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { forEachNgram } from '../../../../main/engine/linear/ngrams.ts';
import { applyFactors, fitTfidf, TfidfVectorizer } from '../../../../main/engine/linear/tfidf.ts';
import { nameFinder, typeUnit } from '../../../../main/engine/linear/type-units.ts';
import { formatNgrams, parseNgrams } from '../../../../main/engine/linear/vocabulary-file.ts';
import { loadSegmenter } from '../../../../main/text/segmentation.ts';

const CHARACTERS = { analyzer: 'char', ngramMin: 1, ngramMax: 2 } as const;
const ALL = { minDf: 1, maxFeatures: 0 };

function ngramsOf(text: string, settings: Parameters<typeof forEachNgram>[1] = CHARACTERS): string[] {
  const found: string[] = [];
  forEachNgram(text, settings, (ngram) => found.push(ngram), { segmenter: loadSegmenter() });
  return found;
}

describe('n-grams', () => {
  it('of characters are folded, with one space for white space and marks at both ends', () => {
    expect(ngramsOf('ＡB\n\t 𠮷')).toEqual([
      '\u0002',
      '\u0002a',
      'a',
      'ab',
      'b',
      'b ',
      ' ',
      ' 𠮷',
      '𠮷',
      '𠮷\u0003',
      '\u0003',
    ]);
    expect(ngramsOf('')).toEqual(['\u0002', '\u0002\u0003', '\u0003']);
  });

  it('of words are single words and pairs, without punctuation', () => {
    expect(ngramsOf('患者咳嗽，发热', { ...CHARACTERS, analyzer: 'word' })).toEqual([
      '患者',
      '患者 咳嗽',
      '咳嗽',
      '咳嗽 发热',
      '发热',
    ]);
  });

  it('hold the type of a name in its place, too', () => {
    const words = [
      { word: '阿司匹林', frequency: 1, row: 1, types: 0b10 },
      { word: '司匹', frequency: 1, row: 1, types: 0b01 },
      { word: '头痛', frequency: 1, row: 1, types: 0b101 },
    ];
    const names = nameFinder({ words, types: ['a', 'b', 'c'], bigrams: [] });
    const text = '吃阿司匹林 治头痛';
    const found: [string, string][] = [];
    const plain: string[] = [];
    forEachNgram(text, CHARACTERS, (ngram) => plain.push(ngram));
    forEachNgram(text, CHARACTERS, (ngram, start, end) => found.push([ngram, text.slice(start, end)]), {
      names,
    });
    expect(found.slice(0, plain.length).map(([ngram]) => ngram)).toEqual(plain);
    const [drug, symptom] = [typeUnit(1), typeUnit(0)];
    expect(found.slice(plain.length)).toEqual([
      [`吃${drug}`, '吃阿司匹林'],
      [drug, '阿司匹林'],
      [`${drug} `, '阿司匹林 '],
      [`治${symptom}`, '治头痛'],
      [symptom, '头痛'],
      [`${symptom}\u0003`, '头痛'],
    ]);
  });

  it('stand at their places', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 20 }), (text) => {
        forEachNgram(text, { ...CHARACTERS, ngramMax: 3 }, (_ngram, start, end) => {
          expect(start).toBeLessThanOrEqual(end);
          expect(end).toBeLessThanOrEqual(text.length);
        });
      }),
    );
  });
});

describe('TF-IDF', () => {
  const texts = ['咳嗽咳痰', '咳嗽', '胸痛 chest pain', ''];

  it('is that of scikit-learn with sublinear_tf', () => {
    const { vocabulary, matrix } = fitTfidf(texts, { ...CHARACTERS, ngramMax: 1, ...ALL });
    const idf = (df: number) => Math.log(5 / (1 + df)) + 1;
    // 咳嗽咳痰 between its marks: the marks are in all texts
    const values = new Map([
      ['\u0002', idf(4)],
      ['咳', (1 + Math.log(2)) * idf(2)],
      ['嗽', idf(2)],
      ['痰', idf(1)],
      ['\u0003', idf(4)],
    ]);
    const norm = Math.hypot(...values.values());
    const row = Array.from({ length: matrix.rowStarts[1]! }, (_, k) => [
      vocabulary.ngrams[matrix.columns[k]!],
      matrix.values[k]!,
    ]);
    expect(row.map(([ngram]) => ngram)).toEqual([...values.keys()]);
    for (const [ngram, value] of row) expect(value).toBeCloseTo(values.get(String(ngram))! / norm, 6);
  });

  it('gives new texts the rows of the training texts, after a file too', () => {
    const settings = { ...CHARACTERS, ngramMax: 3, minDf: 2, maxFeatures: 0 };
    const fitted = fitTfidf(texts, settings);
    const factors = Float64Array.from(fitted.vocabulary.ngrams, (_, i) => ((i % 5) + 1) / 5);
    for (const { vocabulary, matrix } of [fitted, applyFactors(fitTfidf(texts, settings), factors)]) {
      const loaded = parseNgrams(formatNgrams(vocabulary));
      expect(loaded).toEqual(vocabulary);
      const vectorizer = new TfidfVectorizer(loaded, settings);
      for (const [i, text] of texts.entries()) {
        const [from, to] = [matrix.rowStarts[i]!, matrix.rowStarts[i + 1]!];
        const { columns, values } = vectorizer.row(text);
        expect(columns).toEqual(matrix.columns.slice(from, to));
        for (const [k, value] of values.entries()) expect(value).toBeCloseTo(matrix.values[from + k]!, 6);
      }
    }
  });

  it('keeps n-grams of enough texts, and of those the most frequent', () => {
    const { vocabulary } = fitTfidf(texts, { ...CHARACTERS, ngramMax: 1, minDf: 2, maxFeatures: 3 });
    expect(vocabulary.ngrams).toEqual(['\u0002', '咳', '\u0003']);
  });

  it.each([
    ['meridian-vocabulary 1 character folded\n', /首行|first line/],
    ['meridian-ngrams 1 3\n咳\n', /line 2/],
    ['meridian-ngrams 1 3\n咳\t4\n', /line 2/],
    ['meridian-ngrams 1 3\n咳\t1\n咳\t1\n', /twice/],
    ['meridian-ngrams 1 3\n咳\t1\t0.5\n嗽\t1\n', /only some/],
    ['meridian-ngrams 1 3\n咳\t1\t2\n', /line 2/],
  ])('refuses the damaged file %j', (file, problem) => {
    expect(() => parseNgrams(file)).toThrow(problem);
  });
});
