/** Joins the lines of pages into paragraphs and leaves out what is repeated at the edges of pages. */
import type { Column, Line } from './reading-order.ts';

export interface Page {
  readonly columns: readonly Column[];
  /** In the unit of its lines. */
  readonly width: number;
  readonly height: number;
}

/** A line that goes on in the next one ends within so many sizes of its font from the right edge. */
const FULL = 1.6;
/** The first line of a paragraph is indented by more, in sizes of its font. */
const INDENT = 1.2;
/** Space between the lines of a paragraph, in sizes of the font; more of it parts paragraphs. */
const LEADING = 2.2;
/** Share of a page's height at its top and bottom where headers and page numbers stand. */
const EDGE = 0.1;
/** Characters of a line that goes on in the next one, at least; shorter ones are values and labels. */
const LONG = 14;
/** Gap within a line, in sizes of its font, from which it is a row of a table. */
const CELLS = 1.5;
/** Share of a page's width that a single column reaches at least, if its lines are broken at its edge. */
const EDGE_AT = 0.7;
/** Line that begins something new: a heading, a numbered point, a label with its colon, a table's row. */
const BEGINS =
  /^(?:[【[■●•◆▪·*]|[一二三四五六七八九十]{1,3}[、.．]|[（(]?\d{1,2}[)）、．]|\d{1,2}\.(?!\d)|\p{Script=Han}[\p{Script=Han} ]{1,9}[：:])/u;

const PAGE_NUMBER = /^[\d\s第共页/\-–—·,，]+$/;

/** Returns the text of pages, a line a paragraph. */
export function textOfPages(pages: readonly Page[]): string {
  let text = '';
  let last: Place | undefined;
  for (const page of withoutRepeated(pages))
    for (const column of page.columns)
      for (const line of column.lines) {
        const place = { line, column, page };
        if (last !== undefined) text += goesOn(last, place) ? glue(text, line.text) : '\n';
        text += line.text;
        last = place;
      }
  return text;
}

interface Place {
  readonly line: Line;
  readonly column: Column;
  readonly page: Page;
}

/** Returns whether a line continues the paragraph of the line before, in the same column or the next one. */
function goesOn({ line: before, ...its }: Place, { line, column }: Place): boolean {
  if (before.end < its.column.right - FULL * before.size || !hasEdge(its)) return false;
  if (before.text.length < LONG || before.gap > CELLS * before.size || line.gap > CELLS * line.size)
    return false;
  if (line.x > column.left + INDENT * line.size || BEGINS.test(line.text)) return false;
  if (Math.abs(line.size - before.size) > 0.15 * before.size) return false;
  return its.column !== column || line.y - before.y <= LEADING * line.size;
}

/** Returns whether lines of a column were broken at its right edge: the longest of several short lines was not. */
function hasEdge({ column: { lines, right }, page }: Omit<Place, 'line'>): boolean {
  if (page.columns.length === 1 && right < EDGE_AT * page.width) return false;
  const full = lines.filter(({ end, size }) => end >= right - FULL * size);
  return full.length >= 2 || (full[0]?.text.length ?? 0) >= 30;
}

/** Returns what stands between two lines of a paragraph: a space between words of letters. */
const glue = (before: string, after: string): string =>
  /[\p{Script=Latin}\d,;:]$/u.test(before) && /^[\p{Script=Latin}\d]/u.test(after) ? ' ' : '';

/** Keeps a header only where it stands first, and no page numbers. */
function withoutRepeated(pages: readonly Page[]): Page[] {
  const seen = new Set<string>();
  const counted = new Map<string, number>();
  for (const page of pages)
    for (const key of new Set(linesOf(page).flatMap((line) => keyOf(line, page) ?? [])))
      counted.set(key, (counted.get(key) ?? 0) + 1);
  return pages.map((page) => ({
    ...page,
    columns: page.columns.map((column) => ({
      ...column,
      lines: column.lines.filter((line) => {
        const key = keyOf(line, page);
        if (key === undefined || (counted.get(key) ?? 0) < Math.max(2, pages.length - 1)) return true;
        const isFirst = !seen.has(key);
        seen.add(key);
        return isFirst && !PAGE_NUMBER.test(line.text);
      }),
    })),
  }));
}

const linesOf = ({ columns }: Page): Line[] => columns.flatMap(({ lines }) => lines);

/** Returns what makes two lines at the edges of pages equal: place and text, numbers apart. */
function keyOf({ y, text }: Line, { height }: Page): string | undefined {
  if (y > EDGE * height && y < (1 - EDGE) * height) return undefined;
  return `${y < height / 2} ${text.replace(/\d+/g, '0')}`;
}
