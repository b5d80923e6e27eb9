/** Layers in plain loops and double precision, to compare the real ones with. */

export const sigmoid = (x: number): number => 1 / (1 + Math.exp(-x));

export function logSum(terms: readonly number[]): number {
  const top = Math.max(...terms);
  return top + Math.log(terms.reduce((sum, term) => sum + Math.exp(term - top), 0));
}

/** Error function by its Maclaurin series; exact to double precision for |x| < 5. */
function erf(x: number): number {
  if (Math.abs(x) > 5) return Math.sign(x);
  let term = x;
  let sum = x;
  for (let n = 1; n < 120; n++) {
    term *= (-x * x) / n;
    sum += term / (2 * n + 1);
  }
  return (2 / Math.sqrt(Math.PI)) * sum;
}

export const gelu = (x: number): number => 0.5 * x * (1 + erf(x / Math.SQRT2));

/** rows [N, in] · W [in, out] + b. */
export function linear(x: readonly number[], w: readonly number[], b: readonly number[]): number[] {
  const out = b.length;
  const width = w.length / out;
  const rows = x.length / width;
  const y: number[] = [];
  for (let n = 0; n < rows; n++)
    for (let o = 0; o < out; o++) {
      let sum = b[o]!;
      for (let i = 0; i < width; i++) sum += x[n * width + i]! * w[i * out + o]!;
      y.push(sum);
    }
  return y;
}

export function layerNorm(
  x: readonly number[],
  gain: readonly number[],
  bias: readonly number[],
  eps: number,
): number[] {
  const width = gain.length;
  const y: number[] = [];
  for (let from = 0; from < x.length; from += width) {
    const row = x.slice(from, from + width);
    const mean = row.reduce((sum, v) => sum + v, 0) / width;
    const variance = row.reduce((sum, v) => sum + (v - mean) ** 2, 0) / width;
    row.forEach((v, i) => {
      y.push((gain[i]! * (v - mean)) / Math.sqrt(variance + eps) + bias[i]!);
    });
  }
  return y;
}

export function softmax(scores: readonly number[]): number[] {
  const total = logSum(scores);
  return scores.map((score) => Math.exp(score - total));
}
