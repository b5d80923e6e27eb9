/** Returns 0 .. count - 1. */
export function positions(count: number): Int32Array {
  const all = new Int32Array(count);
  for (let i = 0; i < count; i++) all[i] = i;
  return all;
}

/**
 * Sorts positions by key with a stable counting sort.
 * @param positions positions to sort; the result is a permutation of them
 * @param keys key of each position, 0 ≤ key < limit
 */
export function countingSort(positions: Int32Array, keys: ArrayLike<number>, limit: number): Int32Array {
  const next = new Int32Array(limit + 1);
  for (let i = 0; i < positions.length; i++) next[keys[positions[i]!]! + 1]!++;
  for (let key = 0; key < limit; key++) next[key + 1]! += next[key]!;
  const sorted = new Int32Array(positions.length);
  for (let i = 0; i < positions.length; i++) sorted[next[keys[positions[i]!]!]!++] = positions[i]!;
  return sorted;
}
