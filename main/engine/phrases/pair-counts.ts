/** Counts pairs of numbers in bounded memory: an open-addressing table, filled several times with a part of the pairs. */

/** Slots of a table; at most half of them are filled. 12 bytes a slot. */
const SLOTS = 1 << 23;
const EMPTY = -1;
/** Units lie below this number, so that a pair is an exact float64. */
const UNITS = 2 ** 20;

export class PairCounts {
  readonly #mask: number;
  readonly #keys: Float64Array;
  readonly #values: Int32Array;

  /** @param pairs distinct pairs at most */
  constructor(pairs: number) {
    const slots = Math.min(SLOTS, 2 ** Math.ceil(Math.log2(2 * Math.max(8, pairs))));
    this.#mask = slots - 1;
    this.#keys = new Float64Array(slots).fill(EMPTY);
    this.#values = new Int32Array(slots);
  }

  clear(): void {
    this.#keys.fill(EMPTY);
    this.#values.fill(0);
  }

  add(first: number, unit: number): void {
    const slot = this.#slotOf(first, unit);
    this.#keys[slot] = first * UNITS + unit;
    this.#values[slot]!++;
  }

  set(first: number, unit: number, value: number): void {
    const slot = this.#slotOf(first, unit);
    this.#keys[slot] = first * UNITS + unit;
    this.#values[slot] = value;
  }

  get(first: number, unit: number): number | undefined {
    const slot = this.#slotOf(first, unit);
    return this.#keys[slot] === EMPTY ? undefined : this.#values[slot];
  }

  forEach(visit: (first: number, unit: number, count: number) => void): void {
    for (let slot = 0; slot <= this.#mask; slot++) {
      const key = this.#keys[slot]!;
      if (key !== EMPTY) visit(Math.floor(key / UNITS), key % UNITS, this.#values[slot]!);
    }
  }

  #slotOf(first: number, unit: number): number {
    const key = first * UNITS + unit;
    let slot = hash(first, unit) & this.#mask;
    while (this.#keys[slot] !== EMPTY && this.#keys[slot] !== key) slot = (slot + 1) & this.#mask;
    return slot;
  }
}

function hash(first: number, unit: number): number {
  let mixed = Math.imul(first, 0x9e3779b1) ^ Math.imul(unit, 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
  return (mixed ^ (mixed >>> 13)) >>> 0;
}

/** Largest number of pairs that a table takes. */
const FULL = SLOTS / 2;

/**
 * Counts `pairs` exactly, in as many passes as memory needs, and visits each with its count.
 * @param most pairs at most, not distinct
 */
export function countPairs(
  most: number,
  pairs: (add: (first: number, unit: number) => void) => void,
  visit: (first: number, unit: number, count: number) => void,
): void {
  const passes = Math.max(1, Math.ceil(most / FULL));
  const table = new PairCounts(Math.min(FULL, most));
  for (let pass = 0; pass < passes; pass++) {
    if (pass > 0) table.clear();
    // other bits of the hash than those that choose the slot
    pairs((first, unit) => {
      if (passes === 1 || (hash(unit, first) >>> 8) % passes === pass) table.add(first, unit);
    });
    table.forEach(visit);
  }
}
