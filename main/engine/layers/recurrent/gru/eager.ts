/** The GRU in tfjs ops, with or without a residual connection. */
import * as tf from '@tensorflow/tfjs-core';
import { columns, fromSteps, perStep, previousStates, project, rowsOf, timeOrder } from '../steps.ts';

/** x [B, T, in], W [3H, in], U [3H, H], b [3H], mask [B, T], V [H, H] of a residual GRU: tensors or graph values. */
export type GruInputs<T> = readonly [x: T, ih: T, hh: T, bias: T, mask: T, carry?: T];

type Inputs = GruInputs<tf.Tensor>;

/** Splits U into the rows of the gates r and z [2H, H] and of the candidate n [H, H]. */
function splitRecurrent(hh: tf.Tensor): { gates: tf.Tensor; candidate: tf.Tensor } {
  const size = hh.shape[1] ?? 0;
  return {
    gates: tf.slice(hh, [0, 0], [2 * size, size]),
    candidate: tf.slice(hh, [2 * size, 0], [size, size]),
  };
}

/** Returns the hidden states [B, T, H]. */
export function gruForward([x, ih, hh, bias, mask, carry]: Inputs, reverse: boolean): tf.Tensor {
  const [batch = 0, length = 0] = x.shape;
  const size = hh.shape[1] ?? 0;
  const { gates, candidate } = splitRecurrent(hh);
  const steps = perStep(tf.add(project(x, ih), bias)); // T × [B, 3H]
  const kept = perStep(tf.expandDims(mask, -1)); // T × [B, 1]
  const hidden: tf.Tensor[] = [];
  let h: tf.Tensor = tf.zeros([batch, size]); // [B, H]
  for (const t of timeOrder(length, reverse)) {
    const rz = tf.sigmoid(tf.add(columns(steps[t]!, 0, 2 * size), tf.matMul(h, gates, false, true))); // [B, 2H]
    const [r, z] = [columns(rz, 0, size), columns(rz, size, size)]; // [B, H]
    const n = tf.tanh(
      tf.add(columns(steps[t]!, 2 * size, size), tf.matMul(tf.mul(r, h), candidate, false, true)),
    ); // [B, H]
    const gated = tf.add(h, tf.mul(z, tf.sub(n, h))); // [B, H]
    h = tf.mul(carry ? tf.add(gated, tf.matMul(h, carry, false, true)) : gated, kept[t]!); // [B, H]
    hidden[t] = h;
  }
  return fromSteps(hidden);
}

/** Recomputes all gates at once from the stored states; only the recurrence of dh runs step by step. */
export function gruGradient(
  dy: tf.Tensor,
  [x, ih, hh, bias, mask, carry]: Inputs,
  hidden: tf.Tensor,
  reverse: boolean,
): (tf.Tensor | null)[] {
  const [batch = 0, length = 0] = x.shape;
  const size = hh.shape[1] ?? 0;
  const recurrent = splitRecurrent(hh);
  const before = previousStates(hidden, reverse); // [B, T, H]
  const input = tf.add(project(x, ih), bias); // [B, T, 3H]
  const rz = tf.sigmoid(tf.add(columns(input, 0, 2 * size), project(before, recurrent.gates))); // [B, T, 2H]
  const [r, z] = [columns(rz, 0, size), columns(rz, size, size)]; // [B, T, H]
  const reset = tf.mul(r, before); // [B, T, H]
  const n = tf.tanh(tf.add(columns(input, 2 * size, size), project(reset, recurrent.candidate))); // [B, T, H]

  const real = perStep(tf.expandDims(mask, -1)); // T × [B, 1]
  const factors = {
    n: perStep(tf.mul(z, tf.sub(1, tf.square(n)))),
    z: perStep(tf.mul(tf.mul(tf.sub(n, before), z), tf.sub(1, z))),
    r: perStep(tf.mul(tf.mul(before, r), tf.sub(1, r))),
    keep: perStep(tf.sub(1, z)),
    reset: perStep(r),
  };
  const upstream = perStep(dy); // T × [B, H]
  const dPre: tf.Tensor[] = [];
  const dStates: tf.Tensor[] = [];
  let later: tf.Tensor = tf.zeros([batch, size]); // [B, H]
  for (const t of timeOrder(length, !reverse)) {
    const dh = tf.mul(tf.add(later, upstream[t]!), real[t]!); // [B, H]
    const dn = tf.mul(dh, factors.n[t]!); // [B, H]
    const dReset = tf.matMul(dn, recurrent.candidate); // [B, H], of r h
    const dGates = tf.concat([tf.mul(dReset, factors.r[t]!), tf.mul(dh, factors.z[t]!)], 1); // [B, 2H]
    dPre[t] = tf.concat([dGates, dn], 1); // [B, 3H]
    dStates[t] = dh;
    const direct = tf.add(tf.mul(dh, factors.keep[t]!), tf.mul(dReset, factors.reset[t]!)); // [B, H]
    const gated = tf.add(direct, tf.matMul(dGates, recurrent.gates)); // [B, H]
    later = carry ? tf.add(gated, tf.matMul(dh, carry)) : gated; // [B, H]
  }
  const d = rowsOf(fromSteps(dPre)); // [B T, 3H]
  const dx = tf.reshape(tf.matMul(d, ih), x.shape); // [B, T, in]
  const dIh = tf.matMul(d, rowsOf(x), true, false); // [3H, in]
  const dGates = tf.matMul(columns(d, 0, 2 * size), rowsOf(before), true, false); // [2H, H]
  const dCandidate = tf.matMul(columns(d, 2 * size, size), rowsOf(reset), true, false); // [H, H]
  const gradients = [dx, dIh, tf.concat([dGates, dCandidate], 0), tf.sum(d, 0), null];
  if (!carry) return gradients;
  return [...gradients, tf.matMul(rowsOf(fromSteps(dStates)), rowsOf(before), true, false)]; // [H, H]
}
