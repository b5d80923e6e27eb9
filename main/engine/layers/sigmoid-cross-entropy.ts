/** Binary cross entropy of logits; PyTorch's binary_cross_entropy_with_logits with reduction='none'. */
import { add, mul, neg, softplus, sub, type Tensor } from '@tensorflow/tfjs-core';

/** −y log σ(x) − (1 − y) log (1 − σ(x)) for logits x and labels y of 0 and 1, any shape. */
export function sigmoidCrossEntropy(logits: Tensor, labels: Tensor): Tensor {
  const missed = mul(labels, softplus(neg(logits)));
  const spurious = mul(sub(1, labels), softplus(logits));
  return add(missed, spurious); // as logits
}
