/** Reference ranges that a workspace sets for its own laboratory. */
import type { Parsed } from '../../../shared/contract/index.ts';
import type { RangeRow } from '../../../shared/domain/value.ts';
import { AppError } from '../../../shared/result.ts';
import { appendAudit } from '../../db/repositories/audit.ts';
import { readOwnRanges, writeOwnRanges } from '../../db/repositories/own-ranges.ts';
import { type Analyte, limitsFor, loadAnalytes } from '../../text/values/analytes.ts';
import { hasRange, isBySex } from '../../text/values/own-ranges.ts';
import { dbOf, type Session } from '../session/session.ts';

let table: readonly Analyte[] | undefined;
const ranged = (): readonly Analyte[] => {
  table ??= loadAnalytes().filter(hasRange);
  return table;
};

/** Returns every range of the table for adults, by sex where it depends on it, with the own one if there is one. */
export function listRanges(session: Session): RangeRow[] {
  const own = readOwnRanges(dbOf(session));
  return ranged().flatMap((analyte) => {
    const sexes = isBySex(analyte) ? (['男', '女'] as const) : [undefined];
    return sexes.map((sex): RangeRow => {
      const of = sex === undefined ? {} : { sex };
      const set = own.find((one) => one.analyte === analyte.id && one.sex === sex);
      return {
        ...{ analyte: analyte.id, name: analyte.name, en: analyte.en, unit: analyte.unit, ...of },
        table: limitsFor(analyte.ranges, of)?.range ?? {},
        ...(set === undefined ? {} : { own: { low: set.low, high: set.high } }),
      };
    });
  });
}

/** Sets a range, or takes the table's again where none is given. Throws `bad-input`; then nothing has changed. */
export function setRange(session: Session, { analyte: id, sex, range }: Parsed<'values.setRange'>): void {
  const analyte = ranged().find((one) => one.id === id);
  if (analyte === undefined || isBySex(analyte) !== (sex !== undefined))
    throw new AppError('bad-input', 'values.no-range', { id });
  if (range !== null) check(analyte, range);
  const db = dbOf(session);
  db.transaction(() => {
    const own = readOwnRanges(db);
    const before = own.find((one) => one.analyte === id && one.sex === sex);
    const others = own.filter((one) => one !== before);
    const set = range === null ? [] : [{ analyte: id, ...(sex === undefined ? {} : { sex }), ...range }];
    if (before === undefined && set.length === 0) return;
    writeOwnRanges(db, [...others, ...set]);
    appendAudit(db, session.actor, 'range.set', `range:${id}`, {
      ...(sex === undefined ? {} : { sex }),
      before: textOf(before),
      after: textOf(range ?? undefined),
    });
  });
  session.engine.reload();
  session.emit('kg.changed', {}); // windows link their records anew
}

interface Bounds {
  readonly low?: number | undefined;
  readonly high?: number | undefined;
}

function check({ plausible, unit, name }: Analyte, { low, high }: Bounds): void {
  const { low: least = Number.NEGATIVE_INFINITY, high: most = Number.POSITIVE_INFINITY } = plausible;
  const isEmpty = low === undefined && high === undefined;
  if (isEmpty || (low !== undefined && high !== undefined && low >= high))
    throw new AppError('bad-input', 'values.range-order', { name }, { kept: 'kept.nothing-changed' });
  for (const bound of [low, high])
    if (bound !== undefined && (bound < least || bound > most))
      throw new AppError(
        'bad-input',
        'values.range-implausible',
        { name, bound, unit },
        { kept: 'kept.nothing-changed' },
      );
}

const textOf = (range: Bounds | undefined): string | null =>
  range === undefined ? null : `${range.low ?? ''}-${range.high ?? ''}`;
