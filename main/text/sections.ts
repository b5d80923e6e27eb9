/** Finds sections of a record by their headings. All words are data (resources/rules/sections.json). */
import type { Section, SectionKind } from '../../shared/domain/mention.ts';
import { fold, foldUnits, isDigitUnit, isNewlineUnit, isSpaceUnit } from './folding.ts';
import type { HeadingRules } from './rule-schemas.ts';
import { foldScript } from './script.ts';
import { buildContentCutter, type ProseSection } from './section-content.ts';

interface Heading {
  readonly kind: SectionKind;
  readonly strong: boolean;
  /** Kinds of sections of which this heading is a part. */
  readonly inside: ReadonlySet<SectionKind>;
}

/** Compiled heading rules. */
export interface SectionFinder {
  /** Returns non-overlapping sections in text order; none for a text without headings. */
  find(text: string, units?: Uint16Array): Section[];
  /** Returns the kind that a heading names, or `undefined`. */
  kindOf(heading: string): SectionKind | undefined;
}

const BRACKETS = bracketPairs('【】', '[]', '〔〕', '〖〗', '《》', '<>', '「」', '『』', '〈〉', '()', '{}');
const ROUND_OPEN = unitOf('(');
const ROUND_CLOSE = unitOf(')');
const STOP = unitOf('.');
const HAN = unitOf('一');
const COLONS = unitSet(':∶︰﹕');
/** Marks before a heading: list bullets and Markdown. */
const BULLETS = unitSet('#*-•·●○■□◆◇▲△★☆>—~|');
const BAR = unitOf('|');
const AFTER_NUMBER = unitSet('、.．。,)）:');
const CHINESE_NUMBERS = unitSet('一二三四五六七八九十');
const CIRCLED = unitSet('①②③④⑤⑥⑦⑧⑨⑩');
const ROMAN = unitSet('ⅰⅱⅲⅳⅴⅵⅶⅷⅸⅹivx');
/** Date, time or both before a heading. */
const TIME =
  /(?:(?:\d{4}[-./年])?\d{1,2}[-./月]\d{1,2}日?(?:[ ,]?\d{1,2}[:时]\d{2}分?)?|\d{1,2}:\d{2})[ ,]+|(?:\d{4}年)?\d{1,2}月\d{1,2}日/y;
const MAX_TIME = 24;
/** Characters that may precede an inline heading. */
const BORDERS = unitSet('。;；,，、!！?？:…)]】}〕〖〗》>」"”\'|/*');
/** Most white space between two characters of a heading (主　诉), in code units. */
const MAX_INNER_SPACE = 4;
const MAX_REMARK = 24;
const HEADING = 1;
const PREFIX = 2;
const MAX_BULLETS = 8;

export function buildSectionFinder(rules: HeadingRules): SectionFinder {
  const table = new Map<string, Heading>();
  for (const [kind, words] of Object.entries(rules.headings) as [
    SectionKind,
    typeof rules.headings.other,
  ][]) {
    // safe: partialRecord is keyed by SectionKind
    for (const word of words?.weak ?? []) add(word, kind, false);
    for (const word of words?.strong ?? []) add(word, kind, true);
  }
  function add(word: string, kind: SectionKind, strong: boolean): void {
    if (word.length < 2) throw new Error(`sections.json: heading ${word} is too short`);
    if (table.has(word)) throw new Error(`sections.json: heading ${word} stands twice`);
    table.set(fold(word), { kind, strong, inside: new Set(rules.inside[word] ?? []) });
  }
  const letters = new Map(
    Object.entries(rules.letters).map(([letter, kind]) => [
      unitOf(fold(letter)),
      { kind, strong: true, inside: new Set<SectionKind>() },
    ]),
  );
  const parser = new HeadingParser(table, letters);
  const unknown = unknownHeading(rules);
  const cut = buildContentCutter(rules);
  return {
    find(text, units = foldUnits(foldScript(text))) {
      const sections = findSections(parser, unknown, text, units);
      return cut(units, sections);
    },
    kindOf: (heading) => table.get(fold(heading).replace(/\s/g, ''))?.kind,
  };
}

/** Match of a heading: its words at `wordStart..wordEnd`, with punctuation at `start..bodyStart`. */
interface Found {
  readonly heading: Heading;
  readonly words: string;
  readonly start: number;
  readonly bodyStart: number;
  /** Form of the numbering at the start of its line; empty without one. */
  readonly numbering: string;
  readonly lineStart: boolean;
}

