/** Quantises weights to int8 for inference: symmetric, one scale per column (Jacob et al., arXiv:1712.05877). */

export interface QuantizedMatrix {
  /** [rows, columns] */
  readonly values: Int8Array;
  /** [columns]: weight ≈ values · scale. */
  readonly scales: Float32Array;
}

/** Largest code; codes are symmetric, so that 0 is exact. */
const LARGEST = 127;

// Plain loops: closures would take seconds over millions of weights.

/** Quantises weight [rows, columns], row-major. */
export function quantizeColumns(weight: Float32Array, rows: number, columns: number): QuantizedMatrix {
  const scales = new Float32Array(columns);
  for (let row = 0, at = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++, at++) {
      const scale = Math.abs(weight[at]!) / LARGEST;
      if (scale > scales[column]!) scales[column] = scale;
    }
  }
  const values = new Int8Array(rows * columns); // 0 in columns of zeros
  for (let row = 0, at = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++, at++) {
      const scale = scales[column]!;
      if (scale > 0) values[at] = Math.round(weight[at]! / scale);
    }
  }
  return { values, scales };
}

/** Zero point of unsigned codes. */
export const SHIFT = 128;

/** Returns signed codes as unsigned ones, moved by `SHIFT`. */
export function shifted(codes: Int8Array): Uint8Array {
  const out = new Uint8Array(codes.length);
  for (let i = 0; i < codes.length; i++) out[i] = codes[i]! + SHIFT;
  return out;
}

/** Transposes [rows, columns] to [columns, rows]. */
export function transposed(matrix: Float32Array, rows: number, columns: number): Float32Array {
  const out = new Float32Array(rows * columns);
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++)
      out[column * rows + row] = matrix[row * columns + column]!;
  return out;
}
