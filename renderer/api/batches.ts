/** Consecutive groups whose sizes add up to at most `limit`; an item larger than that stands alone. */
export function batches<T>(
  items: readonly T[],
  sizeOf: (item: T) => number,
  limit: number,
  most: number,
): T[][] {
  const groups: T[][] = [];
  let current: T[] = [];
  let filled = 0;
  for (const item of items) {
    const size = sizeOf(item);
    if (current.length > 0 && (filled + size > limit || current.length >= most)) {
      groups.push(current);
      current = [];
      filled = 0;
    }
    current.push(item);
    filled += size;
  }
  if (current.length > 0) groups.push(current);
  return groups;
}
