/** Returns 0 .. count - 1. */
export const positions = (count: number): Int32Array => Int32Array.from({ length: count }, (_, i) => i);

/**
 * Sorts positions by key with a stable counting sort.
 * @param positions positions to sort; the result is a permutation of them
 * @param keyOf returns the key of a position, 0 ≤ key < keys
 */
export function countingSort(
  positions: Int32Array,
  keyOf: (position: number) => number,
  keys: number,
): Int32Array {
  const next = new Int32Array(keys + 1);
  for (const position of positions) next[keyOf(position) + 1]!++;
  for (let key = 0; key < keys; key++) next[key + 1]! += next[key]!;
  const sorted = new Int32Array(positions.length);
  for (const position of positions) sorted[next[keyOf(position)]!++] = position;
  return sorted;
}
