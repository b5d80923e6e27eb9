/** The best path against all paths. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { phraseSegmenter } from '../../../main/text/phrase-segmentation.ts';

/** All ways to cut a text, with their weights. */
function* paths(
  text: string,
  weights: ReadonlyMap<string, number>,
): Generator<{ readonly starts: readonly number[]; readonly weight: number }> {
  for (let mask = 0; mask < 2 ** (text.length - 1); mask++) {
    const starts = Array.from({ length: text.length - 1 }, (_, i) => i + 1).filter(
      (at) => mask & (1 << (at - 1)),
    );
    const parts = [0, ...starts].map((start, i) => text.slice(start, starts[i]));
    const each = parts.map((part) =>
      part.length === 1 ? -10 : (weights.get(part) ?? Number.NEGATIVE_INFINITY),
    );
    yield { starts, weight: each.reduce((a, b) => a + b, 0) };
  }
}

it('takes the most probable way to cut any text', () => {
  const unit = fc.constantFrom(...'肺炎性');
  const phrase = fc.record({
    text: fc.string({ unit, minLength: 2, maxLength: 4 }),
    weight: fc.double({ min: -20, max: -1, noNaN: true }),
  });
  fc.assert(
    fc.property(
      fc.array(phrase, { maxLength: 8 }),
      fc.string({ unit, minLength: 1, maxLength: 7 }),
      (phrases, text) => {
        const weights = new Map(phrases.map((one) => [one.text, one.weight]));
        const all = [...paths(text, weights)];
        const own = phraseSegmenter(phrases)(text);
        const weight = all.find(({ starts }) => starts.join() === own.join())!.weight;
        expect(weight).toBeCloseTo(Math.max(...all.map((path) => path.weight)), 9);
      },
    ),
  );
});

it('can leave a phrase out', () => {
  const segment = phraseSegmenter([
    { text: '病毒肺炎', weight: -8 },
    { text: '病毒', weight: -9 },
    { text: '肺炎', weight: -9 },
  ]);
  expect(segment('病毒肺炎')).toEqual([]);
  expect(segment('病毒肺炎', '病毒肺炎')).toEqual([2]);
  expect(segment('')).toEqual([]);
});
