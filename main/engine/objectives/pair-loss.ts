/** The loss of telling two kinds of sentence pairs apart, for next-sentence and sentence-order prediction. */
import { mean, type Tensor } from '@tensorflow/tfjs-core';
import { softmaxCrossEntropy } from '../layers/cross-entropy.ts';
import type { BatchSize, InputSpec } from '../models/model.ts';

/** Two texts that are to be read as one input. */
export interface LabelledPair<Text> {
  readonly first: Text;
  readonly second: Text;
  /** 0: as they stand in the document. 1: not so. */
  readonly label: 0 | 1;
}

export function pairTargets({ batch }: BatchSize): readonly InputSpec[] {
  return [{ name: 'pairLabels', shape: [batch], dtype: 'int32' }];
}

/** Mean cross entropy; logits [B, 2], labels int32 [B]. */
export function pairLoss(logits: Tensor, labels: Tensor): Tensor {
  return mean(softmaxCrossEntropy(logits, labels)); // []
}
