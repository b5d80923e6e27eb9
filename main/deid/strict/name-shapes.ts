/** Name shapes of the strict search: any surname, unless dictionary or graph know the characters as a word. */
import type { Span } from '../../../shared/domain/span.ts';
import { isHan } from '../candidates.ts';
import { isWord } from '../detectors/names.ts';
import { isPerson, type StrictReading, type StrictRules } from './reading.ts';

/** `sure`: hardly anything but a surname; `weak`: also an ordinary word; `common`: mostly an ordinary word. */
type SurnameKind = 'sure' | 'weak' | 'common';

interface NameShape extends Span {
  readonly kind: SurnameKind;
  readonly surname: number;
}

export interface NameShapes {
  /** Returns the surname that begins at an offset. */
  surnameAt(folded: string, at: number): { readonly length: number; readonly kind: SurnameKind } | undefined;
  /** Returns names that may begin at an offset, longest first. `strong`: the context requires a name. */
  at(reading: StrictReading, at: number, strong?: boolean): NameShape[];
  /** Returns whether the characters could be a name with an unknown surname. */
  isPlain(reading: StrictReading, place: Span): boolean;
}

export function buildNameShapes({ base, rareSurnames, commonSurnames, titles }: StrictRules): NameShapes {
  const ambiguous = new Set(base.ambiguousSurnames);
  const kinds = new Map<string, SurnameKind>();
  for (const surname of commonSurnames) kinds.set(surname, 'common');
  for (const surname of [...base.surnames, ...rareSurnames])
    kinds.set(surname, ambiguous.has(surname) ? 'weak' : 'sure');
  for (const surname of base.compoundSurnames) kinds.set(surname, 'sure');
  const notGiven = new Set(base.notInGivenNames);
  const notNames = new Set([
    ...base.notNames,
    ...base.notValues,
    ...base.relations,
    ...base.roles,
    ...titles,
    ...base.titles,
    ...base.honorifics,
  ]);

  const called = new Set([...titles, ...base.titles, ...base.honorifics].filter(({ length }) => length > 1));
  /** Returns whether a title begins at an offset: 会计 in 樊会计. */
  const isCalled = (folded: string, at: number): boolean =>
    [2, 3, 4].some((length) => called.has(folded.slice(at, at + length)));
  /** Returns whether a weak surname stands before an ordinary word: 车完毕, 干体重. */
  const isPhrase = (reading: StrictReading, kind: SurnameKind, given: Span): boolean => {
    const tag = kind === 'sure' || given.end - given.start < 2 ? undefined : reading.tagOf(given);
    return tag !== undefined && !isPerson(tag);
  };

  const surnameAt: NameShapes['surnameAt'] = (folded, at) => {
    for (const length of [2, 1]) {
      const kind = kinds.get(folded.slice(at, at + length));
      if (kind !== undefined) return { length, kind };
    }
    return undefined;
  };

  const isKnown = (reading: StrictReading, place: Span, strong: boolean): boolean => {
    const words = reading.folded.slice(place.start, place.end);
    if ([2, 3, 4].some((length) => notNames.has(words.slice(0, length)))) return true;
    const tag = reading.tagOf(place);
    if (tag !== undefined && !(isPerson(tag) && (strong || place.end - place.start > 2))) return true;
    return isWord(reading, place);
  };

  return {
    surnameAt,
    at(reading, at, strong = false) {
      const { folded } = reading;
      const surname = surnameAt(folded, at);
      if (surname === undefined) return [];
      const { length, kind } = surname;
      const found: NameShape[] = [];
      if (isCalled(folded, at + length)) return found;
      for (const given of [2, 1]) {
        const place = { start: at, end: at + length + given };
        const chars = Array.from(folded.slice(at + length, place.end));
        const bordered = strong && !isHan(folded[place.end]);
        if (chars.length < given || !chars.every((char) => isHan(char) && (bordered || !notGiven.has(char))))
          continue;
        if (!strong && isPhrase(reading, kind, { start: at + length, end: place.end })) continue;
        if (!isKnown(reading, place, strong)) found.push({ ...place, kind, surname: length });
      }
      return found;
    },
    isPlain(reading, place) {
      const chars = Array.from(reading.folded.slice(place.start, place.end));
      return (
        chars.every((char) => isHan(char) && !notGiven.has(char)) &&
        !reading.crosses(place.start) &&
        !reading.crosses(place.end) &&
        !(
          chars.length > 2 && [1, 2, 3].some((at) => at < chars.length && reading.crosses(place.start + at))
        ) &&
        !isKnown(reading, place, true)
      );
    },
  };
}
