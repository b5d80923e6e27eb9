/** Characters that the tagger of identifiers marked, and how they join the rules: thresholds by field, doubts by rule. */
import { z } from 'zod';
import { DeidField } from '../../shared/domain/deid.ts';
import type { Span } from '../../shared/domain/span.ts';
import { type Candidate, candidate, isHan, type Reading } from './candidates.ts';
import { isPersonField } from './repeats.ts';

/** A token of the text with its likeliest field and the probability that it is part of an identifier. */
export interface Mark {
  readonly start: number;
  readonly end: number;
  readonly type: string;
  readonly confidence: number;
}

/** Thresholds by which marks join the rules; measured on layouts that neither has seen. */
export const MarkLevels = z.object({
  /** Lowest probability of a marked token, by field. */
  least: z.partialRecord(DeidField, z.number()),
  /** The same as `least` for the strictest level. */
  strictest: z.partialRecord(DeidField, z.number()),
  /** Rules of the strict search whose findings are dropped where no token is marked with this probability. */
  doubted: z.record(z.string(), z.number()),
  /** Lowest mean probability of a name that is also an ordinary word, or one character. */
  words: z.number(),
  /** Lowest mean probabilities of marks away from other identifiers, where nearly all are wrong. */
  apart: z.object({ mean: z.partialRecord(DeidField, z.number()), words: z.number() }),
});
export type MarkLevels = z.infer<typeof MarkLevels>;

/** Rule of its findings. */
export const TAGGER = 'tagger';

/** Lowest probability that decoding keeps. */
export const LEAST_MARK = 0.02;

/** Mean probability from which a name is searched in the rest of the record. */
const SURE = 0.8;

/** Marked tokens of one field that touch. */
interface Run {
  start: number;
  end: number;
  readonly field: DeidField;
  sum: number;
  tokens: number;
}

/** Longest name that takes its neighbours, and the least probability of a neighbour by the name's length. */
const SHORT_NAME = 3;
const NEIGHBOUR = { two: LEAST_MARK, three: 0.1 };

/** Adds characters beside a sure short name that the tagger suspects: 男 of 宫亚男. */
function extendNames(folded: string, runs: readonly Run[], marks: readonly Mark[]): void {
  const persons = new Map(
    marks.flatMap(({ start, type, confidence }): [number, number][] => {
      const field = DeidField.safeParse(type).data;
      return field !== undefined && isPersonField(field) ? [[start, confidence]] : [];
    }),
  );
  runs.forEach((run, i) => {
    const length = run.end - run.start;
    if (!isPersonField(run.field) || length > SHORT_NAME || run.sum / run.tokens <= SURE) return;
    if (!Array.from(folded.slice(run.start, run.end)).every(isHan)) return;
    // 老袁转: what 老 calls is a surname alone.
    if (length === 1 && /[老小阿]/.test(folded[run.start - 1] ?? '')) return;
    const least = length === SHORT_NAME ? NEIGHBOUR.three : NEIGHBOUR.two;
    const suspected = (at: number) => isHan(folded[at]) && (persons.get(at) ?? 0) >= least;
    if ((runs[i + 1]?.start ?? folded.length) > run.end && suspected(run.end)) run.end++;
    else if ((runs[i - 1]?.end ?? 0) < run.start && suspected(run.start - 1)) run.start--;
  });
}

/** Returns runs of marked tokens of one field as candidates. */
export function markedSpans(
  reading: Reading,
  marks: readonly Mark[],
  least: MarkLevels['least'],
): Candidate[] {
  const { folded, isTerm } = reading;
  const runs: Run[] = [];
  for (const { start, end, type, confidence } of marks) {
    const field = DeidField.safeParse(type).data;
    if (field === undefined || confidence < (least[field] ?? 1)) continue;
    const last = runs.at(-1);
    const gap = isPersonField(field) ? /^ ?$/ : /^\s?$/;
    const continues = last !== undefined && last.field === field && gap.test(folded.slice(last.end, start));
    if (continues) {
      last.end = end;
      last.sum += confidence;
      last.tokens++;
    } else runs.push({ start, end, field, sum: confidence, tokens: 1 });
  }
  extendNames(folded, runs, marks);
  return runs.flatMap(({ start: from, end: to, field, sum, tokens }) => {
    const start = from + (/^[^\p{L}\p{N}+(]*/u.exec(folded.slice(from, to))?.[0].length ?? 0);
    const tail = isPersonField(field) ? /[^\p{L})*×]*$/u : /[^\p{L}\p{N})*×#]*$/u;
    // 加3 Hb 4: what follows a bed is no part of it.
    const whole = field === 'bed-number' ? start + bedLength(folded.slice(start, to)) : to;
    const end = whole - (tail.exec(folded.slice(start, whole))?.[0].length ?? 0);
    const words = folded.slice(start, end);
    if (!/[\p{L}\p{N}]/u.test(words) || (isPersonField(field) && isTerm(words))) return [];
    const repeats = end - start >= 2 && isPersonField(field) && sum / tokens > SURE;
    return [candidate(start, end, field, Math.min(sum / tokens, 0.9), TAGGER, repeats)];
  });
}

