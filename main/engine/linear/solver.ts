/** Learns the weights of a linear classifier step by step; what a step does follows from its number and the seed. */
import type { LinearMethod } from '../../../shared/domain/linear.ts';
import { RandomStream } from '../layers/random.ts';
import type { ParameterSpec, Values } from '../runtime/program.ts';
import { type BinaryLoss, binaryObjective, solveBinary } from './coordinate-descent.ts';
import { MultinomialSolver, startMultinomial } from './multinomial.ts';
import { logCountRatios } from './naive-bayes.ts';
import { type SparseMatrix, scaleColumns } from './sparse-matrix.ts';

/** Rows with labels. */
export interface LinearProblem {
  readonly matrix: SparseMatrix;
  /** Numbers of each row's labels. */
  readonly gold: readonly (readonly number[])[];
  readonly labels: number;
  readonly mode: 'single' | 'multiple';
  /** Weight of the texts of each label in the loss; absent: 1 each. */
  readonly labelWeights: readonly number[] | undefined;
}

export interface SolverSettings {
  readonly method: LinearMethod;
  readonly c: number;
  readonly seed: number;
}

export interface LinearSolver {
  /** Steps at most. */
  readonly steps: number;
  /** Tensors of the state. */
  readonly specs: readonly ParameterSpec[];
  /** The whole state between two steps, changed in place. `weight`: float32 [width + 1, labels], intercepts last. */
  readonly state: Values & { readonly weight: Float32Array };
  /** Does a step, counted from 0. Returns the mean loss of the rows and whether nothing is left to do. */
  step(number: number): { readonly loss: number; readonly done: boolean };
}

/** Largest violation of optimality, as LIBLINEAR's default for dual solvers. */
const TOLERANCE = 0.1;
const MAX_PASSES = 1000;
/** Passes of the multinomial solver at most. */
const MOST_PASSES = 100;
/** Duality gap as a share of the loss at which the multinomial solver stops. */
const ENOUGH = 1e-3;
/** Added to the sums of naive Bayes, which are of TF-IDF values. */
const SMOOTHING = 0.5;

export const createSolver = (problem: LinearProblem, settings: SolverSettings): LinearSolver =>
  settings.method.loss === 'softmax' && problem.mode === 'single'
    ? multinomial(problem, settings)
    : oneAgainstRest(problem, settings);

/** Step k learns label k against all others. */
function oneAgainstRest(problem: LinearProblem, { method, c, seed }: SolverSettings): LinearSolver {
  const { matrix, labels } = problem;
  const loss: BinaryLoss = method.loss === 'softmax' ? 'logistic' : 'squared-hinge';
  const weight = new Float32Array((matrix.width + 1) * labels);
  return {
    steps: labels,
    specs: [{ name: 'weight', shape: [matrix.width + 1, labels] }],
    state: { weight },
    step(label) {
      const signs = signsOf(problem, label);
      const costs = costsOf(problem, signs, label, c);
      const ratios = method.naiveBayes ? logCountRatios(matrix, signs, SMOOTHING) : undefined;
      const binary = { matrix: ratios === undefined ? matrix : scaleColumns(matrix, ratios), signs, costs };
      const random = new RandomStream({ seed, purpose: 'coordinates', step: label });
      const w = solveBinary(binary, loss, { random, tolerance: TOLERANCE, maxPasses: MAX_PASSES });
      for (const [column, value] of w.entries())
        weight[column * labels + label] = value * (ratios?.[column] ?? 1); // the intercept has no ratio
      return { loss: binaryObjective(binary, loss, w) / (c * matrix.rows), done: label + 1 === labels };
    },
  };
}

function signsOf({ gold }: LinearProblem, label: number): Int8Array {
  return Int8Array.from(gold, (own) => (own.includes(label) ? 1 : -1));
}

/** C of each row: rows with the label count by its weight, as scikit-learn's `class_weight` in `LinearSVC`. */
function costsOf({ labelWeights }: LinearProblem, signs: Int8Array, label: number, c: number): Float64Array {
  const own = c * (labelWeights?.[label] ?? 1);
  return Float64Array.from(signs, (sign) => (sign > 0 ? own : c));
}

/** A step is a pass over all rows. */
function multinomial(
  { matrix, gold, labels: classes, labelWeights }: LinearProblem,
  { c, seed }: SolverSettings,
): LinearSolver {
  const labels = Int32Array.from(gold, ([own]) => own!);
  const costs = Float64Array.from(labels, (label) => c * (labelWeights?.[label] ?? 1));
  const total = costs.reduce((a, b) => a + b, 0);
  const problem = { matrix, labels, classes, costs };
  const { weights: weight, shares } = startMultinomial(problem);
  const solver = new MultinomialSolver(problem, { weights: weight, shares });
  return {
    steps: MOST_PASSES,
    specs: [
      { name: 'weight', shape: [matrix.width + 1, classes] },
      { name: 'shares', shape: [matrix.rows, classes] },
    ],
    state: { weight, shares },
    step(pass) {
      const { loss, gap } = solver.pass(seed, pass);
      return { loss: loss / total, done: gap <= ENOUGH * loss || pass + 1 === MOST_PASSES };
    },
  };
}
