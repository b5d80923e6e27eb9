/**
 * Finds other ways of naming a person found in the same record: 王主任, 老王, 王某, 建国, 国叔, 国国, 王 建国 for 王建国;
 * Lin Ouyang, L. Ouyang for Ouyang Lin.
 */
import type { DeidField } from '../../../shared/domain/deid.ts';
import type { Span } from '../../../shared/domain/span.ts';
import { anyOf, type Candidate, candidate, isHan } from '../candidates.ts';
import { isPersonField, type KnownWords } from '../repeats.ts';
import type { NameShapes } from './name-shapes.ts';
import { isPerson, type StrictReading, type StrictRules } from './reading.ts';

export type VariantSearch = (reading: StrictReading, known: readonly KnownWords[]) => Candidate[];

/** Shortest part of a Latin name that stands for it alone, in letters. */
const MIN_LATIN = 4;
/** Longest name of surname and given name, in characters. */
const MAX_NAME = 4;
/** Longest name without a surname, in characters: 赛音吉日嘎拉. */
const MAX_LONG_NAME = 8;

export function variantSearch(
  { titles, kin, base, before, after }: StrictRules,
  shapes: NameShapes,
): VariantSearch {
  const relatives = [...kin, ...base.relations];
  const called = [...titles, ...base.titles, ...base.honorifics, ...relatives];
  const isCalled = matcher(new RegExp(anyOf(called), 'uy'));
  const isFamiliar = matcher(new RegExp(anyOf([...base.honorifics, ...kin, ...FAMILIAR]), 'uy'));
  const isBehind = matcher(new RegExp(anyOf([...called, ...after, ...base.afterNames]), 'uy'));
  const ahead = new RegExp(
    `(?:${anyOf([...relatives, ...before, ...base.subjects, ...base.roles])}|[请让叫喊找嘱陪劝由和与及跟给携对向把])$`,
    'u',
  );
  return (reading, known) => {
    const { folded, isTerm } = reading;
    const forms = formsOf(known, shapes);
    const found: Candidate[] = [];
    const add = (
      words: ReadonlyMap<string, DeidField>,
      wholeAt: (at: number, word: string) => Span,
      keep: (start: number, end: number, word: string) => boolean,
      confidence = 0.43,
    ): void => {
      for (const [word, field] of words)
        for (let at = folded.indexOf(word); at >= 0; ) {
          const { start, end } = wholeAt(at, word);
          if (keep(start, end, word)) found.push(candidate(start, end, field, confidence, 'variant'));
          at = folded.indexOf(word, Math.max(end, at + 1));
        }
    };
    const alone = (at: number, word: string): Span => ({ start: at, end: at + word.length });
    const apart = (start: number, end: number) => !reading.crosses(start) && !reading.crosses(end);
    const bordered = (start: number, end: number) =>
      !isHan(folded[start - 1]) || ahead.test(folded.slice(Math.max(0, start - 4), start))
        ? !isHan(folded[end]) || isBehind(folded, end)
        : false;
    add(
      forms.surnames,
      (at, word) => {
        HIDDEN.lastIndex = at + word.length;
        return { start: at, end: at + word.length + (HIDDEN.exec(folded)?.[0].length ?? 0) };
      },
      (start, end, word) => {
        const char = folded[start - 1] ?? '\n';
        if (/[老小阿]/.test(char) && !isHan(folded[start - 2]) && !isHan(folded[end])) return true;
        // 保洁老耿: the dictionary sees no word across
        if (/[老小]/.test(char) && apart(start - 1, start) && apart(start, end)) return true;
        if (!apart(start, end)) return isFamiliar(folded, end) && !isHan(folded[start - 1]);
        if (end - start > word.length || isCalled(folded, end) || isFamiliar(folded, end)) return true;
        // A surname alone between borders signs: 肺 正常 吴
        if (/[\s/]/.test(char) && (end >= folded.length || /[\s/,。;)]/.test(folded[end] ?? ''))) return true;
        return /[老小阿@]/.test(char) || (/[\s。;]/.test(char) && folded[end] === ':');
      },
    );
    add(
      forms.given,
      alone,
      (start, end) => {
        if (isTerm(folded.slice(start, end))) return false;
        if (bordered(start, end)) return true;
        const tag = reading.tagOf({ start, end });
        if (!apart(start, end)) return false;
        return tag === undefined || isPerson(tag) || !isHan(folded[start - 1]);
      },
      GIVEN,
    );
    // The last character alone is a name with a form of address only: 红姐, 阿红, 红红.
    add(
      forms.last,
      (at, word) => {
        const end = at + word.length;
        const start = /[小阿]/.test(folded[at - 1] ?? '') ? at - 1 : at;
        return { start, end: folded.startsWith(word, end) ? end + word.length : end };
      },
      (start, end, word) => {
        if (!apart(start, end)) return false;
        if (isFamiliar(folded, end)) return true;
        return end - start === 2 && folded[start + 1] === word && !isHan(folded[start - 1]);
      },
    );
    add(
      forms.latin,
      alone,
      (start, end) => !/[a-z]/.test(folded[start - 1] ?? '') && !/[a-z]/.test(folded[end] ?? ''),
    );
    if (GAP.test(folded))
      for (const [name, field] of forms.torn)
        for (const { start, end } of tornPlaces(folded, name))
          found.push(candidate(start, end, field, GIVEN, 'variant'));
    for (const [pattern, field] of forms.orders)
      for (const { index, 0: words } of folded.matchAll(new RegExp(pattern, 'gu')))
        if (/[\s.,-]/.test(words))
          found.push(candidate(index, index + words.length, field, GIVEN, 'variant'));
    return found;
  };
}

