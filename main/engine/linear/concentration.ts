/**
 * Weight of an n-gram by what it tells about labels: the square root of its balanced distributional concentration (Wang
 * et al. 2015, equation 5), 1 − H(p) ÷ ln L, where p(l) is proportional to the share that the n-gram has of label l's texts.
 */
import type { SparseMatrix } from './sparse-matrix.ts';

/** Added to the share of each label, so that a single text is no certainty; in values of the matrix. */
const SMOOTHING = 0.5;

/** Sums of columns and labels that are in memory at one time. */
const MOST_SUMS = 4_000_000;

/** Returns a factor of each column from 0 to 1, rounded as files hold it. */
export function concentrations(
  matrix: SparseMatrix,
  gold: readonly (readonly number[])[],
  labels: number,
): Float64Array {
  const factors = new Float64Array(matrix.width);
  const totals = new Float64Array(labels);
  eachValue(matrix, gold, (_column, label, value) => {
    totals[label]! += value;
  });
  const all = totals.reduce((a, b) => a + b, 0);
  const block = Math.max(1, Math.floor(MOST_SUMS / labels));
  for (let from = 0; from < matrix.width; from += block) {
    const to = Math.min(from + block, matrix.width);
    const sums = new Float32Array((to - from) * labels);
    eachValue(matrix, gold, (column, label, value) => {
      if (column >= from && column < to) sums[(column - from) * labels + label]! += value;
    });
    for (let column = from; column < to; column++) {
      const own = (column - from) * labels;
      const shares = totals.map(
        (total, label) => (sums[own + label]! + (SMOOTHING * total) / all) / (total || 1),
      );
      factors[column] = roundFactor(Math.sqrt(Math.max(0, 1 - entropy(shares) / Math.log(labels))));
    }
  }
  return factors;
}

/** Calls `visit` for each value and each label of its row. */
function eachValue(
  { rows, rowStarts, columns, values }: SparseMatrix,
  gold: readonly (readonly number[])[],
  visit: (column: number, label: number, value: number) => void,
): void {
  for (let row = 0; row < rows; row++)
    for (const label of gold[row]!)
      for (let k = rowStarts[row]!; k < rowStarts[row + 1]!; k++) visit(columns[k]!, label, values[k]!);
}

/** Entropy in nats of what the weights are in proportion to. */
function entropy(weights: Float64Array): number {
  const total = weights.reduce((a, b) => a + b, 0);
  return weights.reduce(
    (sum, weight) => (weight > 0 ? sum - (weight / total) * Math.log(weight / total) : sum),
    0,
  );
}

const roundFactor = (factor: number): number => Number(factor.toFixed(4));
