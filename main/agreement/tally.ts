/**
 * Sums that every coefficient is computed from. They are additive over documents: a document, a corpus and a
 * bootstrap sample are the same computation on different sums.
 */
import type { Partition } from './partition.ts';

/** Offsets of sums over all annotators. */
export const JOINT = {
  /** Units judged by at least two annotators: characters, documents, spans. */
  units: 0,
  /** Coincidences on the diagonal: Σ n_c (n_c − 1) / (m − 1) over units. */
  agreed: 1,
  /** Gap-with-gap part of `agreed`. */
  agreedGap: 2,
  /** Coincidences of two marked values of any type. */
  marked: 3,
  /** Σ of Fleiss' P_i. */
  pairwise: 4,
} as const;
const JOINT_SIZE = 5;

/** Offsets of sums over a pair of annotators. */
export const PAIR = { units: 0, agreed: 1, exact: 2, relaxed: 3, place: 4, left: 5, right: 6 } as const;
const PAIR_SIZE = 7;

/** Offsets of sums over a nominal value. */
export const VALUE = {
  /** n_c: number of times it was given. */
  given: 0,
  /** Σ of squared lengths of its units (of a gap: lengths): coincidences of a unit with itself. */
  self: 1,
  /** `given` and `self` restricted to places that others marked too. */
  coded: 2,
  codedSelf: 3,
} as const;
const VALUE_SIZE = 4;

/** Positions of the sums for a number of annotators; the number of values is open-ended. */
export class Layout {
  readonly annotators: number;
  readonly pairs: readonly (readonly [left: number, right: number])[];
  readonly #stride: number;

  constructor(annotators: number) {
    this.annotators = annotators;
    this.pairs = Array.from({ length: annotators }, (_, right) =>
      Array.from({ length: right }, (_, left) => [left, right] as const),
    ).flat();
    this.#stride = VALUE_SIZE + 2 * this.pairs.length;
  }

  /** Requires `left` < `right`. */
  pairNumber(left: number, right: number): number {
    return (right * (right - 1)) / 2 + left;
  }

  pair(pair: number, what: number): number {
    return JOINT_SIZE + pair * PAIR_SIZE + what;
  }

  value(value: number, what: number): number {
    return JOINT_SIZE + this.pairs.length * PAIR_SIZE + value * this.#stride + what;
  }

  /** Returns how often the left (0) or right (1) annotator of a pair gave a value. */
  margin(value: number, pair: number, side: 0 | 1): number {
    return this.value(value, VALUE_SIZE + 2 * pair + side);
  }

  size(values: number): number {
    return this.value(values, 0);
  }

  /** Returns the number of values that sums of this size hold. */
  values(size: number): number {
    return Math.floor((size - this.value(0, 0)) / this.#stride);
  }
}

/**
 * Adds one continuum to the sums. `partitions[i]` belongs to annotator `present[i]`; there are at least two, all of
 * equal length. Takes one pass over all borders.
 */
export function addContinuum(
  sums: Float64Array,
  layout: Layout,
  present: readonly number[],
  partitions: readonly Partition[],
): void {
  const length = partitions[0]?.ends.at(-1) ?? 0;
  const cursor = new Cursor(partitions);
  const add = (at: number, amount: number): void => {
    sums[at] = sums[at]! + amount;
  };
  const others = present.length - 1;
  while (cursor.from < length) {
    const { size, values } = cursor;
    const marked = values.reduce((count, value) => count + (value > 0 ? 1 : 0), 0);
    let same = 0; // ordered pairs of agreeing annotators
    let sameGap = 0;
    for (const [i, value] of values.entries()) {
      const companions = values.reduce((count, other) => count + (other === value ? 1 : 0), -1);
      same += companions;
      if (value === 0) sameGap += companions;
      add(layout.value(value, VALUE.given), size);
      if (value > 0) add(layout.value(value, VALUE.coded), (size * (marked - 1)) / others);
      for (let j = 0; j < i; j++)
        addPair(sums, layout, [present[j]!, present[i]!], [values[j]!, value], size);
    }
    add(JOINT.units, size);
    add(JOINT.agreed, (size * same) / others);
    add(JOINT.agreedGap, (size * sameGap) / others);
    add(JOINT.marked, (size * marked * (marked - 1)) / others);
    add(JOINT.pairwise, (size * same) / (present.length * others));
    cursor.share((size * (marked - 1)) / others);
    cursor.advance((value, unit, shared) => {
      add(layout.value(value, VALUE.self), value === 0 ? unit : unit * unit);
      if (value > 0) add(layout.value(value, VALUE.codedSelf), shared * shared);
    });
  }
}

function addPair(
  sums: Float64Array,
  layout: Layout,
  [a, b]: readonly [number, number],
  [valueA, valueB]: readonly [number, number],
  size: number,
): void {
  const [left, right, valueLeft, valueRight] = a < b ? [a, b, valueA, valueB] : [b, a, valueB, valueA];
  const pair = layout.pairNumber(left, right);
  const bump = (at: number): void => {
    sums[at] = sums[at]! + size;
  };
  bump(layout.pair(pair, PAIR.units));
  if (valueLeft === valueRight) bump(layout.pair(pair, PAIR.agreed));
  bump(layout.margin(valueLeft, pair, 0));
  bump(layout.margin(valueRight, pair, 1));
}

/** Walks several partitions in parallel, from border to border. */
class Cursor {
  from = 0;
  /** Value of each annotator in the interval that begins at `from`. */
  readonly values: number[];
  readonly #partitions: readonly Partition[];
  readonly #at: number[];
  readonly #begun: number[];
  /** Length of each annotator's current piece that others marked too, averaged over the others. */
  readonly #shared: number[];

  constructor(partitions: readonly Partition[]) {
    this.#partitions = partitions;
    this.#at = partitions.map(() => 0);
    this.#begun = partitions.map(() => 0);
    this.#shared = partitions.map(() => 0);
    this.values = partitions.map(({ values }) => values[0] ?? 0);
  }

  get #to(): number {
    let to = Number.POSITIVE_INFINITY;
    for (const [i, { ends }] of this.#partitions.entries()) to = Math.min(to, ends[this.#at[i]!]!);
    return to;
  }

  get size(): number {
    return this.#to - this.from;
  }

  share(length: number): void {
    for (const [i, value] of this.values.entries()) if (value > 0) this.#shared[i]! += length;
  }

  /** Advances to the next border. Calls `finished` for each piece that ends: its value, length and shared length. */
  advance(finished: (value: number, length: number, shared: number) => void): void {
    const to = this.#to;
    for (const [i, { ends, values }] of this.#partitions.entries()) {
      if (ends[this.#at[i]!] !== to) continue;
      finished(this.values[i]!, to - this.#begun[i]!, this.#shared[i]!);
      this.#at[i]!++;
      this.#begun[i] = to;
      this.#shared[i] = 0;
      this.values[i] = values[this.#at[i]!] ?? 0;
    }
    this.from = to;
  }
}

/** Adds one unit, such as a whole document, with a value from each of `present` (0: no value). */
export function addUnit(
  sums: Float64Array,
  layout: Layout,
  present: readonly number[],
  values: readonly number[],
): void {
  addContinuum(
    sums,
    layout,
    present,
    values.map((value) => ({ ends: [1], values: [value] })),
  );
}
