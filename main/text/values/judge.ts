/** Judges a result against its range: flag, critical value, grade, name of the finding. */
import type { Patient } from '../../../shared/domain/mention.ts';
import type { Grade, ReadValue, ReferenceRange, ValueFlag } from '../../../shared/domain/value.ts';
import { type Analyte, limitsFor } from './analytes.ts';

/** A result as the text gives it. Numbers are as written, `value` and `upperValue` in the analyte's unit. */
export interface Result {
  readonly comparison?: ReadValue['comparison'];
  readonly number?: number;
  readonly upper?: number;
  readonly value?: number;
  readonly upperValue?: number;
  readonly plus?: number;
  /** Result in words. */
  readonly quality?: 'positive' | 'negative';
  /** Arrow or letter beside the result. */
  readonly mark?: 'low' | 'high';
  /** Range in the text, in the unit of `number`. */
  readonly range?: ReferenceRange;
}

type Judgement = Pick<ReadValue, 'flag' | 'critical' | 'grade' | 'range' | 'rangeFrom' | 'finding'>;

export function judge(analyte: Analyte, result: Result, patient: Patient): Judgement {
  const limits = limitsFor(analyte.ranges, patient);
  const own = limits?.range;
  const range = result.range ?? own;
  const rangeFrom = result.range !== undefined ? 'text' : limits?.own === true ? 'workspace' : 'table';
  const flag = flagOf(result, own);
  const abnormal = flag === 'low' || flag === 'high' ? flag : undefined;
  const interval = intervalOf(result.value, result.upperValue, result.comparison);
  const critical =
    abnormal !== undefined && compare(interval, limitsFor(analyte.critical, patient)?.range) === abnormal;
  const grade = gradeOf(analyte, flag, result, interval);
  const finding = flag === 'positive' ? analyte.high[0] : abnormal && analyte[abnormal][0];
  return {
    flag,
    critical,
    ...(grade === undefined ? {} : { grade }),
    ...(range === undefined ? {} : { range, rangeFrom }),
    ...(finding === undefined ? {} : { finding }),
  };
}

function flagOf(result: Result, own: ReferenceRange | undefined): ValueFlag {
  if (result.quality !== undefined) return result.quality;
  if (result.mark !== undefined) return result.mark;
  const { number, upper, comparison, range } = result;
  if (range !== undefined) return compare(intervalOf(number, upper, comparison), range);
  return compare(intervalOf(result.value, result.upperValue, comparison), own);
}

interface Interval {
  readonly from: number;
  readonly to: number;
  /** The bounds are not reached (< and >). */
  readonly open: boolean;
}

function intervalOf(
  value: number | undefined,
  upper: number | undefined,
  comparison: Result['comparison'],
): Interval | undefined {
  if (value === undefined) return undefined;
  const open = comparison === '<' || comparison === '>';
  if (comparison === '<' || comparison === '≤') return { from: Math.min(0, value), to: value, open };
  if (comparison === '>' || comparison === '≥') return { from: value, to: Number.POSITIVE_INFINITY, open };
  return { from: Math.min(value, upper ?? value), to: Math.max(value, upper ?? value), open: false };
}

/** A spread counts by its worse end; a bound (<0.01, >100) only when all it allows lies on one side. */
function compare(
  interval: Interval | undefined,
  range: ReferenceRange | undefined,
): 'low' | 'normal' | 'high' | 'unknown' {
  if (interval === undefined || range === undefined) return 'unknown';
  const { low = Number.NEGATIVE_INFINITY, high = Number.POSITIVE_INFINITY } = range;
  const { from, to, open } = interval;
  if (from > high || (open && from === high && to > high)) return 'high';
  if (to < low || (open && to === low && from < low)) return 'low';
  if (from >= low && to <= high) return 'normal';
  if (open) return 'unknown';
  return to > high ? 'high' : 'low';
}

const GRADES: readonly Grade[] = ['mild', 'moderate', 'severe'];

function gradeOf(
  analyte: Analyte,
  flag: ValueFlag,
  { plus }: Result,
  interval: Interval | undefined,
): Grade | undefined {
  if (flag === 'positive' && plus !== undefined) return GRADES[Math.min(2, Math.max(0, plus - 1))];
  if ((flag !== 'low' && flag !== 'high') || interval === undefined) return undefined;
  const limits = analyte.grades[flag];
  if (limits.length === 0) return undefined;
  const reached = limits.filter((limit) => (flag === 'high' ? interval.to >= limit : interval.from < limit));
  return GRADES[reached.length];
}
