/**
 * Strict search: finds anything that could identify a person, at the price of false positives. It adds to the
 * findings of the ordinary search, removes none, and never cuts an entity of the graph.
 */
import { type DeidField, POSSIBLE } from '../../../shared/domain/deid.ts';
import type { Span } from '../../../shared/domain/span.ts';
import { type Candidate, type Reading, selectCandidates } from '../candidates.ts';
import { findRepeats } from '../repeats.ts';
import { addressDetector, addressSequenceDetector } from './addresses.ts';
import { ageDetector } from './ages.ts';
import { dateDetector } from './dates.ts';
import { honorificNameDetector } from './honorific-names.ts';
import { inlineNameDetector } from './inline-names.ts';
import { buildNameShapes } from './name-shapes.ts';
import { numberDetector } from './numbers.ts';
import { organisationDetector } from './organisations.ts';
import { type StrictRules, strictReading } from './reading.ts';
import { roleNameDetector } from './role-names.ts';
import { standaloneNameDetector } from './standalone-names.ts';
import { transliteratedNameDetector } from './transliterated-names.ts';

export type StrictSearch = (reading: Reading, taken: readonly Span[]) => Candidate[];

/** Returns a search for findings outside `taken`, which are in text order and disjoint. */
export function buildStrictSearch(rules: StrictRules): StrictSearch {
  const shapes = buildNameShapes(rules);
  const detectors = [
    roleNameDetector(rules, shapes),
    standaloneNameDetector(rules, shapes),
    inlineNameDetector(shapes),
    honorificNameDetector(rules, shapes),
    transliteratedNameDetector(rules),
    numberDetector(rules),
    ageDetector,
    dateDetector(rules),
    addressSequenceDetector(rules),
    organisationDetector(rules),
    addressDetector(rules),
  ];
  return (reading, taken) => {
    const strict = strictReading(reading);
    const whole = (place: Span) => !cutsTerm(reading, place);
    const proposed = detectors
      .flatMap((detector) => detector(strict))
      .flatMap((found) => outside(reading.folded, found, taken))
      .filter(whole);
    const first = selectCandidates(proposed, taken);
    const known = first
      .filter(({ repeats, rule }) => repeats === true && rule !== 'standing')
      .map(({ start, end, field }) => ({ words: reading.folded.slice(start, end), field }));
    const more = selectCandidates(findRepeats(reading, known).filter(whole), [...taken, ...first]);
    return [...first, ...more].map((found) => ({ ...found, rule: `${POSSIBLE}${found.rule}` }));
  };
}

/** Returns the parts of a candidate outside `taken`; drops parts without letter or digit. */
function outside(folded: string, found: Candidate, taken: readonly Span[]): Candidate[] {
  const parts: Candidate[] = [];
  let start = found.start;
  /** A name that begins within another one is read from the wrong character: 龙本人 in 吴龙本人. */
  let shifted = false;
  const add = (end: number): void => {
    const words = folded.slice(start, end);
    if (!/[\p{L}\p{N}]/u.test(words)) return;
    if (end - start === found.end - found.start || (isRest(found, start, words) && !shifted))
      parts.push({ ...found, start, end });
  };
  for (const { start: from, end: to } of taken) {
    if (to <= start || from >= found.end) continue;
    shifted ||= isPersonal(found.field) && from < found.start;
    add(from);
    start = to;
  }
  add(found.end);
  return parts;
}

/** Returns whether the rest of a candidate is informative alone: the end of a name, the number of a date. */
function isRest({ field, rule, start }: Candidate, from: number, words: string): boolean {
  if (field === 'date') return /[\d一二三四五六七八九十廿]/.test(words);
  if (isPersonal(field)) return from > start && rule !== 'sounds';
  return words.length > 1;
}

const isPersonal = (field: DeidField): boolean =>
  field === 'name' || field === 'contact' || field === 'doctor';

/** Longest term of the graph that is looked up, in characters. */
const MAX_TERM = 20;
const BREAK = /[\s,。;:、()]/;

/** Returns whether a term of the graph crosses a border of the place. */
function cutsTerm({ folded, isTerm }: Reading, { start, end }: Span): boolean {
  return cutsAt(start) || cutsAt(end);

  function cutsAt(at: number): boolean {
    for (let from = at - 1; from >= 0 && from > at - MAX_TERM && !BREAK.test(folded[from] ?? ''); from--)
      for (let to = at + 1; to <= folded.length && to - from <= MAX_TERM; to++) {
        if (BREAK.test(folded[to - 1] ?? '')) break;
        if (isTerm(folded.slice(from, to))) return true;
      }
    return false;
  }
}
