/** Growing column of int32 in chunks, which grows without copying. */

const PIECE = 2 ** 14;

export class IntColumn {
  readonly #pieces: Int32Array[] = [];
  #last = new Int32Array(0);
  /** Numbers in the last chunk. */
  #filled = 0;

  get length(): number {
    return this.#pieces.length === 0 ? 0 : (this.#pieces.length - 1) * PIECE + this.#filled;
  }

  push(value: number): void {
    if (this.#filled === this.#last.length) {
      this.#last = new Int32Array(PIECE);
      this.#pieces.push(this.#last);
      this.#filled = 0;
    }
    this.#last[this.#filled++] = value;
  }

  forEach(visit: (value: number) => void): void {
    for (const piece of this.#pieces) {
      const count = piece === this.#last ? this.#filled : PIECE;
      for (let at = 0; at < count; at++) visit(piece[at]!);
    }
  }

  /** Returns a copy in shared memory. */
  toShared(): Int32Array<SharedArrayBuffer> {
    const bytes = new SharedArrayBuffer(this.length * Int32Array.BYTES_PER_ELEMENT);
    return this.#copyTo(new Int32Array(bytes));
  }

  toArray(): Int32Array<ArrayBuffer> {
    return this.#copyTo(new Int32Array(this.length));
  }

  #copyTo<All extends Int32Array>(all: All): All {
    this.#pieces.forEach((piece, index) => {
      const count = piece === this.#last ? this.#filled : PIECE;
      all.set(piece.subarray(0, count), index * PIECE);
    });
    return all;
  }
}
