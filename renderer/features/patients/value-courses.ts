/** Values of all records of a patient, by analyte. */
import type { PatientFull } from '../../../shared/domain/patient.ts';
import type { MeasuredValue } from '../../../shared/domain/value.ts';
import { isAbnormal, isOfCourse } from '../../lib/value-rows.ts';
import type { Findings } from './use-findings.ts';

interface CourseValue extends MeasuredValue {
  readonly documentId: number;
}

export interface Course {
  readonly analyte: string;
  /** Oldest first where all are dated, else in the order of the records. */
  readonly values: readonly CourseValue[];
}

/** Returns the courses, those with critical values first, then those with most abnormal ones. */
export function coursesOf({ timeline }: PatientFull, { byRecord }: Findings): Course[] {
  const values = timeline.flatMap(({ document: { id, dated } }) =>
    (byRecord.get(id)?.values ?? [])
      .filter(isOfCourse)
      .map((value) => ({ ...at(value, dated), documentId: id })),
  );
  const courses = [...Map.groupBy(values, ({ analyte }) => analyte)].map(([analyte, all]) => ({
    analyte,
    values: withoutRepeats(all).toSorted((a, b) => (a.time?.iso ?? '').localeCompare(b.time?.iso ?? '')),
  }));
  const weight = ({ values: all }: Course) =>
    1000 * Number(all.some(({ critical }) => critical)) +
    10 * all.filter(isAbnormal).length +
    Math.min(all.length, 9);
  return courses.toSorted((a, b) => weight(b) - weight(a));
}

/** A value without a date of its own is as old as its record. */
function at(value: MeasuredValue, dated: string | undefined): MeasuredValue {
  if (value.time?.iso !== undefined || dated === undefined) return value;
  const text = dated.slice(0, 16);
  return {
    ...value,
    time: { start: value.start, end: value.start, text: value.time?.text ?? text, iso: text },
  };
}

/** A later record repeats results of earlier ones: equal results of one time count once. */
function withoutRepeats(values: readonly CourseValue[]): CourseValue[] {
  const seen = new Set<string>();
  return values.filter(({ value, time }) => {
    if (time?.iso === undefined) return true;
    const key = `${value} ${time.iso}`;
    return !seen.has(key) && seen.add(key);
  });
}
