/** Cache of inputs shared by the runs of one process: data sets, encoders, vectors. */

/** Size of the cache, more than the data sets and embeddings of an experiment. */
const MOST = 8;

export class InputCache {
  /** By name; the one that was asked for last comes last. */
  readonly #kept = new Map<string, unknown>();

  /** What `make` gives, or gave when it was last asked for under this name. Names stand for one content for ever. */
  once<Value>(name: string, make: () => Value): Value {
    const value = this.#kept.has(name) ? (this.#kept.get(name) as Value) : make(); // safe: one maker a name
    this.#kept.delete(name);
    this.#kept.set(name, value);
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= MOST) break;
      this.#kept.delete(oldest);
    }
    return value;
  }
}
