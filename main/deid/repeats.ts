/** Finds further occurrences of words found once. */
import type { DeidField } from '../../shared/domain/deid.ts';
import { type Candidate, candidate, isHan, type Reading } from './candidates.ts';

/** Words known to identify the patient: found elsewhere in the document, or passed in by the caller. */
export interface KnownWords {
  readonly words: string;
  readonly field: DeidField;
}

export const isPersonField = (field: DeidField): boolean =>
  field === 'name' || field === 'contact' || field === 'doctor';

/** Returns other occurrences of the words. Skips a name that is also a medical term: 白芷 10g. */
export function findRepeats(reading: Reading, known: readonly KnownWords[]): Candidate[] {
  const { folded, isTerm } = reading;
  const found: Candidate[] = [];
  for (const { words, field } of distinct(known)) {
    const person = isPersonField(field);
    if (words.length < 2 || (person && isTerm(words))) continue;
    for (let at = folded.indexOf(words); at >= 0; at = folded.indexOf(words, at + words.length)) {
      const end = at + words.length;
      if (!standsAlone(folded, at, end)) continue;
      if (person && insideTerm(reading, at, end)) continue;
      found.push(candidate(at, end, field, person ? 0.78 : 0.8, 'repeat'));
    }
  }
  return found;
}

function distinct(known: readonly KnownWords[]): KnownWords[] {
  const byWords = new Map<string, KnownWords>();
  for (const item of known) if (!byWords.has(item.words)) byWords.set(item.words, item);
  return [...byWords.values()];
}

/** Returns whether no digit or letter continues the word on either side. */
function standsAlone(folded: string, start: number, end: number): boolean {
  const joined = (a: string | undefined, b: string | undefined) =>
    /[\da-z]/.test(a ?? '') && /[\da-z]/.test(b ?? '');
  return !joined(folded[start - 1], folded[start]) && !joined(folded[end - 1], folded[end]);
}

const MAX_TERM = 8;

/** Returns whether a longer term of the graph covers the words: 金黄 in 金黄色葡萄球菌. */
function insideTerm({ folded, isTerm }: Reading, start: number, end: number): boolean {
  for (let from = Math.max(0, end - MAX_TERM); from <= start; from++) {
    if (!isHan(folded[from])) continue;
    for (let to = end; to <= Math.min(folded.length, from + MAX_TERM); to++) {
      if (to - from <= end - start) continue;
      if (isTerm(folded.slice(from, to))) return true;
    }
  }
  return false;
}
