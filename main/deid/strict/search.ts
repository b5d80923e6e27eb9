/**
 * Strict search: finds anything that could identify a person, at the price of false positives. It adds to the
 * findings of the ordinary search, removes none, and never cuts an entity of the graph.
 */
import { type DeidField, LEVEL_PREFIX } from '../../../shared/domain/deid.ts';
import type { Span } from '../../../shared/domain/span.ts';
import { type Candidate, candidate, cutsTerm, isHan, type Reading, selectCandidates } from '../candidates.ts';
import { markupIn } from '../detectors/keyed.ts';
import { codesIn } from '../detectors/segments.ts';
import { type Doubt, TAGGER } from '../marks.ts';
import { FUNCTION_CHARACTER, isPlausible } from '../plausible-marks.ts';
import { findRepeats, isPersonField, type KnownWords } from '../repeats.ts';
import { addressDetector, addressSequenceDetector } from './addresses.ts';
import { ageDetector } from './ages.ts';
import { bedDetector } from './beds.ts';
import { dateDetector } from './dates.ts';
import { englishDetector } from './english.ts';
import { honorificNameDetector } from './honorific-names.ts';
import { inlineNameDetector } from './inline-names.ts';
import { buildNameShapes } from './name-shapes.ts';
import { numberDetector } from './numbers.ts';
import { organisationDetector } from './organisations.ts';
import { isPerson, type StrictReading, type StrictRules, strictReading } from './reading.ts';
import { roleNameDetector } from './role-names.ts';
import { standaloneNameDetector } from './standalone-names.ts';
import { transliteratedNameDetector } from './transliterated-names.ts';
import { variantSearch } from './variants.ts';
import { PLACES, whole, withWords } from './whole-words.ts';
import { SURE_SIGN, wrongMarks } from './wrong-marks.ts';

interface StrictInput {
  /** Words of the record found before, whose variants are searched. */
  readonly known: readonly KnownWords[];
  /** Candidates from elsewhere, such as a model's. */
  readonly others: readonly Candidate[];
  /** Looks for variants of the known words alone. */
  readonly variantsOnly?: boolean;
  /** Returns whether a candidate of a detector is no identifier after all. */
  readonly doubted?: Doubt | undefined;
}

export type StrictSearch = (reading: Reading, taken: readonly Span[], input: StrictInput) => Candidate[];