/** White space between Chinese characters, and the most of it within a name. */
const GAP = /\p{Script=Han}\s{1,3}\p{Script=Han}/u;
const MAX_GAP = 3;

/** Returns the places of a name with white space between its characters. */
function tornPlaces(folded: string, name: string): Span[] {
  const [first = '', ...rest] = name;
  const found: Span[] = [];
  for (let start = folded.indexOf(first); start >= 0; start = folded.indexOf(first, start + 1)) {
    let end = start + first.length;
    const whole = rest.every((character) => {
      let at = end;
      while (at - end < MAX_GAP && /\s/.test(folded[at] ?? '')) at++;
      end = at + character.length;
      return folded.startsWith(character, at);
    });
    if (whole && end - start > name.length) found.push({ start, end });
  }
  return found;
}

/** Confidence of a given name alone: above that of weak marks of the tagger, whose borders are often wrong. */
const GIVEN = 0.6;
const FAMILIAR = [...'哥姐叔姨婶嫂伯爷奶婆公总', '婆婆', '奶奶', '爷爷', '阿姨', '老师', '嬢嬢', '小朋友'];

const matcher = (pattern: RegExp) => (folded: string, at: number) => {
  pattern.lastIndex = at;
  return pattern.test(folded);
};

/** Given name already masked. */
const HIDDEN = /某{1,2}|[×*○]{1,2}|x{1,2}(?![a-z])/uy;

interface NameForms {
  readonly surnames: Map<string, DeidField>;
  /** Given names and the parts of dotted and long names. */
  readonly given: Map<string, DeidField>;
  /** Last characters of given names. */
  readonly last: Map<string, DeidField>;
  readonly latin: Map<string, DeidField>;
  /** Whole names, which may have white space between their characters. */
  readonly torn: Map<string, DeidField>;
  /** Patterns of two or more parts or initials of a Latin name in any order. */
  readonly orders: Map<string, DeidField>;
}

function formsOf(known: readonly KnownWords[], shapes: NameShapes): NameForms {
  const forms: NameForms = {
    surnames: new Map(),
    given: new Map(),
    last: new Map(),
    latin: new Map(),
    torn: new Map(),
    orders: new Map(),
  };
  for (const { words: written, field } of known) {
    if (!isPersonField(field)) continue;
    const words = written.replace(/(?<=\p{Script=Han})[\s^]+/gu, '');
    const characters = Array.from(words);
    if (/^[a-z]/.test(words)) addLatin(forms, words, field);
    else if (/[·•‧・.-]/.test(words)) {
      for (const part of words.split(/[·•‧・.-]/)) if (part.length > 1) forms.given.set(part, field);
    } else if (characters.every(isHan) && characters.length <= MAX_LONG_NAME)
      addHan(forms, words, field, shapes);
  }
  return forms;
}

function addLatin(forms: NameForms, words: string, field: DeidField): void {
  const parts = words.split(/[^a-z]+/).filter((part) => part !== '');
  for (const part of parts) if (part.length >= MIN_LATIN) forms.latin.set(part, field);
  const whole = parts.filter(({ length }) => length > 1);
  if (whole.length < 2) return;
  const any = [...whole.map((part) => `${part}(?![a-z])`), ...whole.map((part) => `${part[0]}\\.`)].join('|');
  forms.orders.set(`(?<![a-z])(?:${any})(?:[ ,-]{0,2}(?:${any})){1,2}`, field);
}

function addHan(forms: NameForms, words: string, field: DeidField, shapes: NameShapes): void {
  const surname = shapes.surnameAt(words, 0)?.length ?? 0;
  if (words.length > MAX_NAME || (words.length === MAX_NAME && surname !== 2)) {
    // A name without surname is called by its halves: 拉姆 for 扎西拉姆.
    forms.given.set(words.slice(2), field);
    if (words.length === MAX_NAME) forms.given.set(words.slice(0, 2), field);
    return;
  }
  if (words.length > 1) forms.torn.set(words, field);
  if (surname === 0) return;
  forms.surnames.set(words.slice(0, surname), field);
  const given = words.slice(surname);
  if (given.length > 1) forms.given.set(given, field);
  if (given !== '') forms.last.set(given.slice(-1), field);
}
