/** One-to-one assignments between what is gold and what was predicted. */
import type { Span } from '../../../../shared/domain/span.ts';

export interface Pair<Left, Right> {
  readonly left: Left;
  readonly right: Right;
}

/** Positive for what may be paired; places that do not even touch never are. */
export type Weight<Left, Right> = (left: Left, right: Right) => number;

/** Returns a maximum matching over the pairs of positive weight (augmenting paths, Kuhn 1955). */
export function largestMatching<Left extends Span, Right extends Span>(
  left: readonly Left[],
  right: readonly Right[],
  weight: Weight<Left, Right>,
): Pair<Left, Right>[] {
  const touching = touchingFinder(right);
  const edges = left.map((l) => touching(l).filter((j) => weight(l, right[j]!) > 0));
  const partner = new Array<number>(right.length).fill(-1);
  const place = (i: number, seen: Set<number>): boolean => {
    for (const j of edges[i]!) {
      if (seen.has(j)) continue;
      seen.add(j);
      if (partner[j]! < 0 || place(partner[j]!, seen)) {
        partner[j] = i;
        return true;
      }
    }
    return false;
  };
  for (let i = 0; i < left.length; i++) place(i, new Set());
  return partner.flatMap((i, j) => (i < 0 ? [] : [{ left: left[i]!, right: right[j]! }]));
}

/** Disjoint pairs of positive weight, heaviest first; of equals the earlier ones. */
export function heaviestFirst<Left extends Span, Right extends Span>(
  left: readonly Left[],
  right: readonly Right[],
  weight: Weight<Left, Right>,
): Pair<Left, Right>[] {
  const touching = touchingFinder(right);
  const candidates = left.flatMap((l, i) =>
    touching(l).flatMap((j) => {
      const w = weight(l, right[j]!);
      return w > 0 ? [{ i, j, w }] : [];
    }),
  );
  candidates.sort((a, b) => b.w - a.w || a.i - b.i || a.j - b.j);
  const [usedLeft, usedRight] = [new Set<number>(), new Set<number>()];
  return candidates.flatMap(({ i, j }) => {
    if (usedLeft.has(i) || usedRight.has(j)) return [];
    usedLeft.add(i);
    usedRight.add(j);
    return [{ left: left[i]!, right: right[j]! }];
  });
}

/** Finds the numbers of the places that overlap one or touch it, in rising order, without looking at all of them. */
function touchingFinder(places: readonly Span[]): (place: Span) => number[] {
  const byStart = [...places.keys()].sort((a, b) => places[a]!.start - places[b]!.start);
  const furthestEnd: number[] = []; // of the places up to this one, by start
  for (const [i, place] of byStart.entries())
    furthestEnd.push(Math.max(furthestEnd[i - 1] ?? Number.NEGATIVE_INFINITY, places[place]!.end));
  return ({ start, end }) => {
    const found: number[] = [];
    for (let i = countStartingBy(end, byStart, places) - 1; i >= 0 && furthestEnd[i]! >= start; i--)
      if (places[byStart[i]!]!.end >= start) found.push(byStart[i]!);
    return found.sort((a, b) => a - b);
  };
}

/** Counts the places that start at or before `offset`, by binary search. */
function countStartingBy(offset: number, byStart: readonly number[], places: readonly Span[]): number {
  let [low, high] = [0, byStart.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (places[byStart[middle]!]!.start <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
