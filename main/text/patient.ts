/** Reads sex and age of the patient from a record. All words are data (resources/rules/patient.json). */
import type { Patient } from '../../shared/domain/mention.ts';
import { fold } from './folding.ts';
import type { PatientRules } from './rule-schemas.ts';

export interface PatientReader {
  /** Reads the beginning of the record; a member is absent when nothing is stated. */
  read(text: string): Patient;
}

/** Length of the record's head in code units; later parts mention other people. */
const HEAD_UNITS = 4000;
const MAX_AGE = 130;
const NUMBER = '(?:\\d{1,3}(?:\\.\\d)?|[一二三四五六七八九十两]{1,3})';
const GAP = '[,，、;；:：\\s]{0,3}';
/** Up to three short fields between sex and age: 男，汉族，已婚，58岁. */
const FIELDS = `${GAP}(?:[^,，、;；:：。\\s\\d]{1,6}[,，、;；\\s]{1,2}){0,3}`;
/** Excludes durations: 3月前, 5天后, 2岁时. */
const NOT_DURATION = '(?!\\s*[余多]?[前来后内间起时份])';
const YEARS = `(?<years>${NUMBER})\\s*\\+?周?岁(?:(?<half>半)|零?(?<months>${NUMBER})\\s*个?月)?${NOT_DURATION}`;
const SHORT = `(?<short>${NUMBER})\\s*(?<unit>个?月|周|天|日|小时)(?:龄|大)?${NOT_DURATION}`;
const SHORT_SURE = `(?<short>${NUMBER})\\s*(?<unit>个?月|周|天|日|小时)(?:龄|大)`;

export function buildPatientReader(rules: PatientRules): PatientReader {
  const sexPatterns = compileSexPatterns(rules);
  const agePatterns = compileAgePatterns(rules);
  const male = new Set(rules.male);
  return {
    read(text) {
      const head = fold(text.slice(0, HEAD_UNITS));
      const patient: Patient = {};
      const sex = firstMatch(sexPatterns, head)?.sex;
      if (sex !== undefined) patient.sex = male.has(sex) ? '男' : '女';
      else if (rules.femaleOnly.some((word) => head.includes(word))) patient.sex = '女';
      const age = ageOf(firstMatch(agePatterns, head));
      if (age !== undefined && age <= MAX_AGE) patient.ageYears = age;
      return patient;
    },
  };
}

type Groups = Readonly<Record<string, string | undefined>>;

/** Returns the leftmost match of the first pattern that matches. */
function firstMatch(patterns: readonly RegExp[], text: string): Groups | undefined {
  for (const pattern of patterns) {
    const groups = pattern.exec(text)?.groups;
    if (groups) return groups;
  }
  return undefined;
}

function compileSexPatterns(rules: PatientRules): RegExp[] {
  const sex = sexWords(rules);
  return [
    `性\\s*别${GAP}${sex}`,
    `${anyOf(rules.subjects)}[^。;\\n\\d]{0,8}?${sex}`,
    `${sex}${FIELDS}${NUMBER}\\s*(?:周?岁|个?月|天|日龄|小时)`,
    `${NUMBER}\\s*(?:周?岁|个?月龄?|天)[余多]?${GAP}的?${sex}`,
    `${anyOf(rules.stages)}${sex}`,
    `^\\s*${sex}[,，、\\s]`,
  ].map((source) => new RegExp(source, 'u'));
}

function compileAgePatterns(rules: PatientRules): RegExp[] {
  const sex = sexWords(rules);
  const relative = `(?<!${anyOf(rules.relatives)}[^。;，,\\n]{0,3})`;
  return [
    `[年日月]\\s*龄${GAP}(?:${YEARS}|${SHORT}|(?<bare>${NUMBER})(?![\\d.]))`,
    `${sex}(?:${FIELDS}${YEARS}|${GAP}${SHORT})`,
    `(?:${YEARS}|${SHORT_SURE})${GAP}的?(?:${anyOf(rules.stages)})?${sex}`,
    `${anyOf(rules.subjects)}[^。;\\n\\d]{0,10}?(?:${YEARS}|${SHORT_SURE})`,
    `${anyOf(rules.children)}${GAP}(?:出?生后?)?${SHORT}`,
    `^[^。\\n]{0,60}?${relative}${YEARS}`,
  ].map((source) => new RegExp(source, 'u'));
}

function sexWords(rules: PatientRules): string {
  const words = anyOf([...rules.male, ...rules.female]).replace('(?:', '(?<sex>');
  return `(?<!${anyOf(rules.notBefore)})${words}(?!${anyOf(rules.notAfter)})`;
}

/** Returns an alternation, longest word first. */
function anyOf(words: readonly string[]): string {
  const sorted = [...words].sort((a, b) => b.length - a.length);
  return `(?:${sorted.map((word) => fold(word).replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|')})`;
}

/** Returns the age in years; months, weeks, days and hours become fractions. */
function ageOf(groups: Groups | undefined): number | undefined {
  if (!groups) return undefined;
  const { years, half, months, short, unit, bare } = groups;
  if (bare !== undefined) return toNumber(bare);
  if (years !== undefined) {
    const part = half !== undefined ? 0.5 : months === undefined ? 0 : toNumber(months) / 12;
    return rounded(toNumber(years) + part);
  }
  return short === undefined ? undefined : rounded(toNumber(short) * yearsPer(unit ?? ''));
}

function yearsPer(unit: string): number {
  if (unit.endsWith('月')) return 1 / 12;
  if (unit === '周') return 7 / 365.25;
  if (unit === '小时') return 1 / (24 * 365.25);
  return 1 / 365.25;
}

const rounded = (years: number): number => Math.round(years * 10_000) / 10_000;

const DIGITS = '零一二三四五六七八九';

/** Reads Arabic or Chinese numerals below 100: 58, 五十八, 十二, 两. */
function toNumber(text: string): number {
  if (/^\d/.test(text)) return Number(text);
  const digit = (char: string) => (char === '两' ? 2 : Math.max(0, DIGITS.indexOf(char)));
  const ten = text.indexOf('十');
  if (ten < 0) return Array.from(text).reduce((sum, char) => sum * 10 + digit(char), 0);
  const tens = ten === 0 ? 1 : digit(text[ten - 1]!);
  return tens * 10 + (ten + 1 < text.length ? digit(text[ten + 1]!) : 0);
}
