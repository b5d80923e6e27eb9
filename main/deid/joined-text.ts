/** Joins what scanners and old printers pull apart: blanks between characters (姓 名 ： 欧 阳), lines cut at a column. */
import type { Span } from '../../shared/domain/span.ts';

const LINE = /[^\n]+/g;
/** Blank between two characters. */
const GAP = /(?<=[^\s])[ \u3000]{1,2}(?=[^\s])/g;
const TOKEN = /[^\s]+/g;
const FEWEST_TOKENS = 5;
/** Lowest share of a line's tokens that are one character, and one that ordinary forms do not print alone. */
const SINGLE_SHARE = 0.6;
const UNUSUAL_SHARE = 0.3;
/** Tokens of one character in ordinary forms. */
const ORDINARY = /^[男女\d\p{P}]$/u;
/** Lowest share of spread lines at which every line of a text counts as spread. */
const SPREAD_LINES = 0.25;
/** Longest line of a scanned column, in characters without blanks. */
const MIN_COLUMN = 12;
const MAX_COLUMN = 60;
/** Lowest share of the longest line that a line cut at the column has. */
const FULL_SHARE = 0.75;
const WORD = /[\p{Script=Han}\p{L}\p{N}]/u;

export interface JoinedText {
  readonly text: string;
  /** Original offset of each code unit, and of the end. */
  readonly at: readonly number[];
}

/** Begins a line of its own rather than the rest of a number: 14 Nov, 2024-03-05, 3月5日. */
const DATE_AHEAD = /^(?:\d{1,2}\s?(?:[a-z]{3}|月)|(?:19|20)\d{2}[-./年]|\d{1,2}[./-]\d{1,2}(?!\d))/i;

/** Drops blanks of spread lines and breaks of cut lines; returns `undefined` when there are none. */
export function joinText(text: string): JoinedText | undefined {
  const dropped = new Uint8Array(text.length);
  const lines = [...text.matchAll(LINE)].map(({ index, 0: words }) => ({ start: index, words }));
  const spread = lines.filter(({ words }) => isSpread(words));
  const whole = lines.length > 2 && spread.length >= SPREAD_LINES * lines.length;
  for (const { start, words } of whole ? lines : spread) dropGaps(dropped, start, words);
  const joined = lines.map(({ words }) => words.replace(/\s/g, '').length);
  const column = joined.reduce((longest, length) => Math.max(longest, length), 0);
  if (lines.length > 2 && column >= MIN_COLUMN && column <= MAX_COLUMN)
    lines.forEach(({ start, words }, i) => {
      const next = lines[i + 1];
      if (next === undefined || (joined[i] ?? 0) < FULL_SHARE * column) return;
      const end = start + words.trimEnd().length;
      const from = next.start + next.words.length - next.words.trimStart().length;
      const dated = /\d/.test(text[end - 1] ?? '') && DATE_AHEAD.test(next.words.trimStart());
      if (!dated && WORD.test(text[end - 1] ?? '') && WORD.test(text[from] ?? '')) dropped.fill(1, end, from);
    });
  return without(text, dropped);
}

/** White space within a number or date: 37 0902 19 9, 2024-\n03-05. */
const WITHIN_NUMBER =
  /(?<=[\d〇一二三四五六七八九十年月./-][OoIl]{0,2})\s{1,3}(?=[OoIl]{0,2}[\d〇一二三四五六七八九十年月日./-])/g;

/** Drops white space within numbers; returns `undefined` when there is none. */
export function joinNumbers(text: string): JoinedText | undefined {
  const dropped = new Uint8Array(text.length);
  for (const { index, 0: gap } of text.matchAll(WITHIN_NUMBER)) dropped.fill(1, index, index + gap.length);
  return without(text, dropped);
}

function without(text: string, dropped: Uint8Array): JoinedText | undefined {
  if (!dropped.includes(1)) return undefined;
  const at: number[] = [];
  for (let i = 0; i < text.length; i++) if (dropped[i] === 0) at.push(i);
  return { text: at.map((i) => text[i]).join(''), at: [...at, text.length] };
}

/** Returns the lines of a joined text in which something was dropped; the others read as they did. */
export function linesJoined(joined: JoinedText): JoinedText {
  const { text, at } = joined;
  let words = '';
  const places: number[] = [];
  for (let start = 0; start < text.length; ) {
    const stop = text.indexOf('\n', start);
    const end = stop < 0 ? text.length : stop + 1;
    if (isJoined(joined, start, stop < 0 ? end : stop)) {
      // An empty line parts lines between which others are left out.
      if (places.length > 0 && at[start - 1] !== places.at(-1)) {
        words += '\n';
        places.push(places.at(-1) ?? 0);
      }
      words += text.slice(start, end);
      for (let i = start; i < end; i++) places.push(at[i] ?? 0);
    }
    start = end;
  }
  return { text: words, at: [...places, at[text.length] ?? 0] };
}

/** Returns whether blanks stand within words: many of the line's tokens are single characters. */
function isSpread(line: string): boolean {
  const tokens = line.match(TOKEN) ?? [];
  const singles = tokens.filter((token) => token.length === 1);
  const unusual = singles.filter((token) => !ORDINARY.test(token));
  return (
    tokens.length >= FEWEST_TOKENS &&
    (singles.length >= SINGLE_SHARE * tokens.length || unusual.length >= UNUSUAL_SHARE * tokens.length)
  );
}

function dropGaps(dropped: Uint8Array, start: number, line: string): void {
  for (const { index, 0: gap } of line.matchAll(GAP)) {
    // Two blanks between words of a spread line part columns.
    if (gap.length === 1) dropped[start + index] = 1;
  }
}

export function originalSpan({ at }: JoinedText, start: number, end: number): Span {
  return { start: at[start] ?? 0, end: (at[end - 1] ?? 0) + 1 };
}

/** Returns whether a span of the joined text covers a place where something was dropped. */
export const isJoined = ({ at }: JoinedText, start: number, end: number): boolean =>
  (at[end - 1] ?? 0) - (at[start] ?? 0) > end - 1 - start;
