/** Forms with a blank between all characters, as optical recognition and old printers leave them: 姓 名 ： 欧 阳. */
import type { Span } from '../../shared/domain/span.ts';

const LINE = /[^\n]+/g;
const CHAR = /[^\s]/g;
/** One blank between two characters. */
const GAP = /(?<=[^\s])[ \u3000](?=[^\s])/g;
const FEWEST_GAPS = 4;
/** Share of the characters of a line that a blank follows. */
const STRETCHED = 0.6;

export interface Narrowed {
  readonly text: string;
  /** Where each code unit, and the end, stood before. */
  readonly at: readonly number[];
}

/** The text without the blanks of stretched lines; undefined where there are none. */
export function narrow(text: string): Narrowed | undefined {
  const blanks = new Set<number>();
  for (const { index, 0: line } of text.matchAll(LINE)) {
    const gaps = [...line.matchAll(GAP)];
    if (gaps.length < FEWEST_GAPS || gaps.length < STRETCHED * (line.match(CHAR)?.length ?? 0)) continue;
    for (const gap of gaps) blanks.add(index + gap.index);
  }
  if (blanks.size === 0) return undefined;
  const at: number[] = [];
  for (let i = 0; i < text.length; i++) if (!blanks.has(i)) at.push(i);
  return { text: at.map((i) => text[i]).join(''), at: [...at, text.length] };
}

/** Where a place of the narrowed text stands in the text. */
export function widened({ at }: Narrowed, start: number, end: number): Span {
  return { start: at[start] ?? 0, end: (at[end - 1] ?? 0) + 1 };
}
