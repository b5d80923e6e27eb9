/** Names of documents of one import: each once. */
/** Longest name of a document. */
export const MAX_NAME = 500;

export class UniqueNames {
  readonly #used = new Set<string>();

  /** The name, or with ` (2)`, ` (3)` … where earlier documents bear it. */
  unused(name: string): string {
    let free = name.slice(0, MAX_NAME);
    for (let n = 2; this.#used.has(free); n++) {
      const mark = ` (${n})`;
      free = name.slice(0, MAX_NAME - mark.length) + mark;
    }
    this.#used.add(free);
    return free;
  }
}
