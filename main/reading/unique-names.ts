/** Names of what one import brings: each once. */

/** Longest name of a document. */
export const MAX_NAME = 500;

export class UniqueNames {
  readonly #maxLength: number;
  /** Number from which a free one is sought, by name: a million equal names take no longer than different ones. */
  readonly #next = new Map<string, number>();

  constructor(maxLength = MAX_NAME) {
    this.#maxLength = maxLength;
  }

  /** The name, or with ` (2)`, ` (3)` … where earlier ones bear it. */
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
