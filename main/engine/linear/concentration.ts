/**
 * Weight of an n-gram by what it tells about labels: the square root of its balanced distributional concentration (Wang
 * et al. 2015, equation 5), 1 − H(p) ÷ ln L, where p(l) is proportional to the share that the n-gram has of label l's texts.
 */
import type { SparseMatrix } from './sparse-matrix.ts';

/** Added to the share of each label, so that a single text is no certainty; in values of the matrix. */
const SMOOTHING = 0.5;

/** Returns a factor of each column from 0 to 1, rounded as files hold it. */
export function concentrations(
  { rows, width, rowStarts, columns, values }: SparseMatrix,
  gold: readonly (readonly number[])[],
  labels: number,
): Float64Array {
  const sums = new Float32Array(width * labels);
  const totals = new Float64Array(labels);
  for (let row = 0; row < rows; row++)
    for (const label of gold[row]!)
      for (let k = rowStarts[row]!; k < rowStarts[row + 1]!; k++) {
        sums[columns[k]! * labels + label]! += values[k]!;
        totals[label]! += values[k]!;
      }
  const all = totals.reduce((a, b) => a + b, 0);
  return Float64Array.from({ length: width }, (_, column) => {
    const shares = Float64Array.from(
      totals,
      (total, label) => (sums[column * labels + label]! + (SMOOTHING * total) / all) / (total || 1),
    );
    return roundFactor(Math.sqrt(Math.max(0, 1 - entropy(shares) / Math.log(labels))));
  });
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
