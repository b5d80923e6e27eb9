/** Softmax cross entropy with integer labels; PyTorch's cross_entropy with reduction='none'. */
import type { Tensor } from '@tensorflow/tfjs-core';
import { crossEntropy } from '../runtime/fused.ts';

/** −log softmax(logits)[label]; logits [N, V], labels int32 [N] in 0 … V − 1 → [N]. */
export const softmaxCrossEntropy = (logits: Tensor, labels: Tensor): Tensor => crossEntropy(logits, labels);
