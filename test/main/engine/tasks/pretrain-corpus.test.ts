/** A corpus in pieces: nothing lost, nothing twice, and a share for dev that the piece alone decides. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { piecesOf, sentencesOf, splitCorpus } from '../../../../main/engine/tasks/pretrain/corpus.ts';
import type { CorpusDocument } from '../../../../shared/domain/pretraining.ts';
import { corpusDocuments } from '../train/pretrain-runs.ts';

const documents = (...texts: string[]): CorpusDocument[] => texts.map((text, i) => ({ id: String(i), text }));
const bare = (text: string) => text.replace(/\s+/gu, '');

/** Texts with sentence ends, line breaks, brackets and characters outside the BMP. */
const anyText = fc
  .array(
    fc.constantFrom('患者咳嗽三天', '。', '！', '\n', '（查体', '）', ' ', '\u{20bb7}', 'WBC 10.5', '\r\n'),
    { maxLength: 60 },
  )
  .map((parts) => parts.join(''));

describe('pieces of a text', () => {
  it('hold all of it but white space, in order, and are not long', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 1, max: 2000 }), (text, times) => {
        const long = text.repeat(times).slice(0, 60_000);
        const pieces = [...piecesOf(long)];
        expect(bare(pieces.join(''))).toBe(bare(long));
        for (const piece of pieces) {
          expect(piece.length).toBeLessThanOrEqual(8192);
          expect(bare([...sentencesOf(piece)].join(''))).toBe(bare(piece));
        }
      }),
      { numRuns: 60 },
    );
  });

  it('are cut where a line never ends, not between the halves of a character', () => {
    for (const text of [`a${'\u{20bb7}'.repeat(30_000)}`, '咳'.repeat(50_001)]) {
      const pieces = [...piecesOf(text)];
      expect(pieces.join('')).toBe(text);
      const sentences = pieces.flatMap((piece) => [...sentencesOf(piece)]);
      expect(sentences.join('')).toBe(text);
      for (const part of [...pieces, ...sentences]) expect(part.isWellFormed()).toBe(true);
      expect(Math.max(...sentences.map(({ length }) => length))).toBeLessThanOrEqual(2000);
    }
  });
});

describe('a corpus', () => {
  const options = { devShare: 0.2 };

  it('is parted by what the texts are, whatever their order and neighbours', () => {
    const texts = corpusDocuments(300);
    const { train, dev, duplicates } = splitCorpus(texts, options);
    expect(duplicates).toBe(0);
    expect(train.length + dev.length).toBe(300);
    expect(Math.abs(dev.length - 60)).toBeLessThan(25);
    const inDev = new Set(dev.map(({ text }) => text));
    const shuffled = splitCorpus([...texts].reverse(), options);
    expect(new Set(shuffled.dev.map(({ text }) => text))).toEqual(inDev);
    const half = splitCorpus(texts.slice(0, 150), options);
    for (const { text } of half.dev) expect(inDev.has(text)).toBe(true);
    for (const { text } of half.train) expect(inDev.has(text)).toBe(false);
  });

  it('has equal texts once, but for width, case and white space', () => {
    const twice = documents('患者 WBC 升高。', '患者ｗｂｃ升高。', '无发热。', '患者\nWBC升高。', '无咳嗽。');
    const { train, dev, duplicates, characters } = splitCorpus(twice, options);
    expect(duplicates).toBe(2);
    const kept = [...train, ...dev].map(({ text }) => text);
    expect(kept.toSorted()).toEqual(['患者 WBC 升高。', '无发热。', '无咳嗽。'].toSorted());
    expect(characters).toBe(kept.join('').length);
  });

  it('counts as duplicates exactly what a naive comparison does', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('甲。', '乙。', '丙', '丁 。', '丁。'), { minLength: 3 }),
        (texts) => {
          const distinct = new Set(texts.map(bare));
          if (distinct.size < 2) return;
          const { train, dev, duplicates } = splitCorpus(documents(...texts), options);
          expect(train.length + dev.length).toBe(distinct.size);
          expect(duplicates).toBe(texts.length - distinct.size);
          expect(new Set([...train, ...dev].map(({ text }) => bare(text)))).toEqual(distinct);
        },
      ),
    );
  });

  it('has at least one text on each side, and takes dev texts that are given out of training', () => {
    for (const devShare of [0.001, 0.5]) {
      const { train, dev } = splitCorpus(documents('甲。', '乙。'), { devShare });
      expect([train.length, dev.length]).toEqual([1, 1]);
    }
    const given = splitCorpus(documents('甲。', '乙。', '丙。'), { devShare: 0.5, dev: documents('乙。') });
    expect(given.dev).toEqual([{ text: '乙。' }]);
    expect(given.train).toEqual([{ text: '甲。' }, { text: '丙。' }]);
    expect(given.duplicates).toBe(1);
  });

  it('that holds nothing to learn from is refused', () => {
    expect(() => splitCorpus([], options)).toThrow(/holds no text/);
    expect(() => splitCorpus(documents(' \n', ''), options)).toThrow(/holds no text/);
    expect(() => splitCorpus(documents('甲。', '甲。'), options)).toThrow(/single short text/);
  });
});
