/** Reads bytes of a stream up to a delimiter or by count. */

export type ByteStream = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

export class ByteReader {
  readonly #chunks: AsyncIterator<Uint8Array> | Iterator<Uint8Array>;
  #buffer = new Uint8Array(0);
  #at = 0;

  constructor(stream: ByteStream) {
    this.#chunks =
      Symbol.asyncIterator in stream ? stream[Symbol.asyncIterator]() : stream[Symbol.iterator]();
  }

  /**
   * Returns the bytes before the next `byte`, which is consumed, or the remaining bytes with `complete` false;
   * `undefined` at the end of the stream, `too-long` when `byte` does not occur within `limit`.
   */
  async until(byte: number, limit: number): Promise<Found | 'too-long' | undefined> {
    let searched = this.#at;
    for (;;) {
      const place = this.#buffer.indexOf(byte, searched);
      if (place >= 0) return { bytes: this.#take(place - this.#at, 1), complete: true };
      if (this.#left > limit) return 'too-long';
      searched = this.#buffer.length;
      const before = this.#left;
      if (await this.#more()) {
        searched = this.#at + before;
        continue;
      }
      return before === 0 ? undefined : { bytes: this.#take(before, 0), complete: false };
    }
  }

  /** Returns `count` bytes, or `undefined` when fewer remain. The memory is reused by later calls. */
  async exactly(count: number): Promise<Uint8Array | undefined> {
    while (this.#left < count) if (!(await this.#more())) return undefined;
    return this.#take(count, 0);
  }

  get #left(): number {
    return this.#buffer.length - this.#at;
  }

  #take(count: number, skipped: number): Uint8Array {
    const bytes = this.#buffer.subarray(this.#at, this.#at + count);
    this.#at += count + skipped;
    return bytes;
  }

  /** Reads a chunk; returns false at the end. */
  async #more(): Promise<boolean> {
    const { value, done } = await this.#chunks.next();
    if (done === true) return false;
    const rest = this.#buffer.subarray(this.#at);
    this.#buffer = new Uint8Array(rest.length + value.length);
    this.#buffer.set(rest);
    this.#buffer.set(value, rest.length);
    this.#at = 0;
    return true;
  }
}

export interface Found {
  readonly bytes: Uint8Array;
  /** Whether the delimiter was found, rather than the end. */
  readonly complete: boolean;
}
