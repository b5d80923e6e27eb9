/**
 * Generalises what stays readable on request, so that fewer records are alone with their values: ages become bands of
 * ten years, dates their month, addresses their province (generalisation as in Sweeney 2002).
 */
import type { DeidFinding } from '../../shared/domain/deid.ts';
import type { Span } from '../../shared/domain/span.ts';
import { anyOf } from './candidates.ts';
import { readDate } from './date-spelling.ts';
import { readable } from './readable.ts';
import type { DeidRules } from './rules.ts';

/** Rule of ages that become bands. */
const BAND = 'band';
const WIDTH = 10;
/** Ages below 90 in years: 58岁, 年龄：58, F/58. Older ones are findings anyway; months and days of children stay. */
const AGE =
  /(?<![\d.~-])(?<age>[1-8]?\d)(?:\.\d)?\s?周?岁(?!\d|余?月)|年\s{0,4}龄\s{0,2}[::]?\s{0,2}(?<labelled>[1-8]?\d)(?![\d.]|\s?(?:个?月|天|日|小时|分))|(?<=[mf]\/|[男女]\/)(?<short>[1-8]?\d)(?![\d.岁]|\s?(?:个?月|天|日))/dgu;

/** Returns the ages of a text that become bands, outside of other findings. */
export function agesIn(text: string, findings: readonly Span[]): DeidFinding[] {
  return [...readable(text).matchAll(AGE)].flatMap(({ index, 0: words, indices }): DeidFinding[] => {
    const groups = indices?.groups ?? {};
    const place = groups.labelled ?? groups.short ?? groups.age;
    if (place === undefined) return [];
    const end = groups.age === undefined ? place[1] : index + words.length;
    const [start] = place;
    if (findings.some((other) => other.start < end && start < other.end)) return [];
    return [{ start, end, field: 'age', confidence: 1, rule: BAND }];
  });
}

export const isBand = ({ rule }: Pick<DeidFinding, 'rule'>): boolean => rule === BAND;

/** Returns the band of an age in years: 58岁 becomes 50-59岁. */
export function bandOf(words: string): string {
  const years = Number(/\d+/.exec(readable(words))?.[0] ?? 0);
  const low = Math.floor(years / WIDTH) * WIDTH;
  return `${low}-${low + WIDTH - 1}岁`;
}

/** Returns the month of a date, `undefined` where its words tell none. */
export function monthOf(words: string): string | undefined {
  const numbers = readDate(readable(words));
  if (numbers?.month === undefined) return undefined;
  const { year, month, relativeYear = '' } = numbers;
  return year === undefined ? `${relativeYear}${month}月` : `${year}年${month}月`;
}

/** Returns a reader of the province that an address names, `undefined` where it names none. */
export function provinceReader({ provinces }: DeidRules): (words: string) => string | undefined {
  const province = new RegExp(`^${anyOf(provinces)}`, 'u');
  return (words) => province.exec(readable(words).trim())?.[0];
}
