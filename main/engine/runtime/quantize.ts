/** int8 weights for inference: symmetric, one scale a column (Jacob et al., arXiv:1712.05877). */

export interface QuantizedMatrix {
  /** [rows, columns] */
  readonly values: Int8Array;
  /** [columns]: weight ≈ values · scale. */
  readonly scales: Float32Array;
}

/** Codes run from −127 to 127, so that 0 is exact and both signs reach as far. */
const LARGEST = 127;

/** weight [rows, columns], row by row. */
export function quantizeColumns(weight: Float32Array, rows: number, columns: number): QuantizedMatrix {
  const scales = new Float32Array(columns);
  weight.forEach((value, index) => {
    scales[index % columns] = Math.max(scales[index % columns]!, Math.abs(value) / LARGEST);
  });
  const values = Int8Array.from({ length: rows * columns }, (_, index) => {
    const scale = scales[index % columns]!;
    return scale === 0 ? 0 : Math.round(weight[index]! / scale);
  });
  return { values, scales };
}

/** [rows, columns] to [columns, rows]. */
export function transposed(matrix: Float32Array, rows: number, columns: number): Float32Array {
  return Float32Array.from({ length: rows * columns }, (_, index) => {
    return matrix[(index % rows) * columns + Math.floor(index / rows)]!;
  });
}
