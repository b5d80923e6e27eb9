/**
 * Places for the neighbourhood picture: the entity in the middle, one hub a relation around it, the neighbours in two
 * arcs left and right, evenly spaced in height so that their labels never overlap. The same input gives the same picture.
 */
export interface FanPlace {
  readonly x: number;
  readonly y: number;
  readonly side: 'left' | 'right';
}

export interface FanGroup {
  readonly hub: FanPlace;
  readonly members: readonly FanPlace[];
}

/** Height of one label row in the layout's own units. */
export const ROW = 21;
const GAP = 8;
const REACH = 230;
const BULGE = 90;
/** From the end of a member's label to what is unfolded from it. */
const UNFOLDED_GAP = 50;

/**
 * @param rows label rows that each member of each group takes, at least 1
 * @returns coordinates centred on the entity at (0, 0); a member stands in the middle of its rows
 */
export function fanLayout(rows: readonly (readonly number[])[]): FanGroup[] {
  const sizes = rows.map(sumOf);
  const total = sumOf(sizes);
  const right: number[] = [];
  const left: number[] = [];
  let taken = 0;
  sizes.forEach((size, i) => {
    const side = taken + size / 2 <= total / 2 || right.length === 0 ? right : left;
    side.push(i);
    taken += size;
  });
  const placed: FanGroup[] = new Array<FanGroup>(sizes.length);
  for (const [side, indices] of [['right', right] as const, ['left', left] as const]) {
    const height = sumOf(indices.map((i) => sizes[i]!)) * ROW + Math.max(0, indices.length - 1) * GAP;
    const sign = side === 'right' ? 1 : -1;
    let y = -height / 2;
    for (const i of indices) {
      const members: FanPlace[] = [];
      for (const taking of rows[i]!) {
        const centre = y + (taking * ROW) / 2;
        const along = height === 0 ? 0 : centre / (height / 2 + ROW);
        members.push({
          x: sign * (REACH + BULGE * Math.sqrt(Math.max(0, 1 - along * along))),
          y: centre,
          side,
        });
        y += taking * ROW;
      }
      const middle = members.length === 0 ? y : (members[0]!.y + members.at(-1)!.y) / 2;
      placed[i] = { hub: { x: sign * REACH * 0.55, y: middle * 0.8, side }, members };
      y += GAP;
    }
  }
  return placed;
}

/** Places of what is unfolded from a member whose label is so wide: from the label's end to a column in its rows. */
export function unfoldedFan({ x, y, side }: FanPlace, count: number, labelWidth: number): FanGroup {
  const sign = side === 'right' ? 1 : -1;
  const end = x + sign * labelWidth;
  return {
    hub: { x: end, y, side },
    members: Array.from({ length: count }, (_, n) => ({
      x: end + sign * UNFOLDED_GAP,
      y: y + (n - (count - 1) / 2) * ROW,
      side,
    })),
  };
}

/** Pixels of height that keep every label row apart when one unit is drawn as one pixel. */
export function fanHeight(rows: readonly (readonly number[])[], layout: readonly FanGroup[]): number {
  const edges = layout.flatMap(({ members }, i) =>
    members.flatMap(({ y }, n) => [y - (rows[i]![n]! * ROW) / 2, y + (rows[i]![n]! * ROW) / 2]),
  );
  if (edges.length === 0) return 160;
  return Math.max(160, Math.max(...edges) - Math.min(...edges) + ROW);
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0);
