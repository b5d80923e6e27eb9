/**
 * k-anonymity of de-identified records (Sweeney 2002): how many records share age, sex, place, month, occupation and
 * diagnosis as the texts still tell them. A value that a text does not tell is a value of its own.
 */

import type { Patient } from '../../shared/domain/mention.ts';
import type { Anonymity, QuasiIdentifier } from '../../shared/domain/second-look.ts';
import { anyOf } from './candidates.ts';
import { readable } from './readable.ts';
import type { DeidRules } from './rules.ts';

export type QuasiValues = Readonly<Partial<Record<QuasiIdentifier, string>>>;

const MONTH = /(?<!\d)((?:19|20)\d{2})[年./-]\s?(\d{1,2})(?!\d)/;
/** Band of ages of a generalised text. */
const BAND = /(?<!\d)(\d{1,2}-\d{1,2})岁/;
const OCCUPATION = /职业\s{0,4}[:：]\s{0,4}([^\s,，。;；、:：【】]{2,12})/;
const DIAGNOSIS = /诊断\s{0,4}[:：]\s{0,4}(?:1[.、．]\s?)?([^\s,，。;；、:：【】]{2,20})/;
/** Groups smaller than this are listed. */
const SMALL = 5;
const LISTED = 20;
const OLDEST = 89;

/** Returns the reader of quasi-identifiers of a text. */
export function quasiReader(
  { provinces, cities }: DeidRules,
  readPatient: (text: string) => Patient,
): (text: string) => QuasiValues {
  const place = new RegExp(anyOf([...provinces, ...cities]));
  return (text) => {
    const folded = readable(text);
    const { ageYears, sex } = readPatient(text);
    const month = MONTH.exec(folded);
    const values = {
      age: BAND.exec(folded)?.[1] ?? (ageYears === undefined ? undefined : String(Math.floor(ageYears))),
      sex,
      place: place.exec(folded)?.[0],
      month: month === null ? undefined : `${month[1]}-${month[2]?.padStart(2, '0')}`,
      occupation: OCCUPATION.exec(folded)?.[1],
      diagnosis: DIAGNOSIS.exec(folded)?.[1],
    };
    // safe: only members without a value are left out
    return Object.fromEntries(
      Object.entries(values).filter(([, value]) => value !== undefined),
    ) as QuasiValues;
  };
}

/** Groups records by their values; those who tell nothing are one group. */
export function anonymityOf(records: readonly QuasiValues[]): Anonymity {
  const groups = new Map<string, { readonly values: QuasiValues; count: number }>();
  for (const values of records) {
    const key = JSON.stringify(Object.entries(values).sort());
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { values, count: 1 });
    else group.count++;
  }
  const sizes = [...groups.values()].sort((a, b) => a.count - b.count);
  const told = (values: QuasiValues) => Object.keys(values).length;
  const small = sizes.filter(({ count }) => count < SMALL);
  return {
    k: sizes[0]?.count ?? 0,
    unique: sizes.filter(({ count }) => count === 1).length,
    small: small.reduce((sum, { count }) => sum + count, 0),
    over89: records.filter(({ age }) => Number(age ?? 0) > OLDEST).length,
    groups: small
      .toSorted((a, b) => a.count - b.count || told(b.values) - told(a.values))
      .slice(0, LISTED)
      .map(({ values, count }) => ({ values: { ...values }, count })),
  };
}
