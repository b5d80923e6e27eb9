/** SoftLexicon's sets and weights against a version that looks at every stretch of text. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Lexicon, type LexiconWord, splitLexicon, withLexicon } from '../../../main/text/lexicon.ts';
import {
  countWordsIn,
  type LexiconFeatures,
  lexiconMatcher,
  NO_WORD,
  sliceFeatures,
} from '../../../main/text/soft-lexicon.ts';

const SLOTS = 24; // more than the words of any set below
const text = fc.string({ unit: fc.constantFrom('心', '肺', '炎', '痛', ' '), maxLength: 14 });
const word = fc.string({ unit: fc.constantFrom('心', '肺', '炎', '痛'), minLength: 1, maxLength: 4 });
const lexicon = fc
  .uniqueArray(fc.tuple(word, fc.integer({ min: 1, max: 9 }), fc.integer({ min: 0, max: 7 })), {
    selector: ([name]) => name,
    maxLength: 12,
  })
  .map((entries): Lexicon => {
    const words = entries.map(([name, frequency, types], i) => ({
      word: name,
      frequency,
      types,
      row: i + 2,
    }));
    return { words, types: ['a', 'b', 'c'], bigrams: ['心肺', '肺炎', '痛'] };
  });

/** One token for every character but spaces. */
function tokensOf(given: string) {
  const starts = [...given].flatMap((char, i) => (char === ' ' ? [] : [i]));
  return { starts, ends: starts.map((start) => start + 1) };
}

/** Words of a token's sets: B, M, E, S. */
function naiveSets(given: string, at: number, { words }: Lexicon): LexiconWord[][] {
  const sets: LexiconWord[][] = [[], [], [], []];
  for (const entry of words) {
    for (let start = 0; start + entry.word.length <= given.length; start++) {
      const end = start + entry.word.length;
      if (given.slice(start, end) !== entry.word || at < start || at >= end) continue;
      const set = end - start === 1 ? 3 : at === start ? 0 : at === end - 1 ? 2 : 1;
      sets[set]!.push(entry);
    }
  }
  return sets;
}

/** Summed weight of each row in one set of a token. */
function weightsOf({ rows, weights }: LexiconFeatures, token: number, set: number): Map<number, number> {
  const found = new Map<number, number>();
  for (let slot = 0; slot < SLOTS; slot++) {
    const at = (token * 4 + set) * SLOTS + slot;
    if (weights[at]! > 0) found.set(rows[at]!, (found.get(rows[at]!) ?? 0) + weights[at]!);
  }
  return found;
}

describe('the matcher', () => {
  it('gives 4 z(w) / Z over the four sets, NONE for an empty set, and the types of names', () => {
    fc.assert(
      fc.property(text, lexicon, (given, words) => {
        const tokens = tokensOf(given);
        const features = lexiconMatcher(words, SLOTS)(given, tokens);
        for (const [token, at] of tokens.starts.entries()) {
          const sets = naiveSets(given, at, words);
          const total = sets
            .map((set) => (set.length === 0 ? 1 : set.reduce((sum, { frequency }) => sum + frequency, 0)))
            .reduce((a, b) => a + b);
          for (const [set, members] of sets.entries()) {
            const expected = new Map<number, number>();
            for (const { row, frequency } of members)
              expected.set(row, (expected.get(row) ?? 0) + (4 * frequency) / total);
            if (members.length === 0) expected.set(NO_WORD, 4 / total);
            const found = weightsOf(features, token, set);
            expect([...found.keys()].sort()).toEqual([...expected.keys()].sort());
            for (const [row, weight] of expected) expect(found.get(row)).toBeCloseTo(weight, 5);
            expect(features.types[token * 4 + set]).toBe(
              members.reduce((bits, { types }) => bits | types, 0),
            );
          }
        }
      }),
    );
  });

  it('keeps the longest words of a set that has too many', () => {
    const entries = ['心', '心肺', '心肺炎', '心肺炎痛'].map((name, i) => ({
      word: name,
      frequency: 1,
      row: i + 2,
      types: 0,
    }));
    const match = lexiconMatcher({ words: entries, types: [], bigrams: [] }, 2);
    const { rows } = match('心肺炎痛', tokensOf('心肺炎痛'));
    expect([...rows.slice(0, 2)]).toEqual([5, 4]); // B of 心
  });

  it('numbers the known bigrams, and a slice is what the slice of the text has inside', () => {
    const words: Lexicon = { words: [], types: [], bigrams: ['心肺', '肺炎', '痛'] };
    const features = lexiconMatcher(words, 1)('心肺 炎痛', tokensOf('心肺 炎痛'));
    expect([...features.bigrams]).toEqual([1, 2, 0, 3]); // 心肺, 肺炎 past the space, 炎痛 unknown, 痛 at the end
    expect([...sliceFeatures(features, { from: 1, to: 3 }).bigrams]).toEqual([2, 0]);
    expect(sliceFeatures(features, { from: 1, to: 3 }).rows).toHaveLength(8);
  });
});

it('frequencies leave out what lies within a longer word', () => {
  fc.assert(
    fc.property(fc.array(text, { maxLength: 4 }), lexicon, (texts, { words }) => {
      const names = words.map((entry) => entry.word);
      const expected = names.map(() => 0);
      for (const given of texts) {
        const all = names.flatMap((name, i) =>
          [...given].flatMap((_, start) =>
            given.startsWith(name, start) ? [{ i, start, end: start + name.length }] : [],
          ),
        );
        for (const { i, start, end } of all)
          if (!all.some((o) => o.start <= start && o.end >= end && o.end - o.start > end - start))
            expected[i]!++;
      }
      expect([...countWordsIn(texts, names)]).toEqual(expected);
    }),
  );
});

describe('the file', () => {
  it('holds any lexicon after any vocabulary', () => {
    fc.assert(
      fc.property(lexicon, fc.string({ unit: 'grapheme', minLength: 1 }), (words, odd) => {
        const given = { ...words, bigrams: [...words.bigrams, odd] };
        const file = withLexicon('[PAD]\n[UNK]\n', given);
        expect(splitLexicon(file)).toEqual({ vocabulary: '[PAD]\n[UNK]\n', lexicon: given });
      }),
    );
    expect(splitLexicon('[PAD]\n')).toEqual({ vocabulary: '[PAD]\n' });
  });

  it.each(['肺\t0\t2\t0', '肺\t1\t2', '肺\\x\t1\t2\t0'])('names a damaged line: %s', (line) => {
    const file = `[PAD]\nmeridian-lexicon 1 a\n心\t1\t2\t0\n${line}\nmeridian-bigrams 1\n`;
    expect(() => splitLexicon(file)).toThrow(/^Line 3 /);
  });
});
