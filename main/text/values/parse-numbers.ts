/** Parses the numbers that follow the name of an analyte, with unit, mark, range and later values. */

import type { Span } from '../../../shared/domain/span.ts';
import type { ReadValue, ReferenceRange } from '../../../shared/domain/value.ts';
import type { Analyte } from './analytes.ts';
import type { Result } from './judge.ts';
import type { Sense } from './names.ts';
import { type Patterns, rangeOf } from './patterns.ts';

/** Result with the words that say it. */
export interface Parsed extends Result, Span {
  readonly analyte: string;
  readonly writtenUnit?: string;
  /** Needs another value beside it: a short name and a number without unit. */
  readonly weak: boolean;
  readonly minute?: Span;
}

type Groups = Readonly<Record<string, string | undefined>>;

interface Match extends Span {
  readonly groups: Groups;
}

/** Result of a run of a pattern at an offset. */
export function matchAt(pattern: RegExp, text: string, at: number): Match | undefined {
  pattern.lastIndex = at;
  const match = pattern.exec(text);
  return match === null ? undefined : { start: at, end: at + match[0].length, groups: match.groups ?? {} };
}

interface Numbers extends Span {
  readonly comparison: ReadValue['comparison'];
  readonly number: number;
  readonly upper: number | undefined;
  readonly unit: string | undefined;
}

/** Largest factor by which a value with a unit may lie outside the plausible range. */
const SLACK = 10;
/** Most values read after one name. */
export const MAX_SERIES = 24;

/** Parses the numbers of one sense of a name, else an arrow. @param at end of the name */
export function parseNumbers(patterns: Patterns, text: string, at: number, sense: Sense): Parsed[] {
  const gap = matchAt(patterns.gap, text, at)?.end ?? at;
  const coma = sense.analyte.id === 'gcs' ? matchAt(patterns.coma, text, gap) : undefined;
  const numbers = readNumbers(
    patterns,
    text,
    coma?.end ?? firstMinute(patterns, text, gap, sense.analyte),
    sense.analyte,
  );
  if (numbers.length === 0) {
    const sum = coma === undefined ? undefined : comaSum(coma);
    if (sum !== undefined) return [sum];
    return parseArrow(patterns, text, at, sense);
  }
  const arrow = /([↑])|([↓])/.exec(text.slice(at, gap));
  const tail = readTail(patterns, text, numbers.at(-1)!);
  const results: Parsed[] = [];
  for (const [i, part] of numbers.entries()) {
    const last = i === numbers.length - 1;
    const writtenUnit =
      part.unit ??
      numbers.slice(i).find(({ unit }) => unit !== undefined)?.unit ??
      tail.unit ??
      numbers[i - 1]?.unit;
    const marked = (last ? tail.mark : undefined) ?? (arrow === null ? undefined : arrow[1] ? 'high' : 'low');
    const parsed = toResult(
      patterns,
      text,
      { ...part, unit: writtenUnit, end: last ? tail.end : part.end },
      sense,
      {
        ...(marked === undefined ? {} : { mark: marked }),
        ...(tail.range === undefined ? {} : { range: tail.range }),
      },
    );
    if (parsed === undefined) return results;
    results.push(parsed);
  }
  return [...results, ...readFollowing(patterns, text, results.at(-1)!, sense)];
}

/** Skips `1分钟` before the first number of an Apgar score. */
function firstMinute(patterns: Patterns, text: string, at: number, { kind }: Analyte): number {
  return (kind === 'series' ? matchAt(patterns.minute, text, at)?.end : undefined) ?? at;
}

function comaSum({ start, end, groups: { eye, verbal, motor } }: Match): Parsed {
  const value = Number(eye) + (verbal === 't' ? 1 : Number(verbal)) + Number(motor);
  return { start, end, analyte: 'gcs', number: value, value, weak: false };
}

