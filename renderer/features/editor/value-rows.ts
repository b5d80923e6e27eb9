/** Rows of the table of values, and the course of one analyte. */
import type { MeasuredValue } from '../../../shared/domain/value.ts';
import type { Place } from '../../lib/curves.ts';

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
  readonly places: readonly Place[];
  /** Time of each place, or its words in the record. */
  readonly labels: readonly string[];
}

const isAbnormal = ({ flag }: MeasuredValue): boolean =>
  flag === 'low' || flag === 'high' || flag === 'positive';

/** Values in the order of the record. Targets and conditions are left out: they were not measured. */
export function valueRows(values: readonly MeasuredValue[], abnormalOnly: boolean): ValueRow[] {
  const measured = values.filter(({ assertion }) => assertion !== 'hypothetical');
  const counts = new Map<string, number>();
  for (const { analyte, value, assertion } of measured)
    if (value !== undefined && assertion !== 'family') counts.set(analyte, (counts.get(analyte) ?? 0) + 1);
  return measured
    .filter((value) => !abnormalOnly || isAbnormal(value))
    .map((value) => ({
      key: `${value.start} ${value.analyte}`,
      value,
      hasTrend: (counts.get(value.analyte) ?? 0) > 1,
    }));
}

/** Returns the patient's values of an analyte by time; those without a date keep their place in the record. */
export function trendOf(values: readonly MeasuredValue[], analyte: string): Trend | undefined {
  const course = values
    .filter((value) => value.analyte === analyte && value.value !== undefined)
    .filter(({ assertion }) => assertion === 'present' || assertion === 'historical');
  const first = course[0];
  if (first === undefined) return undefined;
  const dated = course.every(({ time }) => time?.iso !== undefined);
  const ordered = dated ? course.toSorted((a, b) => a.time!.iso!.localeCompare(b.time!.iso!)) : course;
  return {
    name: first.name,
    en: first.en,
    unit: first.unit,
    places: ordered.map(({ value }, i) => [i, value!]),
    labels: ordered.map(({ time }, i) => time?.iso ?? time?.text ?? `${i + 1}`),
  };
}

/** Writes a result as the record does, with its own unit. */
export function writtenResult({ comparison, number, upper, writtenUnit, plus, flag }: MeasuredValue): string {
  if (number !== undefined) {
    const range = upper === undefined ? `${number}` : `${number}–${upper}`;
    return `${comparison ?? ''}${range}${writtenUnit === undefined ? '' : ` ${writtenUnit}`}`;
  }
  if (plus !== undefined) return plus === 0 ? '±' : '+'.repeat(plus);
  return flag === 'positive' ? '+' : flag === 'negative' ? '−' : '';
}

/** Writes a reference range; empty without one. */
export function writtenRange({ range }: MeasuredValue): string {
  if (range?.low === undefined) return range?.high === undefined ? '' : `≤ ${range.high}`;
  return range.high === undefined ? `≥ ${range.low}` : `${range.low}–${range.high}`;
}
