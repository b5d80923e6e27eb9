/** Cache of inputs shared by the runs of one process: data sets, encoders, vectors. */

/** Size of the cache, more than the data sets and embeddings of an experiment. */
const MOST = 8;

export class InputCache {
  /** Inputs by name, least recently used first. */
  readonly #kept = new Map<string, unknown>();

  /** Returns the cached value of the name, or makes and caches it. A name always stands for the same content. */
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
