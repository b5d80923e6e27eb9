/** Softmax cross entropy with integer labels; PyTorch's cross_entropy with reduction='none'. */
import {
  add,
  customGrad,
  exp,
  expandDims,
  type GradSaveFunc,
  gather,
  log,
  max,
  mul,
  reshape,
  sub,
  sum,
  type Tensor,
  tensor1d,
  zerosLike,
} from '@tensorflow/tfjs-core';
import { oneHotRows } from './one-hot.ts';

/** −log softmax(logits)[label]; logits [N, V], labels int32 [N] in 0 … V − 1 → [N]. */
export function softmaxCrossEntropy(logits: Tensor, labels: Tensor): Tensor {
  return crossEntropy(logits, labels);
}

/** One pass over the logits each way: d logits = dy (softmax − one-hot). */
const crossEntropy = customGrad((...inputs) => {
  // safe: customGrad passes the tensors it is called with, then a save function
  const [logits, labels, save] = inputs as unknown as [Tensor, Tensor, GradSaveFunc];
  const [count = 0, classes = 0] = logits.shape;
  const shifted = sub(logits, max(logits, -1, true)); // [N, V]
  const logSum = log(sum(exp(shifted), -1)); // [N]
  const chosen = gather(reshape(shifted, [-1]), flatIndex(labels, count, classes)); // [N]
  save([shifted, logSum, labels]);
  return {
    value: sub(logSum, chosen),
    gradFunc: (dy: Tensor, saved: Tensor[]) => {
      const [scores, total, gold] = saved as [Tensor, Tensor, Tensor]; // safe: as saved above
      const probabilities = exp(sub(scores, expandDims(total, -1))); // [N, V]
      const excess = sub(probabilities, oneHotRows(gold, classes)); // [N, V]
      return [mul(excess, expandDims(dy, -1)), zerosLike(gold)];
    },
  };
});

/** Where each row's label lies in the flattened [N, V]. */
function flatIndex(labels: Tensor, count: number, classes: number): Tensor {
  const rows = Int32Array.from({ length: count }, (_, row) => row * classes);
  return add(labels, tensor1d(rows, 'int32')); // [N]
}
