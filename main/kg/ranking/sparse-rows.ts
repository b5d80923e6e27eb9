/** Compressed sparse rows: many short lists of numbers in two typed arrays. */
import { countingSort, positions } from '../../../shared/counting-sort.ts';

/** List k is `values[start[k]] .. values[start[k + 1] - 1]`. */
export interface Csr {
  readonly start: Int32Array;
  readonly values: Int32Array;
}

/** Groups `values` by `keys`; drops duplicate (key, value) pairs and sorts each list ascending. */
export function distinctLists(keys: ArrayLike<number>, values: ArrayLike<number>, rows: number): Csr {
  let order = positions(keys.length);
  let limit = 0;
  for (let i = 0; i < values.length; i++) limit = Math.max(limit, values[i]! + 1);
  order = countingSort(order, values, limit);
  order = countingSort(order, keys, rows);
  const start = new Int32Array(rows + 1);
  const out = new Int32Array(order.length);
  let size = 0;
  let row = -1;
  for (const i of order) {
    const key = keys[i]!;
    const value = values[i]!;
    if (key === row && out[size - 1] === value) continue;
    while (row < key) start[++row] = size;
    out[size++] = value;
  }
  while (row < rows) start[++row] = size;
  return { start, values: out.slice(0, size) };
}

/** Returns the inverse mapping. */
export function transpose(lists: Csr, rows: number): Csr {
  const keys = new Int32Array(lists.values.length);
  for (let row = 0; row + 1 < lists.start.length; row++) {
    keys.fill(row, lists.start[row]!, lists.start[row + 1]!);
  }
  return distinctLists(lists.values, keys, rows);
}

/** Returns list `row` as a view without copying. */
export const listOf = (lists: Csr, row: number): Int32Array =>
  lists.values.subarray(lists.start[row]!, lists.start[row + 1]!);
