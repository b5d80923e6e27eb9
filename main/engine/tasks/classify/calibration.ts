/**
 * Calibration: temperature scaling (Guo et al. 2017, On Calibration of Modern Neural Networks) where a text has one
 * label, Platt scaling of each label (Platt 1999) where it may have several.
 */
import type { Calibration } from '../../../../shared/domain/classification.ts';

/** Labels that hold in fewer dev texts are calibrated together. */
const LEAST_TEXTS = 5;
/** log of the inverse temperature is looked for between these. */
const RANGE = { from: Math.log(0.05), to: Math.log(20) };
const GOLDEN = (Math.sqrt(5) - 1) / 2;
const SEARCH_STEPS = 60;
const NEWTON_STEPS = 50;
/** Pulls scale and shift towards 1 and 0, so that labels that are told apart without error stay finite. */
const PULL = 1;
const LEAST_SCALE = 0.05;

/** Leaves the logits as they are. */
export function uncalibrated(mode: 'single' | 'multiple', labels: number): Calibration {
  return mode === 'single'
    ? { kind: 'temperature', temperature: 1 }
    : { kind: 'platt', scale: new Array(labels).fill(1), shift: new Array(labels).fill(0) };
}

/** Probabilities [L] of logits [L]. */
export function probabilitiesOf(logits: Float32Array, calibration: Calibration): Float32Array {
  if (calibration.kind === 'platt')
    return logits.map(
      (logit, k) => 1 / (1 + Math.exp(-(calibration.scale[k]! * logit + calibration.shift[k]!))),
    );
  const top = logits.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  const weights = Float64Array.from(logits, (logit) => Math.exp((logit - top) / calibration.temperature));
  const total = weights.reduce((a, b) => a + b, 0);
  return Float32Array.from(weights, (weight) => weight / total);
}

/**
 * Fits on labelled texts; rows [L] of logits. Of one-label texts those whose label is unknown to the model are left
 * out. What is fitted never has a larger negative log likelihood on these texts than no calibration.
 */
export function fitCalibration(
  rows: readonly Float32Array[],
  gold: readonly (readonly number[])[],
  mode: 'single' | 'multiple',
): Calibration {
  return mode === 'single' ? fitTemperature(rows, gold) : fitPlatt(rows, gold);
}

function fitTemperature(rows: readonly Float32Array[], gold: readonly (readonly number[])[]): Calibration {
  const texts = rows.flatMap((row, i) => {
    const label = gold[i]![0];
    return label === undefined || label >= row.length ? [] : [{ row, label }];
  });
  const loss = (logInverse: number) => temperatureLoss(texts, Math.exp(logInverse));
  const found = smallest(loss);
  const better = texts.length > 0 && loss(found) < loss(0);
  return { kind: 'temperature', temperature: better ? Math.exp(-found) : 1 };
}

/** Convex in the inverse temperature. */
function temperatureLoss(
  texts: readonly { readonly row: Float32Array; readonly label: number }[],
  inverse: number,
): number {
  let total = 0;
  for (const { row, label } of texts) {
    const top = row.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
    let sum = 0;
    for (const logit of row) sum += Math.exp((logit - top) * inverse);
    total += Math.log(sum) - (row[label]! - top) * inverse;
  }
  return total;
}

/** Golden section. */
function smallest(loss: (x: number) => number): number {
  let { from, to } = RANGE;
  let [left, right] = [to - GOLDEN * (to - from), from + GOLDEN * (to - from)];
  let [lossLeft, lossRight] = [loss(left), loss(right)];
  for (let step = 0; step < SEARCH_STEPS && to - from > 1e-6; step++) {
    if (lossLeft <= lossRight) {
      [to, right, lossRight] = [right, left, lossLeft];
      left = to - GOLDEN * (to - from);
      lossLeft = loss(left);
    } else {
      [from, left, lossLeft] = [left, right, lossRight];
      right = from + GOLDEN * (to - from);
      lossRight = loss(right);
    }
  }
  return (from + to) / 2;
}

interface Line {
  readonly scale: number;
  readonly shift: number;
}

const IDENTITY: Line = { scale: 1, shift: 0 };

function fitPlatt(rows: readonly Float32Array[], gold: readonly (readonly number[])[]): Calibration {
  const labels = rows[0]?.length ?? 0;
  const sets = gold.map((own) => new Set(own));
  const pairs = (label: number): Pair[] =>
    rows.map((row, text) => ({ logit: row[label]!, holds: sets[text]!.has(label) }));
  const isRare = (own: readonly Pair[]) => own.filter(({ holds }) => holds).length < LEAST_TEXTS;
  const byLabel = Array.from({ length: labels }, (_, label) => pairs(label));
  const shared = fitLine(byLabel.filter(isRare).flat());
  const lines = byLabel.map((own) => (isRare(own) ? shared : fitLine(own)));
  return { kind: 'platt', scale: lines.map(({ scale }) => scale), shift: lines.map(({ shift }) => shift) };
}

interface Pair {
  readonly logit: number;
  readonly holds: boolean;
}

/** Newton's method, halving steps that do not lower the loss. */
function fitLine(pairs: readonly Pair[]): Line {
  let line = IDENTITY;
  let loss = lineLoss(pairs, line);
  for (let step = 0; step < NEWTON_STEPS; step++) {
    const move = newtonStep(pairs, line);
    let next: Line | undefined;
    for (let share = 1; share > 1e-4 && next === undefined; share /= 2) {
      const tried = {
        scale: Math.max(LEAST_SCALE, line.scale - share * move.scale),
        shift: line.shift - share * move.shift,
      };
      if (lineLoss(pairs, tried) < loss) next = tried;
    }
    if (next === undefined) return line;
    const gained = loss - lineLoss(pairs, next);
    [line, loss] = [next, loss - gained];
    if (gained < 1e-9) return line;
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
