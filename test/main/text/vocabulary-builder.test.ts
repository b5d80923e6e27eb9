import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  buildWordPieceVocabulary,
  type MergeScore,
  type WordPieceBuildOptions,
  wordCounter,
} from '../../../main/text/vocabulary-builder.ts';
import { wordPieceTokenizer } from '../../../main/text/wordpiece.ts';

type Counts = ReadonlyMap<string, number>;

function build(counts: Counts, options: WordPieceBuildOptions) {
  const steps = buildWordPieceVocabulary(counts, options);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Merges chosen by counting everything anew each time. */
function naiveMerges(counts: Counts, alphabet: readonly string[], score: MergeScore, minCount: number) {
  let words = [...counts]
    .map(([word, count]) => ({ pieces: [...word].map((c, i) => (i ? `##${c}` : c)), count }))
    .filter(({ pieces }) => pieces.every((piece) => alphabet.includes(piece)));
  const merged: string[] = [];
  for (;;) {
    const pieces = new Map<string, number>();
    const pairs = new Map<string, number>();
    let total = 0;
    for (const word of words) {
      for (const [i, piece] of word.pieces.entries()) {
        total += word.count;
        pieces.set(piece, (pieces.get(piece) ?? 0) + word.count);
        if (i > 0) {
          const key = `${word.pieces[i - 1]} ${piece}`;
          pairs.set(key, (pairs.get(key) ?? 0) + word.count);
        }
      }
    }
    const scored = [...pairs]
      .filter(([, count]) => count >= minCount)
      .map(([key, count]): [string, number] => {
        const [left = '', right = ''] = key.split(' ');
        const gain = Math.log((count * total) / (pieces.get(left)! * pieces.get(right)!));
        return [key, score === 'frequency' ? count : count * gain];
      })
      .filter(([, value]) => value > 0)
      .sort((a, b) => b[1] - a[1] || compareKeys(a[0], b[0]));
    const best = scored[0];
    if (best === undefined) return merged;
    const [left = '', right = ''] = best[0].split(' ');
    const piece = left + right.slice(2);
    if (!merged.includes(piece)) merged.push(piece);
    words = words.map(({ pieces: old, count }) => {
      const next: string[] = [];
      for (const p of old) {
        if (p === right && next.at(-1) === left && !consumed(next)) next[next.length - 1] = piece;
        else next.push(p);
      }
      return { pieces: next, count };
      function consumed(list: string[]): boolean {
        return list.at(-1) === piece;
      }
    });
  }

  function compareKeys(a: string, b: string): number {
    const [al = '', ar = ''] = a.split(' ');
    const [bl = '', br = ''] = b.split(' ');
    return al < bl ? -1 : al > bl ? 1 : ar < br ? -1 : ar > br ? 1 : 0;
  }
}

const corpus = `患者 CT 示肺炎，复查 CT、MRI；Pneumonia pneumonia 后 pneumonitis，
  WBC 10.2×10^9/L，WBC 12.5×10^9/L，IgG igg IgM`;

describe('WordPiece vocabulary from a corpus', () => {
  const counts = new Map<string, number>();
  wordCounter(counts)(corpus);

  it('begins with special tokens and frequent characters, then merges the most frequent pairs', () => {
    expect(counts.get('ct')).toBe(2);
    const vocabulary = build(counts, { maxSize: 120, unused: 2 });
    expect(vocabulary.tokens.slice(0, 7).join(' ')).toBe(
      '[PAD] [UNK] [CLS] [SEP] [MASK] [unused1] [unused2]',
    );
    expect(vocabulary.id('，')).toBeDefined();
    expect(vocabulary.id('##，')).toBeUndefined();
    expect(vocabulary.id('患')).toBeUndefined(); // seen once
    expect(build(counts, { maxSize: 80, minCount: 1 }).id('患')).toBeDefined();
    for (const piece of ['ct', 'wbc', 'pneumonia']) expect(vocabulary.id(piece), piece).toBeDefined();
  });

  it('covers the corpus', () => {
    const vocabulary = build(counts, { maxSize: 90, minCount: 1 });
    const { ids } = wordPieceTokenizer(vocabulary)(corpus);
    expect([...ids]).not.toContain(vocabulary.id('[UNK]'));
  });

  it('keeps to its size, reports progress and does not depend on the order of words', () => {
    const reports = [...buildWordPieceVocabulary(counts, { maxSize: 60 })];
    expect(reports.at(-1)?.tokens).toBeLessThanOrEqual(60);
    expect(reports.map((report) => report.tokens)).toEqual(
      reports.map((r) => r.tokens).toSorted((a, b) => a - b),
    );
    const backward = new Map([...counts].toReversed());
    expect(build(backward, { maxSize: 60 }).tokens).toEqual(build(counts, { maxSize: 60 }).tokens);
    expect(build(counts, { maxSize: 12 }).size).toBe(12);
    expect(() => build(counts, { maxSize: 5 })).toThrow('maxSize 5');
  });

  it('limits the length of pieces', () => {
    const lengths = build(counts, { maxSize: 200, maxPieceChars: 3 })
      .tokens.slice(5)
      .map((token) => token.replace(/^##/, '').length);
    expect(Math.max(...lengths)).toBe(3);
  });

  it('merges as counting everything anew would', () => {
    const word = fc.array(fc.constantFrom('a', 'b', 'c', '𝒳'), { minLength: 1, maxLength: 7 });
    const table = fc.array(fc.tuple(word, fc.integer({ min: 1, max: 5 })), { maxLength: 12 });
    fc.assert(
      fc.property(table, fc.constantFrom('frequency', 'likelihood'), (entries, score) => {
        const random = new Map(entries.map(([letters, count]) => [letters.join(''), count]));
        const { tokens } = build(random, { maxSize: 1000, score });
        const alphabet = tokens.slice(5).filter((token) => [...token.replace('##', '')].length === 1);
        const merges = tokens.slice(5 + alphabet.length);
        expect(merges).toEqual(naiveMerges(random, alphabet, score, 2));
      }),
    );
  });
});
