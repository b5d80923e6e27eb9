/** A label's log odds as a line of its logit (Platt 1999), pulled a little towards the logit itself. */
import type { Pair } from './isotonic.ts';

/** Pulls scale and shift towards 1 and 0, so that labels that are told apart without error stay finite. */
const PULL = 1;
const LEAST_SCALE = 0.05;
const NEWTON_STEPS = 50;
/** Share of the loss: steps that gain less are the last. */
const ENOUGH = 1e-9;

export interface Line {
  readonly scale: number;
  readonly shift: number;
}

const IDENTITY: Line = { scale: 1, shift: 0 };

/** Newton's method, halving steps that do not lower the loss. */
export function fitLine(pairs: readonly Pair[]): Line {
  let line = IDENTITY;
  let loss = lineLoss(pairs, line);
  for (let step = 0; step < NEWTON_STEPS; step++) {
    const move = newtonStep(pairs, line);
    let next: { readonly line: Line; readonly loss: number } | undefined;
    for (let share = 1; share > 1e-4 && next === undefined; share /= 2) {
      const tried = {
        scale: Math.max(LEAST_SCALE, line.scale - share * move.scale),
        shift: line.shift - share * move.shift,
      };
      const triedLoss = lineLoss(pairs, tried);
      if (triedLoss < loss) next = { line: tried, loss: triedLoss };
    }
    if (next === undefined) return line;
    const gained = loss - next.loss;
    ({ line, loss } = next);
    if (gained < ENOUGH * loss) return line;
  }
  return line;
}

function lineLoss(pairs: readonly Pair[], { scale, shift }: Line): number {
  let total = (PULL / 2) * ((scale - 1) ** 2 + shift ** 2);
  for (const { logit, holds } of pairs) {
    const z = scale * logit + shift;
    total += Math.max(z, 0) - (holds ? z : 0) + Math.log1p(Math.exp(-Math.abs(z)));
  }
  return total;
}

/** H⁻¹ g of `lineLoss`. */
function newtonStep(pairs: readonly Pair[], { scale, shift }: Line): Line {
  let [g0, g1] = [PULL * (scale - 1), PULL * shift];
  let [h00, h01, h11] = [PULL, 0, PULL];
  for (const { logit, holds } of pairs) {
    const p = 1 / (1 + Math.exp(-(scale * logit + shift)));
    const error = p - (holds ? 1 : 0);
    const curve = p * (1 - p);
    g0 += error * logit;
    g1 += error;
    h00 += curve * logit * logit;
    h01 += curve * logit;
    h11 += curve;
  }
  const determinant = h00 * h11 - h01 * h01;
  return { scale: (h11 * g0 - h01 * g1) / determinant, shift: (h00 * g1 - h01 * g0) / determinant };
}
