/** Sentence-order prediction: half of the pairs are swapped. */
import { expect, it } from 'vitest';
import { RandomStream } from '../../../../main/engine/layers/random.ts';
import { sentenceOrderPair } from '../../../../main/engine/objectives/sop.ts';

it('sentence-order prediction leaves half of the pairs in order and swaps half', () => {
  let swapped = 0;
  for (let seed = 0; seed < 200; seed++) {
    const pair = sentenceOrderPair('x', 'y', new RandomStream({ seed, purpose: 'test' }));
    expect(pair).toEqual(
      pair.label === 0 ? { first: 'x', second: 'y', label: 0 } : { first: 'y', second: 'x', label: 1 },
    );
    swapped += pair.label;
  }
  expect(Math.abs(swapped - 100)).toBeLessThan(35);
});
