/** Puts the ranges of a workspace's own laboratory in front of those of the table of analytes. */
import type { OwnRange } from '../../../shared/domain/value.ts';
import type { Analyte, Limits } from './analytes.ts';

/** Years from which an own range holds where the table tells children apart. */
const ADULT_FROM = 18;

/** Returns whether an analyte has a range of numbers that a laboratory may set. */
export const hasRange = ({ kind, ranges }: Analyte): boolean => kind === 'number' && ranges.length > 0;

/** Returns whether the table tells men from women. */
export const isBySex = ({ ranges }: Analyte): boolean => ranges.some(({ sex }) => sex !== undefined);

const isByAge = ({ ranges }: Analyte): boolean =>
  ranges.some(({ from, to }) => from > 0 || to < Number.POSITIVE_INFINITY);

/** Returns the analytes with the own ranges; ranges of unknown analytes are left out. */
export function withOwnRanges(analytes: readonly Analyte[], own: readonly OwnRange[]): Analyte[] {
  const byAnalyte = Map.groupBy(own, ({ analyte }) => analyte);
  return analytes.map((analyte) => {
    const ranges = byAnalyte.get(analyte.id);
    if (ranges === undefined || !hasRange(analyte)) return analyte;
    const from = isByAge(analyte) ? ADULT_FROM : 0;
    const limits = ranges.map(
      ({ sex, low, high }): Limits => ({
        ...(sex === undefined ? {} : { sex }),
        from,
        to: Number.POSITIVE_INFINITY,
        range: { ...(low === undefined ? {} : { low }), ...(high === undefined ? {} : { high }) },
        own: true,
      }),
    );
    return { ...analyte, ranges: [...limits, ...analyte.ranges] };
  });
}
