/**
 * The second look at de-identified records: finds what may still point to a person by patterns of its own, apart from
 * the detectors that de-identified them.
 */
import type { DeidField, DeidFinding, DeidPiece } from '../../shared/domain/deid.ts';
import { isPossible, MASK_WORDS } from '../../shared/domain/deid.ts';
import type { LookReason, LookRisk } from '../../shared/domain/second-look.ts';
import { LookRisk as RISKS } from '../../shared/domain/second-look.ts';
import type { Span } from '../../shared/domain/span.ts';
import { anyOf, masksIn } from './candidates.ts';
import type { FoundIdentifier } from './identifier-lists.ts';
import { readable } from './readable.ts';
import { isPersonField } from './repeats.ts';
import type { DeidRules } from './rules.ts';

/** A part of a de-identified record: its text, its title, a field. */
export interface LookPart {
  readonly part: string;
  readonly text: string;
  /** Replacements in the text; absent where only the masks in it tell. */
  readonly pieces?: readonly Pick<DeidPiece, 'newStart' | 'newEnd'>[];
}

export interface SeenPlace extends Span {
  readonly part: string;
  readonly words: string;
  readonly nth: number;
  readonly risk: LookRisk;
  readonly reason: LookReason;
  readonly field: DeidField;
}

export interface LookTools {
  readonly rules: DeidRules;
  /** Returns whether the knowledge graph knows a word as a medical term. */
  readonly isTerm?: ((word: string) => boolean) | undefined;
  /** Finds listed names and numbers in a folded text. */
  readonly listed: (folded: string) => readonly FoundIdentifier[];
}

/** Stands for each character that was replaced: no pattern matches it. */
const REPLACED = '\uffff';
/** Shortest replaced words that are looked for in every record: names, and everything else. */
const MIN_NAME = 3;
const MIN_OTHER = 6;
/** Least confidence of a possible identifier that is looked for elsewhere. */
const SURE = 0.8;
/** Fields whose words say nothing in another place. */
const COMMON: ReadonlySet<DeidField> = new Set(['date', 'age', 'bed-number', 'postcode', 'institution']);

interface Pattern {
  readonly pattern: RegExp;
  readonly risk: LookRisk;
  readonly reason: LookReason;
  readonly field: DeidField;
  /** Reads the text as it is written, capitals included. */
  readonly asWritten?: true;
  /** Returns whether the words are none of the kind. */
  readonly unless?: (words: string) => boolean;
}

const HAN = '\\p{Script=Han}';
/** Ends a number: no digit, decimal or unit of a measurement follows. */
const NUMBER_END =
  '(?![\\d%℃]|\\.\\d|\\s*(?:ml|mg|ug|μg|kg|g|l|mmol|umol|iu|u|万|亿|元|次|步|个|/|×|x10|\\*10|cells|copies|cm|mm))';
const DIGITS_BEFORE = '(?<![\\d.a-z])';

const NUMBERS: readonly Pattern[] = [
  {
    pattern: new RegExp(`${DIGITS_BEFORE}(?:\\d{17}[\\dx]|[1-9]\\d{14})(?![\\da-z])`, 'g'),
    ...{ risk: 'high', reason: 'id-number', field: 'id-number' },
  },
  {
    pattern: /(?<!\d)(?:\+?86[- ]?)?1[3-9]\d[- ]?\d{4}[- ]?\d{4}(?!\d)|(?<!\d)0\d{2,3}[- ]\d{7,8}(?!\d)/g,
    ...{ risk: 'high', reason: 'phone', field: 'phone' },
  },
  {
    pattern: /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g,
    ...{ risk: 'high', reason: 'email', field: 'email' },
  },
  {
    pattern: new RegExp(`${DIGITS_BEFORE}\\d{7,}${NUMBER_END}`, 'g'),
    ...{ risk: 'medium', reason: 'long-number', field: 'other-number' },
  },
  {
    pattern: /(?<![a-z\d])[a-z]{1,5}[-_]?\d{5,}(?![a-z\d])/g,
    ...{ risk: 'medium', reason: 'code', field: 'other-number' },
  },
  {
    pattern: new RegExp(`${DIGITS_BEFORE}\\d{5,6}${NUMBER_END}`, 'g'),
    ...{ risk: 'low', reason: 'number', field: 'other-number' },
  },
];

