/** Set of items whose agreement is computed together: all spans, spans of one type, one label, one attribute. */
import type { Estimate } from '../../shared/domain/agreement.ts';
import { type Computed, estimate, type Resamples, type SparseSums, sparse } from './bootstrap.ts';
import { Layout, PAIR } from './tally.ts';

/** Sums of the document being added; grows with new values. */
export type Sums = Float64Array;

export class Scope {
  readonly layout: Layout;
  readonly #rows: SparseSums[] = [];
  #size = 0;

  constructor(annotators: number) {
    this.layout = new Layout(annotators);
    this.#size = this.layout.size(0);
  }

  /** Returns zero sums for a document with values below `values`. */
  begin(values: number): Sums {
    return new Float64Array(this.layout.size(values));
  }

  /** Adds a document; documents are added in order, each once. */
  add(sums: Sums): void {
    this.#rows.push(sparse(sums));
    this.#size = Math.max(this.#size, sums.length);
  }

  estimate<Name extends string>(
    compute: (sums: Sums, layout: Layout) => Computed<Name>,
    resamples: Resamples,
    level: number,
  ): Record<Name, Estimate> {
    return estimate(this.#rows, this.#size, (sums) => compute(sums, this.layout), resamples, level);
  }
}

/** Counts for the F1 of one pair of annotators. */
export interface PairCounts {
  readonly exact: number;
  readonly relaxed: number;
  readonly place: number;
  readonly left: number;
  readonly right: number;
}

export function addPairCounts(sums: Sums, layout: Layout, pair: number, counts: PairCounts): void {
  for (const key of ['exact', 'relaxed', 'place', 'left', 'right'] as const)
    sums[layout.pair(pair, PAIR[key])]! += counts[key];
}

/** Returns the size of the multiset intersection of two lists of keys. */
export function shared(left: readonly string[], right: readonly string[]): number {
  const open = new Map<string, number>();
  for (const key of left) open.set(key, (open.get(key) ?? 0) + 1);
  let hits = 0;
  for (const key of right) {
    const count = open.get(key) ?? 0;
    if (count === 0) continue;
    open.set(key, count - 1);
    hits++;
  }
  return hits;
}
