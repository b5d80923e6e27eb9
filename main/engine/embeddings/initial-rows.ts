/** Random initial values of tables. */
import { fillUint32 } from '../layers/random.ts';

const TWO_POW_32 = 2 ** 32;
/** Rows generated at a time. */
const BATCH = 1024;

export interface RowTable {
  /** [rows, rowFloats] */
  readonly values: Float32Array;
  readonly rows: number;
  readonly rowFloats: number;
}

/**
 * Fills the first `width` values of each row uniformly in ±`bound`. Deterministic by seed for each row, whatever
 * rows follow.
 */
export function fillUniform(
  { values, rows, rowFloats }: RowTable,
  width: number,
  bound: number,
  stream: { readonly seed: number; readonly purpose: string },
): void {
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