const DATES: readonly Pattern[] = [
  {
    pattern:
      /(?<!\d)(?:19|20)\d{2}\s?[年./-]\s?\d{1,2}\s?[月./-]\s?\d{1,2}(?:\s?[日号])?(?!\d)|[〇零一二三四五六七八九]{4}年[一二三四五六七八九十]{1,2}月(?:[一二三四五六七八九十廿]{1,3}[日号])?/g,
    ...{ risk: 'medium', reason: 'date', field: 'date' },
  },
  {
    pattern: /(?<!\d)(?:19|20)\d{2}年\d{1,2}月|(?<![\d年])\d{1,2}月\d{1,2}[日号]/g,
    ...{ risk: 'low', reason: 'date', field: 'date' },
  },
];

const PLACES: readonly Pattern[] = [
  {
    pattern: new RegExp(
      [
        `${HAN}{2,6}(?:省|市|自治区|自治州|县|旗)${HAN}{1,8}(?:区|县|镇|乡|村|街道|路|街|巷|弄|里|组)(?:\\d+号?)?`,
        `${HAN}{2,6}(?:大道|路|街|巷|弄|胡同|小区|新村|家园|花园)\\d+(?:号|弄|栋|幢|座)?(?:\\d+(?:单元|室|号楼))*`,
        `(?<![\\d.])\\d+(?:号楼|栋|幢)\\d*(?:单元)?\\d*(?:室|号)?`,
      ].join('|'),
      'gu',
    ),
    ...{ risk: 'medium', reason: 'address', field: 'address' },
  },
];

/** Latin words that begin names of tests, drugs and signs. */
const LATIN_NAME = /\b[A-Z][a-z]+(?:[ ·][A-Z][a-z]+){1,2}\b/g;
const EPONYM = /test|sign|syndrome|score|type|scale|index|disease|virus|class|grade|stage|ray|scan/i;

const LABELS: readonly { readonly words: string; readonly field: DeidField; readonly risk: LookRisk }[] = [
  { words: '姓名|患者姓名|患者签名|家属签名', field: 'name', risk: 'high' },
  { words: '联系人|紧急联系人', field: 'contact', risk: 'high' },
  { words: '身份证|身份证号|身份证号码|证件号|证件号码', field: 'id-number', risk: 'high' },
  { words: '电话|联系电话|手机|手机号|联系方式', field: 'phone', risk: 'high' },
  { words: '住址|现住址|家庭住址|户籍地址|地址', field: 'address', risk: 'high' },
  { words: '工作单位', field: 'workplace', risk: 'medium' },
  { words: '籍贯|出生地', field: 'birthplace', risk: 'medium' },
  {
    words: '住院号|门诊号|病案号|病历号|登记号|就诊卡号|医保卡号|检查号|影像号|标本号',
    field: 'record-number',
    risk: 'medium',
  },
  { words: '医师签名|医生签名|记录者|记录人|审核者|护士签名|签名', field: 'doctor', risk: 'medium' },
];

const TITLES =
  '主任医师|副主任医师|主治医师|住院医师|医师|医生|大夫|主任|副主任|教授|护士长|护士|护师|院长|老师|技师|药师|先生|女士|师傅|同志';
const ROLES =
  '主刀|术者|助手|麻醉|护士|护师|医师|医生|主任|教授|患者|病人|患儿|产妇|家属|联系人|陪护|丈夫|妻子|爱人|儿子|女儿|父亲|母亲|父|母|子|女|记录|记录者|审核|签名|签字|请示|报告';

