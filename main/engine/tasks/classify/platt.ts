/** A label's log odds as a line of its logit (Platt 1999), pulled a little towards the logit itself. */
import type { SortedValues } from './sorted-values.ts';

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
export function fitLine(values: SortedValues): Line {
  let line = IDENTITY;
  let at = lossAt(values, line);
  for (let step = 0; step < NEWTON_STEPS; step++) {
    let next: LossAt | undefined;
    let tried = line;
    for (let share = 1; share > 1e-4 && next === undefined; share /= 2) {
      tried = {
        scale: Math.max(LEAST_SCALE, line.scale - share * at.move.scale),
        shift: line.shift - share * at.move.shift,
      };
      const found = lossAt(values, tried);
      if (found.loss < at.loss) next = found;
    }
    if (next === undefined) return line;
    const gained = at.loss - next.loss;
    [line, at] = [tried, next];
    if (gained < ENOUGH * at.loss) return line;
  }
  return line;
}

interface LossAt {
  readonly loss: number;
  /** Newton's step: H⁻¹ g. */
  readonly move: Line;
}

function lossAt({ all, holding }: SortedValues, { scale, shift }: Line): LossAt {
  let loss = (PULL / 2) * ((scale - 1) ** 2 + shift ** 2);
  let [g0, g1] = [PULL * (scale - 1), PULL * shift - holding.length];
  let [h00, h01, h11] = [PULL, 0, PULL];
  for (let i = 0; i < all.length; i++) {
    const logit = all[i]!;
    const z = scale * logit + shift;
    const odds = Math.exp(-Math.abs(z));
    const p = z < 0 ? odds / (1 + odds) : 1 / (1 + odds);
    const curve = p * (1 - p);
    loss += Math.max(z, 0) + Math.log1p(odds);
    g0 += p * logit;
    g1 += p;
    h00 += curve * logit * logit;
    h01 += curve * logit;
    h11 += curve;
  }
  for (let i = 0; i < holding.length; i++) {
    loss -= scale * holding[i]! + shift;
    g0 -= holding[i]!;
  }
  const determinant = h00 * h11 - h01 * h01;
  return {
    loss,
    move: { scale: (h11 * g0 - h01 * g1) / determinant, shift: (h00 * g1 - h01 * g0) / determinant },
  };
}
