/** Detects values of dumps by their key: "mobile":"139…", <Nm>逄玉龙</Nm>, code="…"; what is markup itself. */
import type { DeidField } from '../../../shared/domain/deid.ts';
import type { Span } from '../../../shared/domain/span.ts';
import { fold } from '../../text/folding.ts';
import { type Candidate, candidate, type Detector } from '../candidates.ts';
import type { NameReader } from '../name-reader.ts';
import { isPersonField } from '../repeats.ts';
import type { DeidRules } from '../rules.ts';

const KEY = '[\\p{L}_][\\p{L}\\d_.-]{0,24}';
const PAIRS: readonly RegExp[] = [
  new RegExp(`["'](?<key>${KEY})["']\\s?[:=]\\s?["'](?<value>[^"'\\n]{1,80})["']`, 'dgu'),
  new RegExp(`["'](?<key>${KEY})["']\\s?:\\s?(?<value>\\d{4,20})(?=\\s?[,}\\]])`, 'dgu'),
  new RegExp(`<(?<key>${KEY})(?:\\s[^<>]{0,120})?>(?<value>[^<>\\n]{1,80})<`, 'dgu'),
  new RegExp(`(?<=<[^<>]{0,120}\\s)(?<key>${KEY})=["'](?<value>[^"'\\n]{1,60})["']`, 'dgu'),
];
/** Names of tags and attributes, keys of objects. */
const MARKUP = new RegExp(`</?${KEY}|(?<=<[^<>]{0,120}\\s)${KEY}(?==["'])|["']${KEY}["']\\s?:|/?>`, 'gu');
const INITIALS = /^[a-z]{2,4}$/;
const PERSON = /^(?:\p{Script=Han}[\p{Script=Han}·*×某 ]{1,11}|[a-z][a-z' .,-]{3,30})$/u;

/** Returns the field of a key: its label in the rules, in any spelling; `undefined` where it identifies nobody. */
export function keyReader({ fieldNames, labels }: DeidRules): (key: string) => DeidField | undefined {
  const fields = Object.entries(labels) as [DeidField, string[]][]; // safe: partialRecord is keyed by DeidField
  const known = new Map(
    fields.flatMap(([field, words]) => words.map((word) => [fold(word).toLowerCase(), field] as const)),
  );
  for (const [label, names] of Object.entries(fieldNames)) {
    const field = known.get(label);
    if (field !== undefined) for (const name of names) known.set(name.replaceAll('_', ''), field);
  }
  return (key) => known.get(key.toLowerCase().replace(/[_.-]/g, ''));
}

export function keyedDetector(rules: DeidRules, names: NameReader): Detector {
  const fieldOf = keyReader(rules);
  const notValues = new Set(rules.notValues);
  return ({ folded, isTerm }) => {
    const found: Candidate[] = [];
    if (!/["'>]/.test(folded)) return found;
    const isValue = (field: DeidField, key: string, at: number, value: string): boolean => {
      if (notValues.has(value)) return false;
      if (!isPersonField(field))
        return /\d/.test(value) || (value.length > 2 && /\p{Script=Han}/u.test(value));
      if (field === 'doctor' && INITIALS.test(value)) return true;
      if (!PERSON.test(value) || isTerm(value)) return false;
      // 尿常规 under "name" is an examination.
      return (
        !/^(?:name|nm)$/.test(key) || names.labelled(folded, at, false).length > 0 || /^[a-z]/.test(value)
      );
    };
    for (const pattern of PAIRS)
      for (const { indices, groups } of folded.matchAll(pattern)) {
        const { key = '', value = '' } = groups ?? {};
        const field = fieldOf(key);
        const [start, end] = indices?.groups?.value ?? [0, 0];
        if (field === undefined || !isValue(field, key, start, value)) continue;
        found.push(candidate(start, end, field, 0.92, 'key', end - start >= (isPersonField(field) ? 2 : 5)));
      }
    return found;
  };
}

/** Returns whether a place is markup rather than text; in most texts there is none. */
export function markupIn(folded: string): (place: Span) => boolean {
  if (!/<\/|["']\s?:/.test(folded)) return () => false;
  const inside = new Uint8Array(folded.length + 1);
  for (const { index, 0: words } of folded.matchAll(MARKUP)) inside.fill(1, index, index + words.length);
  return ({ start, end }) => inside[start] === 1 && inside[end - 1] === 1;
}
