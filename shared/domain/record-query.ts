/**
 * Questions to the search of records: words, findings with their assertion and measured values, in one line of text such
 * as `高钾血症 有, Hb<80, "胸痛 2小时"`. A record answers when every part holds.
 */
import { Assertion } from './mention.ts';

export type ValueOrder = '<' | '≤' | '=' | '≥' | '>';

export interface RecordQuery {
  /** Words that the text must hold, each anywhere in it. */
  readonly words: readonly string[];
  readonly findings: readonly { readonly name: string; readonly assertion: Assertion }[];
  readonly values: readonly ValueQuestion[];
}

export interface ValueQuestion {
  /** As written. */
  readonly name: string;
  readonly order: ValueOrder;
  readonly number: number;
  /** As written; absent: the analyte's own unit. */
  readonly unit?: string;
}

const ASSERTIONS: Readonly<Record<string, Assertion>> = {
  ...Object.fromEntries(Assertion.options.map((assertion) => [assertion, assertion])),
  ...{ 有: 'present', 存在: 'present', 现有: 'present' },
  ...{ 无: 'negated', 没有: 'negated', 否认: 'negated', denied: 'negated', absent: 'negated' },
  ...{ 可疑: 'uncertain', 疑似: 'uncertain', 待排: 'uncertain' },
  ...{ 家族: 'family', 家族史: 'family', 既往: 'historical', 既往史: 'historical', 假设: 'hypothetical' },
};

const ORDERS: Readonly<Record<string, ValueOrder>> = {
  ...{ '<': '<', '＜': '<', 低于: '<', 小于: '<', '>': '>', '＞': '>', 高于: '>', 大于: '>' },
  ...{ '<=': '≤', '≤': '≤', '≦': '≤', '>=': '≥', '≥': '≥', '≧': '≥', '=': '=', '＝': '=' },
};

const alternatives = (words: readonly string[]): string =>
  words.toSorted((a, b) => b.length - a.length).join('|');
const SEPARATOR = '\\s,，;；、';
const QUOTED = /["“”]([^"“”]+)["“”]/gu;
/** A unit is joined to its number, holds a sign of division or power, or is one of these; other words are words. */
const PLAIN_UNITS = 'mmHg|cmH2O|kPa|mm|cm|kg|bpm';
const UNIT = `(?:[^${SEPARATOR}\\d"“”]+[^${SEPARATOR}"“”]*|\\s+(?:${PLAIN_UNITS}|[^${SEPARATOR}"“”]*[/^%℃][^${SEPARATOR}"“”]*))`;
const VALUE = new RegExp(
  `([^${SEPARATOR}<>＜＞=＝≤≥≦≧]+?)\\s*(${alternatives(Object.keys(ORDERS))})\\s*(-?\\d+(?:\\.\\d+)?)(${UNIT})?(?=[${SEPARATOR}]|$)`,
  'gu',
);
const FINDING = new RegExp(
  `([^${SEPARATOR}:：]+)(?:\\s*[:：]\\s*|\\s+)(${alternatives(Object.keys(ASSERTIONS))})(?=[${SEPARATOR}]|$)`,
  'giu',
);

/** Parses a question; what is neither a value nor a finding is words, quoted ones with their blanks. */
export function parseRecordQuery(text: string): RecordQuery {
  const words: string[] = [];
  const findings: { name: string; assertion: Assertion }[] = [];
  const values: ValueQuestion[] = [];
  const rest = text
    .replace(QUOTED, (_, quoted: string) => {
      if (quoted.trim() !== '') words.push(quoted.trim());
      return ',';
    })
    .replace(VALUE, (_, name: string, order: string, number: string, unit?: string) => {
      values.push({
        name,
        order: ORDERS[order] ?? '=',
        number: Number(number),
        ...(unit !== undefined && { unit: unit.trim() }),
      });
      return ',';
    })
    .replace(FINDING, (_, name: string, word: string) => {
      findings.push({ name, assertion: ASSERTIONS[word.toLowerCase()] ?? 'present' });
      return ',';
    });
  words.push(...rest.split(new RegExp(`[${SEPARATOR}]+`, 'u')).filter((word) => word !== ''));
  return { words, findings, values };
}

/** Returns whether a value in the analyte's unit answers. */
export function answersValue(value: number, order: ValueOrder, limit: number): boolean {
  switch (order) {
    case '<':
      return value < limit;
    case '≤':
      return value <= limit;
    case '=':
      return value === limit;
    case '≥':
      return value >= limit;
    case '>':
      return value > limit;
  }
}
