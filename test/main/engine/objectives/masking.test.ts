/** Checks the choice of masked tokens and of their replacements. */
import { describe, expect, it } from 'vitest';
import { RandomStream } from '../../../../main/engine/layers/random.ts';
import { placesNeeded, placesToGuess, tokenMasker } from '../../../../main/engine/objectives/masking.ts';
import { joinPair, padEncoding } from '../../../../main/text/encoding.ts';
import { createVocabulary } from '../../../../main/text/vocabulary.ts';
import { wordPieceTokenizer } from '../../../../main/text/wordpiece.ts';

const vocabulary = createVocabulary([
  '[PAD]',
  '[UNK]',
  '[CLS]',
  '[SEP]',
  '[MASK]',
  ...'患者无胸痛咳嗽发热三天',
  'ct',
  '##scan',
]);
const tokenize = wordPieceTokenizer(vocabulary);
const encoding = padEncoding(
  vocabulary,
  joinPair(vocabulary, tokenize('患者无胸痛ctscan'), tokenize('咳嗽发热三天')),
  24,
);
const stream = (seed: number) => new RandomStream({ seed, purpose: 'test' });

describe('tokenMasker', () => {
  const real = Array.from(encoding.starts, (start, token) => (start >= 0 ? token : -1)).filter((t) => t >= 0);

  it('hides the share asked for, never special tokens or padding, and says what was there', () => {
    const mask = tokenMasker(vocabulary, { share: 0.3, most: 20, wholeWords: false });
    for (let seed = 0; seed < 50; seed++) {
      const { ids, positions, labels } = mask(encoding, stream(seed));
      expect(positions).toHaveLength(Math.round(real.length * 0.3));
      expect([...positions]).toEqual([...positions].sort((a, b) => a - b));
      expect(new Set(positions).size).toBe(positions.length);
      positions.forEach((position, k) => {
        expect(real).toContain(position);
        expect(labels[k]).toBe(encoding.ids[position]);
      });
      ids.forEach((id, token) => {
        if (!positions.includes(token)) expect(id).toBe(encoding.ids[token]);
      });
    }
  });

  it('turns 80 % into [MASK], 10 % into ordinary tokens, leaves 10 %', () => {
    const mask = tokenMasker(vocabulary, { share: 1, most: 99, wholeWords: false });
    const counts = { masked: 0, same: 0, other: 0 };
    for (let seed = 0; seed < 200; seed++) {
      const { ids, positions, labels } = mask(encoding, stream(seed));
      positions.forEach((position, k) => {
        const id = ids[position]!;
        if (id === 4) counts.masked++;
        else if (id === labels[k]) counts.same++;
        else {
          counts.other++;
          expect(id).toBeGreaterThan(4);
        }
      });
    }
    const total = 200 * real.length;
    expect(Math.abs(counts.masked / total - 0.8)).toBeLessThan(0.03);
    expect(Math.abs(counts.other / total - 0.1 * (12 / 13))).toBeLessThan(0.025);
  });

  it('hides whole words together, within the limit', () => {
    const mask = tokenMasker(vocabulary, { share: 0.5, most: 4, wholeWords: true });
    const word = [6, 7]; // ct ##scan
    expect(encoding.words[6]).toBe(encoding.words[7]);
    let both = 0;
    for (let seed = 0; seed < 50; seed++) {
      const positions = [...mask(encoding, stream(seed)).positions];
      expect(positions.length).toBeLessThanOrEqual(4);
      const hidden = word.filter((token) => positions.includes(token)).length;
      expect(hidden).not.toBe(1);
      if (hidden === 2) both++;
    }
    expect(both).toBeGreaterThan(0);
  });

  it('repeats for the same stream, and guesses nothing in an empty text', () => {
    const mask = tokenMasker(vocabulary, { share: 0.15, most: 20, wholeWords: false });
    expect(mask(encoding, stream(1))).toEqual(mask(encoding, stream(1)));
    const empty = joinPair(vocabulary, tokenize(''));
    expect(mask(empty, stream(1))).toEqual({
      ids: empty.ids,
      positions: new Int32Array(0),
      labels: new Int32Array(0),
    });
  });
});

describe('places for masked tokens', () => {
  it('are 77 of 384 tokens, or what the limits leave, and at least one', () => {
    expect([placesToGuess(384), placesToGuess(128), placesToGuess(2)]).toEqual([77, 26, 1]);
    expect(placesNeeded(128, { share: 0.3, most: 99 })).toBe(38);
    expect(placesNeeded(128, { share: 0.3, most: 20 })).toBe(20);
  });
});
