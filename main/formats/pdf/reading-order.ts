/** Puts the placed pieces of a page's text into reading order: lines from top to bottom, two columns one after the other. */

/** A piece of text on a page; lengths in points, `y` of its baseline counted from the top. */
export interface Piece {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  /** Size of its font. */
  readonly size: number;
}

export interface Line {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  /** Right end. */
  readonly end: number;
  readonly size: number;
  /** Widest gap between its pieces. */
  readonly gap: number;
}

/** Lines of a column with its edges. */
export interface Column {
  readonly lines: readonly Line[];
  readonly left: number;
  readonly right: number;
}

/** Pieces whose baselines differ by less, in sizes of their font, stand on one line: indices and units are moved. */
const SAME_LINE = 0.45;
/** Gaps between pieces, in sizes of their font, from which a space stands for them. */
const SPACE = 0.3;
/** Least width of the gap between two columns, in sizes of the font. */
const GUTTER = 1.2;
/** Lines that a column has at least, and characters of its usual line: cells of tables have fewer. */
const COLUMN_LINES = 5;
const COLUMN_CHARS = 12;
/** Share of lines that may cross the gap between columns: titles do. */
const CROSSING = 0.3;

/** Returns the columns of a page in reading order. A title over two columns is a column of its own. */
export function readingOrder(pieces: readonly Piece[]): Column[] {
  const rows = rowsOf(pieces.filter(({ text }) => text.trim() !== ''));
  const gutter = gutterOf(rows);
  if (gutter === undefined) return rows.length === 0 ? [] : [columnOf(rows)];
  return bands(rows, gutter).flatMap((band) => {
    const left = sideOf(band, (piece) => piece.x < gutter);
    const right = sideOf(band, (piece) => piece.x >= gutter);
    const apart = !band.some((row) => crosses(row, gutter));
    return apart && isColumn(left) && isColumn(right) ? [columnOf(left), columnOf(right)] : [columnOf(band)];
  });
}

type Row = readonly Piece[];

function rowsOf(pieces: readonly Piece[]): Row[] {
  const rows: { y: number; size: number; pieces: Piece[] }[] = [];
  for (const piece of [...pieces].sort((a, b) => a.y - b.y || a.x - b.x)) {
    const row = rows.findLast(({ y, size }) => piece.y - y < SAME_LINE * Math.max(size, piece.size));
    if (row === undefined) rows.push({ y: piece.y, size: piece.size, pieces: [piece] });
    else row.pieces.push(piece);
  }
  return rows.map((row) => row.pieces.sort((a, b) => a.x - b.x));
}

const crosses = (row: Row, x: number): boolean =>
  row.some((piece) => piece.x < x && piece.x + piece.width > x);

/** Returns the middle of the gap between two columns, or `undefined` where there is none. */
function gutterOf(rows: readonly Row[]): number | undefined {
  const pieces = rows.flat();
  const size = median(pieces.map((piece) => piece.size));
  const left = Math.min(...pieces.map(({ x }) => x));
  const right = Math.max(...pieces.map(({ x, width }) => x + width));
  // Gaps lie right of a piece's end; the middle third holds those between columns.
  const starts = pieces
    .map(({ x, width }) => x + width)
    .filter((x) => x > left + (right - left) * 0.3 && x < left + (right - left) * 0.7);
  let best: { readonly x: number; readonly crossing: number } | undefined;
  for (const start of new Set(starts.map((x) => Math.ceil(x)))) {
    const middle = start + (GUTTER * size) / 2;
    const crossing = rows.filter((row) => crosses(row, middle) || crosses(row, start)).length;
    if (best === undefined || crossing < best.crossing) best = { x: middle, crossing };
  }
  if (best === undefined || best.crossing > CROSSING * rows.length) return undefined;
  const { x } = best;
  const clear = rows.filter((row) => !crosses(row, x));
  const isSide = (test: (piece: Piece) => boolean) => isColumn(sideOf(clear, test));
  return isSide((piece) => piece.x < x) && isSide((piece) => piece.x >= x) ? x : undefined;
}

const sideOf = (rows: readonly Row[], test: (piece: Piece) => boolean): Row[] =>
  rows.map((row) => row.filter(test)).filter((row) => row.length > 0);

const isColumn = (rows: readonly Row[]): boolean =>
  rows.length >= COLUMN_LINES &&
  median(rows.map((row) => row.reduce((chars, { text }) => chars + text.length, 0))) >= COLUMN_CHARS;

/** Cuts the rows where lines begin and end to cross the gap. */
function bands(rows: readonly Row[], gutter: number): Row[][] {
  const all: Row[][] = [];
  let before: boolean | undefined;
  for (const row of rows) {
    const crossing = crosses(row, gutter);
    if (crossing !== before) all.push([]);
    all.at(-1)!.push(row);
    before = crossing;
  }
  return all;
}

function columnOf(rows: readonly Row[]): Column {
  const lines = rows.map(lineOf);
  const left = Math.min(...lines.map(({ x }) => x));
  return { lines, left, right: Math.max(...lines.map(({ end }) => end)) };
}

function lineOf(row: Row): Line {
  let text = '';
  let end: number | undefined;
  let widest = 0;
  for (const piece of row) {
    const gap = end === undefined ? 0 : piece.x - end;
    widest = Math.max(widest, gap);
    if (gap > SPACE * piece.size && !/\s$/.test(text) && !/^\s/.test(piece.text)) text += ' ';
    text += piece.text;
    end = Math.max(end ?? 0, piece.x + piece.width);
  }
  const [first] = row;
  return {
    text: text.trim(),
    x: first?.x ?? 0,
    y: median(row.map(({ y }) => y)),
    end: end ?? 0,
    size: median(row.map(({ size }) => size)),
    gap: widest,
  };
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? 0;
}
