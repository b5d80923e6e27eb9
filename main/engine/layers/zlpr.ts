/** Multi-label loss with the threshold 0 (Su et al. 2022, "ZLPR: A Novel Loss for Multi-label Classification"). */
import { add, exp, expandDims, log, max, mul, neg, relu, sub, sum, type Tensor } from '@tensorflow/tfjs-core';
import { type NativeOp, nativeOp } from '../runtime/custom-op.ts';

/** Taken from scores that do not count: exp of what is left is 0. */
const LEFT_OUT = 1e4;

const logOnePlusSumExpOp: NativeOp = {
  name: 'LogOnePlusSumExp',
  forward: ([x]) => {
    const top = relu(max(x!, -1)); // [...]
    const scaled = sum(exp(sub(x!, expandDims(top, -1))), -1); // [...]
    return { output: add(top, log(add(exp(neg(top)), scaled))) };
  },
  gradient: (dy, { inputs: [x], output }) => [
    mul(expandDims(dy, -1), exp(sub(x!, expandDims(output, -1)))), // as x
  ],
};

/** log (1 + Σ exp x) over the last axis, [..., n] → [...]. */
const logOnePlusSumExp = (x: Tensor): Tensor => nativeOp(logOnePlusSumExpOp, [x]);

/**
 * log (1 + Σ_negative exp s) + log (1 + Σ_positive exp −s) over the last axis.
 * @param scores [..., n]
 * @param positive 1 at positive classes, 0 at those that do not count, [..., n]
 * @param counted 1 at classes that count, broadcast to [..., n]
 */
export function zlprLoss(scores: Tensor, positive: Tensor, counted: Tensor): Tensor {
  const marked = mul(positive, LEFT_OUT); // [..., n]
  const negatives = sub(add(scores, mul(sub(counted, 1), LEFT_OUT)), marked); // [..., n]
  const positives = sub(sub(marked, LEFT_OUT), scores); // [..., n]
  return add(logOnePlusSumExp(negatives), logOnePlusSumExp(positives)); // [...]
}
