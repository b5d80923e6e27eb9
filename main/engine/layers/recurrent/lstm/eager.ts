/** The LSTM in tfjs ops: the forward recurrence, and a gradient with one recurrence of its own. */
import * as tf from '@tensorflow/tfjs-core';
import { columns, fromSteps, perStep, previousStates, project, rowsOf, timeOrder } from '../steps.ts';

/** x [B, T, in], W [4H, in], U [4H, H], b [4H], b' [4H], mask [B, T]: tensors, or values of a graph. */
export type LstmInputs<T> = readonly [x: T, ih: T, hh: T, biasIh: T, biasHh: T, mask: T];

type Inputs = LstmInputs<tf.Tensor>;

/** Input part of all gates at all steps: W x + b → [B, T, 4H]. */
const inputPart = ([x, ih, , biasIh, biasHh]: Inputs): tf.Tensor =>
  tf.add(project(x, ih), tf.add(biasIh, biasHh));

interface Gates {
  readonly i: tf.Tensor;
  readonly f: tf.Tensor;
  readonly g: tf.Tensor;
  readonly o: tf.Tensor;
}

/** Gates of pre-activations [..., 4H], each [..., H]. */
function gatesOf(pre: tf.Tensor): Gates {
  const size = (pre.shape.at(-1) ?? 0) / 4;
  return {
    i: tf.sigmoid(columns(pre, 0, size)),
    f: tf.sigmoid(columns(pre, size, size)),
    g: tf.tanh(columns(pre, 2 * size, size)),
    o: tf.sigmoid(columns(pre, 3 * size, size)),
  };
}

/** Output: hidden states; saved: cell states; both [B, T, H] and 0 at padding. */
export function lstmForward(inputs: Inputs, reverse: boolean): { output: tf.Tensor; saved: tf.Tensor[] } {
  const [x, , hh, , , mask] = inputs;
  const [batch = 0, length = 0] = x.shape;
  const steps = perStep(inputPart(inputs)); // T × [B, 4H]
  const kept = perStep(tf.expandDims(mask, -1)); // T × [B, 1]
  const hidden: tf.Tensor[] = [];
  const cells: tf.Tensor[] = [];
  let h: tf.Tensor = tf.zeros([batch, hh.shape[1] ?? 0]); // [B, H]
  let c: tf.Tensor = h;
  for (const t of timeOrder(length, reverse)) {
    const { i, f, g, o } = gatesOf(tf.add(steps[t]!, tf.matMul(h, hh, false, true)));
    c = tf.mul(tf.add(tf.mul(f, c), tf.mul(i, g)), kept[t]!); // [B, H]
    h = tf.mul(o, tf.tanh(c)); // [B, H]; 0 at padding since c is
    hidden[t] = h;
    cells[t] = c;
  }
  return { output: fromSteps(hidden), saved: [fromSteps(cells)] };
}

/** All gates at once from the stored states; then only the recurrence of dh and dc goes step by step. */
export function lstmGradient(
  dy: tf.Tensor,
  inputs: Inputs,
  { hidden, cells }: { readonly hidden: tf.Tensor; readonly cells: tf.Tensor },
  reverse: boolean,
): (tf.Tensor | null)[] {
  const [x, ih, hh, , , mask] = inputs;
  const [batch = 0, length = 0] = x.shape;
  const before = previousStates(hidden, reverse); // [B, T, H]
  const { i, f, g, o } = gatesOf(tf.add(inputPart(inputs), project(before, hh))); // [B, T, H] each
  const real = tf.expandDims(mask, -1); // [B, T, 1]
  const squashed = tf.tanh(cells); // [B, T, H]
  // Contribution of a unit of dc (first three, and dc of the step before) or dh (last two) to each pre-activation.
  const factors = {
    i: perStep(tf.mul(tf.mul(tf.mul(g, i), tf.sub(1, i)), real)),
    f: perStep(tf.mul(tf.mul(tf.mul(previousStates(cells, reverse), f), tf.sub(1, f)), real)),
    g: perStep(tf.mul(tf.mul(i, tf.sub(1, tf.square(g))), real)),
    carry: perStep(tf.mul(f, real)),
    o: perStep(tf.mul(tf.mul(tf.mul(squashed, o), tf.sub(1, o)), real)),
    cell: perStep(tf.mul(tf.mul(o, tf.sub(1, tf.square(squashed))), real)),
  };
  const upstream = perStep(dy); // T × [B, H]
  const dPre: tf.Tensor[] = [];
  let dh: tf.Tensor = tf.zeros([batch, hh.shape[1] ?? 0]); // [B, H]
  let dc: tf.Tensor = dh;
  for (const t of timeOrder(length, !reverse)) {
    dh = tf.add(dh, upstream[t]!);
    dc = tf.add(dc, tf.mul(dh, factors.cell[t]!));
    const parts = [
      tf.mul(dc, factors.i[t]!),
      tf.mul(dc, factors.f[t]!),
      tf.mul(dc, factors.g[t]!),
      tf.mul(dh, factors.o[t]!),
    ];
    const d = tf.concat(parts, 1); // [B, 4H]
    dPre[t] = d;
    dh = tf.matMul(d, hh); // [B, H]
    dc = tf.mul(dc, factors.carry[t]!);
  }
  const d = rowsOf(fromSteps(dPre)); // [B T, 4H]
  const bias = tf.sum(d, 0); // [4H]
  const dx = tf.reshape(tf.matMul(d, ih), x.shape); // [B, T, in]
  const dIh = tf.matMul(d, rowsOf(x), true, false); // [4H, in]
  const dHh = tf.matMul(d, rowsOf(before), true, false); // [4H, H]
  return [dx, dIh, dHh, bias, tf.clone(bias), null];
}
