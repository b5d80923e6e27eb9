/**
 * Detects how a brat file counts offsets. brat counts code points; other tools that write its format count UTF-16 code
 * units, count CRLF as one character, or count a byte order mark. The words repeated on each line show which one
 * applies.
 */
import type { Span } from '../../../shared/domain/span.ts';
import type { BratLine, TextBound } from './brat-lines.ts';
import { fromCodePoints, fromCodeUnits, type ToUnits } from './offsets.ts';

export interface Counting {
  readonly text: string;
  readonly toUnits: ToUnits;
}

/** Returns the first counting that places all words correctly, else brat's own. @param lines reads T lines anew */
export function countingOf(text: string, marked: boolean, lines: () => Iterable<BratLine>): Counting {
  const standard = { text, toUnits: fromCodePoints(text) };
  for (const _any of lines()) {
    for (const counting of countings(text, marked)) if (placesAll(counting, lines())) return counting;
    break;
  }
  return standard;
}

function placesAll(counting: Counting, lines: Iterable<BratLine>): boolean {
  for (const line of lines) {
    if (line.kind !== 'text') continue;
    const fragments = fragmentsBy(counting, line);
    if (fragments === undefined || !standsAt(counting.text, fragments, line.words)) return false;
  }
  return true;
}

function* countings(text: string, marked: boolean): Generator<Counting> {
  // brat itself counts a byte order mark as the first character.
  for (const each of marked ? [`\ufeff${text}`, text] : [text]) {
    yield { text: each, toUnits: fromCodePoints(each) };
    yield { text: each, toUnits: fromCodeUnits(each) };
    if (each.includes('\r\n')) yield { text: each, toUnits: fromOneCharacterLineEnds(each) };
  }
}

function fromOneCharacterLineEnds(text: string): ToUnits {
  const units: number[] = [];
  let at = 0;
  for (const char of text) {
    const endsLine = char === '\n' && text[at - 1] === '\r';
    if (!endsLine) units.push(at);
    at += char.length;
  }
  units.push(at);
  return (offset) => units[offset];
}

/** Returns the fragments in code units, `undefined` where one is outside of the text. */
export function fragmentsBy(counting: Counting, { fragments }: TextBound): readonly Span[] | undefined {
  const found = fragments.map((given) => fragmentBy(counting, given));
  return found.includes(undefined) ? undefined : (found as Span[]); // safe: none is undefined
}

function fragmentBy({ text, toUnits }: Counting, given: Span): Span | undefined {
  const start = toUnits(given.start);
  const end = toUnits(given.end);
  return start === undefined || end === undefined || end > text.length ? undefined : { start, end };
}

/** Returns whether the words stand at the fragments, apart from white space. */
export function standsAt(text: string, fragments: readonly Span[], words: string | undefined): boolean {
  if (words === undefined) return true;
  const found = wordsAt(text, fragments);
  return words === found || squashed(words) === squashed(found);
}

/** Returns words as brat writes them, with a blank between fragments and for every line end. */
export const wordsAt = (text: string, fragments: readonly Span[]): string =>
  fragments.map(({ start, end }) => text.slice(start, end)).join(' ');

/** Normalises white space, which tools write differently. */
const squashed = (words: string): string => words.replace(/[\s\p{Cc}]+/gu, ' ').trim();

/** Line ends of brat, which splits its files as Python does. No line of its files can contain them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters end lines
const LINE_ENDS = /[\n-\r\u001c-\u001e\u0085\u2028\u2029]+/g;
const ONLY_LINE_ENDS = new RegExp(`^(?:${LINE_ENDS.source})?$`);

/** Splits fragments at line ends, as brat does. Returns none for a span of line ends only. */
export const cutAtLines = (text: string, fragments: readonly Span[]): Span[] =>
  fragments.flatMap(({ start, end }) => {
    const pieces: Span[] = [];
    let from = start;
    for (const { 0: ends, index } of text.slice(start, end).matchAll(LINE_ENDS)) {
      pieces.push({ start: from, end: start + index });
      from = start + index + ends.length;
    }
    return [...pieces, { start: from, end }].filter((piece) => piece.start < piece.end);
  });

/** Joins fragments that only line ends separate. @param fragments sorted, without overlap */
export function joinedOverLines(text: string, fragments: readonly Span[]): Span[] {
  if (fragments.length === 1) return [...fragments];
  const joined: Span[] = [];
  for (const next of fragments) {
    const last = joined.at(-1);
    if (last !== undefined && ONLY_LINE_ENDS.test(text.slice(last.end, next.start)))
      joined[joined.length - 1] = { start: last.start, end: next.end };
    else joined.push(next);
  }
  return joined;
}
