/** Returns log Σ exp(x), without overflow. */
export function logSumExp(values: ArrayLike<number>): number {
  let top = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < values.length; i++) if (values[i]! > top) top = values[i]!;
  let total = 0;
  for (let i = 0; i < values.length; i++) total += Math.exp(values[i]! - top);
  return top + Math.log(total);
}
