/** Questions about values (`Hb<80 g/L`) as bounds in the units of the table of analytes. */
import type { ValueOrder, ValueQuestion } from '../../../shared/domain/record-query.ts';
import { AppError } from '../../../shared/result.ts';
import { fold } from '../folding.ts';
import { foldScript } from '../script.ts';
import { type Analyte, loadAnalytes } from './analytes.ts';
import { loadValueRules } from './patterns.ts';
import { buildUnits, type Units } from './units.ts';

export interface ValueBound {
  readonly analyte: string;
  readonly order: ValueOrder;
  /** In the analyte's unit. */
  readonly value: number;
}

let tables: { readonly analytes: readonly Analyte[]; readonly units: Units } | undefined;

function loadTables() {
  const rules = loadValueRules();
  tables ??= { analytes: loadAnalytes(), units: buildUnits(rules.units, rules.unitSuffixes) };
  return tables;
}

const keyOf = (name: string): string => foldScript(fold(name)).replace(/\s/g, '');

/**
 * Returns a bound for each analyte of the name whose unit the number can be converted to. A number without a unit is in
 * the analyte's own.
 * @throws AppError `bad-request` for a name that no analyte has, or a unit that none of them can have
 */
export function valueBounds({ name, order, number, unit }: ValueQuestion): ValueBound[] {
  const { analytes, units } = loadTables();
  const key = keyOf(name);
  const named = analytes.filter(({ id, name: preferred, en, names, bare }) =>
    [id, preferred, en, ...names, ...bare].some((one) => keyOf(one) === key),
  );
  if (named.length === 0) throw new AppError('bad-request', 'documents.no-such-value', { name });
  const spelling = unit === undefined ? undefined : fold(unit).replace(/^[×x*✕╳]\s?/, '');
  const bounds = named.flatMap((analyte) => {
    const value = spelling === undefined ? number : units.convert(number, spelling, analyte);
    return value === undefined ? [] : [{ analyte: analyte.id, order, value }];
  });
  if (bounds.length === 0)
    throw new AppError('bad-request', 'documents.no-such-unit', { name, unit: unit ?? '' });
  return bounds;
}
