/** Sampled softmax over entities (Jean et al. 2015; Bengio and Senécal 2008): one answer against drawn entities. */
import { sub, type Tensor, zeros } from '@tensorflow/tfjs-core';
import { softmaxCrossEntropy } from '../layers/cross-entropy.ts';

/**
 * Cross entropy of the first column of scores [N, 1 + C] against the others, each less the logarithm of its chance to be
 * drawn, log Q [N, 1 + C] → [N].
 */
export const sampledSoftmax = (scores: Tensor, logChances: Tensor): Tensor =>
  softmaxCrossEntropy(sub(scores, logChances), zeros([scores.shape[0]!], 'int32'));
