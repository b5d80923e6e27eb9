/** Makes the names of one import unique. */

/** Longest name of a document. */
export const MAX_NAME = 500;

export class UniqueNames {
  readonly #maxLength: number;
  /** Next number to try, by name, so that a million equal names take no longer than distinct ones. */
  readonly #next = new Map<string, number>();

  constructor(maxLength = MAX_NAME) {
    this.#maxLength = maxLength;
  }

  /** Returns the name, with ` (2)`, ` (3)` … if taken. */
  unused(name: string): string {
    const short = name.slice(0, this.#maxLength);
    let free = short;
    let n = this.#next.get(short) ?? 1;
    while (this.#next.has(free)) {
      const mark = ` (${++n})`;
      free = name.slice(0, this.#maxLength - mark.length) + mark;
    }
    this.#next.set(short, n);
    if (free !== short) this.#next.set(free, 1);
    return free;
  }
}
