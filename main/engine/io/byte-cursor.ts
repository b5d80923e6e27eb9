/** Cursor over bytes as written by Python's pickle and torch.save. */
import { badFile } from './tensor-data.ts';

const FORMAT = 'pickle';
/** Longest text in bytes; legitimate names are short. */
const MAX_TEXT_BYTES = 1 << 20;

/** Position in bytes; throws when reading past the end. */
export class ByteCursor {
  readonly bytes: Uint8Array;
  at = 0;
  readonly #view: DataView;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** Advances by `count` bytes and returns the previous position. */
  #step(count: number): number {
    const from = this.at;
    if (count > this.bytes.byteLength - from)
      throw badFile(
        FORMAT,
        `cut off: ${count} bytes wanted at ${from}, ${this.bytes.byteLength - from} are left`,
      );
    this.at += count;
    return from;
  }

  take(count: number): Uint8Array {
    const from = this.#step(count);
    return this.bytes.subarray(from, from + count);
  }

  byte(): number {
    return this.#view.getUint8(this.#step(1));
  }

  uint16(): number {
    return this.#view.getUint16(this.#step(2), true);
  }

  int32(): number {
    return this.#view.getInt32(this.#step(4), true);
  }

  uint32(): number {
    return this.#view.getUint32(this.#step(4), true);
  }

  int64(): bigint {
    return this.#view.getBigInt64(this.#step(8), true);
  }

  /** Reads a big-endian float64, as pickle writes it. */
  float64(): number {
    return this.#view.getFloat64(this.#step(8), false);
  }

  text(length: number): string {
    if (length > MAX_TEXT_BYTES) throw badFile(FORMAT, `a text of ${length} bytes at ${this.at} is too long`);
    return new TextDecoder().decode(this.take(length));
  }

  /** Reads up to the next line feed. */
  line(): string {
    const end = this.bytes.indexOf(0x0a, this.at);
    if (end < 0) throw badFile(FORMAT, `cut off: a line at ${this.at} does not end`);
    const line = this.text(end - this.at);
    this.at = end + 1;
    return line;
  }
}
