/** Reads Chinese person names: surname and given name, names of minorities, partly masked names. */
import type { Span } from '../../shared/domain/span.ts';
import { anyOf, anyOfSpaced, isHan } from './candidates.ts';
import type { DeidRules } from './rules.ts';

export interface NameSpan {
  readonly start: number;
  readonly end: number;
  /** The surname is also an ordinary word: 于, 高. */
  readonly ambiguous: boolean;
}

interface LabelledName {
  readonly start: number;
  readonly end: number;
  /** Whether the name is an ordinary word too (任何); such a name is not searched elsewhere. */
  readonly word: boolean;
}

export interface NameReader {
  /** Returns names in the value of a label; several when separated by slashes or commas. */
  labelled(folded: string, at: number, sure: boolean): LabelledName[];
  /** Returns name-shaped spans that start at `at`, longest first, without ordinary words. */
  shapesAt(folded: string, at: number): NameSpan[];
  /** Returns a transliterated name (木拉提) that ends at a border. Use only where a name must follow. */
  transliteratedAt(folded: string, at: number): NameSpan | undefined;
  /** Returns spans that end at `end`, longest first; includes a surname alone when `bare`. */
  shapesBefore(folded: string, end: number, bare: boolean): NameSpan[];
}

/** Given names already masked: 张某某, 李**, 王×. */
const HIDDEN = /^(?:某{1,3}|[*×○〇x]{1,3})/u;
const LATIN = /[a-z][a-z'-]{1,19}(?: [a-z][a-z.'-]{0,19}){1,3}(?![a-z\d])/uy;
const DOTTED = /[\p{Script=Han}]{1,8}(?:[·•‧・.][\p{Script=Han}]{1,8}){1,3}/uy;
const RUN = /[\p{Script=Han}〇*×]{2,24}/uy;
const SEPARATOR = /^\s?[/、,，]\s?|^ {1,2}(?=\p{Script=Han}{2,4}(?:[\s/;,。]|$))/u;
/** Two-character name printed in the width of three: 张 三. */
const PADDED = /\p{Script=Han}[ \t]{1,4}\p{Script=Han}(?!\p{Script=Han})/uy;
const MAX_NAMES = 8;

export const buildNameReader = (rules: DeidRules): NameReader => new Reader(rules);

class Reader implements NameReader {
  private readonly surnames: ReadonlySet<string>;
  private readonly ambiguous: ReadonlySet<string>;
  private readonly compounds: ReadonlySet<string>;
  private readonly notGiven: ReadonlySet<string>;
  private readonly notNames: ReadonlySet<string>;
  private readonly notValues: ReadonlySet<string>;
  private readonly relation: RegExp;
  private readonly nextLabel: RegExp;
  private readonly sounds: RegExp;
  private readonly title: RegExp;

  constructor(rules: DeidRules) {
    this.surnames = new Set(rules.surnames);
    this.ambiguous = new Set(rules.ambiguousSurnames);
    this.compounds = new Set(rules.compoundSurnames);
    this.notGiven = new Set(rules.notInGivenNames);
    this.notNames = new Set(rules.notNames);
    this.notValues = new Set([...rules.notValues, ...rules.relations, ...rules.honorifics]);
    this.relation = new RegExp(`^(?:其|患者|患儿|病人)?(?:的)?${anyOf(rules.relations)}[:,]?`, 'u');
    const labels = [...Object.values(rules.labels).flat(), ...rules.otherLabels];
    this.nextLabel = new RegExp(`${anyOfSpaced(labels)}[ \\t]{0,4}(?:[:∶]|$|[男女])`, 'u');
    this.sounds = new RegExp(
      `[${rules.soundCharacters.join('')}]{2,6}(?!\\p{Script=Han})|[${rules.soundCharacters.join('')}]{2,6}(?=${anyOf(rules.afterNames)})`,
      'uy',
    );
    this.title = new RegExp(`^${anyOf(rules.titles)}`, 'u');
  }

  labelled(folded: string, at: number, sure: boolean): LabelledName[] {
    const found: LabelledName[] = [];
    for (let from = at; found.length < MAX_NAMES; ) {
      const name = this.labelledOne(folded, from, sure || found.length > 0, found.length > 0);
      if (name === undefined) break;
      found.push({ ...name, word: this.notNames.has(folded.slice(name.start, name.end)) });
      const gap = SEPARATOR.exec(folded.slice(name.end, name.end + 12))?.[0];
      if (gap === undefined) break;
      from = name.end + gap.length;
    }
    return found;
  }