/** Heading whose words are not in the table: its length with its colon, and the kind that its last words tell. */
interface UnknownHeading {
  readonly length: number;
  readonly kind: SectionKind | undefined;
  /** Words of a sentence, without any mark after them. */
  readonly prose: boolean;
}

/** Most code units of a heading whose words are not in the table. */
const MAX_UNKNOWN = 12;

/** Returns a reader of headings of Chinese characters alone at the start of a line; none names a relative. */
function unknownHeading({
  relatives,
  endings,
  spoken,
}: HeadingRules): (units: Uint16Array, at: number) => UnknownHeading | undefined {
  const kin = unitSet(relatives);
  // safe: partialRecord is keyed by SectionKind
  const kinds = Object.entries(endings) as [SectionKind, string[]][];
  const said = (Object.entries(spoken) as [SectionKind, string[]][]).flatMap(([kind, list]) =>
    list.map((words) => ({ kind, words: foldUnits(words) })),
  );
  return (units, at) => {
    if (units[at]! < HAN || units[at - 1]! >= HAN || !isLineStart(units, skipBack(units, at)))
      return undefined;
    const begun = said.find(({ words }) => words.every((unit, i) => units[at + i] === unit));
    if (begun !== undefined) return { length: begun.words.length, kind: begun.kind, prose: true };
    if (!isLineStart(units, at)) return undefined;
    for (let i = at; i <= at + MAX_UNKNOWN && i < units.length; i++) {
      if (COLONS.has(units[i]!)) {
        const words = String.fromCharCode(...units.subarray(at, i));
        const kind = kinds.find(([, list]) => list.some((ending) => words.endsWith(ending)))?.[0];
        return i - at >= 2 ? { length: i + 1 - at, kind, prose: false } : undefined;
      }
      if (kin.has(units[i]!) || units[i]! < HAN) return undefined;
    }
    return undefined;
  };
}

function findSections(
  parser: HeadingParser,
  unknown: ReturnType<typeof unknownHeading>,
  text: string,
  units: Uint16Array,
): ProseSection[] {
  const sections: ProseSection[] = [];
  let current: SectionKind | undefined;
  let numbering = '';
  let at = 0;
  while (at < units.length) {
    const found = parser.tryAt(units, at);
    if (!found) {
      const heading = unknown(units, at);
      // what follows a family history under a heading of its own is no family's
      const kind = heading?.kind ?? (heading && current === 'family-history' ? 'other' : undefined);
      const length = kind === undefined ? 0 : heading!.length;
      if (kind !== undefined) {
        current = kind;
        const bodyStart = at + length;
        const words = text.slice(at, bodyStart).replace(/[:：]$/u, '');
        const prose = heading!.prose;
        sections.push({ kind, heading: words, start: at, bodyStart, end: units.length, prose });
      }
      at += Math.max(1, length);
      continue;
    }
    at = found.bodyStart;
    const sibling = numbering !== '' && found.numbering === numbering;
    if (current !== undefined && found.heading.inside.has(current) && !sibling) continue;
    current = found.heading.kind;
    numbering = found.numbering;
    const { start, bodyStart, words: heading, lineStart } = found;
    // a heading within a line speaks of that line: …冠心病。过敏：磺胺↵今日无不适
    sections.push({ kind: current, heading, start, bodyStart, end: units.length, prose: !lineStart });
  }
  const first = sections[0]?.start ?? 0;
  if (text.slice(0, first).trim() !== '')
    sections.unshift({ kind: 'general', heading: '', start: 0, bodyStart: 0, end: first, prose: false });
  return sections.map((section, i) => ({ ...section, end: sections[i + 1]?.start ?? units.length }));
}

/** Parser state before a heading's words. */
interface Prefix {
  readonly at: number;
  readonly lineStart: boolean;
  readonly border: boolean;
  /** Closing unit of the open bracket, or 0. */
  readonly close: number;
  readonly numbering: string;
}

class HeadingParser {
  private readonly table: ReadonlyMap<string, Heading>;
  private readonly letters: ReadonlyMap<number, Heading>;
  /** HEADING for first units of headings, PREFIX for units that may precede them. */
  private readonly opens = new Uint8Array(0x10000);
  /** First two units of headings. */
  private readonly pairs = new Set<number>();
  private readonly longest: number;

