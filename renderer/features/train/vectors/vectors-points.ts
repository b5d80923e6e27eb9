/** Reads a picture of words: groups by type, landmarks, search, lists to export. */
import type { EntityType } from '../../../../shared/domain/graph.ts';
import type { VectorPoints } from '../../../../shared/domain/vectors.ts';
import { TYPE_ORDER } from '../../../lib/entity-types.ts';

/** An entity type, or that the knowledge graph does not name the word. */
export type PointType = EntityType | 'none';

export const typeOfPoint = ({ types }: VectorPoints, point: number): PointType => types[point] ?? 'none';

export interface TypeGroup {
  readonly type: PointType;
  /** Places in the lists of the picture, rising. */
  readonly points: readonly number[];
}

/** Points by type, in the order of legends; those without one come first, so that they are drawn beneath. */
export function typeGroups(points: VectorPoints): TypeGroup[] {
  const groups = new Map<PointType, number[]>();
  points.tokens.forEach((_, point) => {
    const type = typeOfPoint(points, point);
    const group = groups.get(type);
    if (group === undefined) groups.set(type, [point]);
    else group.push(point);
  });
  return (['none', ...TYPE_ORDER] as const).flatMap((type) => {
    const found = groups.get(type);
    return found === undefined ? [] : [{ type, points: found }];
  });
}

/** Points whose word holds the text, in their order. */
export function pointsHolding({ tokens }: VectorPoints, text: string): number[] {
  const sought = text.trim().toLowerCase();
  if (sought === '') return [];
  return tokens.flatMap((token, point) => (token.toLowerCase().includes(sought) ? [point] : []));
}

/** Cells of the grid in which each landmark must be alone. */
const CELLS_ACROSS = 14;
const CELLS_DOWN = 12;

/** Frequent words spread over the picture, to be named in it: in each cell the first, those of the graph before others. */
export function landmarks(points: VectorPoints, hidden: ReadonlySet<PointType>): number[] {
  const { tokens, x, y } = points;
  const [left, width] = extent(x);
  const [bottom, height] = extent(y);
  const cells = new Map<number, number>();
  const cell = (value: number, from: number, size: number, count: number): number =>
    Math.min(count - 1, Math.floor(((value - from) / size) * count));
  tokens.forEach((_, point) => {
    if (hidden.has(typeOfPoint(points, point))) return;
    const key =
      CELLS_ACROSS * cell(y[point]!, bottom, height, CELLS_DOWN) + cell(x[point]!, left, width, CELLS_ACROSS);
    const known = cells.get(key);
    const better =
      known === undefined || (typeOfPoint(points, known) === 'none' && typeOfPoint(points, point) !== 'none');
    if (better) cells.set(key, point);
  });
  return [...cells.values()].sort((a, b) => a - b);
}

function extent(values: readonly number[]): [least: number, size: number] {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  return [least, most > least ? most - least : 1];
}

/** A field of CSV (RFC 4180); what a table program would take for a formula begins with a quote. */
function csvField(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Words with type and place, for table programs. */
export function pointsCsv(points: VectorPoints, chosen: readonly number[]): string {
  const rows = chosen.map((point) =>
    [csvField(points.tokens[point]!), points.types[point] ?? '', points.x[point]!, points.y[point]!].join(
      ',',
    ),
  );
  return `\ufeff${['word,type,x,y', ...rows].join('\r\n')}\r\n`; // with the mark, Excel reads it as UTF-8
}

export type Corner = readonly [x: number, y: number];

/** Tells whether the point lies in the polygon: a ray to the right crosses its sides an odd number of times. */
export function isInside([x, y]: Corner, corners: readonly Corner[]): boolean {
  let within = false;
  corners.forEach(([x1, y1], i) => {
    const [x2, y2] = corners[(i + 1) % corners.length]!;
    if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) within = !within;
  });
  return within;
}
