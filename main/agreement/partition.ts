/**
 * Cuts a text at every border of one annotator's span fragments. The value of a piece is the set of types over it,
 * so nested, overlapping and discontinuous spans need no special case.
 */
import type { Span } from '../../shared/domain/span.ts';

/** Fragment of a span with the number of its type. */
export interface TypedFragment extends Span {
  readonly type: number;
}

/** Consecutive pieces from 0, each with its end; value 0 is a gap. */
export interface Partition {
  readonly ends: readonly number[];
  readonly values: readonly number[];
}

/** Numbers sets of types in order of appearance; the empty set is 0. */
export class TypeSets {
  readonly #numbers = new Map<string, number>([['', 0]]);

  get size(): number {
    return this.#numbers.size;
  }

  /** `types` are in rising order without duplicates. */
  numberOf(types: readonly number[]): number {
    const key = types.join(' ');
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    this.#numbers.set(key, this.#numbers.size);
    return this.#numbers.size - 1;
  }
}

/** Returns the pieces in O(n log n) for n fragments. */
export function partition(fragments: readonly TypedFragment[], length: number, sets: TypeSets): Partition {
  const starts = fragments.toSorted((a, b) => a.start - b.start);
  const stops = fragments.toSorted((a, b) => a.end - b.end);
  const ends: number[] = [];
  const values: number[] = [];
  const active = new ActiveTypes();
  let [begun, stopped, from] = [0, 0, 0];
  while (from < length) {
    const to = Math.min(starts[begun]?.start ?? length, stops[stopped]?.end ?? length, length);
    if (to > from) {
      ends.push(to);
      values.push(sets.numberOf(active.types));
      from = to;
    }
    while (stops[stopped]?.end === to) active.remove(stops[stopped++]!.type);
    while (starts[begun]?.start === to) active.add(starts[begun++]!.type);
  }
  return { ends, values };
}

/** Multiset of the types over the current position. */
class ActiveTypes {
  /** Types in rising order. */
  readonly types: number[] = [];
  readonly #counts = new Map<number, number>();

  add(type: number): void {
    const count = this.#counts.get(type) ?? 0;
    this.#counts.set(type, count + 1);
    if (count > 0) return;
    const at = this.types.findIndex((other) => other > type);
    this.types.splice(at < 0 ? this.types.length : at, 0, type);
  }

  remove(type: number): void {
    const count = this.#counts.get(type) ?? 0;
    this.#counts.set(type, count - 1);
    if (count === 1) this.types.splice(this.types.indexOf(type), 1);
  }
}