/** Returns the patterns of names beside roles, from the surnames of the rules. */
function namePatterns(rules: DeidRules, isTerm: (word: string) => boolean): Pattern[] {
  const surname = anyOf([...rules.surnames, ...rules.compoundSurnames]);
  const given = `${HAN}{1,2}`;
  const notNames = new Set([...rules.notNames, ...rules.notValues]);
  const never = new Set(rules.notInGivenNames);
  const unless = (words: string): boolean =>
    notNames.has(words) ||
    [...notNames].some((word) => word.length > 1 && words.startsWith(word)) ||
    isTerm(words) ||
    Array.from(words)
      .slice(1)
      .some((char) => never.has(char));
  const about = { risk: 'medium', reason: 'role', field: 'doctor', unless } as const;
  return [
    { pattern: new RegExp(`(?<=(?:${ROLES})[:： ]{0,2})${surname}${given}(?!${HAN})`, 'gu'), ...about },
    { pattern: new RegExp(`(?<!${HAN})${surname}${given}(?=(?:${TITLES}))`, 'gu'), ...about },
  ];
}

function labelPatterns(rules: DeidRules): Pattern[] {
  const nothing = new Set(rules.notValues);
  return LABELS.map(({ words, field, risk }) => ({
    pattern: new RegExp(
      `(?<=(?:${words})[ ]{0,4}[:：][ ]{0,4})[^\\s,，。;；、:：()（）${REPLACED}]{2,30}`,
      'g',
    ),
    ...{
      risk,
      reason: 'label' as const,
      field,
      unless: (value: string) => nothing.has(value) || /^[-_/×*]+$/.test(value),
    },
  }));
}

export class SecondLook {
  readonly #tools: LookTools;
  readonly #patterns: readonly Pattern[];
  /** Words that were replaced somewhere in what leaves, by their length. */
  readonly #replaced = new Map<number, Map<string, DeidField>>();

  constructor(tools: LookTools) {
    this.#tools = tools;
    const isTerm = tools.isTerm ?? (() => false);
    const nowhere = new Set(tools.rules.notHospitals);
    this.#patterns = [
      ...labelPatterns(tools.rules),
      ...NUMBERS,
      ...DATES,
      ...PLACES,
      ...namePatterns(tools.rules, isTerm),
      {
        pattern: new RegExp(`${HAN}{2,8}(?:医院|卫生院|诊所|门诊部|保健院)`, 'gu'),
        ...{ risk: 'low', reason: 'institution', field: 'institution' },
        unless: (words) =>
          nowhere.has(words.replace(/^.*[于至在到由往经诊]|.{2}$/gu, '').replace(/卫生$|保健$|门诊$/, '')),
      },
      {
        pattern: LATIN_NAME,
        ...{ risk: 'low', reason: 'latin-name', field: 'name', asWritten: true },
        unless: (words) => EPONYM.test(words) || isTerm(words),
      },
    ];
  }

  /** Learns the words replaced in a record, which stand nowhere in what leaves. */
  learn(text: string, findings: readonly DeidFinding[]): void {
    for (const finding of findings) {
      const { start, end, field, confidence } = finding;
      if (isPossible(finding) && confidence < SURE) continue;
      const words = readable(text.slice(start, end)).replace(/(?<=\p{Script=Han})\s+/gu, '');
      if (COMMON.has(field) || words.length < (isPersonField(field) ? MIN_NAME : MIN_OTHER)) continue;
      const ofLength = this.#replaced.get(words.length) ?? new Map<string, DeidField>();
      this.#replaced.set(words.length, ofLength.set(words, field));
    }
  }

  /**
   * Returns the places of a record that may point to a person, without overlaps, in text order by part.
   * @param original everything that the record held before; words of a part without pieces that it lacks were made up
   */
  look(parts: readonly LookPart[], original: string): SeenPlace[] {
    const before = readable(original);
    return parts.flatMap((part) => this.#lookAt(part, before));
  }

  #lookAt({ part, text, pieces }: LookPart, original: string): SeenPlace[] {
    const blank = blanked(text, pieces);
    const folded = readable(blank);
    const found: SeenPlace[] = [];
    const add = (start: number, end: number, about: Pick<SeenPlace, 'risk' | 'reason' | 'field'>): void => {
      const words = folded.slice(start, end);
      if (words.includes(REPLACED) || (pieces === undefined && !original.includes(words))) return;
      found.push({ part, start, end, words: text.slice(start, end), nth: 0, ...about });
    };
    for (const { pattern, asWritten, unless, ...about } of this.#patterns)
      for (const { index, 0: words } of (asWritten ? blank : folded).matchAll(pattern))
        if (unless?.(words) !== true) add(index, index + words.length, about);
    for (const { start, end, kind } of this.#tools.listed(folded)) {
      const sure = kind === 'number' || end - start >= MIN_NAME;
      const reason = kind === 'number' ? 'known-number' : 'known-person';
      add(start, end, {
        risk: sure ? 'high' : 'medium',
        reason,
        field: kind === 'number' ? 'record-number' : 'name',
      });
    }
    for (let at = 0; at < folded.length; at++)
      for (const [length, words] of this.#replaced) {
        const field = words.get(folded.slice(at, at + length));
        if (field === undefined || !standsAlone(folded, at, at + length)) continue;
        add(at, at + length, { risk: 'high', reason: 'replaced-elsewhere', field });
      }
    return numbered(withoutOverlaps(found));
  }
}

