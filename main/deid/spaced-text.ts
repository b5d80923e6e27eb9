/** Text with a blank between all characters, from OCR and old printers: 姓 名 ： 欧 阳. */
import type { Span } from '../../shared/domain/span.ts';

const LINE = /[^\n]+/g;
const CHAR = /[^\s]/g;
/** Single blank between two characters. */
const GAP = /(?<=[^\s])[ \u3000](?=[^\s])/g;
const FEWEST_GAPS = 4;
/** Lowest share of a line's characters that are followed by a blank. */
const SPACED_SHARE = 0.6;

export interface CompactText {
  readonly text: string;
  /** Original offset of each code unit, and of the end. */
  readonly at: readonly number[];
}

/** Removes the blanks of spaced lines; returns `undefined` when there are none. */
export function removeSpacing(text: string): CompactText | undefined {
  const blanks = new Set<number>();
  for (const { index, 0: line } of text.matchAll(LINE)) {
    const gaps = [...line.matchAll(GAP)];
    if (gaps.length < FEWEST_GAPS || gaps.length < SPACED_SHARE * (line.match(CHAR)?.length ?? 0)) continue;
    for (const gap of gaps) blanks.add(index + gap.index);
  }
  if (blanks.size === 0) return undefined;
  const at: number[] = [];
  for (let i = 0; i < text.length; i++) if (!blanks.has(i)) at.push(i);
  return { text: at.map((i) => text[i]).join(''), at: [...at, text.length] };
}

export function originalSpan({ at }: CompactText, start: number, end: number): Span {
  return { start: at[start] ?? 0, end: (at[end - 1] ?? 0) + 1 };
}