const FROM_MODELS: ReadonlySet<string> = new Set(['model', TAGGER]);
/** Returns a search for findings outside `taken`, which are in text order and disjoint. */
export function buildStrictSearch(rules: StrictRules): StrictSearch {
  const shapes = buildNameShapes(rules);
  const variants = variantSearch(rules, shapes);
  const called = new Set([...rules.titles, ...rules.kin, ...rules.base.titles, ...rules.base.honorifics]);
  const wrong = wrongMarks(rules, shapes, called);
  const detectors = [
    roleNameDetector(rules, shapes),
    standaloneNameDetector(rules, shapes),
    inlineNameDetector(rules, shapes),
    honorificNameDetector(rules, shapes),
    transliteratedNameDetector(rules),
    numberDetector(rules),
    bedDetector(shapes),
    ageDetector,
    dateDetector(rules),
    englishDetector(rules),
    addressSequenceDetector(rules),
    organisationDetector(rules),
    addressDetector(rules),
  ];
  return (reading, taken, { known, others, doubted = () => false, variantsOnly = false }) => {
    const strict = strictReading(reading);
    const { folded } = reading;
    const isNever = wrong(strict);
    const uncut = (place: Span) => !cutsTerm(reading, place);
    let chosen: readonly Candidate[] = [];
    /** Takes the parts of candidates that lie outside of what is taken, the surest first. */
    const choose = (proposed: readonly Candidate[]): void => {
      const places = [...taken, ...chosen].sort((a, b) => a.start - b.start);
      const parts = proposed
        .flatMap((found) => outside(strict, whole(strict, found), { taken: places, called }))
        .filter(uncut);
      chosen = [...chosen, ...selectCandidates(parts, places)];
    };
    const words = (found: readonly Candidate[]): KnownWords[] =>
      found.map(({ start, end, field }) => ({ words: folded.slice(start, end), field }));
    const isWord = (place: Span): boolean =>
      place.end - place.start === 1 ||
      strict.tagOf(place) !== undefined ||
      strict.crosses(place.start) ||
      strict.crosses(place.end);
    /** The tagger's name of two characters that is a word of the dictionary too is not looked for elsewhere: 清音. */
    const isOrdinary = ({ rule, start, end }: Candidate): boolean =>
      rule === TAGGER &&
      end - start === 2 &&
      strict.tagOf({ start, end }) !== undefined &&
      !/[“"「『]/.test(folded[start - 1] ?? '') &&
      folded[start] !== folded[start + 1];
    const [isTag, isCode] = [markupIn(folded), codesIn(folded)];
    const isMarkup = (place: Span): boolean => isTag(place) || isCode(place);
    /** 阿姨, 孩子 are no names, whichever rule reads them so. */
    const isAddress = ({ field, start, end }: Candidate): boolean =>
      isPersonField(field) && end - start > 1 && called.has(folded.slice(start, end));
    const isLikely = (found: Candidate): boolean =>
      !isMarkup(found) &&
      !isAddress(found) &&
      (found.field !== 'date' || isPlausible(reading, found, 'date'));
    const proposed = [
      ...others
        .map((found) => withWords(strict, found))
        .filter((found) => !isNever(found) && !isMarkup(found) && isPlausible(reading, found, found.field))
        .map((found) => (isOrdinary(found) ? { ...found, repeats: false } : found)),
      ...(variantsOnly ? [] : detectors.flatMap((detector) => detector(strict)).filter(isLikely)),
    ].filter((found) => !doubted(found, isWord(found)));
    // Sure names are looked for everywhere before weaker readings take their places.
    const sure = selectCandidates(
      proposed.filter(
        (found) =>
          isPersonField(found.field) && found.confidence >= SURE_NAME && !isOrdinary(found) && uncut(found),
      ),
      taken,
    );
    const names = words(sure);
    choose([...proposed, ...findRepeats(reading, names), ...variants(strict, [...known, ...names])]);
    chosen = widened(chosen, proposed, taken);
    choose(proposed.filter(({ field, rule }) => PLACES.has(field) || FROM_MODELS.has(rule)));
    choose(
      findRepeats(
        reading,
        words(
          chosen.filter(
            ({ repeats, rule, field, start, end }) =>
              (repeats === true && rule !== 'standing') ||
              (!isPersonField(field) && end - start >= LONG_WORDS),
          ),
        ),
      ),
    );
    choose(variants(strict, [...known, ...words(chosen)]));
    choose(signsAgain(folded, chosen));
    return joinNeighbours(chosen)
      .map((found) => withWeekday(folded, found))
      .map((found) => ({ ...found, rule: `${LEVEL_PREFIX.strict}${found.rule}` }));
  };
}

/** Returns further places where a character that signs stands between borders: 7:05 玉 … 11:20 玉. */
function signsAgain(folded: string, chosen: readonly Candidate[]): Candidate[] {
  const signs = chosen.filter(
    ({ start, end, field, confidence }) =>
      end - start === 1 && isPersonField(field) && confidence >= SURE_SIGN && isHan(folded[start]),
  );
  const distinct = new Map(signs.map((sign): [string, Candidate] => [folded[sign.start] ?? '', sign]));
  return [...distinct].flatMap(([character, { field }]) => {
    const found: Candidate[] = [];
    for (let at = folded.indexOf(character); at >= 0; at = folded.indexOf(character, at + 1))
      if (!isHan(folded[at - 1]) && !isHan(folded[at + 1]))
        found.push(candidate(at, at + 1, field, 0.5, 'repeat'));
    return found;
  });
}

const ENGLISH_WEEKDAY =
  /(?<![a-z])(?:mon|tues?|wed|thu|thurs?|fri|sat|sun)(?:day|nesday|sday|urday)?[.,]?\s$/;

/** Returns an English date with the day of the week before it, which is part of it: Sun 14 Apr. */
function withWeekday(folded: string, found: Candidate): Candidate {
  if (found.field !== 'date' || !/[a-z]{3}/.test(folded.slice(found.start, found.end))) return found;
  const before = ENGLISH_WEEKDAY.exec(folded.slice(Math.max(0, found.start - 12), found.start));
  return before === null ? found : { ...found, start: found.start - before[0].length };
}

/** Kinds of fields whose findings are one and the same where they overlap. */
const kindOf = (field: DeidField): string =>
  isPersonField(field) ? 'person' : PLACES.has(field) ? 'place' : field === 'date' ? 'date' : 'number';

/** Returns findings of the tagger as long as a rule reads them, where it reads more: 尹老三 for 尹. */
function widened(
  chosen: readonly Candidate[],
  proposed: readonly Candidate[],
  taken: readonly Span[],
): readonly Candidate[] {
  const rules = proposed.filter(
    ({ rule }) => !FROM_MODELS.has(rule) && rule !== 'standing' && rule !== 'running',
  );
  const places = [...taken, ...chosen].sort((a, b) => a.start - b.start);
  const within = ({ start, end }: Span): readonly Span[] => {
    const found: Span[] = [];
    for (let i = firstBehind(places, start); i < places.length && (places[i]?.start ?? end) < end; i++)
      found.push(places[i] ?? { start, end });
    return found;
  };
  const marked = new Set<Span>(chosen.filter(({ rule }) => rule === TAGGER));
  let left = chosen;
  for (const whole of rules) {
    const parts = within(whole);
    const [first] = left.filter((found) => parts.includes(found));
    const covers = parts.every(
      (part) =>
        marked.has(part) &&
        whole.start <= part.start &&
        part.end <= whole.end &&
        left.some((one) => one === part),
    );
    if (first === undefined || !covers || kindOf(whole.field) !== kindOf(first.field)) continue;
    const { start, end } = whole;
    left = [...left.filter((found) => !parts.includes(found)), { ...first, start, end }];
  }
  return left;
}

/** Least confidence of a name whose other forms are looked for before weaker candidates are taken. */
const SURE_NAME = 0.8;

/** Shortest number or place that is looked for in the whole record, in characters. */
const LONG_WORDS = 6;

/** Joins findings of one field that touch. */
function joinNeighbours(found: readonly Candidate[]): Candidate[] {
  const joined: Candidate[] = [];
  for (const next of [...found].sort((a, b) => a.start - b.start)) {
    const last = joined.at(-1);
    if (last !== undefined && last.end === next.start && last.field === next.field && PLACES.has(next.field))
      joined[joined.length - 1] = { ...last, end: next.end };
    else joined.push(next);
  }
  return joined;
}

/** Returns the parts of a candidate outside `taken`; drops parts without letter or digit. */
function outside(
  reading: StrictReading,
  found: Candidate,
  { taken, called }: { readonly taken: readonly Span[]; readonly called: ReadonlySet<string> },
): Candidate[] {
  const parts: Candidate[] = [];
  let start = found.start;
  /** A name that begins within another one is read from the wrong character: 龙本人 in 吴龙本人. */
  let shifted = false;
  /** 大夫 behind 欧阳 is no given name, 阿姨 behind 巫 neither, 地址 before a place no part of it. */
  const isWordAlone = (from: number, to: number): boolean => {
    // 师 behind 屈 begins 师傅.
    const title = [2, 3].some((length) => called.has(reading.folded.slice(from, from + length)));
    if (isPersonField(found.field) && from > found.start && title) return true;
    if (isPersonField(found.field) && called.has(reading.folded.slice(from, to))) return true;
    // 后院 behind a house number is part of the address.
    if (PLACES.has(found.field) && from > found.start) return false;
    const tag = reading.tagOf({ start: from, end: to });
    return tag !== undefined && !isPerson(tag) && !/^n[st]/.test(tag);
  };
  const add = (border: number): void => {
    const { folded } = reading;
    const between = folded.slice(start, border);
    const blank =
      found.rule === TAGGER && start > found.start ? between.length - between.trimStart().length : 0;
    const end = found.rule === TAGGER && border < found.end ? start + between.trimEnd().length : border;
    if (blank > 0) start += blank;
    const words = folded.slice(start, end);
    if (!/[\p{L}\p{N}]/u.test(words)) return;
    if (
      end - start === found.end - found.start ||
      (isRest(found, start, words) &&
        !(found.rule === TAGGER && words.length === 1 && reading.crosses(end)) &&
        !shifted &&
        !isWordAlone(start, end))
    )
      parts.push({ ...found, start, end });
  };
  for (let i = firstBehind(taken, found.start); i < taken.length; i++) {
    const { start: from, end: to } = taken[i] ?? found;
    if (from >= found.end) break;
    shifted ||= isPersonField(found.field) && from < found.start;
    add(from);
    start = to;
  }
  add(found.end);
  return parts;
}

/** Returns the index of the first place that ends behind an offset; places are in text order and disjoint. */
function firstBehind(places: readonly Span[], offset: number): number {
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle]?.end ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Least confidence of a name of which the tagger alone sees a rest: 师 of 王医师 is none. */
const SURE_REST = 0.85;

/** Returns whether the rest of a candidate is informative alone: the end of a name, the number of a date. */
function isRest({ field, rule, start, confidence }: Candidate, from: number, words: string): boolean {
  if (rule === TAGGER && isPersonField(field))
    return (
      confidence >= SURE_REST &&
      !FUNCTION_CHARACTER.test(words) &&
      !/^\s|\s$/.test(words) &&
      /\p{Script=Han}/u.test(words)
    );
  if (field === 'date') return /[\d一二三四五六七八九十廿]/.test(words);
  if (isPersonField(field)) return from > start && rule !== 'sounds';
  return words.length > 1 && (PLACES.has(field) || /\d/.test(words));
}
