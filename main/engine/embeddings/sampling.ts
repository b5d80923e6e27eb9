/** Samples from fixed distributions with one 32-bit random word each. */

const TWO_POW_32 = 2 ** 32;

/** Walker's alias table, built as by Vose (IEEE TSE 17(9), 1991): any discrete distribution in two look-ups. */
export interface AliasTable {
  /** Probability of drawing the entry itself … */
  readonly thresholds: Float64Array;
  /** … and the entry drawn otherwise. */
  readonly aliases: Int32Array;
}

/** Builds a table. @param weights non-negative, not all 0; i is drawn with probability weights[i] / Σ weights */
export function aliasTable(weights: Float64Array): AliasTable {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const scaled = weights.map((weight) => (weight * weights.length) / total);
  const thresholds = new Float64Array(weights.length).fill(1);
  const aliases = Int32Array.from(weights, (_, index) => index);
  const small: number[] = [];
  const large: number[] = [];
  scaled.forEach((value, index) => {
    (value < 1 ? small : large).push(index);
  });
  while (small.length > 0 && large.length > 0) {
    const [less, more] = [small.pop()!, large.at(-1)!];
    thresholds[less] = scaled[less]!;
    aliases[less] = more;
    scaled[more]! -= 1 - scaled[less]!;
    if (scaled[more]! < 1) {
      large.pop();
      small.push(more);
    }
  }
  return { thresholds, aliases };
}

/** Draws an index: the word's high bits choose an entry, the rest is compared with the threshold. */
export function drawAlias({ thresholds, aliases }: AliasTable, word: number): number {
  const scaled = word * (thresholds.length / TWO_POW_32);
  const index = scaled | 0;
  return scaled - index < thresholds[index]! ? index : aliases[index]!;
}

/**
 * Returns thresholds of random words below which a token is kept: tokens above a share `sample` of the corpus are
 * subsampled. The probability is word2vec's √(t / c) + t / c with t = sample · Σ counts.
 */
export function keepLimits(counts: Float64Array, sample: number): Float64Array {
  const threshold = sample * counts.reduce((sum, count) => sum + count, 0);
  return counts.map((count) => {
    const kept = sample === 0 ? 1 : Math.sqrt(threshold / count) + threshold / count;
    return Math.min(1, kept) * TWO_POW_32;
  });
}
