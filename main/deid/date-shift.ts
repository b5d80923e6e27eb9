/**
 * Shifts all dates of a document by one number of days and keeps the way each is written. A date without a year
 * takes the year that the document implies. An impossible date is not shifted.
 */
import type { Span } from '../../shared/domain/span.ts';
import { type DateNumbers, isPossible, readDate, writeNumber } from './date-spelling.ts';
import { readable } from './readable.ts';

/** Days since 1970-01-01. */
type Day = number;

interface Resolved {
  readonly numbers: DateNumbers;
  readonly day: Day;
}

const MS = 86_400_000;
/** Day assumed for a month without a day. */
const MIDDLE = 15;
/** Largest distance in years at which a date still gives the year of dates without one; excludes dates of birth. */
const MAX_CONTEXT_YEARS = 15;

const toDay = (year: number, month: number, day: number): Day => Date.UTC(year, month - 1, day) / MS;

function fromDay(day: Day): { year: number; month: number; day: number } {
  const date = new Date(day * MS);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

/** Returns the new words of each place, in order; `undefined` where a place holds no valid date. */
export function shiftDates(text: string, places: readonly Span[], offset: number): (string | undefined)[] {
  const folded = readable(text);
  const read = places.map(({ start, end }) => readDate(folded.slice(start, end)));
  const reference = referenceOf(read);
  let before: Resolved | undefined;
  return places.map(({ start, end }, i) => {
    const numbers = read[i];
    const day = numbers === undefined ? undefined : resolve(numbers, before, reference);
    if (numbers === undefined || day === undefined) return undefined;
    const moved = rewrite(text.slice(start, end), { numbers, day }, { before, reference, offset });
    before = { numbers, day };
    return moved;
  });
}

/** Returns the latest full date of the document, else its latest month: the reference for 今年 and similar words. */
function referenceOf(read: readonly (DateNumbers | undefined)[]): Day | undefined {
  const days = (whole: boolean): Day[] =>
    read.flatMap((numbers) => {
      if (numbers?.year === undefined || numbers.month === undefined) return [];
      if (whole !== (numbers.day !== undefined)) return [];
      const { year, month, day = MIDDLE } = numbers;
      return isPossible(year, month, day) ? [toDay(year, month, day)] : [];
    });
  const known = days(true).length > 0 ? days(true) : days(false);
  return known.length === 0 ? undefined : known.reduce((a, b) => Math.max(a, b));
}

const RELATIVE_YEARS: Readonly<Record<string, number>> = {
  今年: 0,
  本年: 0,
  去年: -1,
  上年: -1,
  前年: -2,
  大前年: -3,
  明年: 1,
};
/** Year words counted from the previous date in the text. */
const FOLLOWING_YEARS: Readonly<Record<string, number>> = { 同年: 0, 当年: 0, 次年: 1, 翌年: 1 };

const relativeMonths = (words: string): number =>
  words.startsWith('上上') ? -2 : words.startsWith('上') ? -1 : 0;

function resolve(
  numbers: DateNumbers,
  before: Resolved | undefined,
  reference: Day | undefined,
): Day | undefined {
  const { month, day = MIDDLE, relativeYear, relativeMonth, spelling } = numbers;
  if (spelling === 'lunar') return undefined;
  if (numbers.year !== undefined)
    return month !== undefined && isPossible(numbers.year, month, day)
      ? toDay(numbers.year, month, day)
      : undefined;
  if (spelling === 'd') {
    if (before === undefined) return undefined;
    const { year, month: sameMonth } = fromDay(before.day);
    return isPossible(year, sameMonth, day) ? toDay(year, sameMonth, day) : undefined;
  }
  if (relativeMonth !== undefined) {
    if (reference === undefined) return undefined;
    const from = fromDay(reference);
    const first = fromDay(toDay(from.year, from.month + relativeMonths(relativeMonth), 1));
    return isPossible(first.year, first.month, day) ? toDay(first.year, first.month, day) : undefined;
  }
  if (month === undefined || !isPossible(2024, month, day)) return undefined;
  if (relativeYear !== undefined) {
    const following = FOLLOWING_YEARS[relativeYear];
    const from = following === undefined ? reference : (before?.day ?? reference);
    if (from === undefined) return undefined;
    const year = fromDay(from).year + (following ?? RELATIVE_YEARS[relativeYear] ?? 0);
    return isPossible(year, month, day) ? toDay(year, month, day) : undefined;
  }
  return impliedYear(month, day, before, reference);
}

/**
 * Returns the year of a date such as 3月5日: that of the previous date unless too far back, else the latest year that
 * does not exceed the reference.
 */
function impliedYear(
  month: number,
  day: number,
  before: Resolved | undefined,
  reference: Day | undefined,
): Day {
  const now = reference ?? toDay(2023, 12, 31);
  const last = fromDay(now).year;
  const context = before === undefined ? undefined : fromDay(before.day).year;
  let year =
    context !== undefined && last - context < MAX_CONTEXT_YEARS
      ? context
      : toDay(last, month, day) <= now
        ? last
        : last - 1;
  while (!isPossible(year, month, day)) year--; // leap day
  return toDay(year, month, day);
}

interface Shift {
  readonly before: Resolved | undefined;
  readonly reference: Day | undefined;
  readonly offset: number;
}

function rewrite(words: string, { numbers, day }: Resolved, { before, reference, offset }: Shift): string {
  const next = fromDay(day + offset);
  const beforeNext = before === undefined ? undefined : fromDay(before.day + offset);
  if (numbers.spelling === 'd') {
    const model = words.replace(/[日号]$/, '');
    const dayWords = writeNumber(next.day, model, isPadded([model])) + words.slice(model.length);
    const sameMonth = beforeNext?.month === next.month && beforeNext.year === next.year;
    return sameMonth ? dayWords : `${next.month}月${dayWords}`;
  }
  const models = numbers.places
    .filter(({ part }) => part === 'month' || part === 'day')
    .map(({ start, end }) => words.slice(start, end));
  // 2023-12-31 is the ISO form; 2023年12月31日 is padded only where the original is.
  const isoForm = words.includes('-') && models.every((model) => model.length === 2);
  const padded = isPadded(models) || isoForm || numbers.spelling === 'yyyymmdd';
  let out = '';
  let at = 0;
  for (const { part, start, end } of numbers.places) {
    const model = words.slice(start, end);
    out += words.slice(at, start);
    at = end;
    switch (part) {
      case 'year':
        out +=
          numbers.short === true
            ? writeNumber(next.year % 100, model, true)
            : writeNumber(next.year - (numbers.era ?? 0), model, false);
        break;
      case 'month':
        out += writeNumber(next.month, model, padded);
        break;
      case 'day':
        out += writeNumber(next.day, model, padded);
        break;
      case 'relativeYear': {
        const from =
          model in FOLLOWING_YEARS
            ? (beforeNext ?? referenceAfter(reference, offset))
            : referenceAfter(reference, offset);
        out += yearWords(model, next.year, from?.year);
        break;
      }
      case 'relativeMonth': {
        const from = referenceAfter(reference, offset);
        out += from === undefined ? `${next.month}月` : monthWords(model, next, from);
        break;
      }
    }
  }
  return out + words.slice(at);
}

const referenceAfter = (reference: Day | undefined, offset: number) =>
  reference === undefined ? undefined : fromDay(reference + offset);

/** Returns whether a part is written with a leading zero. */
const isPadded = (models: readonly string[]): boolean => models.some((model) => /^[0０]/.test(model));

/** Returns 今年, 去年 …, or the year itself where no word fits. */
function yearWords(model: string, year: number, from: number | undefined): string {
  if (from === undefined) return `${year}年`;
  const table = model in FOLLOWING_YEARS ? FOLLOWING_YEARS : RELATIVE_YEARS;
  if (table[model] === year - from) return model;
  return Object.keys(table).find((word) => table[word] === year - from) ?? `${year}年`;
}

function monthWords(
  model: string,
  next: { year: number; month: number },
  from: { year: number; month: number },
): string {
  const apart = (next.year - from.year) * 12 + next.month - from.month;
  if (apart === relativeMonths(model)) return model;
  if (apart === 0) return '本月';
  return apart === -1 ? '上月' : `${next.month}月`;
}
