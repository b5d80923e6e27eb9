/** One-to-one assignments between what is gold and what was predicted. */

export interface Pair<Left, Right> {
  readonly left: Left;
  readonly right: Right;
}

/** As many disjoint pairs as possible of those with a positive weight (augmenting paths, Kuhn 1955). */
export function largestMatching<Left, Right>(
  left: readonly Left[],
  right: readonly Right[],
  weight: (left: Left, right: Right) => number,
): Pair<Left, Right>[] {
  const edges = left.map((l) => right.flatMap((r, j) => (weight(l, r) > 0 ? [j] : [])));
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
export function heaviestFirst<Left, Right>(
  left: readonly Left[],
  right: readonly Right[],
  weight: (left: Left, right: Right) => number,
): Pair<Left, Right>[] {
  const candidates = left.flatMap((l, i) =>
    right.flatMap((r, j) => {
      const w = weight(l, r);
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