/** Reads `WBC↑`: a result without a number. */
function parseArrow(patterns: Patterns, text: string, at: number, { analyte, bare }: Sense): Parsed[] {
  const match = matchAt(patterns.arrow, text, at);
  if (match === undefined) return [];
  const mark = match.groups.arrow?.startsWith('↑') ? 'high' : 'low';
  return [{ start: match.start, end: match.end, analyte: analyte.id, mark, weak: bare }];
}

function readNumbers(patterns: Patterns, text: string, at: number, analyte: Analyte): Numbers[] {
  const numbers: Numbers[] = [];
  let from = at;
  for (let count = 0; count < MAX_SERIES; count++) {
    const match = matchAt(patterns.number, text, from);
    if (match === undefined) break;
    const number = toNumbers(patterns, text, match);
    if (number === undefined) break;
    if (analyte.kind === 'series' && number.upper !== undefined) {
      const { upper, ...first } = number;
      numbers.push({ ...first, upper: undefined }, { ...first, number: upper, upper: undefined });
      const third = /-(\d{1,2})\s?分?/y;
      third.lastIndex = match.end;
      const rest = third.exec(text);
      if (rest !== null)
        numbers.push({ ...first, number: Number(rest[1]), upper: undefined, end: third.lastIndex });
      break;
    }
    numbers.push(number);
    const next = matchAt(patterns.next, text, number.end);
    if (next === undefined) break;
    from = next.end;
  }
  return numbers;
}

function toNumbers(patterns: Patterns, text: string, match: Match): Numbers | undefined {
  const { number = '', sign = '', upper, tenth, comparison } = match.groups;
  if (upper !== undefined && /^(?:19|20)\d\d$/.test(number)) return undefined; // a date
  const unit = tenth === undefined ? matchAt(patterns.unit, text, match.end) : undefined;
  const higher = unit && upper === undefined ? matchAt(patterns.upper, text, unit.end) : undefined;
  const end = higher?.end ?? unit?.end ?? match.end;
  if (unit === undefined && tenth === undefined && matchAt(patterns.counter, text, end) !== undefined) {
    if (matchAt(patterns.next, text, end) === undefined) return undefined;
  }
  const value = Number(`${sign}${number.replaceAll(',', '')}${tenth === undefined ? '' : `.${tenth}`}`);
  return {
    start: match.start,
    end,
    comparison: comparisonOf(comparison),
    number: value,
    upper:
      (upper ?? higher?.groups.upper) === undefined
        ? undefined
        : Number((upper ?? higher?.groups.upper)!.replaceAll(',', '')),
    unit: tenth === undefined ? unit?.groups.unit : '度',
  };
}

export function comparisonOf(text: string | undefined): ReadValue['comparison'] {
  switch (text) {
    case undefined:
      return undefined;
    case '≤':
    case '<=':
      return '≤';
    case '≥':
    case '>=':
      return '≥';
    case '<':
    case '小于':
    case '低于':
    case '不足':
      return '<';
    default:
      return '>';
  }
}

interface Tail {
  readonly end: number;
  readonly unit: string | undefined;
  readonly mark: 'low' | 'high' | undefined;
  readonly range: ReferenceRange | undefined;
}

/** Reads unit, mark and range after a number, in any order. */
function readTail(patterns: Patterns, text: string, number: Pick<Numbers, 'end' | 'unit'>): Tail {
  let { end, unit } = number;
  let mark: Tail['mark'];
  let range: ReferenceRange | undefined;
  for (let part = 0; part < 4; part++) {
    const marked = mark === undefined ? matchAt(patterns.mark, text, end) : undefined;
    if (marked !== undefined) {
      mark =
        marked.groups.high === undefined ? (marked.groups.low === undefined ? undefined : 'low') : 'high';
      end = marked.end;
      continue;
    }
    const united = unit === undefined ? matchAt(patterns.unit, text, end) : undefined;
    if (united !== undefined) {
      unit = united.groups.unit;
      end = united.end;
      continue;
    }
    const bounded = range === undefined ? matchAt(patterns.range, text, end) : undefined;
    const bounds = bounded && rangeOf(bounded.groups);
    if (bounded === undefined || bounds === undefined) break;
    range = bounds;
    mark ??=
      bounded.groups.high === undefined ? (bounded.groups.low === undefined ? undefined : 'low') : 'high';
    end = bounded.end;
  }
  return { end, unit, mark, range };
}

