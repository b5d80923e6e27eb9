/** Solvers of linear classifiers against dense formulas: objectives, gradients that vanish, and naive Bayes. */
import { describe, expect, it } from 'vitest';
import { RandomStream } from '../../../../main/engine/layers/random.ts';
import { concentrations } from '../../../../main/engine/linear/concentration.ts';
import {
  type BinaryLoss,
  type BinaryProblem,
  binaryObjective,
  solveBinary,
} from '../../../../main/engine/linear/coordinate-descent.ts';
import { MultinomialSolver, startMultinomial } from '../../../../main/engine/linear/multinomial.ts';
import { logCountRatios } from '../../../../main/engine/linear/naive-bayes.ts';
import type { SparseMatrix } from '../../../../main/engine/linear/sparse-matrix.ts';

const [ROWS, WIDTH, CLASSES] = [40, 7, 3];

/** Returns the matrix of rows, each a list of columns and values. */
function matrixOf(
  rows: readonly (readonly (readonly [column: number, value: number])[])[],
  width: number,
): SparseMatrix {
  const all = rows.flat();
  const rowStarts = new Int32Array(rows.length + 1);
  for (const [row, { length }] of rows.entries()) rowStarts[row + 1] = rowStarts[row]! + length;
  return {
    rows: rows.length,
    width,
    rowStarts,
    columns: Int32Array.from(all, ([column]) => column),
    values: Float32Array.from(all, ([, value]) => value),
  };
}

/** Random rows, a third of their values present. */
function randomMatrix(seed: number): SparseMatrix {
  const random = new RandomStream({ seed, purpose: 'matrix' });
  const rows = Array.from({ length: ROWS }, () =>
    Array.from({ length: WIDTH }, (_, column) => column).flatMap((column) =>
      random.uniform() < 0.4 ? [[column, random.normal()] as const] : [],
    ),
  );
  return matrixOf(rows, WIDTH);
}

/** Rows with a 1 for the intercept. */
function dense({ rows, rowStarts, columns, values, width }: SparseMatrix): number[][] {
  return Array.from({ length: rows }, (_, row) => {
    const out = new Array<number>(width + 1).fill(0);
    for (let k = rowStarts[row]!; k < rowStarts[row + 1]!; k++) out[columns[k]!] = values[k]!;
    out[width] = 1;
    return out;
  });
}

const product = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, value, i) => sum + value * b[i]!, 0);

/** Derivative of Cᵢ loss by the margin. */
const slopes: Readonly<Record<BinaryLoss, (margin: number) => number>> = {
  'squared-hinge': (margin) => -2 * Math.max(0, 1 - margin),
  logistic: (margin) => -1 / (1 + Math.exp(margin)),
};
const losses: Readonly<Record<BinaryLoss, (margin: number) => number>> = {
  'squared-hinge': (margin) => Math.max(0, 1 - margin) ** 2,
  logistic: (margin) => Math.log1p(Math.exp(-margin)),
};

function problemOf(seed: number): BinaryProblem {
  const random = new RandomStream({ seed, purpose: 'labels' });
  return {
    matrix: randomMatrix(seed),
    signs: Int8Array.from({ length: ROWS }, () => (random.uniform() < 0.3 ? 1 : -1)),
    costs: Float64Array.from({ length: ROWS }, () => 0.1 + 2 * random.uniform()),
  };
}

/** ½‖w‖² + Σ Cᵢ loss, and its gradient. */
function denseObjective({ matrix, signs, costs }: BinaryProblem, loss: BinaryLoss, w: readonly number[]) {
  let value = product(w, w) / 2;
  const gradient = [...w];
  for (const [row, x] of dense(matrix).entries()) {
    const margin = signs[row]! * product(x, w);
    value += costs[row]! * losses[loss](margin);
    const slope = costs[row]! * slopes[loss](margin) * signs[row]!;
    for (const [column, one] of x.entries()) gradient[column]! += slope * one;
  }
  return { value, gradient };
}

describe.each(['squared-hinge', 'logistic'] as const)('coordinate descent with %s', (loss) => {
  const solve = (problem: BinaryProblem, seed = 1) =>
    solveBinary(problem, loss, {
      random: new RandomStream({ seed, purpose: 'test' }),
      tolerance: 1e-9,
      maxPasses: 20_000,
    });

  it.each([1, 2, 3])('ends where the gradient of the dense objective vanishes (%i)', (seed) => {
    const problem = problemOf(seed);
    const w = [...solve(problem)];
    const { value, gradient } = denseObjective(problem, loss, w);
    expect(binaryObjective(problem, loss, Float64Array.from(w))).toBeCloseTo(value, 9);
    expect(Math.max(...gradient.map(Math.abs))).toBeLessThan(1e-5);
    const moved = w.map((weight, i) => weight + 0.01 * Math.sin(i + seed));
    expect(denseObjective(problem, loss, moved).value).toBeGreaterThan(value);
  });

  it('finds the same in another order, and is equal bit for bit in the same', () => {
    const problem = problemOf(4);
    expect(solve(problem, 1)).toEqual(solve(problem, 1));
    const [one, other] = [solve(problem, 1), solve(problem, 2)];
    for (const [i, weight] of one.entries()) expect(other[i]).toBeCloseTo(weight, 5);
  });

  it('is finite where all rows have the same sign, or are empty', () => {
    const problem = problemOf(5);
    expect(solve({ ...problem, signs: problem.signs.map(() => 1) }).every(Number.isFinite)).toBe(true);
    const none = Array.from({ length: ROWS }, () => []);
    const empty = { ...problem, matrix: matrixOf(none, 0) };
    expect(solve(empty)).toHaveLength(1);
    expect(solve(empty).every(Number.isFinite)).toBe(true);
  });
});

