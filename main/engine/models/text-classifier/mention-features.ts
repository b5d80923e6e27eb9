/**
 * Features of a text in which two mentions are marked: the states of the markers that open them, side by side (entity
 * start; Baldini Soares et al. 2019, Matching the Blanks). KeBioLM reads its entity indicators in the same way.
 */
import { matMul, reshape, type Tensor } from '@tensorflow/tfjs-core';
import { oneHotRows } from '../../layers/one-hot.ts';
import type { BatchSize, InputSpec } from '../model.ts';

/** Name of the input: tokens of the two markers, from 0. */
export const MARKS = 'marks';

export const marksInput = ({ batch }: BatchSize): InputSpec => ({
  name: MARKS,
  shape: [batch, 2],
  dtype: 'int32',
});

/** x [B, T, H] at the tokens `marks` [B, 2] → [B, 2H]. */
export function mentionFeatures(x: Tensor, marks: Tensor): Tensor {
  const [batch = 0, length = 0, width = 0] = x.shape;
  const places = oneHotRows(marks, length); // [B, 2, T]
  return reshape(matMul(places, x), [batch, 2 * width]); // [B, 2, H] → [B, 2H]
}