/** Returns the length of the bed that words begin with: up to white space behind a digit. */
const bedLength = (words: string): number => /^[^\d]*\d\S*/.exec(words)?.[0].length ?? words.length;

const LATIN_WORD = /[a-z][a-z'-]*\.?/gi;

/**
 * Returns a mark of Latin letters as far as it reads like a name: from its first to its last capital word, nothing where
 * there is none; an account only with a digit or sign in it. @param text as written
 */
export function ofNames(text: string, found: Candidate): Candidate[] {
  const words = text.slice(found.start, found.end);
  if (!/[a-z]/i.test(words) || /\p{Script=Han}/u.test(words)) return [found];
  if (found.field === 'email') return /[\d@_./-]/.test(words) ? [found] : [];
  if (!isPersonField(found.field)) return [found];
  const line = Math.max(0, text.lastIndexOf('\n', found.start));
  const capital = [...text.slice(line, found.end + 30).matchAll(LATIN_WORD)]
    .map(({ index, 0: word }) => ({ start: line + index, end: line + index + word.length, word }))
    .filter(({ start, end, word }) => start < found.end && found.start < end && /^[A-Z]/.test(word));
  const [first, last] = [capital[0], capital.at(-1)];
  return first === undefined || last === undefined ? [] : [{ ...found, start: first.start, end: last.end }];
}

/** Returns the marks outside of places, which are in text order and disjoint. */
export function marksOutside(marks: readonly Mark[], places: readonly Span[]): Mark[] {
  let next = 0;
  return marks.filter(({ start, end }) => {
    while ((places[next]?.end ?? Number.POSITIVE_INFINITY) <= start) next++;
    return (places[next]?.start ?? Number.POSITIVE_INFINITY) >= end;
  });
}

/** Within so many characters another identifier makes a weak mark likelier. */
const NEAR = 240;
/** Marks of the tagger that make one likely, by their least confidence; so many of them within reach, or one of a rule. */
const ANCHOR = { confidence: 0.9, marks: 2 };
/** Fields that records without persons hold too. */
const EVERYWHERE: ReadonlySet<DeidField> = new Set(['date', 'age', 'bed-number']);

/** Returns whether other identifiers stand near a mark. @param sure findings of rules @param marks of the tagger */
export function nearOthers(
  folded: string,
  sure: readonly Candidate[],
  marks: readonly Candidate[],
): (found: Span) => boolean {
  const telling = ({ field, confidence }: Candidate) =>
    !EVERYWHERE.has(field) && confidence >= ANCHOR.confidence;
  const [rules, marked] = [sure.filter(({ field }) => !EVERYWHERE.has(field)), marks.filter(telling)];
  const isNear = (found: Span) => (other: Span) =>
    other.start < found.end + NEAR && other.end > found.start - NEAR;
  return (found) => {
    if (rules.some(isNear(found))) return true;
    const own = folded.slice(found.start, found.end);
    const others = marked.filter(isNear(found)).map(({ start, end }) => folded.slice(start, end));
    return new Set(others.filter((words) => words !== own)).size >= ANCHOR.marks;
  };
}

/** Returns whether the tagger contradicts a candidate. @param isWord it is an ordinary word or one character */
export type Doubt = (found: Candidate, isWord: boolean) => boolean;

/** Returns the doubts of the tagger: about weak rules where it marked nothing, about its own marks of ordinary words. */
export function doubtOf(
  marks: readonly Mark[],
  length: number,
  { doubted, words, apart }: MarkLevels,
  isNear: (found: Span) => boolean,
): Doubt {
  const chances = new Float32Array(length);
  for (const { start, end, confidence } of marks) chances.fill(confidence, start, end);
  return ({ rule, field, confidence, start, end }, isWord) => {
    if (rule === TAGGER) {
      const word = isWord && isPersonField(field);
      if (word && confidence < words) return true;
      const most = Math.max(apart.mean[field] ?? 0, word ? apart.words : 0);
      return confidence < most && !isNear({ start, end });
    }
    const least = doubted[rule];
    return least !== undefined && !chances.subarray(start, end).some((chance) => chance >= least);
  };
}
