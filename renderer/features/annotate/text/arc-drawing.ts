/** Arcs as paths, with names along them, in the text's own pixels: everything scrolls as one. */
import { LABEL_HEIGHT, type LabelRequest, type Post, placeLabels } from './arc-labels.ts';
import { type Arc, type ArcEnd, type LevelPiece, layoutArcs } from './arcs.ts';

/** Room for arcs above the letters of a row, and from one to the next. */
const ARC_ROOM = 17;
const PITCH = 5;
const LOWEST = 3;
const CORNER = 3;
/** Lanes in the margin: from the text leftwards, as many as there are within this width. */
const MARGIN_FROM = 7;
const MARGIN_WIDTH = 20;
const MARGIN_PITCH = 4;
const LABEL_PADDING = 2;

export interface ArcGeometry {
  readonly rowHeight: number;
  /** Pixels from the left of the editor to the text. */
  readonly left: number;
  /** Pixels above the first row. */
  readonly padding: number;
  /** Pixels from the middle of a row to the top of its letters. */
  readonly lettersTop: number;
}

export interface DrawnArc {
  readonly id: number;
  readonly path: string;
  /** Point at which it meets its words. */
  readonly from: Point;
  readonly to: Point;
}

export interface DrawnLabel {
  readonly ids: readonly number[];
  readonly words: string;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** @param titleOf a type's name. @param widthOf pixels of words as names are drawn. */
export function drawArcs(
  arcs: readonly Arc[],
  geometry: ArcGeometry,
  titleOf: (type: string) => string,
  widthOf: (words: string) => number,
): { readonly arcs: readonly DrawnArc[]; readonly labels: readonly DrawnLabel[] } {
  const { levels, uprights, lanes } = layoutArcs(arcs);
  const { left } = geometry;
  const heightOf = ({ row, lane }: LevelPiece): number =>
    baseOf(row, geometry) - LOWEST - lane * Math.min(PITCH, ARC_ROOM / (lanes.get(row) ?? 1));
  const levelOf = new Map(
    levels.flatMap((piece) => piece.ids.map((id) => [`${id} ${piece.role ?? ''}`, piece] as const)),
  );
  const uprightLanes = 1 + uprights.reduce((most, { lane }) => Math.max(most, lane), 0);
  const marginPitch = Math.min(MARGIN_PITCH, MARGIN_WIDTH / uprightLanes);
  const marginOf = new Map(uprights.map(({ id, lane }) => [id, left - MARGIN_FROM - lane * marginPitch]));

  const drawn = arcs.map(({ id, from, to }): DrawnArc => {
    const [a, b] = [pointOf(from, geometry), pointOf(to, geometry)];
    const within = levelOf.get(`${id} `);
    const [out, back] = [within ?? levelOf.get(`${id} from`)!, within ?? levelOf.get(`${id} to`)!];
    const [y1, y2] = [heightOf(out), heightOf(back)];
    const margin = marginOf.get(id);
    const corners =
      margin === undefined
        ? [a, { x: a.x, y: y1 }, { x: b.x, y: y1 }, b]
        : [a, { x: a.x, y: y1 }, { x: margin, y: y1 }, { x: margin, y: y2 }, { x: b.x, y: y2 }, b];
    return { id, path: `${rounded(corners)}${arrow(b)}`, from: a, to: b };
  });

  const typeOf = new Map(arcs.map((arc) => [arc.id, arc]));
  const wordsOf = (piece: LevelPiece): string[] => {
    const arc = typeOf.get(piece.ids[0]!)!;
    return versionsOf(titleOf(arc.type), piece.role === null ? '' : signOf(piece, typeOf));
  };
  const requests = levels.map((piece): LabelRequest => {
    const widths = wordsOf(piece).map((words) => widthOf(words) + 2 * LABEL_PADDING);
    const [from, to] = [left + piece.left, left + piece.right];
    const isWithin = piece.role === null;
    // On the way to another row the name stands near its word.
    const at = isWithin ? (from + to) / 2 : to - CORNER - 4 - (widths[0] ?? 0) / 2;
    return { y: heightOf(piece), left: from + CORNER, right: to - CORNER, at, widths };
  });
  const posts = levels.flatMap((piece): Post[] => {
    const bottom = baseOf(piece.row, geometry);
    const xs = piece.role === null ? [piece.left, piece.right] : [piece.right];
    return xs.map((x) => ({ x: left + x, top: heightOf(piece), bottom }));
  });
  const labels = placeLabels(requests, posts).flatMap((place, i): DrawnLabel[] => {
    if (place === null) return [];
    const words = wordsOf(levels[i]!)[place.version]!;
    const { width } = place;
    return [
      {
        ids: levels[i]!.ids,
        words,
        left: place.left,
        top: place.y - LABEL_HEIGHT / 2,
        width,
        height: LABEL_HEIGHT,
      },
    ];
  });
  return { arcs: drawn, labels };
}

/** Up or down, where the other ends are. */
function signOf({ ids, row, role }: LevelPiece, arcs: ReadonlyMap<number, Arc>): string {
  const others = ids.map((id) => arcs.get(id)![role === 'from' ? 'to' : 'from'].row);
  const [up, down] = [others.some((other) => other < row), others.some((other) => other > row)];
  return `${up ? '↑' : ''}${down ? '↓' : ''}`;
}

/** The whole name, and what is left of it where there is little room. */
function versionsOf(title: string, sign: string): string[] {
  const letters = [...title];
  const shorter = [4, 2, 1].filter((n) => n < letters.length - 1);
  return [title, ...shorter.map((n) => `${letters.slice(0, n).join('')}…`)].map((words) => `${words}${sign}`);
}

const baseOf = (row: number, { padding, rowHeight, lettersTop }: ArcGeometry): number =>
  padding + row * rowHeight + rowHeight / 2 - lettersTop;

export const pointOf = ({ row, x }: ArcEnd, geometry: ArcGeometry): Point => ({
  x: geometry.left + x,
  y: baseOf(row, geometry),
});

/** Lines from corner to corner, each corner rounded: so a turn is told from a crossing. */
function rounded(points: readonly Point[]): string {
  const [first] = points;
  const turns = points.slice(1, -1).map((at, i) => {
    const [before, after] = [points[i]!, points[i + 2]!];
    const r = Math.min(CORNER, distance(before, at) / 2, distance(at, after) / 2);
    const [a, b] = [towards(at, before, r), towards(at, after, r)];
    return `L${a.x} ${a.y}Q${at.x} ${at.y} ${b.x} ${b.y}`;
  });
  const last = points.at(-1);
  return `M${first?.x} ${first?.y}${turns.join('')}L${last?.x} ${last?.y}`;
}

const distance = (a: Point, b: Point): number => Math.abs(a.x - b.x) + Math.abs(a.y - b.y); // level or upright

function towards(from: Point, to: Point, far: number): Point {
  return { x: from.x + far * Math.sign(to.x - from.x), y: from.y + far * Math.sign(to.y - from.y) };
}

const arrow = ({ x, y }: Point): string => `M${x - 3} ${y - 4}L${x} ${y}L${x + 3} ${y - 4}`;
