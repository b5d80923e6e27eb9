import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  countCharacters,
  countWords,
  tokenizeCharacters,
  tokenizeWords,
} from '../../../main/text/character-tokenizer.ts';
import {
  buildFrequencyVocabulary,
  formatFrequencyVocabulary,
  parseFrequencyVocabulary,
} from '../../../main/text/frequency-vocabulary.ts';
import { createVocabulary, formatVocabTxt, parseVocabTxt } from '../../../main/text/vocabulary.ts';
import { trickyText } from '../../helpers/tricky-text.ts';

describe('vocab.txt', () => {
  it('numbers lines, keeps the numbers of empty ones, lets the later of two equal tokens win', () => {
    const vocabulary = parseVocabTxt('\ufeff[PAD]\r\n[UNK]\r\n\r\n患 \r\n者\r\n患\r\n');
    expect(vocabulary.tokens).toEqual(['[PAD]', '[UNK]', '', '患', '者', '患']);
    expect([vocabulary.id('者'), vocabulary.id('患'), vocabulary.id('')]).toEqual([4, 5, undefined]);
    expect([vocabulary.idOrUnknown('男'), vocabulary.requireId('[PAD]')]).toEqual([1, 0]);
    expect(vocabulary.longest).toBe(5);
  });

  it('names a special token that is missing', () => {
    expect(() => parseVocabTxt('患\n者\n')).toThrow('[UNK]');
    expect(() => parseVocabTxt('[UNK]\n').requireId('[CLS]')).toThrow('[CLS]');
  });

  it('survives a round trip, refuses tokens that would break lines', () => {
    const text = '[PAD]\n[UNK]\n\n患\n##a\n\u2028\n患\n';
    expect(formatVocabTxt(parseVocabTxt(text))).toBe(text);
    expect(() => formatVocabTxt(createVocabulary(['[UNK]', 'a\nb']))).toThrow('a\\nb');
  });
});

const characters = { unit: 'character', folded: true } as const;

describe('vocabularies of counted tokens', () => {
  it('orders by count, then by code units; cuts rare tokens and the tail', () => {
    const counts = new Map([...'患患患者者男女'].map((char) => [char, 0]));
    for (const char of '患患患者者男女') counts.set(char, counts.get(char)! + 1);
    const tokens = (options: object) =>
      buildFrequencyVocabulary(counts, { ...characters, ...options })
        .tokens.slice(2)
        .join('');
    expect(tokens({})).toBe('患者女男');
    expect(tokens({ minCount: 2 })).toBe('患者');
    expect(tokens({ maxSize: 3 })).toBe('患');
    expect(buildFrequencyVocabulary(counts, characters).counts).toEqual([0, 0, 3, 2, 1, 1]);
    expect(buildFrequencyVocabulary(counts, { ...characters, specials: ['[UNK]', '患'] }).tokens).toEqual([
      '[UNK]',
      '患',
      '者',
      '女',
      '男',
    ]);
  });

  it('does not depend on the order of counting', () => {
    const entries = [...'患者男女反复咳嗽'].map((char, i): [string, number] => [char, (i * 7) % 3]);
    const forward = buildFrequencyVocabulary(new Map(entries), characters);
    const backward = buildFrequencyVocabulary(new Map(entries.toReversed()), characters);
    expect(backward.tokens).toEqual(forward.tokens);
  });

  it('survives a round trip as text, whatever the tokens hold', () => {
    const token = fc
      .array(fc.constantFrom('患', '\n', '\r', '\t', '\\', 'n', ' ', '𠮷', '\u2028', '#'), { minLength: 1 })
      .map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(fc.dictionary(token, fc.nat(99)), fc.boolean(), (counts, folded) => {
        const built = buildFrequencyVocabulary(new Map(Object.entries(counts)), { unit: 'word', folded });
        const read = parseFrequencyVocabulary(formatFrequencyVocabulary(built));
        expect([read.tokens, read.counts, read.unit, read.folded]).toEqual([
          built.tokens,
          built.counts,
          'word',
          folded,
        ]);
      }),
    );
  });

  it('says which line is wrong', () => {
    const head = 'meridian-vocabulary 1 character exact\n[UNK]\t0\n';
    expect(() => parseFrequencyVocabulary('患\t3\n')).toThrow('first line');
    expect(() => parseFrequencyVocabulary(`${head}患 3\n`)).toThrow('line 3');
    expect(() => parseFrequencyVocabulary(`${head}患\t-3\n`)).toThrow('line 3');
    expect(() => parseFrequencyVocabulary(`${head}患\t3\n患\t3\n`)).toThrow('line 4 repeats');
    expect(() => parseFrequencyVocabulary(`${head}\\x\t3\n`)).toThrow('escape');
    expect(() => parseFrequencyVocabulary(`${head}a\\\t3\n`)).toThrow('escape');
  });
});

describe('character and word tokens', () => {
  it('places every character that is no white space, folded alike in counting and looking up', () => {
    fc.assert(
      fc.property(trickyText, fc.boolean(), (text, folded) => {
        const counts = new Map<string, number>();
        countCharacters(text, folded, counts);
        const vocabulary = buildFrequencyVocabulary(counts, { unit: 'character', folded });
        const { ids, starts, ends } = tokenizeCharacters(text, vocabulary);
        let at = 0;
        for (const [i, start] of starts.entries()) {
          expect(text.slice(at, start)).toMatch(/^\s*$/u);
          expect(Array.from(text.slice(start, ends[i]))).toHaveLength(1);
          expect(vocabulary.counts[ids[i]!]).toBeGreaterThan(0);
          at = ends[i]!;
        }
        expect(text.slice(at)).toMatch(/^\s*$/u);
      }),
    );
  });

  it('gives words their ids, white space none, unknown words [UNK]', () => {
    const segmenter = { segment: () => [0, 2, 3, 5].map((start, i) => ({ start, end: [2, 3, 5, 7][i]! })) };
    const counts = new Map<string, number>();
    countWords('患者 ＣＴ检查', segmenter, true, counts);
    expect([...counts.keys()]).toEqual(['患者', 'ct', '检查']);
    counts.delete('检查');
    const vocabulary = buildFrequencyVocabulary(counts, { unit: 'word', folded: true });
    const tokens = tokenizeWords('患者 ＣＴ检查', vocabulary, segmenter);
    expect(Array.from(tokens.ids, (id) => vocabulary.tokens[id])).toEqual(['患者', 'ct', '[UNK]']);
    expect([...tokens.starts, ...tokens.ends]).toEqual([0, 3, 5, 2, 5, 7]);
  });
});
