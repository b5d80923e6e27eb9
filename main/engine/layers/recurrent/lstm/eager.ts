/** The LSTM in tfjs ops: the forward recurrence, and a gradient with one recurrence of its own. */
import {
  add,
  clone,
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
import { columns, fromSteps, perStep, previousStates, project, rowsOf, timeOrder } from '../steps.ts';

/** x [B, T, in], W [4H, in], U [4H, H], b [4H], b' [4H], mask [B, T]: tensors, or values of a graph. */
export type LstmInputs<T> = readonly [x: T, ih: T, hh: T, biasIh: T, biasHh: T, mask: T];

type Inputs = LstmInputs<Tensor>;

/** Input part of all gates at all steps: W x + b → [B, T, 4H]. */
function inputPart([x, ih, , biasIh, biasHh]: Inputs): Tensor {
  return add(project(x, ih), add(biasIh, biasHh));
}

interface Gates {
  readonly i: Tensor;
  readonly f: Tensor;
  readonly g: Tensor;
  readonly o: Tensor;
}

/** Gates of pre-activations [..., 4H], each [..., H]. */
function gatesOf(pre: Tensor): Gates {
  const size = (pre.shape.at(-1) ?? 0) / 4;
  return {
    i: sigmoid(columns(pre, 0, size)),
    f: sigmoid(columns(pre, size, size)),
    g: tanh(columns(pre, 2 * size, size)),
    o: sigmoid(columns(pre, 3 * size, size)),
  };
}

/** Output: hidden states; saved: cell states; both [B, T, H] and 0 at padding. */
export function lstmForward(inputs: Inputs, reverse: boolean): { output: Tensor; saved: Tensor[] } {
  const [x, , hh, , , mask] = inputs;
  const [batch = 0, length = 0] = x.shape;
  const steps = perStep(inputPart(inputs)); // T × [B, 4H]
  const kept = perStep(expandDims(mask, -1)); // T × [B, 1]
  const hidden: Tensor[] = [];
  const cells: Tensor[] = [];
  let h: Tensor = zeros([batch, hh.shape[1] ?? 0]); // [B, H]
  let c: Tensor = h;
  for (const t of timeOrder(length, reverse)) {
    const { i, f, g, o } = gatesOf(add(steps[t]!, matMul(h, hh, false, true)));
    c = mul(add(mul(f, c), mul(i, g)), kept[t]!); // [B, H]
    h = mul(o, tanh(c)); // [B, H]; 0 at padding since c is
    hidden[t] = h;
    cells[t] = c;
  }
  return { output: fromSteps(hidden), saved: [fromSteps(cells)] };
}

/** All gates at once from the stored states; then only the recurrence of dh and dc goes step by step. */
export function lstmGradient(
  dy: Tensor,
  inputs: Inputs,
  { hidden, cells }: { readonly hidden: Tensor; readonly cells: Tensor },
  reverse: boolean,
): (Tensor | null)[] {
  const [x, ih, hh, , , mask] = inputs;
  const [batch = 0, length = 0] = x.shape;
  const before = previousStates(hidden, reverse); // [B, T, H]
  const { i, f, g, o } = gatesOf(add(inputPart(inputs), project(before, hh))); // [B, T, H] each
  const real = expandDims(mask, -1); // [B, T, 1]
  const squashed = tanh(cells); // [B, T, H]
  // What a unit of dc (first three, and dc of the step before) or of dh (last two) adds to each pre-activation.
  const factors = {
    i: perStep(mul(mul(mul(g, i), sub(1, i)), real)),
    f: perStep(mul(mul(mul(previousStates(cells, reverse), f), sub(1, f)), real)),
    g: perStep(mul(mul(i, sub(1, square(g))), real)),
    carry: perStep(mul(f, real)),
    o: perStep(mul(mul(mul(squashed, o), sub(1, o)), real)),
    cell: perStep(mul(mul(o, sub(1, square(squashed))), real)),
  };
  const upstream = perStep(dy); // T × [B, H]
  const dPre: Tensor[] = [];
  let dh: Tensor = zeros([batch, hh.shape[1] ?? 0]); // [B, H]
  let dc: Tensor = dh;
  for (const t of timeOrder(length, !reverse)) {
    dh = add(dh, upstream[t]!);
    dc = add(dc, mul(dh, factors.cell[t]!));
    const parts = [
      mul(dc, factors.i[t]!),
      mul(dc, factors.f[t]!),
      mul(dc, factors.g[t]!),
      mul(dh, factors.o[t]!),
    ];
    const d = concat(parts, 1); // [B, 4H]
    dPre[t] = d;
    dh = matMul(d, hh); // [B, H]
    dc = mul(dc, factors.carry[t]!);
  }
  const d = rowsOf(fromSteps(dPre)); // [B T, 4H]
  const bias = sum(d, 0); // [4H]
  const dx = reshape(matMul(d, ih), x.shape); // [B, T, in]
  const dIh = matMul(d, rowsOf(x), true, false); // [4H, in]
  const dHh = matMul(d, rowsOf(before), true, false); // [4H, H]
  return [dx, dIh, dHh, bias, clone(bias), null];
}