  private labelledOne(folded: string, at: number, sure: boolean, listed: boolean): Span | undefined {
    const foreign = matchAt(DOTTED, folded, at) ?? (sure && !listed ? matchAt(LATIN, folded, at) : undefined);
    if (foreign !== undefined) return { start: at, end: at + foreign.length };
    const padded = matchAt(PADDED, folded, at);
    if (padded !== undefined && this.surnames.has(padded[0] ?? ''))
      return { start: at, end: at + padded.length };
    let run = matchAt(RUN, folded, at) ?? '';
    const label = this.nextLabel.exec(`${run}${folded[at + run.length] ?? ''}`);
    if (label !== null) run = run.slice(0, label.index);
    const relation = this.notValues.has(run) ? null : this.relation.exec(run);
    const start = at + (relation?.[0].length ?? 0);
    const rest = run.slice(start - at);
    if (rest.length < 2 || this.notValues.has(rest) || /^[*×〇○]/.test(rest)) return undefined;
    const shaped = this.shapesAt(folded, start).filter(({ end }) => end <= at + run.length);
    const whole = shaped.find(
      ({ end }) => end === at + run.length || this.title.test(folded.slice(end, end + 5)),
    );
    if (whole !== undefined) return { start, end: whole.end };
    if (listed || relation !== null) return sure && !listed ? this.firstShape(shaped, start) : undefined;
    // Any short value behind a label is a name, whether its surname is known or not.
    const all = { start, end: at + run.length };
    if (rest.length <= 4 && this.beginsWithSurname(rest) && (sure || !this.notNames.has(rest.slice(0, 2))))
      return all;
    if (sure && rest.length <= 7 && !this.notNames.has(rest.slice(0, 2)) && !this.hasOrdinary(rest))
      return all;
    return sure ? this.firstShape(shaped, start) : undefined;
  }

  private firstShape(shaped: readonly NameSpan[], start: number): Span | undefined {
    const [first] = shaped;
    return first === undefined ? undefined : { start, end: first.end };
  }

  private beginsWithSurname(words: string): boolean {
    return this.surnames.has(words[0] ?? '') || this.compounds.has(words.slice(0, 2));
  }

  private hasOrdinary(words: string): boolean {
    return Array.from(words).some((char) => this.notGiven.has(char));
  }

  shapesAt(folded: string, at: number): NameSpan[] {
    const found: NameSpan[] = [];
    const two = folded.slice(at, at + 2);
    if (
      this.notNames.has(two) ||
      this.notNames.has(folded.slice(at, at + 3)) ||
      this.notNames.has(folded.slice(at, at + 4))
    )
      return found;
    const surname = this.compounds.has(two) ? two : this.surnames.has(two[0] ?? '') ? (two[0] ?? '') : '';
    if (surname === '') return found;
    if (surname.length === 2) found.push(...this.plainSurnameReading(folded, at));
    const from = at + surname.length;
    const hidden = HIDDEN.exec(folded.slice(from, from + 3))?.[0];
    const ambiguous = this.ambiguous.has(surname);
    if (hidden !== undefined && !/^x[a-z]/.test(folded.slice(from, from + 4)))
      return [{ start: at, end: from + hidden.length, ambiguous: false }];
    for (const length of [2, 1]) {
      const given = folded.slice(from, from + length);
      if (given.length === length && this.isGiven(given))
        found.push({ start: at, end: from + length, ambiguous });
    }
    return found.sort((a, b) => b.end - a.end);
  }

  /** Reads a compound surname without a given name as plain surname plus given name: 濮阳. */
  private plainSurnameReading(folded: string, at: number): NameSpan[] {
    const surname = folded[at] ?? '';
    if (!this.surnames.has(surname) || this.isGiven(folded.slice(at + 2, at + 3))) return [];
    return [{ start: at, end: at + 2, ambiguous: this.ambiguous.has(surname) }];
  }

  transliteratedAt(folded: string, at: number): NameSpan | undefined {
    const words = matchAt(this.sounds, folded, at);
    return words === undefined ? undefined : { start: at, end: at + words.length, ambiguous: true };
  }

  shapesBefore(folded: string, end: number, bare: boolean): NameSpan[] {
    const found: NameSpan[] = [];
    for (let start = Math.max(0, end - 4); start <= end - 2; start++) {
      const shape = this.shapesAt(folded, start).find((span) => span.end === end);
      if (shape !== undefined) found.push(shape);
    }
    if (!bare) return found;
    const two = folded.slice(Math.max(0, end - 2), end);
    if (this.compounds.has(two)) found.push({ start: end - 2, end, ambiguous: false });
    const one = folded[end - 1] ?? '';
    if (this.surnames.has(one)) found.push({ start: end - 1, end, ambiguous: this.ambiguous.has(one) });
    return found;
  }

  private isGiven(given: string): boolean {
    return Array.from(given).every((char) => isHan(char) && !this.notGiven.has(char));
  }
}

function matchAt(pattern: RegExp, folded: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(folded)?.[0];
}
