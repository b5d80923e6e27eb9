/** Sums over a document's spans: all together, and each type by itself. */
import type { SpanItem } from '../../shared/domain/annotation.ts';
import { placeKey } from './layers.ts';
import { countOverlapping } from './overlap-matching.ts';
import { partition, type TypedFragment, TypeSets } from './partition.ts';
import { addPairCounts, type PairCounts, Scope, type Sums, shared } from './scope.ts';
import { addContinuum } from './tally.ts';

/** Spans of one annotator in a document; `annotator` is the index in the report. */
export interface Marked {
  readonly annotator: number;
  readonly spans: readonly SpanItem[];
}

interface Prepared {
  readonly annotator: number;
  readonly byType: ReadonlyMap<string, readonly SpanItem[]>;
  readonly places: ReadonlyMap<string, readonly string[]>;
  readonly allPlaces: readonly string[];
}

const NONE: readonly never[] = [];
/** Number of values for a single type: gap, or the type. */
const IN_OR_OUT = 2;

export class SpanScopes {
  readonly overall: Scope;
  readonly types: ReadonlyMap<string, Scope>;
  readonly #numbers: ReadonlyMap<string, number>;
  readonly #sets = new TypeSets();

  /** `types` holds every type of any document. */
  constructor(annotators: number, types: readonly string[]) {
    this.overall = new Scope(annotators);
    this.types = new Map(types.map((type) => [type, new Scope(annotators)]));
    this.#numbers = new Map(types.map((type, number) => [type, number]));
  }

  /** Adds a document with at least two annotators; returns its sums over all spans. */
  add(length: number, marked: readonly Marked[]): Sums {
    const prepared = marked.map(prepare);
    const present = marked.map(({ annotator }) => annotator);
    const partitions = marked.map(({ spans }) => partition(this.#fragments(spans), length, this.#sets));
    const overall = this.overall.begin(this.#sets.size);
    addContinuum(overall, this.overall.layout, present, partitions);
    for (const [type, scope] of this.types) {
      const sums = scope.begin(IN_OR_OUT);
      const ofType = prepared.map(({ byType }) => byType.get(type) ?? NONE);
      if (ofType.some(({ length }) => length > 0)) {
        const inOrOut = new TypeSets();
        inOrOut.numberOf([0]);
        const alone = ofType.map((spans) =>
          partition(
            fragmentsOf(spans, () => 0),
            length,
            inOrOut,
          ),
        );
        addContinuum(sums, scope.layout, present, alone);
        eachPair(prepared, scope, (pair, left, right) => {
          const counts = countType(type, left, right);
          addPairCounts(sums, scope.layout, pair, { ...counts, place: counts.exact });
          addPairCounts(overall, scope.layout, pair, { ...counts, place: 0 });
        });
      } else
        addContinuum(
          sums,
          scope.layout,
          present,
          ofType.map(() => ({ ends: [length], values: [0] })),
        );
      scope.add(sums);
    }
    eachPair(prepared, this.overall, (pair, left, right) => {
      const place = shared(left.allPlaces, right.allPlaces);
      addPairCounts(overall, this.overall.layout, pair, { exact: 0, relaxed: 0, place, left: 0, right: 0 });
    });
    this.overall.add(overall);
    return overall;
  }

  #fragments(spans: readonly SpanItem[]): TypedFragment[] {
    return fragmentsOf(spans, (type) => this.#numbers.get(type)!);
  }
}

const fragmentsOf = (spans: readonly SpanItem[], numberOf: (type: string) => number): TypedFragment[] =>
  spans.flatMap(({ type, fragments }) =>
    fragments.map(({ start, end }) => ({ start, end, type: numberOf(type) })),
  );

function prepare({ annotator, spans }: Marked): Prepared {
  const byType = Map.groupBy(spans, ({ type }) => type);
  const places = new Map([...byType].map(([type, ofType]) => [type, ofType.map(placeKey)]));
  return { annotator, byType, places, allPlaces: [...places.values()].flat() };
}

function countType(type: string, left: Prepared, right: Prepared): Omit<PairCounts, 'place'> {
  const [a, b] = [left.byType.get(type) ?? NONE, right.byType.get(type) ?? NONE];
  return {
    exact: shared(left.places.get(type) ?? NONE, right.places.get(type) ?? NONE),
    relaxed: countOverlapping(a, b),
    left: a.length,
    right: b.length,
  };
}

/** Calls back with the number of each pair and its two annotators, the lower index on the left. */
export function eachPair<T extends { readonly annotator: number }>(
  present: readonly T[],
  { layout }: Scope,
  call: (pair: number, left: T, right: T) => void,
): void {
  const sorted = present.toSorted((a, b) => a.annotator - b.annotator);
  for (const [j, right] of sorted.entries())
    for (const left of sorted.slice(0, j))
      call(layout.pairNumber(left.annotator, right.annotator), left, right);
}
