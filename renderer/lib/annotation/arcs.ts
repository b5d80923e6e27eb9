/**
 * Relations as lines between words, laid out so that no two ever run over each other. A relation within one row is an
 * arc above it; one between rows leaves its row to the left, runs down a lane of the margin, and comes back in.
 */
export interface ArcEnd {
  /** Row of the text as drawn, counted from anywhere; those off screen count too. */
  readonly row: number;
  /** Pixels from the left of the text. */
  readonly x: number;
}

export interface Arc {
  readonly id: number;
  readonly from: ArcEnd;
  readonly to: ArcEnd;
}

/** A level stretch above a row; lane 0 is nearest to the words. */
export interface LevelPiece {
  readonly id: number;
  readonly row: number;
  readonly left: number;
  readonly right: number;
  readonly lane: number;
}

/** An upright stretch in the margin from row to row; lane 0 is nearest to the text. */
export interface UprightPiece {
  readonly id: number;
  readonly top: number;
  readonly bottom: number;
  readonly lane: number;
}

export interface ArcLayout {
  readonly levels: readonly LevelPiece[];
  readonly uprights: readonly UprightPiece[];
  /** Lanes that each row needs. */
  readonly lanes: ReadonlyMap<number, number>;
}

/** Left of the text: where arcs between rows leave it. */
const MARGIN = 0;
/** Pixels between arcs of one lane. */
export const ARC_GAP = 6;

interface Stretch {
  readonly id: number;
  readonly row: number;
  readonly left: number;
  readonly right: number;
}

/**
 * No two level pieces of one row and lane come nearer than ARC_GAP, and no two uprights of one lane share a row. Short
 * arcs are nearest to the words; the same arcs in any order give the same picture.
 */
export function layoutArcs(arcs: readonly Arc[]): ArcLayout {
  const stretches = arcs.flatMap(stretchesOf);
  const levels = [...groupBy(stretches, ({ row }) => row).values()].flatMap((row) =>
    laned(
      row.toSorted((a, b) => a.right - a.left - (b.right - b.left) || a.left - b.left || a.id - b.id),
      (a, b) => a.left < b.right + ARC_GAP && b.left < a.right + ARC_GAP,
    ),
  );
  const uprights = laned(
    arcs
      .flatMap(({ id, from, to }) =>
        from.row === to.row
          ? []
          : [{ id, top: Math.min(from.row, to.row), bottom: Math.max(from.row, to.row) }],
      )
      .sort((a, b) => a.bottom - a.top - (b.bottom - b.top) || a.top - b.top || a.id - b.id),
    (a, b) => a.top <= b.bottom && b.top <= a.bottom,
  );
  const lanes = new Map<number, number>();
  for (const { row, lane } of levels) lanes.set(row, Math.max(lanes.get(row) ?? 0, lane + 1));
  return { levels, uprights, lanes };
}

function stretchesOf({ id, from, to }: Arc): Stretch[] {
  if (from.row === to.row) {
    return [{ id, row: from.row, left: Math.min(from.x, to.x), right: Math.max(from.x, to.x) }];
  }
  return [from, to].map(({ row, x }) => ({ id, row, left: MARGIN, right: x }));
}

/** Each in the lowest lane where it collides with none before it. */
function laned<T>(pieces: readonly T[], collide: (a: T, b: T) => boolean): (T & { lane: number })[] {
  const lanes: T[][] = [];
  return pieces.map((piece) => {
    let lane = lanes.findIndex((others) => others.every((other) => !collide(piece, other)));
    if (lane === -1) lane = lanes.push([]) - 1;
    lanes[lane]!.push(piece);
    return { ...piece, lane };
  });
}

function groupBy<T, K>(values: readonly T[], keyOf: (value: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const value of values) {
    const key = keyOf(value);
    const known = groups.get(key);
    if (known === undefined) groups.set(key, [value]);
    else known.push(value);
  }
  return groups;
}
