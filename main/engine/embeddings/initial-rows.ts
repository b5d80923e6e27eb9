/** Random initial values of tables. */
import { fillUint32 } from '../layers/random.ts';
import { type RowMemory, tableValues } from './row-memory.ts';

const TWO_POW_32 = 2 ** 32;
/** Rows generated at a time. */
const BATCH = 1024;

/**
 * Fills the first `width` values of each row uniformly in ±`bound`. Deterministic by seed for each row, whatever
 * rows follow.
 */
export function fillUniform(
  memory: RowMemory,
  table: number,
  width: number,
  bound: number,
  stream: { readonly seed: number; readonly purpose: string },
): void {
  const values = tableValues(memory, table);
  const { rows, rowFloats } = memory;
  const words = new Uint32Array(BATCH * width);
  for (let first = 0; first < rows; first += BATCH) {
    fillUint32(words, { ...stream, step: first / BATCH });
    for (let row = first; row < Math.min(rows, first + BATCH); row++) {
      for (let i = 0; i < width; i++) {
        const word = words[(row - first) * width + i]!;
        values[row * rowFloats + i] = ((2 * word) / TWO_POW_32 - 1) * bound;
      }
    }
  }
}
