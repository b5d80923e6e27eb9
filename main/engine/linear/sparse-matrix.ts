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

/** Collects rows in buffers that double. */
export class SparseMatrixBuilder {
  #columns = new Int32Array(1024);
  #values = new Float32Array(1024);
  #size = 0;
  readonly #starts: number[] = [0];

  add(column: number, value: number): void {
    if (this.#size === this.#columns.length) this.#grow();
    this.#columns[this.#size] = column;
    this.#values[this.#size++] = value;
  }

  endRow(): void {
    this.#starts.push(this.#size);
  }

  /** The matrix shares the buffers. */
  finish(width: number): SparseMatrix {
    return {
      rows: this.#starts.length - 1,
      width,
      rowStarts: Int32Array.from(this.#starts),
      columns: this.#columns.subarray(0, this.#size),
      values: this.#values.subarray(0, this.#size),
    };
  }

  #grow(): void {
    const [columns, values] = [this.#columns, this.#values];
    this.#columns = new Int32Array(2 * columns.length);
    this.#columns.set(columns);
    this.#values = new Float32Array(2 * values.length);
    this.#values.set(values);
  }
}

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
