/** Finds dates and times, and which of them a value belongs to. */
import type { ValueTime } from '../../../shared/domain/value.ts';

const CLOCK = '(?:[ ,T]?(?<hour>[01]?\\d|2[0-3])[:时点](?<minute>[0-5]\\d)?分?)?';
const DATE = new RegExp(
  `(?<![\\d.])(?:(?<year>(?:19|20)\\d\\d)[-/.年](?<month>1[0-2]|0?[1-9])[-/.月](?<day>3[01]|[12]\\d|0?[1-9])日?${CLOCK}` +
    `|(?<month>1[0-2]|0?[1-9])月(?<day>3[01]|[12]\\d|0?[1-9])日${CLOCK}` +
    `|(?<=^|[\\n(|\\t;。])[ \\t]*(?<month>1[0-2]|0?[1-9])[-/](?<day>3[01]|[12]\\d|0?[1-9])(?![-/.\\d])${CLOCK}` +
    `|(?<hour>[01]\\d|2[0-3]):(?<minute>[0-5]\\d)(?!\\d)` +
    `|(?<words>入院(?:后)?第?\\d{1,3}[天日]|术后第?\\d{1,3}[天日]|术[前后]|治疗[前后]|入院时|来院时|出院时|[今昨前]日|[今昨]晨|[今昨]晚|\\d{1,2}(?:天|日|周|个?月|年|小时)前))(?!岁)`,
  'gmu',
);
/** Code units over which a date without a value between still belongs to the next value. */
const REACH = 300;

export interface Times {
  /** Returns the time a value at the offset belongs to. Offsets may come in any order. */
  before(offset: number): ValueTime | undefined;
  /** Returns the time that a stretch of text is, such as a table's cell. */
  within(start: number, end: number): ValueTime | undefined;
}

/** @param folded folded text; @param text the same, as written */
export function findTimes(folded: string, text: string): Times {
  const times: ValueTime[] = [];
  let year: string | undefined;
  for (const { index, 0: words, groups = {} } of folded.matchAll(DATE)) {
    year = groups.year ?? year;
    const start = index + words.length - words.trimStart().length;
    const end = index + words.length;
    const iso = isoOf(groups, year);
    times.push({ start, end, text: text.slice(start, end), ...(iso === undefined ? {} : { iso }) });
  }
  return {
    before(offset) {
      const time = times[lastBefore(times, offset)];
      if (time === undefined || offset - time.end > REACH) return undefined;
      const between = folded.slice(time.end, offset);
      if (/\n\s*\n/.test(between)) return undefined;
      return time.iso === undefined && /[。\n]/.test(between) ? undefined : time;
    },
    within(start, end) {
      const time = times[lastBefore(times, end)];
      return time !== undefined && time.start >= start && time.end <= end ? time : undefined;
    },
  };
}

function isoOf(
  groups: Readonly<Record<string, string | undefined>>,
  year: string | undefined,
): string | undefined {
  const { month, day, hour, minute } = groups;
  if (month === undefined || day === undefined || year === undefined) return undefined;
  const two = (part: string) => part.padStart(2, '0');
  const date = `${year}-${two(month)}-${two(day)}`;
  return hour === undefined ? date : `${date}T${two(hour)}:${two(minute ?? '0')}`;
}

function lastBefore(times: readonly ValueTime[], offset: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle]!.end <= offset) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
