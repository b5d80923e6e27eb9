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

/** `sizes`: members per group. Coordinates are centred on the entity at (0, 0). */
export function fanLayout(sizes: readonly number[]): FanGroup[] {
  const total = sizes.reduce((sum, size) => sum + size, 0);
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
    const rows = indices.reduce((sum, i) => sum + sizes[i]!, 0);
    const height = rows * ROW + Math.max(0, indices.length - 1) * GAP;
    const sign = side === 'right' ? 1 : -1;
    let y = -height / 2;
    for (const i of indices) {
      const members: FanPlace[] = [];
      for (let n = 0; n < sizes[i]!; n++) {
        const centre = y + ROW / 2;
        const along = height === 0 ? 0 : centre / (height / 2 + ROW);
        members.push({
          x: sign * (REACH + BULGE * Math.sqrt(Math.max(0, 1 - along * along))),
          y: centre,
          side,
        });
        y += ROW;
      }
      const middle = members.length === 0 ? y : (members[0]!.y + members.at(-1)!.y) / 2;
      placed[i] = { hub: { x: sign * REACH * 0.55, y: middle * 0.8, side }, members };
      y += GAP;
    }
  }
  return placed;
}

/** Pixels of height that keep every label row apart when one unit is drawn as one pixel. */
export function fanHeight(groups: readonly FanGroup[]): number {
  const ys = groups.flatMap((group) => group.members.map((member) => member.y));
  if (ys.length === 0) return 160;
  return Math.max(160, Math.max(...ys) - Math.min(...ys) + 2 * ROW);
}
