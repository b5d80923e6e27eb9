/** Splits an EMR text into sentences with offsets. */
import type { Span } from '../../shared/domain/span.ts';
import { foldUnits, isDigitUnit, isNewlineUnit, isSpaceUnit, isWordUnit } from './folding.ts';

/** Sentence ends, folded: full-width forms have become ASCII. */
const TERMINATORS = unitSet('。!?;｡');
const FULL_STOP = '.'.charCodeAt(0);
const CLOSING_QUOTES = unitSet('"\'”’」』');
const CLOSER_OF = new Map(
  Array.from('() [] {} 【】 〔〕 〖〗 《》 〈〉'.split(' '), (pair) => [
    pair.charCodeAt(0),
    pair.charCodeAt(1),
  ]),
);
const CLOSERS = new Set(CLOSER_OF.values());
/** Longest bracketed span in code units; a bracket left open longer, or at the end of its line, is ignored. */
const MAX_BRACKET = 200;
/** Characters that may precede a full stop that ends a Chinese sentence. */
const HAN = /^[\p{Script=Han})\]%]$/u;

function unitSet(chars: string): ReadonlySet<number> {
  return new Set(Array.from(chars, (char) => char.charCodeAt(0)));
}

/**
 * Splits after 。！？； (full or half width) with following closing quotation marks, after a full stop behind a Chinese
 * character, and at each line break; never inside brackets or between digits. The spans are in order, trimmed,
 * non-empty and cover everything but white space.
 */
export function splitSentences(text: string): Span[] {
  const units = foldUnits(text);
  const closeOf = matchBrackets(units);
  const sentences: Span[] = [];
  let from = 0;
  for (let i = 0; i < units.length; ) {
    if (isNewlineUnit(units[i])) {
      pushTrimmed(units, from, i, sentences);
      from = ++i;
      continue;
    }
    const close = closeOf.get(i);
    if (close !== undefined) {
      i = close + 1;
      continue;
    }
    if (!isTerminator(text, units, i)) {
      i++;
      continue;
    }
    let end = i + 1;
    while (end < units.length && (TERMINATORS.has(units[end]!) || CLOSING_QUOTES.has(units[end]!))) end++;
    pushTrimmed(units, from, end, sentences);
    from = end;
    i = end;
  }
  pushTrimmed(units, from, units.length, sentences);
  return sentences;
}

function isTerminator(text: string, units: Uint16Array, at: number): boolean {
  const unit = units[at]!;
  if (unit === FULL_STOP) {
    const next = units[at + 1];
    return HAN.test(text.charAt(at - 1)) && !isWordUnit(next) && next !== FULL_STOP;
  }
  return TERMINATORS.has(unit) && !(isDigitUnit(units[at - 1]) && isDigitUnit(units[at + 1]));
}

/** Returns the closing unit of each outermost bracket that closes on its line within the limit. */
function matchBrackets(units: Uint16Array): Map<number, number> {
  const closeOf = new Map<number, number>();
  const open: { at: number; closer: number }[] = [];
  for (let i = 0; i < units.length; i++) {
    const unit = units[i]!;
    const closer = CLOSER_OF.get(unit);
    if (isNewlineUnit(unit)) open.length = 0;
    else if (closer !== undefined) open.push({ at: i, closer });
    else if (CLOSERS.has(unit)) {
      const match = open.findLastIndex((bracket) => bracket.closer === unit);
      if (match < 0) continue;
      const { at } = open[match]!;
      open.length = match;
      if (i - at <= MAX_BRACKET) closeOf.set(at, i);
    }
  }
  return closeOf;
}

function pushTrimmed(units: Uint16Array, from: number, to: number, sentences: Span[]): void {
  let start = from;
  let end = to;
  while (start < end && isSpaceUnit(units[start])) start++;
  while (end > start && isSpaceUnit(units[end - 1])) end--;
  if (start < end) sentences.push({ start, end });
}