  constructor(table: ReadonlyMap<string, Heading>, letters: ReadonlyMap<number, Heading>) {
    this.table = table;
    this.letters = letters;
    for (const letter of letters.keys()) this.opens[letter]! |= HEADING;
    this.longest = Math.max(0, ...[...table.keys()].map((word) => word.length));
    for (const word of table.keys()) {
      this.opens[word.charCodeAt(0)]! |= HEADING;
      this.pairs.add(pairOf(word.charCodeAt(0), word.charCodeAt(1)));
    }
    const digits = Array.from('0123456789', unitOf);
    for (const unit of [
      ...BRACKETS.keys(),
      ...CHINESE_NUMBERS,
      ...CIRCLED,
      ...ROMAN,
      ...BULLETS,
      ...digits,
    ]) {
      this.opens[unit]! |= PREFIX;
    }
  }

  tryAt(units: Uint16Array, start: number): Found | undefined {
    const opening = this.opens[units[start]!]!;
    if (opening === 0) return undefined;
    const lineStart = isLineStart(units, start);
    const border = lineStart || isSpaceUnit(units[start - 1]) || BORDERS.has(units[start - 1]!);
    if (!border && (opening & HEADING) === 0 && !BRACKETS.has(units[start]!)) return undefined;
    let at = start;
    let numbering = '';
    if (border) {
      while (at < start + MAX_BULLETS && BULLETS.has(units[at]!)) at++;
      if (at > start) at = skipSpaces(units, at);
      if (lineStart) at = skipTime(units, at);
      const numbered = skipNumbering(units, at);
      if (lineStart) numbering = formOf(units, at, numbered);
      at = numbered;
    }
    const close = BRACKETS.get(units[at]!) ?? 0;
    if (close === ROUND_CLOSE && !lineStart) return undefined;
    if (close !== 0) at = skipSpaces(units, at + 1);
    const letter = lineStart && close === 0 ? this.letters.get(units[at]!) : undefined;
    if (
      letter !== undefined &&
      COLONS.has(units[at + 1]!) &&
      !isDigitUnit(units[skipSpaces(units, at + 2)])
    ) {
      const bodyStart = skipBreak(units, at + 2, true);
      return {
        heading: letter,
        words: String.fromCharCode(units[at]!),
        start,
        bodyStart,
        numbering,
        lineStart,
      };
    }
    if (!this.pairs.has(pairOf(units[at]!, units[skipSpaces(units, at + 1)]!))) return undefined;
    return this.parseWords(units, start, { at, lineStart, border, close, numbering });
  }

  private parseWords(units: Uint16Array, start: number, prefix: Prefix): Found | undefined {
    let words = '';
    const ends: number[] = [];
    for (let at = prefix.at; at < units.length && words.length < this.longest; ) {
      words += String.fromCharCode(units[at]!);
      ends.push(++at);
      const next = skipSpaces(units, at);
      if (next - at > MAX_INNER_SPACE) break;
      at = next;
    }
    for (let length = words.length; length > 0; length--) {
      const word = words.slice(0, length);
      const heading = this.table.get(word);
      const bodyStart = heading ? bodyAfter(units, ends[length - 1]!, heading, prefix) : -1;
      if (heading && bodyStart >= 0)
        return {
          heading,
          words: word,
          start,
          bodyStart,
          numbering: prefix.numbering,
          lineStart: prefix.lineStart,
        };
    }
    return undefined;
  }
}

/** Returns the start of the body if what follows makes the words a heading, else -1. */
function bodyAfter(units: Uint16Array, wordsEnd: number, heading: Heading, prefix: Prefix): number {
  const { lineStart, border, close } = prefix;
  let at = skipSpaces(units, wordsEnd);
  if (close !== 0) {
    if (units[at] !== close) return -1;
    const after = skipSpaces(units, skipBold(units, at + 1));
    const colon = COLONS.has(units[after]!);
    if (close === ROUND_CLOSE && !colon && !endsLine(units, after)) return -1;
    return skipBreak(units, colon ? after + 1 : at + 1, lineStart);
  }
  at = skipSpaces(units, skipRemark(units, skipBold(units, at)));
  if (COLONS.has(units[at]!))
    return border || heading.strong ? skipBreak(units, skipBold(units, at + 1), lineStart) : -1;
  if (!lineStart) return -1;
  if (heading.strong && units[at] === BAR) return skipSpaces(units, at + 1);
  if (endsLine(units, at)) return skipBreak(units, at, true);
  return heading.strong && isSpaceUnit(units[wordsEnd]) ? skipSpaces(units, wordsEnd) : -1;
}

