/** Sentence-order prediction (Lan et al. 2020, ALBERT): are two neighbouring texts in order, or swapped? */
import type { RandomStream } from '../layers/random.ts';
import type { LabelledPair } from './pair.ts';

/** Two neighbouring segments in order (0) or, half of the time, swapped (1). */
export function sentenceOrderPair<Text>(segment: Text, next: Text, random: RandomStream): LabelledPair<Text> {
  return random.uniform() < 0.5
    ? { first: segment, second: next, label: 0 }
    : { first: next, second: segment, label: 1 };
}
