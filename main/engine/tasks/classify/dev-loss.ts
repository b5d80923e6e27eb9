/** Cross entropy of a classifier's logits, in plain arrays. */
import { logSumExp } from '../../layers/log-sum-exp.ts';

/**
 * Mean of what training lowers, without weights of labels and focus on hard ones: over texts where a text has one
 * label, over texts and labels where it may have several. Labels unknown to the model have no logit: they are left out,
 * as are one-label texts that bear one. Rows [L]; 0 when nothing is left.
 */
export function crossEntropy(
  rows: readonly Float32Array[],
  gold: readonly (readonly number[])[],
  mode: 'single' | 'multiple',
): number {
  let [total, count] = [0, 0];
  for (const [text, row] of rows.entries()) {
    const labels = gold[text]!.filter((label) => label < row.length);
    if (mode === 'single') {
      if (labels[0] === undefined) continue;
      total += logSumExp(row) - row[labels[0]]!;
      count++;
    } else {
      for (const logit of row) total += softplus(logit);
      for (const label of labels) total -= row[label]!;
      count += row.length;
    }
  }
  return total / Math.max(1, count);
}

/** log(1 + eˣ), without overflow. */
const softplus = (x: number): number => Math.max(x, 0) + Math.log1p(Math.exp(-Math.abs(x)));
