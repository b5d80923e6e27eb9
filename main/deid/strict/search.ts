/**
 * The strict search: whatever could point to a person, at the price of findings that do not. It adds to what the
 * ordinary search found and takes nothing away; an entity of the graph is never cut.
 */
import { POSSIBLE } from '../../../shared/domain/deid.ts';
import type { Span } from '../../../shared/domain/span.ts';
import { type Candidate, type Reading, selectCandidates } from '../candidates.ts';
import { findRepeats } from '../repeats.ts';
import { addressSequenceDetector } from './address-sequences.ts';
import { addressDetector } from './addresses.ts';
import { ageDetector } from './ages.ts';
import { dateDetector } from './dates.ts';
import { honorificNameDetector } from './honorific-names.ts';
import { inlineNameDetector } from './inline-names.ts';
import { buildNameShapes } from './name-shapes.ts';
import { numberDetector } from './numbers.ts';
import { organisationDetector } from './organisations.ts';
import { strictReading } from './reading.ts';
import { roleNameDetector } from './role-names.ts';
import type { StrictRules } from './rules.ts';
import { standaloneNameDetector } from './standalone-names.ts';
import { transliteratedNameDetector } from './transliterated-names.ts';

export type StrictSearch = (reading: Reading, taken: readonly Span[]) => Candidate[];

/** @returns a search for findings beside `taken`, which are in text order and apart */
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

/** The parts of a candidate that are not taken; parts without a letter or digit are nothing. */
function outside(folded: string, found: Candidate, taken: readonly Span[]): Candidate[] {
  const parts: Candidate[] = [];
  let start = found.start;
  const add = (end: number): void => {
    const words = folded.slice(start, end);
    if (!/[\p{L}\p{N}]/u.test(words)) return;
    if (end - start === found.end - found.start || isRest(found, start, words))
      parts.push({ ...found, start, end });
  };
  for (const { start: from, end: to } of taken) {
    if (to <= start || from >= found.end) continue;
    add(from);
    start = to;
  }
  add(found.end);
  return parts;
}

/** Whether what is left of a candidate says something by itself: of a name its end, of a date a number. */
function isRest({ field, rule, start }: Candidate, from: number, words: string): boolean {
  if (field === 'date') return /[\d一二三四五六七八九十廿]/.test(words);
  if (field === 'name' || field === 'contact' || field === 'doctor') return from > start && rule !== 'sounds';
  return words.length > 1;
}

/** Longest name of the graph that is looked up. */
const MAX_TERM = 20;
const BREAK = /[\s,。;:、()]/;

/** Whether a name of the graph goes on across a border of the place. */
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
