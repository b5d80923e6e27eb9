import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { appRoot } from '../../../main/resources.ts';
import { type BasicOptions, basicTokenizer } from '../../../main/text/basic-tokenizer.ts';
import { joinPair, padEncoding } from '../../../main/text/encoding.ts';
import type { TokenSequence } from '../../../main/text/tokens.ts';
import { createVocabulary, parseVocabTxt } from '../../../main/text/vocabulary.ts';
import { wordPieceTokenizer } from '../../../main/text/wordpiece.ts';
import { trickyText } from '../../helpers/tricky-text.ts';

const fixture = (name: string) => readFileSync(join(appRoot, 'test', 'fixtures', 'wordpiece', name), 'utf8');
const vocabulary = parseVocabTxt(fixture('vocab.txt'));
const Expected = z.array(
  z.object({ text: z.string(), lower: z.array(z.string()), cased: z.array(z.string()) }),
);
/**
 * Our own sentences, tokenized once by BasicTokenizer and WordpieceTokenizer of google-research/bert; none with
 * private-use characters, which Transformers removes.
 */
const expected = Expected.parse(JSON.parse(fixture('expected.json')));

const lower = wordPieceTokenizer(vocabulary);
const cased = wordPieceTokenizer(vocabulary, { lowerCase: false });
const names = (tokens: TokenSequence) => Array.from(tokens.ids, (id) => vocabulary.tokens[id]);
const slices = (text: string, tokens: TokenSequence) =>
  Array.from(tokens.ids, (_, i) => text.slice(tokens.starts[i], tokens.ends[i]));

describe('tokens of google-research/bert', () => {
  it('agrees on every sentence of the fixture, lower-cased and cased', () => {
    expect(expected.length).toBeGreaterThan(40);
    for (const sentence of expected) {
      expect(names(lower(sentence.text)), sentence.text).toEqual(sentence.lower);
      expect(names(cased(sentence.text)), sentence.text).toEqual(sentence.cased);
    }
  });

  it('gives up on words of more than 100 characters, counted in code points', () => {
    const tokens = (count: number) => names(lower('😀'.repeat(count)));
    expect(tokens(100)).toEqual(['😀', ...Array.from({ length: 99 }, () => '##😀')]);
    expect(tokens(101)).toEqual(['[UNK]']);
    expect(names(wordPieceTokenizer(vocabulary, { maxWordChars: 101 })('😀'.repeat(101)))).toHaveLength(101);
  });

  it('keeps neverSplit strings whole, the longest first, and [UNK] when the vocabulary lacks them', () => {
    const tokenize = wordPieceTokenizer(vocabulary, { neverSplit: ['[MASK]', '[MASK]者', '<e>', 'MRI'] });
    const text = '患[MASK]者[MASK]MRI<e>a[mask]';
    const tokens = tokenize(text);
    expect(slices(text, tokens).slice(0, 5)).toEqual(['患', '[MASK]者', '[MASK]', 'MRI', '<e>']);
    expect(names(tokens).slice(0, 6)).toEqual(['患', '[UNK]', '[MASK]', '[UNK]', '[UNK]', 'a']);
    expect(names(tokens).slice(6)).toEqual(['[', 'm', '##a', '##s', '##k', ']']);
  });
});

