/** Log-count ratios of naive Bayes, by which NB-SVM weighs its features (Wang and Manning 2012, equation 2). */
import type { SparseMatrix } from './sparse-matrix.ts';

/**
 * r = ln((p ÷ ‖p‖₁) ÷ (q ÷ ‖q‖₁)) of each column, where p and q are `smoothing` plus the sums of the rows with sign 1 and
 * with sign −1.
 */
export function logCountRatios(
  { rows, width, rowStarts, columns, values }: SparseMatrix,
  signs: Int8Array,
  smoothing: number,
): Float64Array {
  const p = new Float64Array(width).fill(smoothing);
  const q = new Float64Array(width).fill(smoothing);
  for (let row = 0; row < rows; row++) {
    const sums = signs[row]! > 0 ? p : q;
    for (let k = rowStarts[row]!; k < rowStarts[row + 1]!; k++) sums[columns[k]!]! += values[k]!;
  }
  const [totalP, totalQ] = [p, q].map((sums) => sums.reduce((a, b) => a + b, 0)) as [number, number]; // safe: two
  return p.map((value, column) => Math.log((value * totalQ) / (q[column]! * totalP)));
}
