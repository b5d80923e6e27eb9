/**
 * Dual coordinate descent for binary linear classifiers, minimising ½‖w‖² + Σ Cᵢ loss(yᵢ w·xᵢ) where xᵢ ends with a 1
 * for the intercept: the squared hinge of Hsieh et al. 2008, algorithm 3 with shrinking, and the logistic loss of Yu,
 * Huang and Lin 2011, algorithm 5. Both as in LIBLINEAR (`-s 1` and `-s 7`, `-B 1`).
 */
import type { RandomStream } from '../layers/random.ts';
import { type SparseMatrix, squaredNorms } from './sparse-matrix.ts';

export type BinaryLoss = 'squared-hinge' | 'logistic';

export interface BinaryProblem {
  readonly matrix: SparseMatrix;
  /** 1 or −1 for each row. */
  readonly signs: Int8Array;
  /** C of each row, > 0. */
  readonly costs: Float64Array;
}

export interface SolverLimits {
  readonly random: RandomStream;
  /** Largest violation of optimality at which the solver stops. */
  readonly tolerance: number;
  readonly maxPasses: number;
}

/** Weights of the columns, then the intercept: float64 [width + 1]. */
export type Weights = Float64Array;

export const solveBinary = (problem: BinaryProblem, loss: BinaryLoss, limits: SolverLimits): Weights =>
  loss === 'squared-hinge' ? solveSquaredHinge(problem, limits) : solveLogistic(problem, limits);

/** w·x of a row, the intercept included. */
function dot({ rowStarts, columns, values, width }: SparseMatrix, row: number, w: Weights): number {
  let sum = w[width]!;
  const end = rowStarts[row + 1]!;
  for (let k = rowStarts[row]!; k < end; k++) sum += w[columns[k]!]! * values[k]!;
  return sum;
}

/** w ← w + factor · x of a row. */
function addScaled(
  { rowStarts, columns, values, width }: SparseMatrix,
  row: number,
  factor: number,
  w: Weights,
) {
  const end = rowStarts[row + 1]!;
  for (let k = rowStarts[row]!; k < end; k++) w[columns[k]!]! += factor * values[k]!;
  w[width]! += factor;
}

/** Changes that are smaller change nothing. */
const NEGLIGIBLE = 1e-12;

function solveSquaredHinge(
  { matrix, signs, costs }: BinaryProblem,
  { random, tolerance, maxPasses }: SolverLimits,
) {
  const w = new Float64Array(matrix.width + 1);
  const alphas = new Float64Array(matrix.rows);
  const norms = squaredNorms(matrix);
  const order = Int32Array.from({ length: matrix.rows }, (_, row) => row);
  let active = matrix.rows;
  let bound = Number.POSITIVE_INFINITY;
  for (let pass = 0; pass < maxPasses; pass++) {
    random.shuffle(order.subarray(0, active));
    let [highest, lowest] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
    for (let place = 0; place < active; place++) {
      const row = order[place]!;
      const old = alphas[row]!;
      const diagonal = 0.5 / costs[row]!;
      const gradient = signs[row]! * dot(matrix, row, w) - 1 + diagonal * old;
      if (old === 0 && gradient > bound) {
        order[place--] = order[--active]!;
        order[active] = row;
        continue;
      }
      const projected = old === 0 ? Math.min(gradient, 0) : gradient;
      highest = Math.max(highest, projected);
      lowest = Math.min(lowest, projected);
      if (Math.abs(projected) < NEGLIGIBLE) continue;
      const next = Math.max(0, old - gradient / (norms[row]! + 1 + diagonal));
      alphas[row] = next;
      addScaled(matrix, row, (next - old) * signs[row]!, w);
    }
    if (highest - lowest <= tolerance) {
      if (active === matrix.rows) break;
      active = matrix.rows; // those left out must be optimal too
      bound = Number.POSITIVE_INFINITY;
    } else bound = highest <= 0 ? Number.POSITIVE_INFINITY : highest;
  }
  return w;
}

const NEWTON_STEPS = 100;
/** Newton's steps that would leave the interval go to this share of the old value instead. */
const RETREAT = 0.1;

function solveLogistic(
  { matrix, signs, costs }: BinaryProblem,
  { random, tolerance, maxPasses }: SolverLimits,
) {
  const w = new Float64Array(matrix.width + 1);
  const alphas = costs.map((cost) => Math.min(0.001 * cost, 1e-8));
  const norms = squaredNorms(matrix);
  for (let row = 0; row < matrix.rows; row++) addScaled(matrix, row, signs[row]! * alphas[row]!, w);
  const order = Int32Array.from({ length: matrix.rows }, (_, row) => row);
  for (let pass = 0; pass < maxPasses; pass++) {
    let worst = 0;
    for (const row of random.shuffle(order)) {
      const update = logisticUpdate(
        alphas[row]!,
        costs[row]!,
        norms[row]! + 1,
        signs[row]! * dot(matrix, row, w),
      );
      worst = Math.max(worst, update.violation);
      if (update.alpha === alphas[row]) continue;
      addScaled(matrix, row, (update.alpha - alphas[row]!) * signs[row]!, w);
      alphas[row] = update.alpha;
    }
    if (worst < tolerance) break;
  }
  return w;
}

/** Minimises the dual over one α between 0 and `cost` by Newton's method, from the end of the interval that is nearer. */
function logisticUpdate(
  alpha: number,
  cost: number,
  norm: number,
  margin: number,
): { readonly alpha: number; readonly violation: number } {
  const isUpper = 0.5 * norm * (cost - 2 * alpha) + margin < 0;
  const [start, slope] = isUpper ? [cost - alpha, -margin] : [alpha, margin];
  const gradientAt = (z: number): number => norm * (z - start) + slope + Math.log(z / (cost - z));
  let z = cost - start < 0.5 * cost ? RETREAT * start : start;
  let gradient = gradientAt(z);
  const violation = Math.abs(gradient);
  for (let step = 0; step < NEWTON_STEPS && Math.abs(gradient) > 1e-8; step++) {
    const next = z - gradient / (norm + cost / ((cost - z) * z));
    z = next <= 0 ? RETREAT * z : Math.min(next, cost * (1 - 1e-15));
    gradient = gradientAt(z);
  }
  return { alpha: isUpper ? cost - z : z, violation };
}

/** Returns ½‖w‖² + Σ Cᵢ loss. */
export function binaryObjective(
  { matrix, signs, costs }: BinaryProblem,
  loss: BinaryLoss,
  w: Weights,
): number {
  let total = 0;
  for (const weight of w) total += (weight * weight) / 2;
  for (let row = 0; row < matrix.rows; row++) {
    const margin = signs[row]! * dot(matrix, row, w);
    total +=
      costs[row]! *
      (loss === 'squared-hinge'
        ? Math.max(0, 1 - margin) ** 2
        : Math.max(-margin, 0) + Math.log1p(Math.exp(-Math.abs(margin))));
  }
  return total;
}
