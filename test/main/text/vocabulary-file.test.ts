/** Vocabularies of models with words: what is written is read, and what is damaged is named. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  buildFrequencyVocabulary,
  type FrequencyVocabulary,
} from '../../../main/text/frequency-vocabulary.ts';
import { formatVocabularyFile, parseVocabularyFile } from '../../../main/text/vocabulary-file.ts';

const TRICKY = [
  '糖',
  '\t',
  '\n',
  '\\',
  '\r\n',
  '𠮷',
  'meridian-user-words 1',
  'meridian-vocabulary 1 word folded',
  '#',
  'a b',
];
const token = fc.oneof(fc.constantFrom(...TRICKY), fc.string({ minLength: 1, unit: 'grapheme' }));
const table = (unit: 'character' | 'word') =>
  fc
    .record({ tokens: fc.uniqueArray(token, { maxLength: 12 }), folded: fc.boolean() })
    .map(({ tokens, folded }) =>
      buildFrequencyVocabulary(new Map(tokens.map((one, i) => [one, i])), { unit, folded, minCount: 0 }),
    );
const userWords = fc.array(
  fc.record({ word: token, frequency: fc.integer({ min: 1, max: 10 ** 9 - 1 }) }, { requiredKeys: ['word'] }),
);
const contentOf = ({ unit, folded, tokens, counts }: FrequencyVocabulary) => ({
  unit,
  folded,
  tokens,
  counts,
});

describe('a vocabulary file', () => {
  it('holds characters, words and user words', () => {
    fc.assert(
      fc.property(table('character'), table('word'), userWords, (characters, vocabulary, kept) => {
        const text = formatVocabularyFile({ characters, words: { vocabulary, userWords: kept } });
        const read = parseVocabularyFile(text);
        expect(contentOf(read.characters)).toEqual(contentOf(characters));
        expect(contentOf(read.words!.vocabulary)).toEqual(contentOf(vocabulary));
        expect(read.words!.userWords).toEqual(kept);
        const crlf = parseVocabularyFile(text.replaceAll('\n', '\r\n'));
        expect(crlf.words!.userWords).toEqual(kept);
      }),
    );
  });

  it('may hold characters alone, as before there were words', () => {
    fc.assert(
      fc.property(table('character'), (characters) => {
        const read = parseVocabularyFile(formatVocabularyFile({ characters }));
        expect(contentOf(read.characters)).toEqual(contentOf(characters));
        expect(read.words).toBeUndefined();
      }),
    );
  });

  const good = ['meridian-vocabulary 1 character folded', '[PAD]\t0', '[UNK]\t0', ''].join('\n');
  const words = good.replace('character', 'word');
  it.each([
    ['', /no vocabulary/],
    [`${good}${words}`, /words and user words/],
    [`${good}${good}meridian-user-words 1\n`, /words and user words/],
    [`${good}${words}meridian-user-words 2\n`, /words and user words/],
    [`${good}${words}meridian-user-words 1\n病患\n`, /user words/],
    [`${good}${words}meridian-user-words 1\n病患\t-1\n`, /line 2 of the user words/],
    [`${good}${words}meridian-user-words 1\n\\x\t1\n`, /line 2 of the user words/],
    [`${good}${words}meridian-user-words 1\n${words}`, /words and user words/],
  ])('%j is refused', (text, message) => {
    expect(() => parseVocabularyFile(text)).toThrow(message);
  });
});
