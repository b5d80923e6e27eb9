/**
 * From logits to probabilities that mean what they say. `scaling`: a temperature where a text has one label, a line a
 * label (Platt) where it may have several. `isotonic`: a rising curve a label.
 */
import { assertNever } from '../../../../shared/assert.ts';
import type { Calibration, IsotonicCurve } from '../../../../shared/domain/probabilities.ts';
import { fitIsotonic, isotonicAt } from './isotonic.ts';
import { fitLine } from './platt.ts';
import { joined, type SortedValues, sorted, valuesByLabel } from './sorted-values.ts';
import { fitTemperature } from './temperature.ts';

export type CalibrationMethod = 'none' | 'scaling' | 'isotonic';

/** Labels that hold in fewer dev texts share a line. */
const LEAST_FOR_LINE = 5;
/** Labels that hold, or do not hold, in fewer dev texts share a curve, which needs as many. */
const LEAST_FOR_CURVE = 20;
/** Share of the plain sigmoid in a curve: keeps what a step makes equal in the order of the logits. */
const SLOPE = 1e-3;

/** Leaves the logits as they are. */
export const uncalibrated = (mode: 'single' | 'multiple', labels: number): Calibration =>
  mode === 'single'
    ? { kind: 'temperature', temperature: 1 }
    : { kind: 'platt', scale: new Array(labels).fill(1), shift: new Array(labels).fill(0) };

/** Probabilities [L] of logits [L]. */
export function probabilitiesOf(logits: Float32Array, calibration: Calibration): Float32Array {
  switch (calibration.kind) {
    case 'platt':
      return logits.map((logit, k) => sigmoid(calibration.scale[k]! * logit + calibration.shift[k]!));
    case 'temperature': {
      const top = logits.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
      return shares(Float64Array.from(logits, (logit) => Math.exp((logit - top) / calibration.temperature)));
    }
    case 'isotonic': {
      const odds = calibration.mode === 'single' ? oddsOf(logits) : Float64Array.from(logits);
      const given = odds.map((value, k) => isotonicProbability(calibration, k, value));
      return calibration.mode === 'single' ? shares(given) : Float32Array.from(given);
    }
    default:
      return assertNever(calibration);
  }
}

const sigmoid = (x: number): number => 1 / (1 + Math.exp(-x));

/** Divided by their sum. */
function shares(weights: Float64Array): Float32Array {
  const total = weights.reduce((a, b) => a + b, 0);
  return Float32Array.from(weights, (weight) => weight / total);
}

function isotonicProbability(
  { curves, curveOf, scale, shift }: Extract<Calibration, { kind: 'isotonic' }>,
  label: number,
  odds: number,
): number {
  const curve = curves[curveOf[label]!];
  if (curve === undefined) return sigmoid(scale[label]! * odds + shift[label]!);
  return (1 - SLOPE) * isotonicAt(curve, odds) + SLOPE * sigmoid(odds);
}

/** Log odds [L] of each class against all others, from logits [L]. */
export function oddsOf(logits: Float32Array): Float64Array {
  const top = logits.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  const weights = Float64Array.from(logits, (logit) => Math.exp(logit - top));
  const total = weights.reduce((a, b) => a + b, 0);
  return weights.map((weight, label) => {
    // For a class that outweighs all others the other weights are added up: a difference would cancel.
    const others =
      weight < total / 2 ? total - weight : weights.reduce((a, b, k) => (k === label ? a : a + b), 0);
    return logits[label]! - top - Math.log(Math.max(others, Number.MIN_VALUE));
  });
}

/**
 * Fits on labelled texts; rows [L] of logits. Of one-label texts those whose label is unknown to the model are left
 * out of a temperature. What scaling fits never has a larger negative log likelihood on these texts than no calibration.
 */
export function fitCalibration(
  rows: readonly Float32Array[],
  gold: readonly (readonly number[])[],
  { mode, method }: { readonly mode: 'single' | 'multiple'; readonly method: CalibrationMethod },
): Calibration {
  const labels = rows[0]?.length ?? 0;
  if (method === 'none') return uncalibrated(mode, labels);
  if (method === 'scaling' && mode === 'single')
    return { kind: 'temperature', temperature: fitTemperature(rows, gold) };
  const values = valuesByLabel(mode === 'single' ? rows.map(oddsOf) : rows, gold, labels);
  const lines = fitLines(values);
  return method === 'scaling'
    ? { kind: 'platt', ...lines }
    : { kind: 'isotonic', mode, ...fitCurves(values), ...lines };
}

/** A line a label; rare ones share one. */
function fitLines(values: readonly SortedValues[]): { scale: number[]; shift: number[] } {
  const isRare = ({ holding }: SortedValues): boolean => holding.length < LEAST_FOR_LINE;
  const shared = fitLine(joined(values.filter(isRare)));
  const lines = values.map((own) => (isRare(own) ? shared : fitLine(own)));
  return { scale: lines.map(({ scale }) => scale), shift: lines.map(({ shift }) => shift) };
}

/** A curve a label; those with too little for one share one; without enough for that they have none. */
function fitCurves(values: readonly SortedValues[]): { curves: IsotonicCurve[]; curveOf: number[] } {
  const rest = sorted(joined(values.filter((own) => !isEnough(own))));
  const curves = isEnough(rest) ? [fitIsotonic(rest)] : [];
  const shared = curves.length - 1;
  const curveOf = values.map((own) => (isEnough(own) ? curves.push(fitIsotonic(own)) - 1 : shared));
  return { curves, curveOf };
}

const isEnough = ({ all, holding }: SortedValues): boolean =>
  holding.length >= LEAST_FOR_CURVE && all.length - holding.length >= LEAST_FOR_CURVE;
