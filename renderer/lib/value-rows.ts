/** Rows of the table of values, and the course of one analyte. */
import type { MeasuredValue } from '../../shared/domain/value.ts';
import type { Place } from './curves.ts';

export interface ValueRow {
  readonly key: string;
  readonly value: MeasuredValue;
  /** Present when the record has a course of the analyte. */
  readonly hasTrend: boolean;
}

export interface Trend {
  readonly name: string;
  readonly en: string;
  readonly unit: string;
  /** Hours since the first result where all are dated, else their order in the record. */
  readonly places: readonly Place[];
  /** Time of each place, or its words in the record. */
  readonly labels: readonly string[];
}

const HOUR = 3_600_000;

export const isAbnormal = ({ flag }: MeasuredValue): boolean =>
  flag === 'low' || flag === 'high' || flag === 'positive';

/** Values in the order of the record. Targets and conditions are left out: they were not measured. */
export function valueRows(values: readonly MeasuredValue[], abnormalOnly: boolean): ValueRow[] {
  const measured = values.filter(({ assertion }) => assertion !== 'hypothetical');
  const counts = new Map<string, number>();
  for (const value of measured)
    if (isOfCourse(value)) counts.set(value.analyte, (counts.get(value.analyte) ?? 0) + 1);
  return measured
    .filter((value) => !abnormalOnly || isAbnormal(value))
    .map((value) => ({
      key: `${value.start} ${value.analyte}`,
      value,
      hasTrend: (counts.get(value.analyte) ?? 0) > 1,
    }));
}

/** Returns whether a value belongs to the course of its analyte: a number measured on the patient. */
export const isOfCourse = ({ value, assertion }: MeasuredValue): boolean =>
  value !== undefined && (assertion === 'present' || assertion === 'historical');

/** Returns the patient's values of an analyte by time; where one lacks a date, in the order of the record. */
export function trendOf(values: readonly MeasuredValue[], analyte: string): Trend | undefined {
  const course = values.filter((value) => value.analyte === analyte && isOfCourse(value));
  const first = course[0];
  if (first === undefined) return undefined;
  const timed = course.map((value) => ({ value, at: momentOf(value) }));
  const dated = timed.every(({ at }) => Number.isFinite(at)) && new Set(timed.map(({ at }) => at)).size > 1;
  const ordered = dated ? timed.toSorted((a, b) => a.at - b.at) : timed;
  const start = ordered[0]!.at;
  return {
    name: first.name,
    en: first.en,
    unit: unitName(first.unit),
    places: ordered.map(({ value, at }, i) => [dated ? (at - start) / HOUR : i, value.value!]),
    labels: ordered.map(({ value }, i) => writtenTime(value) || `${i + 1}`),
  };
}

/** Returns the time of a value in milliseconds, NaN without a date. All records are read as of one time zone. */
function momentOf({ time }: MeasuredValue): number {
  if (time?.iso === undefined) return Number.NaN;
  return Date.parse(time.iso.includes('T') ? `${time.iso}Z` : time.iso);
}

/** Writes the date or time of a value, as the record does where it names no year; empty without one. */
export const writtenTime = ({ time }: MeasuredValue): string =>
  time?.iso?.replace('T', ' ') ?? time?.text ?? '';

/** Writes a result as the record does, with its own unit. */
export function writtenResult({ comparison, number, upper, writtenUnit, plus, flag }: MeasuredValue): string {
  if (number !== undefined) {
    const range = upper === undefined ? `${number}` : `${number}–${upper}`;
    return `${comparison ?? ''}${range}${writtenUnit === undefined ? '' : ` ${writtenUnit}`}`;
  }
  if (plus !== undefined) return plus === 0 ? '±' : '+'.repeat(plus);
  return flag === 'positive' ? '+' : flag === 'negative' ? '−' : '';
}

const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/** Writes a UCUM unit as people do, such as ℃, 10⁹/L, mmHg or mL/24h; empty for a plain number. */
export const unitName = (ucum: string): string =>
  ucum
    .replace(/^Cel$/, '℃')
    .replace(/^\[degF\]$/, '℉')
    .replace(/^1$|\{[^}]*\}/g, '')
    .replace(
      /10\*(\d+)/g,
      (_, digits: string) => `10${[...digits].map((digit) => SUPERSCRIPTS[Number(digit)]).join('')}`,
    )
    .replace('(24.h)', '24h')
    .replace('u', 'μ')
    .replace(/[[\]]/g, '');

/** Writes a reference range; empty without one. */
export function writtenRange({ range }: MeasuredValue): string {
  if (range?.low !== undefined && range.low === range.high) return `${range.low}`;
  if (range?.low === undefined) return range?.high === undefined ? '' : `≤ ${range.high}`;
  return range.high === undefined ? `≥ ${range.low}` : `${range.low}–${range.high}`;
}