describe('places of tokens', () => {
  it('points into the original text through every change of length', () => {
    const cases: [text: string, slices: string[]][] = [
      ['患者\r\n𠮷田', ['患', '者', '𠮷', '田']],
      ['Cafe\u0301 İa', ['Cafe\u0301', 'İ', 'a']],
      ['NAÏVE', ['NAÏVE']],
      ['a\u200bb，ＣＴ', ['a', 'b', '，', 'ＣＴ']],
      ['\ufeff❤\ufe0f 👨\u200d👩\u200d👧', ['❤\ufe0f', '👨', '👩', '👧']],
      ['120/80mmHg', ['120', '/', '8', '0', 'mm', 'Hg']],
      ['胸\u0000痛', ['胸', '痛']],
      ['胸\ue000痛', ['胸', '痛']],
      ['\u{f0000}肺\u{10fffd}', ['肺']],
    ];
    for (const [text, wanted] of cases) expect(slices(text, lower(text)), text).toEqual(wanted);
  });

  it('numbers the words that pieces belong to', () => {
    expect(Array.from(lower('MRIscan，pneumonia').words)).toEqual([0, 0, 1, 2, 2]);
  });

  const options: BasicOptions[] = [
    {},
    { lowerCase: false },
    { stripAccents: false },
    { splitChinese: false },
  ];

  it('takes halves of characters for nothing', () => {
    const words = basicTokenizer()('\ud800\u00ad\udc00❤ a\udc00b');
    expect(words.map(({ text }) => text)).toEqual(['❤', 'ab']);
  });

  it('is in range and in order, and each word is its slice normalised', () => {
    fc.assert(
      fc.property(trickyText, fc.constantFrom(...options), (text, option) => {
        const split = basicTokenizer(option);
        let last = 0;
        for (const word of split(text)) {
          expect(word.start).toBeGreaterThanOrEqual(last);
          expect(word.end).toBeGreaterThan(word.start);
          expect(word.end).toBeLessThanOrEqual(text.length);
          last = word.end;
          const slice = text.slice(word.start, word.end);
          // The slice alone lacks the neighbours that decide the form of a final sigma.
          const again = split(slice).map(({ text: t }) => t);
          expect(again.join('').replaceAll('ς', 'σ')).toBe(word.text.replaceAll('ς', 'σ'));
        }
      }),
      { numRuns: 500 },
    );
  });

  it('places pieces in order within their word, each normalising to its name', () => {
    const letters = [...new Set(Array.from('abcxyzé①ßabef0123456789-mhgpneuoi患者'))];
    const tokenize = wordPieceTokenizer(
      createVocabulary(['[UNK]', ...letters, ...letters.map((c) => `##${c}`), 'pneu', '##mon', '##mm']),
    );
    const normalise = basicTokenizer();
    fc.assert(
      fc.property(trickyText, (text) => {
        const tokens = tokenize(text);
        for (const [i, id] of tokens.ids.entries()) {
          const [start, end] = [tokens.starts[i]!, tokens.ends[i]!];
          expect(start).toBeGreaterThanOrEqual(i > 0 ? tokens.starts[i - 1]! : 0);
          expect(end).toBeGreaterThan(start);
          expect(end).toBeLessThanOrEqual(text.length);
          if (id === 0) continue;
          const name = `${tokens.words[i] === tokens.words[i - 1] ? '##' : ''}${normalise(
            text.slice(start, end),
          )
            .map((word) => word.text)
            .join('')}`;
          expect([name, vocabularyName(id)]).toEqual([vocabularyName(id), vocabularyName(id)]);
        }
      }),
      { numRuns: 500 },
    );

    function vocabularyName(id: number): string {
      return ['[UNK]', ...letters, ...letters.map((c) => `##${c}`), 'pneu', '##mon', '##mm'][id]!;
    }
  });
});

describe('pairs', () => {
  const encode = (a: string, b?: string, options = {}) =>
    joinPair(vocabulary, lower(a), b === undefined ? undefined : lower(b), options);
  const shown = (ids: Int32Array) => Array.from(ids, (id) => vocabulary.tokens[id]).join(' ');

  it('joins with special tokens, segment ids and places', () => {
    const pair = encode('胸闷', '房颤');
    expect(shown(pair.ids)).toBe('[CLS] 胸 闷 [SEP] 房 颤 [SEP]');
    expect(Array.from(pair.segmentIds)).toEqual([0, 0, 0, 0, 1, 1, 1]);
    expect(Array.from(pair.starts)).toEqual([-1, 0, 1, -1, 0, 1, -1]);
    expect(Array.from(pair.ends)).toEqual([-1, 1, 2, -1, 1, 2, -1]);
    expect(shown(encode('胸闷').ids)).toBe('[CLS] 胸 闷 [SEP]');
    expect(shown(encode('胸', '').ids)).toBe('[CLS] 胸 [SEP] [SEP]');
    expect(shown(encode('').ids)).toBe('[CLS] [SEP]');
  });

  it('pads to a length', () => {
    const padded = padEncoding(vocabulary, encode('胸', '房'), 8);
    expect(shown(padded.ids)).toBe('[CLS] 胸 [SEP] 房 [SEP] [PAD] [PAD] [PAD]');
    expect(Array.from(padded.segmentIds)).toEqual([0, 0, 0, 1, 1, 0, 0, 0]);
    expect(Array.from(padded.starts)).toEqual([-1, 0, -1, 0, -1, -1, -1, -1]);
    expect(padded.length).toBe(5);
    expect(() => padEncoding(vocabulary, padded, 7)).toThrow('padEncoding');
  });

  it('truncates as _truncate_seq_pair does, token by token', () => {
    const size = fc.integer({ min: 0, max: 12 });
    fc.assert(
      fc.property(size, size, fc.integer({ min: 3, max: 30 }), (first, second, maxLength) => {
        const a = Array.from({ length: first });
        const b = Array.from({ length: second });
        while (a.length + b.length > maxLength - 3) (a.length > b.length ? a : b).pop();
        const got = encode('患'.repeat(first), '者'.repeat(second), { maxLength });
        expect(got.truncated).toEqual({ first: first - a.length, second: second - b.length });
        expect(got.ids.length).toBe(a.length + b.length + 3);
      }),
    );
  });

  it('truncates one side only when told, and says when that is not enough', () => {
    expect(shown(encode('胸闷热', '房颤', { maxLength: 6, truncation: 'first' }).ids)).toBe(
      '[CLS] 胸 [SEP] 房 颤 [SEP]',
    );
    expect(shown(encode('胸闷热', '房颤', { maxLength: 6, truncation: 'second' }).ids)).toBe(
      '[CLS] 胸 闷 热 [SEP] [SEP]',
    );
    expect(() => encode('胸闷热', '房颤', { maxLength: 5, truncation: 'second' })).toThrow('do not fit');
    expect(() => encode('胸', undefined, { maxLength: 1 })).toThrow('do not fit');
  });
});