/** Returns the text with every replaced character blanked. */
function blanked(text: string, pieces: LookPart['pieces']): string {
  const chars = Array.from({ length: text.length }, (_, i) => text[i] ?? '');
  for (const { start, end } of masksIn(text)) chars.fill(REPLACED, start, end);
  for (const { newStart, newEnd } of pieces ?? []) chars.fill(REPLACED, newStart, newEnd);
  return chars.join('');
}

function standsAlone(folded: string, start: number, end: number): boolean {
  const joined = (a: string | undefined, b: string | undefined) =>
    /[\da-z]/.test(a ?? '') && /[\da-z]/.test(b ?? '');
  return !joined(folded[start - 1], folded[start]) && !joined(folded[end - 1], folded[end]);
}

/** Keeps the gravest of overlapping places, then the longest. */
function withoutOverlaps(found: readonly SeenPlace[]): SeenPlace[] {
  const order = [...found].sort(
    (a, b) =>
      RISKS.options.indexOf(a.risk) - RISKS.options.indexOf(b.risk) ||
      b.end - b.start - (a.end - a.start) ||
      a.start - b.start,
  );
  const taken = new Set<number>();
  const kept = order.filter(({ start, end }) => {
    for (let at = start; at < end; at++) if (taken.has(at)) return false;
    for (let at = start; at < end; at++) taken.add(at);
    return true;
  });
  return kept.sort((a, b) => a.start - b.start);
}

/** Counts the places of the same words. */
function numbered(places: readonly SeenPlace[]): SeenPlace[] {
  const seen = new Map<string, number>();
  return places.map((place) => {
    const nth = seen.get(place.words) ?? 0;
    seen.set(place.words, nth + 1);
    return { ...place, nth };
  });
}

/** Returns the span in the original text of one outside of all replacements. */
export function spanBefore(pieces: readonly DeidPiece[], { start, end }: Span): Span {
  const before = pieces.findLast(({ newEnd }) => newEnd <= start);
  const moved = before === undefined ? 0 : before.end - before.newEnd;
  return { start: start + moved, end: end + moved };
}

/** Replaces places of a text by the masks of their fields. */
export function maskPlaces(text: string, places: readonly (Span & { readonly field: DeidField })[]): string {
  return [...places]
    .sort((a, b) => b.start - a.start)
    .reduce(
      (out, { start, end, field }) => `${out.slice(0, start)}【${MASK_WORDS[field]}】${out.slice(end)}`,
      text,
    );
}
