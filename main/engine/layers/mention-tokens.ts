/** States of the tokens of mentions. A place is the number of a token in the batch: row · T + position. */
import {
  add,
  cast,
  expandDims,
  gather,
  lessEqual,
  minimum,
  range,
  reshape,
  type Tensor,
} from '@tensorflow/tfjs-core';
import type { MaskedSequence } from './masked-sequence.ts';

/** Longest mention in tokens. */
export const LONGEST_MENTION = 16;

/** Most mentions of a sequence that are read (KeBioLM: 50 of 512 tokens). */
export const mentionPlaces = (length: number): number => Math.min(50, Math.ceil(length / 6));

/** Mentions of a batch: places of their first and last tokens, int32 [N] each. */
export interface MentionSpans {
  readonly starts: Tensor;
  readonly ends: Tensor;
}

/** Rows of states [B, T, H] at places [...] of the batch → [..., H]. */
export const statesAt = (states: Tensor, places: Tensor): Tensor =>
  gather(reshape(states, [-1, states.shape.at(-1)!]), places); // [..., H]

/** States of the tokens of each mention: [B, T, H] → x [N, S, H] and mask [N, S]. */
export function mentionTokens(
  states: Tensor,
  { starts, ends }: MentionSpans,
  longest = LONGEST_MENTION,
): MaskedSequence {
  const places = add(expandDims(starts, 1), range(0, longest, 1, 'int32')); // [N, S]
  const last = expandDims(ends, 1); // [N, 1]
  return { x: statesAt(states, minimum(places, last)), mask: cast(lessEqual(places, last), 'float32') };
}