/** Converts a number to the analyte's unit; `undefined` when it is not one of its values. */
function toResult(
  { units }: Patterns,
  text: string,
  part: Numbers,
  { analyte, bare }: Sense,
  extra: Pick<Result, 'mark' | 'range'>,
): Parsed | undefined {
  const { start, end, comparison, number, upper, unit } = part;
  const value = unit === undefined ? guess(units, number, analyte) : units.convert(number, unit, analyte);
  if (value === undefined || !plausible(value, analyte, unit === undefined ? 1 : SLACK)) return undefined;
  const upperValue =
    upper === undefined
      ? undefined
      : unit === undefined
        ? (upper * value) / number
        : units.convert(upper, unit, analyte);
  const alone = unit === undefined && extra.range === undefined && extra.mark === undefined;
  const glued = /[a-z]/.test(text.charAt(start - 1)); // CK19, CD34: names of their own
  return {
    start,
    end,
    analyte: analyte.id,
    number,
    value,
    weak: (bare || glued) && alone,
    ...extra,
    ...(comparison === undefined ? {} : { comparison }),
    ...(upper === undefined ? {} : { upper }),
    ...(upperValue === undefined ? {} : { upperValue }),
    ...(unit === undefined ? {} : { writtenUnit: unit }),
  };
}

/** Takes a number without a unit in the analyte's own unit, or in the one in which it is plausible. */
function guess(units: Patterns['units'], number: number, analyte: Analyte): number | undefined {
  if (analyte.unit === '{titer}' || analyte.unit === '{s_co}') return undefined;
  if (plausible(number, analyte, 1)) return number;
  const other = analyte.unit === '%' ? '1' : analyte.unit === 'g/L' ? 'g/dL' : undefined;
  const converted = other === undefined ? undefined : units.fromUcum(number, other, analyte);
  return converted !== undefined && plausible(converted, analyte, 1) ? converted : undefined;
}

/** Returns whether a value of this analyte can be `value`. @param slack factor by which it may lie outside */
export function plausible(value: number, { plausible: { low, high } }: Analyte, slack: number): boolean {
  if (low !== undefined && value < (low < 0 ? low : low / slack)) return false;
  return high === undefined || value <= high * (high > 0 ? slack : 1);
}

/** Reads later values of the same analyte that a time or 复查 introduces. */
function readFollowing(patterns: Patterns, text: string, first: Parsed, sense: Sense): Parsed[] {
  const results: Parsed[] = [];
  let last = first;
  while (results.length < MAX_SERIES) {
    const minute = sense.analyte.kind === 'series' ? matchAt(patterns.minute, text, last.end) : undefined;
    const link = minute ?? followed(patterns, text, last.end);
    if (link === undefined) break;
    const match = matchAt(patterns.number, text, link.end);
    const number = match && toNumbers(patterns, text, match);
    if (number === undefined || (number.unit === undefined && minute === undefined)) break;
    const tail = readTail(patterns, text, number);
    const parsed = toResult(patterns, text, { ...number, end: tail.end }, sense, {
      ...(tail.mark === undefined ? {} : { mark: tail.mark }),
      ...(tail.range === undefined ? {} : { range: tail.range }),
    });
    if (parsed === undefined) break;
    results.push(parsed);
    last = parsed;
  }
  return results;
}

/** Returns the words that introduce a later value, when they name a time or a repetition. */
export function followed(patterns: Patterns, text: string, at: number): Match | undefined {
  const match = matchAt(patterns.follow, text, at);
  return match !== undefined &&
    /[查测检日晨天周月后左右高低\d][^左右]*$/.test(text.slice(match.start, match.end))
    ? match
    : undefined;
}