/** Skips `1. `, `一、`, `（五）`, `①`. */
function skipNumbering(units: Uint16Array, at: number): number {
  if (CIRCLED.has(units[at]!)) return skipSpaces(units, at + 1);
  const inRound = units[at] === ROUND_OPEN;
  let i = inRound ? at + 1 : at;
  const first = i;
  const roman = ROMAN.has(units[i]!);
  while (i < first + 4 && (roman ? ROMAN.has(units[i]!) : isNumberUnit(units, i))) i++;
  if (i === first) return at;
  if (inRound) return units[i] === ROUND_CLOSE ? skipSpaces(units, skipOne(units, i + 1, AFTER_NUMBER)) : at;
  return AFTER_NUMBER.has(units[i]!) || isSpaceUnit(units[i]) ? skipSpaces(units, i + 1) : at;
}

/** Returns whether a unit is part of a number, stops inside it included: 1.2. */
function isNumberUnit(units: Uint16Array, at: number): boolean {
  if (CHINESE_NUMBERS.has(units[at]!) || isDigitUnit(units[at])) return true;
  return units[at] === STOP && isDigitUnit(units[at - 1]) && isDigitUnit(units[at + 1]);
}

/** Returns the start of a numbering that ends at an offset: 2)|既往体健. */
function skipBack(units: Uint16Array, at: number): number {
  for (let from = Math.max(0, at - 5); from < at; from++) {
    if (isLineStart(units, from) && skipNumbering(units, from) === at) return from;
  }
  return at;
}

/** Skips `2024-03-01 08:30 `. */
function skipTime(units: Uint16Array, at: number): number {
  if (!isDigitUnit(units[at])) return at;
  TIME.lastIndex = 0;
  const match = TIME.exec(String.fromCharCode(...units.subarray(at, at + MAX_TIME)));
  return match === null ? at : skipSpaces(units, at + match[0].length);
}

/** Returns a numbering with its numbers made equal: `（三）` and `（六）` have one form. */
function formOf(units: Uint16Array, from: number, to: number): string {
  const words = String.fromCharCode(...units.subarray(from, to)).trim();
  return words
    .replace(/[一二三四五六七八九十]+/, '一')
    .replace(/\d+/, '1')
    .replace(/[①-⑩]/, '①');
}

function skipOne(units: Uint16Array, at: number, set: ReadonlySet<number>): number {
  return set.has(units[at]!) ? at + 1 : at;
}

/** Skips a closing `**` of Markdown. */
function skipBold(units: Uint16Array, at: number): number {
  return units[at] === 0x2a && units[at + 1] === 0x2a ? at + 2 : at;
}

/** Skips a short bracketed remark between heading and colon: 辅助检查（2024-01-02 本院）： */
function skipRemark(units: Uint16Array, at: number): number {
  if (units[at] !== ROUND_OPEN) return at;
  for (let i = at + 1; i < at + MAX_REMARK && i < units.length && !isNewlineUnit(units[i]); i++) {
    if (units[i] === ROUND_CLOSE) return COLONS.has(units[skipSpaces(units, i + 1)]!) ? i + 1 : at;
  }
  return at;
}

/** Skips spaces after the heading, and its line break when it stands alone on its line. */
function skipBreak(units: Uint16Array, at: number, lineStart: boolean): number {
  let i = skipSpaces(units, at);
  if (!lineStart || !isNewlineUnit(units[i])) return i;
  if (units[i] === 0x0d) i++;
  if (units[i] === 0x0a) i++;
  return i;
}

function isLineStart(units: Uint16Array, at: number): boolean {
  let i = at;
  while (i > 0 && isSpaceUnit(units[i - 1]) && !isNewlineUnit(units[i - 1])) i--;
  return i === 0 || isNewlineUnit(units[i - 1]);
}

function endsLine(units: Uint16Array, at: number): boolean {
  return at >= units.length || isNewlineUnit(units[at]);
}

function skipSpaces(units: Uint16Array, at: number): number {
  let i = at;
  while (i < units.length && isSpaceUnit(units[i]) && !isNewlineUnit(units[i])) i++;
  return i;
}

function pairOf(first: number, second: number): number {
  return first * 0x10000 + second;
}

function unitOf(char: string): number {
  return char.charCodeAt(0);
}

function unitSet(chars: string): ReadonlySet<number> {
  return new Set(Array.from(fold(chars), unitOf));
}

function bracketPairs(...pairs: string[]): ReadonlyMap<number, number> {
  return new Map(pairs.map((pair) => [pair.charCodeAt(0), pair.charCodeAt(1)]));
}
