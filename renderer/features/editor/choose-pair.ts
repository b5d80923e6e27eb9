/** Two of many, the smaller first: a third takes the place of the smaller, a chosen one is let go. */
export function choosePair(chosen: readonly number[], next: number): readonly number[] {
  if (chosen.includes(next)) return chosen.filter((one) => one !== next);
  return [...chosen.slice(-1), next].toSorted((a, b) => a - b);
}
