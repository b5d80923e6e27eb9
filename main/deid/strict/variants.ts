/** Finds other ways of naming a person found in the same record: 王主任, 老王, 王某, 建国, 王 建国 for 王建国. */
import type { DeidField } from '../../../shared/domain/deid.ts';
import { anyOf, type Candidate, candidate, isHan } from '../candidates.ts';
import { isPersonField, type KnownWords } from '../repeats.ts';
import type { NameShapes } from './name-shapes.ts';
import { isPerson, type StrictReading, type StrictRules } from './reading.ts';

export type VariantSearch = (reading: StrictReading, known: readonly KnownWords[]) => Candidate[];

/** Shortest part of a Latin name that stands for it alone, in letters. */
const MIN_LATIN = 4;
/** Longest name of surname and given name, in characters. */
const MAX_NAME = 4;

export function variantSearch({ titles, kin, base }: StrictRules, shapes: NameShapes): VariantSearch {
  const called = anyOf([...titles, ...base.titles, ...base.honorifics, ...kin]);
  const behind = new RegExp(called, 'uy');
  const isCalled = (folded: string, at: number): boolean => {
    behind.lastIndex = at;
    return behind.test(folded);
  };
  return (reading, known) => {
    const { folded, isTerm } = reading;
    const forms = formsOf(known, shapes);
    const found: Candidate[] = [];
    const add = (
      words: ReadonlyMap<string, DeidField>,
      tail: string,
      keep: (start: number, end: number, word: string) => boolean,
    ): void => {
      if (words.size === 0) return;
      for (const { index, 0: whole, groups } of folded.matchAll(
        new RegExp(`(?<word>${anyOf(words.keys())})${tail}`, 'gu'),
      )) {
        const end = index + whole.length;
        const field = words.get(groups?.word ?? '');
        if (field !== undefined && keep(index, end, groups?.word ?? ''))
          found.push(candidate(index, end, field, 0.43, 'variant'));
      }
    };
    const apart = (start: number, end: number) => !reading.crosses(start) && !reading.crosses(end);
    add(forms.surnames, HIDDEN, (start, end, word) => {
      if (!apart(start, end)) return false;
      if (end - start > word.length || isCalled(folded, end)) return true;
      const before = folded[start - 1] ?? '\n';
      return /[老小阿@]/.test(before) || (/[\s。;]/.test(before) && folded[end] === ':');
    });
    add(forms.given, '', (start, end) => {
      const tag = reading.tagOf({ start, end });
      if (!apart(start, end) || isTerm(folded.slice(start, end))) return false;
      return tag === undefined || isPerson(tag) || !isHan(folded[start - 1]);
    });
    add(
      forms.latin,
      '',
      (start, end) => !/[a-z]/.test(folded[start - 1] ?? '') && !/[a-z]/.test(folded[end] ?? ''),
    );
    for (const [characters, field] of forms.torn)
      for (const { index, 0: words } of folded.matchAll(new RegExp(characters, 'gu')))
        if (/\s/.test(words)) found.push(candidate(index, index + words.length, field, 0.43, 'variant'));
    return found;
  };
}

/** Given name already masked. */
const HIDDEN = '(?:某{1,2}|[×*○]{1,2}|x{1,2}(?![a-z]))?';

interface NameForms {
  readonly surnames: Map<string, DeidField>;
  /** Given names and the parts of dotted names. */
  readonly given: Map<string, DeidField>;
  readonly latin: Map<string, DeidField>;
  /** Patterns of whole names with white space between their characters. */
  readonly torn: Map<string, DeidField>;
}

function formsOf(known: readonly KnownWords[], shapes: NameShapes): NameForms {
  const forms: NameForms = { surnames: new Map(), given: new Map(), latin: new Map(), torn: new Map() };
  for (const { words: written, field } of known) {
    if (!isPersonField(field)) continue;
    const words = written.replace(/(?<=\p{Script=Han})\s+/gu, '');
    const characters = Array.from(words);
    if (/^[a-z]/.test(words)) {
      for (const part of words.split(/[^a-z]+/)) if (part.length >= MIN_LATIN) forms.latin.set(part, field);
    } else if (characters.includes('·')) {
      for (const part of words.split('·')) if (part.length > 1) forms.given.set(part, field);
    } else if (characters.every(isHan) && characters.length <= MAX_NAME) {
      const surname = shapes.surnameAt(words, 0)?.length ?? 0;
      if (characters.length > 1) forms.torn.set(characters.join('\\s{0,3}'), field);
      if (surname > 0) forms.surnames.set(words.slice(0, surname), field);
      if (surname > 0 && words.length - surname > 1) forms.given.set(words.slice(surname), field);
    }
  }
  return forms;
}
