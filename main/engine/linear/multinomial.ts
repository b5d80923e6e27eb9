/**
 * Multinomial logistic regression by proximal stochastic dual coordinate ascent (Shalev-Shwartz and Zhang 2014,
 * procedure 2, option III): minimises ½‖W‖² + Σ Cᵢ (−ln softmax(W xᵢ)[yᵢ]), where xᵢ ends with a 1 for the intercept.
 */
import { RandomStream } from '../layers/random.ts';
import { type SparseMatrix, squaredNorms } from './sparse-matrix.ts';

export interface MultinomialProblem {
  readonly matrix: SparseMatrix;
  /** Number of each row's label. */
  readonly labels: Int32Array;
  readonly classes: number;
  /** C of each row, > 0. */
  readonly costs: Float64Array;
}

/** The whole state between two passes. */
export interface MultinomialState {
  /** W, float32 [width + 1, classes]; the last row holds the intercepts. */
  readonly weights: Float32Array;
  /** Dual variables ÷ Cᵢ, float32 [rows, classes]: a distribution over the labels of each row. */
  readonly shares: Float32Array;
}

/** Returns W = 0, where each row's distribution is its label. */
export function startMultinomial({ matrix, labels, classes }: MultinomialProblem): MultinomialState {
  const shares = new Float32Array(matrix.rows * classes);
  for (const [row, label] of labels.entries()) shares[row * classes + label] = 1;
  return { weights: new Float32Array((matrix.width + 1) * classes), shares };
}

/** Squared length of moves that change nothing; smaller ones would only add up rounding errors of float32. */
const NEGLIGIBLE = 1e-10;

/** Multinomial solver, one pass over all rows at a time. */
export class MultinomialSolver {
  readonly #problem: MultinomialProblem;
  readonly #state: MultinomialState;
  readonly #norms: Float64Array;
  readonly #scores: Float64Array;
  readonly #moves: Float64Array;

  /** @param state changed in place */
  constructor(problem: MultinomialProblem, state: MultinomialState) {
    this.#problem = problem;
    this.#state = state;
    this.#norms = squaredNorms(problem.matrix);
    this.#scores = new Float64Array(problem.classes);
    this.#moves = new Float64Array(problem.classes);
  }

  /**
   * Moves every row once, in an order drawn by seed and pass. Returns the loss Σ Cᵢ ℓᵢ and the duality gap, each as met
   * on the way.
   */
  pass(seed: number, pass: number): { readonly loss: number; readonly gap: number } {
    const { matrix, costs } = this.#problem;
    const order = Int32Array.from({ length: matrix.rows }, (_, row) => row);
    let [loss, gap] = [0, 0];
    for (const row of new RandomStream({ seed, purpose: 'multinomial', step: pass }).shuffle(order)) {
      const moved = this.#move(row);
      loss += costs[row]! * moved.loss;
      gap += costs[row]! * moved.divergence;
    }
    return { loss, gap };
  }

  /** Returns the row's loss −ln p[y] and the divergence KL(q ‖ p) before its move from q towards p. */
  #move(row: number): { readonly loss: number; readonly divergence: number } {
    const { labels, classes, costs } = this.#problem;
    const { shares } = this.#state;
    const logs = this.#logSoftmax(row);
    const from = row * classes;
    let [divergence, squares] = [0, 0];
    for (let label = 0; label < classes; label++) {
      const q = shares[from + label]!;
      const move = Math.exp(logs[label]!) - q;
      this.#moves[label] = move;
      squares += move * move;
      if (q > 0) divergence += q * (Math.log(q) - logs[label]!);
    }
    const loss = -logs[labels[row]!]!;
    if (squares < NEGLIGIBLE) return { loss, divergence };
    const cost = costs[row]!;
    const step = Math.min(1, (divergence / squares + 1) / (2 + (this.#norms[row]! + 1) * cost));
    for (let label = 0; label < classes; label++) {
      const before = shares[from + label]!;
      shares[from + label] = before + step * this.#moves[label]!;
      this.#moves[label] = cost * (before - shares[from + label]!);
    }
    this.#addMoves(row);
    return { loss, divergence };
  }

  /** ln softmax(W x), float64 [classes]; valid until the next call. */
  #logSoftmax(row: number): Float64Array {
    const { matrix, classes } = this.#problem;
    const { weights } = this.#state;
    const scores = this.#scores;
    const bias = matrix.width * classes;
    for (let label = 0; label < classes; label++) scores[label] = weights[bias + label]!;
    for (let k = matrix.rowStarts[row]!; k < matrix.rowStarts[row + 1]!; k++) {
      const [at, value] = [matrix.columns[k]! * classes, matrix.values[k]!];
      for (let label = 0; label < classes; label++) scores[label]! += value * weights[at + label]!;
    }
    const top = scores.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
    let sum = 0;
    for (const score of scores) sum += Math.exp(score - top);
    const total = top + Math.log(sum);
    for (let label = 0; label < classes; label++) scores[label]! -= total;
    return scores;
  }

  /** W ← W + x ⊗ moves. */
  #addMoves(row: number): void {
    const { matrix, classes } = this.#problem;
    const { weights } = this.#state;
    const moves = this.#moves;
    for (let k = matrix.rowStarts[row]!; k < matrix.rowStarts[row + 1]!; k++) {
      const [at, value] = [matrix.columns[k]! * classes, matrix.values[k]!];
      for (let label = 0; label < classes; label++) weights[at + label]! += value * moves[label]!;
    }
    const bias = matrix.width * classes;
    for (let label = 0; label < classes; label++) weights[bias + label]! += moves[label]!;
  }
}
