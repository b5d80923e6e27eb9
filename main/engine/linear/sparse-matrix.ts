/** Sparse matrices by compressed rows. */

/** Row i holds `values[k]` in column `columns[k]` for `rowStarts[i]` ≤ k < `rowStarts[i + 1]`. */
export interface SparseMatrix {
  readonly rows: number;
  readonly width: number;
  readonly rowStarts: Int32Array;
  readonly columns: Int32Array;
  readonly values: Float32Array;
}

/** One row: columns and their values. */
export type SparseRow = Pick<SparseMatrix, 'columns' | 'values'>;

/** Returns the sum of squares of each row. */
export function squaredNorms({ rows, rowStarts, values }: SparseMatrix): Float64Array {
  return Float64Array.from({ length: rows }, (_, row) => {
    let sum = 0;
    for (let k = rowStarts[row]!; k < rowStarts[row + 1]!; k++) sum += values[k]! * values[k]!;
    return sum;
  });
}

/** Returns the matrix with each column multiplied by a factor. Columns are shared with `matrix`. */
export function scaleColumns(matrix: SparseMatrix, factors: Float64Array): SparseMatrix {
  const { columns, values } = matrix;
  return { ...matrix, values: values.map((value, k) => value * factors[columns[k]!]!) };
}
