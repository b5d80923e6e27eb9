/** The GRU that resets after the recurrent product, in tfjs ops. */
import {
  add,
  concat,
  expandDims,
  matMul,
  mul,
  reshape,
  sigmoid,
  square,
  sub,
  sum,
  type Tensor,
  tanh,
  zeros,
} from '@tensorflow/tfjs-core';
import type { ResetAfterInputs } from './gru-reset-after.ts';
import { columns, fromSteps, perStep, previousStates, project, rowsOf, timeOrder } from './time.ts';

type Inputs = ResetAfterInputs<Tensor>;

interface Gates {
  readonly r: Tensor;
  readonly z: Tensor;
  readonly n: Tensor;
  /** U h + b' of the candidate. */
  readonly q: Tensor;
}

/** Gates of the input part and the recurrent part of all pre-activations, [..., 3H] each. */
function gatesOf(input: Tensor, recurrent: Tensor): Gates {
  const size = (input.shape.at(-1) ?? 0) / 3;
  const rz = sigmoid(add(columns(input, 0, 2 * size), columns(recurrent, 0, 2 * size))); // [..., 2H]
  const [r, z] = [columns(rz, 0, size), columns(rz, size, size)]; // [..., H]
  const q = columns(recurrent, 2 * size, size); // [..., H]
  return { r, z, q, n: tanh(add(columns(input, 2 * size, size), mul(r, q))) };
}

/** Hidden states [B, T, H]. */
export function resetAfterForward([x, ih, hh, biasIh, biasHh, mask]: Inputs, reverse: boolean): Tensor {
  const [batch = 0, length = 0] = x.shape;
  const steps = perStep(add(project(x, ih), biasIh)); // T × [B, 3H]
  const kept = perStep(expandDims(mask, -1)); // T × [B, 1]
  const hidden: Tensor[] = [];
  let h: Tensor = zeros([batch, hh.shape[1] ?? 0]); // [B, H]
  for (const t of timeOrder(length, reverse)) {
    const { z, n } = gatesOf(steps[t]!, add(matMul(h, hh, false, true), biasHh));
    h = mul(add(n, mul(z, sub(h, n))), kept[t]!); // [B, H]
    hidden[t] = h;
  }
  return fromSteps(hidden);
}

/** All gates at once from the stored states; then only the recurrence of dh goes step by step. */
export function resetAfterGradient(
  dy: Tensor,
  [x, ih, hh, biasIh, biasHh, mask]: Inputs,
  hidden: Tensor,
  reverse: boolean,
): (Tensor | null)[] {
  const [batch = 0, length = 0] = x.shape;
  const size = hh.shape[1] ?? 0;
  const before = previousStates(hidden, reverse); // [B, T, H]
  const { r, z, n, q } = gatesOf(add(project(x, ih), biasIh), add(project(before, hh), biasHh)); // [B, T, H]

  const real = perStep(expandDims(mask, -1)); // T × [B, 1]
  const toCandidate = mul(sub(1, z), sub(1, square(n))); // [B, T, H]
  const factors = {
    n: perStep(toCandidate),
    q: perStep(mul(toCandidate, r)),
    r: perStep(mul(mul(toCandidate, q), mul(r, sub(1, r)))),
    z: perStep(mul(mul(sub(before, n), z), sub(1, z))),
    keep: perStep(z),
  };
  const upstream = perStep(dy); // T × [B, H]
  const dGates: Tensor[] = []; // of r and z
  const dInput: Tensor[] = []; // of n
  const dRecurrent: Tensor[] = []; // of q
  let carry: Tensor = zeros([batch, size]); // [B, H]
  for (const t of timeOrder(length, !reverse)) {
    const dh = mul(add(carry, upstream[t]!), real[t]!); // [B, H]
    dGates[t] = concat([mul(dh, factors.r[t]!), mul(dh, factors.z[t]!)], 1); // [B, 2H]
    dInput[t] = mul(dh, factors.n[t]!);
    dRecurrent[t] = mul(dh, factors.q[t]!);
    carry = add(mul(dh, factors.keep[t]!), matMul(concat([dGates[t]!, dRecurrent[t]!], 1), hh)); // [B, H]
  }
  const gates = fromSteps(dGates); // [B, T, 2H]
  const dIn = rowsOf(concat([gates, fromSteps(dInput)], 2)); // [B T, 3H]
  const dRec = rowsOf(concat([gates, fromSteps(dRecurrent)], 2)); // [B T, 3H]
  return [
    reshape(matMul(dIn, ih), x.shape), // [B, T, in]
    matMul(dIn, rowsOf(x), true, false), // [3H, in]
    matMul(dRec, rowsOf(before), true, false), // [3H, H]
    sum(dIn, 0),
    sum(dRec, 0),
    null,
  ];
}
