/**
 * Relations as lines between words, laid out so that no two ever run over each other. A relation within one row is an
 * arc above it; one between rows leaves its row to the left, runs down a lane of the margin, and comes back in. Where
 * several of one type leave the same span to other rows, or come from there, they share the way to the margin.
 */
export interface ArcEnd {
  readonly span: number;
  /** Row of the text as drawn, counted from anywhere; those off screen count too. */
  readonly row: number;
  /** Pixels from the left of the text. */
  readonly x: number;
}

export interface Arc {
  readonly id: number;
  readonly type: string;
  readonly from: ArcEnd;
  readonly to: ArcEnd;
}

type ArcRole = 'from' | 'to';

/** A level stretch above a row; lane 0 is nearest to the words. */
export interface LevelPiece {
  /** Arcs that run along it: one, or all that share the way from a span to the margin. */
  readonly ids: readonly number[];
  readonly row: number;
  readonly left: number;
  readonly right: number;
  readonly lane: number;
  /** The ends of its arcs that are at its right; null for an arc within the row. */
  readonly role: ArcRole | null;
}

/** An upright stretch in the margin from row to row; lane 0 is nearest to the text. */
interface UprightPiece {
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

type Stretch = Omit<LevelPiece, 'lane'>;

/**
 * No two level pieces of one row and lane come nearer than ARC_GAP, and no two uprights of one lane share a row. Short
 * arcs are nearest to the words; the same arcs in any order give the same picture.
 */
export function layoutArcs(arcs: readonly Arc[]): ArcLayout {
  const sorted = arcs.toSorted((a, b) => a.id - b.id);
  const stretches = [...within(sorted), ...toMargin(sorted)];
  const levels = [...groupBy(stretches, ({ row }) => row).values()].flatMap((row) =>
    laned(
      row.toSorted(
        (a, b) => a.right - a.left - (b.right - b.left) || a.left - b.left || a.ids[0]! - b.ids[0]!,
      ),
      (a, b) => a.left < b.right + ARC_GAP && b.left < a.right + ARC_GAP,
    ),
  );
  const uprights = laned(
    sorted
      .filter((arc) => !isWithin(arc))
      .map(({ id, from, to }) => ({
        id,
        top: Math.min(from.row, to.row),
        bottom: Math.max(from.row, to.row),
      }))
      .sort((a, b) => a.bottom - a.top - (b.bottom - b.top) || a.top - b.top || a.id - b.id),
    (a, b) => a.top <= b.bottom && b.top <= a.bottom,
  );
  const lanes = new Map<number, number>();
  for (const { row, lane } of levels) lanes.set(row, Math.max(lanes.get(row) ?? 0, lane + 1));
  return { levels, uprights, lanes };
}

const isWithin = ({ from, to }: Arc): boolean => from.row === to.row;

const within = (arcs: readonly Arc[]): Stretch[] =>
  arcs.filter(isWithin).map(({ id, from, to }) => ({
    ids: [id],
    row: from.row,
    left: Math.min(from.x, to.x),
    right: Math.max(from.x, to.x),
    role: null,
  }));

/** The ways from spans to the margin; one for all arcs of a type that leave a span, or come to it. */
function toMargin(arcs: readonly Arc[]): Stretch[] {
  const ends = arcs
    .filter((arc) => !isWithin(arc))
    .flatMap((arc) => (['from', 'to'] as const).map((role) => ({ arc, role, ...arc[role] })));
  const bundles = groupBy(ends, ({ arc, role, span, row, x }) => [role, row, x, span, arc.type].join(' '));
  return [...bundles.values()].map((bundle) => {
    const { row, x, role } = bundle[0]!;
    return { ids: bundle.map(({ arc }) => arc.id), row, left: MARGIN, right: x, role };
  });
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
