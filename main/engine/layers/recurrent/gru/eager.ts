/** The GRU in tfjs ops, with or without a residual connection. */
import {
  add,
  concat,
  expandDims,
  matMul,
  mul,
  reshape,
  sigmoid,
  slice,
  square,
  sub,
  sum,
  type Tensor,
  tanh,
  zeros,
} from '@tensorflow/tfjs-core';
import { columns, fromSteps, perStep, previousStates, project, rowsOf, timeOrder } from '../steps.ts';

/** x [B, T, in], W [3H, in], U [3H, H], b [3H], mask [B, T], V [H, H] of a residual GRU: tensors or graph values. */
export type GruInputs<T> = readonly [x: T, ih: T, hh: T, bias: T, mask: T, carry?: T];

type Inputs = GruInputs<Tensor>;

/** Splits U into the rows of the gates r and z [2H, H] and of the candidate n [H, H]. */
function splitRecurrent(hh: Tensor): { gates: Tensor; candidate: Tensor } {
  const size = hh.shape[1] ?? 0;
  return { gates: slice(hh, [0, 0], [2 * size, size]), candidate: slice(hh, [2 * size, 0], [size, size]) };
}

/** Returns the hidden states [B, T, H]. */
export function gruForward([x, ih, hh, bias, mask, carry]: Inputs, reverse: boolean): Tensor {
  const [batch = 0, length = 0] = x.shape;
  const size = hh.shape[1] ?? 0;
  const { gates, candidate } = splitRecurrent(hh);
  const steps = perStep(add(project(x, ih), bias)); // T × [B, 3H]
  const kept = perStep(expandDims(mask, -1)); // T × [B, 1]
  const hidden: Tensor[] = [];
  let h: Tensor = zeros([batch, size]); // [B, H]
  for (const t of timeOrder(length, reverse)) {
    const rz = sigmoid(add(columns(steps[t]!, 0, 2 * size), matMul(h, gates, false, true))); // [B, 2H]
    const [r, z] = [columns(rz, 0, size), columns(rz, size, size)]; // [B, H]
    const n = tanh(add(columns(steps[t]!, 2 * size, size), matMul(mul(r, h), candidate, false, true))); // [B, H]
    const gated = add(h, mul(z, sub(n, h))); // [B, H]
    h = mul(carry ? add(gated, matMul(h, carry, false, true)) : gated, kept[t]!); // [B, H]
    hidden[t] = h;
  }
  return fromSteps(hidden);
}

/** Recomputes all gates at once from the stored states; only the recurrence of dh runs step by step. */
export function gruGradient(
  dy: Tensor,
  [x, ih, hh, bias, mask, carry]: Inputs,
  hidden: Tensor,
  reverse: boolean,
): (Tensor | null)[] {
  const [batch = 0, length = 0] = x.shape;
  const size = hh.shape[1] ?? 0;
  const recurrent = splitRecurrent(hh);
  const before = previousStates(hidden, reverse); // [B, T, H]
  const input = add(project(x, ih), bias); // [B, T, 3H]
  const rz = sigmoid(add(columns(input, 0, 2 * size), project(before, recurrent.gates))); // [B, T, 2H]
  const [r, z] = [columns(rz, 0, size), columns(rz, size, size)]; // [B, T, H]
  const reset = mul(r, before); // [B, T, H]
  const n = tanh(add(columns(input, 2 * size, size), project(reset, recurrent.candidate))); // [B, T, H]

  const real = perStep(expandDims(mask, -1)); // T × [B, 1]
  const factors = {
    n: perStep(mul(z, sub(1, square(n)))),
    z: perStep(mul(mul(sub(n, before), z), sub(1, z))),
    r: perStep(mul(mul(before, r), sub(1, r))),
    keep: perStep(sub(1, z)),
    reset: perStep(r),
  };
  const upstream = perStep(dy); // T × [B, H]
  const dPre: Tensor[] = [];
  const dStates: Tensor[] = [];
  let later: Tensor = zeros([batch, size]); // [B, H]
  for (const t of timeOrder(length, !reverse)) {
    const dh = mul(add(later, upstream[t]!), real[t]!); // [B, H]
    const dn = mul(dh, factors.n[t]!); // [B, H]
    const dReset = matMul(dn, recurrent.candidate); // [B, H], of r h
    const dGates = concat([mul(dReset, factors.r[t]!), mul(dh, factors.z[t]!)], 1); // [B, 2H]
    dPre[t] = concat([dGates, dn], 1); // [B, 3H]
    dStates[t] = dh;
    const direct = add(mul(dh, factors.keep[t]!), mul(dReset, factors.reset[t]!)); // [B, H]
    const gated = add(direct, matMul(dGates, recurrent.gates)); // [B, H]
    later = carry ? add(gated, matMul(dh, carry)) : gated; // [B, H]
  }
  const d = rowsOf(fromSteps(dPre)); // [B T, 3H]
  const dx = reshape(matMul(d, ih), x.shape); // [B, T, in]
  const dIh = matMul(d, rowsOf(x), true, false); // [3H, in]
  const dGates = matMul(columns(d, 0, 2 * size), rowsOf(before), true, false); // [2H, H]
  const dCandidate = matMul(columns(d, 2 * size, size), rowsOf(reset), true, false); // [H, H]
  const gradients = [dx, dIh, concat([dGates, dCandidate], 0), sum(d, 0), null];
  if (!carry) return gradients;
  return [...gradients, matMul(rowsOf(fromSteps(dStates)), rowsOf(before), true, false)]; // [H, H]
}