describe('multinomial logistic regression', () => {
  const problemWith = (seed: number) => {
    const random = new RandomStream({ seed, purpose: 'classes' });
    const labels = Int32Array.from({ length: ROWS }, () => random.below(CLASSES));
    const costs = Float64Array.from({ length: ROWS }, () => 0.1 + 3 * random.uniform());
    return { matrix: randomMatrix(seed), labels, classes: CLASSES, costs };
  };
  const solved = (seed: number, passes: number) => {
    const problem = problemWith(seed);
    const state = startMultinomial(problem);
    const solver = new MultinomialSolver(problem, state);
    const gaps = Array.from({ length: passes }, (_, pass) => solver.pass(7, pass).gap);
    return { problem, state, gaps, solver };
  };

  /** ½‖W‖² + Σ Cᵢ ℓᵢ of W [width + 1, classes], and its gradient. */
  function denseMultinomial({ matrix, labels, costs }: ReturnType<typeof problemWith>, w: Float64Array) {
    const gradient = w.slice();
    let value = w.reduce((sum, weight) => sum + (weight * weight) / 2, 0);
    for (const [row, x] of dense(matrix).entries()) {
      const scores = Array.from({ length: CLASSES }, (_, label) =>
        x.reduce((sum, one, column) => sum + one * w[column * CLASSES + label]!, 0),
      );
      const total = Math.log(scores.reduce((sum, score) => sum + Math.exp(score), 0));
      value += costs[row]! * (total - scores[labels[row]!]!);
      for (const [column, one] of x.entries())
        for (const [label, score] of scores.entries()) {
          const error = Math.exp(score - total) - (labels[row] === label ? 1 : 0);
          gradient[column * CLASSES + label]! += costs[row]! * error * one;
        }
    }
    return { value, gradient };
  }

  it.each([1, 2])('reaches the objective of dense gradient descent (%i)', (seed) => {
    const { problem, state } = solved(seed, 200);
    const w = new Float64Array(state.weights.length);
    for (let step = 0; step < 4000; step++) {
      const { gradient } = denseMultinomial(problem, w);
      for (const [i, slope] of gradient.entries()) w[i]! -= 0.005 * slope;
    }
    const least = denseMultinomial(problem, w);
    expect(Math.max(...least.gradient.map(Math.abs))).toBeLessThan(1e-6);
    const found = denseMultinomial(problem, Float64Array.from(state.weights)).value;
    expect(found / least.value).toBeGreaterThan(1 - 1e-9);
    expect(found / least.value).toBeLessThan(1 + 1e-5);
    for (const [i, weight] of w.entries()) expect(state.weights[i]).toBeCloseTo(weight, 2);
  });

  it('goes on from its state bit for bit', () => {
    const { state: straight } = solved(3, 6);
    const { state, problem } = solved(3, 4);
    const copy = { weights: state.weights.slice(), shares: state.shares.slice() };
    const resumed = new MultinomialSolver(problem, copy);
    for (const pass of [4, 5]) resumed.pass(7, pass);
    expect(copy).toEqual(straight);
  });
});

describe('factors of columns', () => {
  it('are the log-count ratios of naive Bayes', () => {
    const { matrix, signs } = problemOf(6);
    const positive = { ...matrix, values: matrix.values.map(Math.abs) };
    const x = dense(positive);
    const sums = (sign: number) =>
      Array.from({ length: WIDTH }, (_, column) =>
        x.reduce((sum, row, i) => (signs[i] === sign ? sum + row[column]! : sum), 0.5),
      );
    const shares = (values: number[]) => values.map((value) => value / values.reduce((a, b) => a + b, 0));
    const [p, q] = [shares(sums(1)), shares(sums(-1))];
    for (const [column, ratio] of logCountRatios(positive, signs, 0.5).entries())
      expect(ratio).toBeCloseTo(Math.log(p[column]! / q[column]!), 6);
  });

  it('are larger for columns that fewer labels have', () => {
    const rows = [
      [0, 1],
      [0, 1],
      [0, 2],
      [0, 2],
    ].map((row) => row.map((column) => [column, 1] as const));
    const [everywhere, first, second] = concentrations(matrixOf(rows, 3), [[0], [0], [1], [1]], 2);
    expect(everywhere).toBe(0);
    expect(first).toBeGreaterThan(0.3);
    expect(second).toBe(first);
  });
});
