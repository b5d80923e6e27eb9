/** Words of a record made of data: header of patient and encounter, results, diagnoses. Values are read from them again. */
import type { EncounterFacts, PatientFacts } from '../../shared/domain/patient.ts';
import { type Analyte, loadAnalytes } from '../text/values/analytes.ts';

/** One result, in words and digits as the file has them. */
export interface Result {
  readonly name: string;
  /** LOINC code. */
  readonly code?: string | undefined;
  /** Date or date and time, as written. */
  readonly at?: string | undefined;
  /** Number with its comparison, or words. */
  readonly value: string;
  readonly unit?: string | undefined;
  /** Reference range without brackets. */
  readonly range?: string | undefined;
  /** Arrow or sign of an abnormal result. */
  readonly mark?: string | undefined;
  readonly note?: string | undefined;
}

export const SEXES = { male: '男', female: '女', other: '其他', unknown: '未知' } as const;
const SPACE = '　';
const HAN = /\p{Script=Han}/u;

let byCode: ReadonlyMap<string, Analyte> | undefined;

/** Returns the row of a LOINC code in the table of analytes. */
function analyteOf(code: string | undefined): Analyte | undefined {
  byCode ??= new Map(loadAnalytes().flatMap((analyte) => (analyte.code ? [[analyte.code, analyte]] : [])));
  return code === undefined ? undefined : byCode.get(code);
}

/** Returns the Chinese name of the analyte for a name in other letters, which the reader of values may not know. */
const resultName = (name: string, code: string | undefined): string =>
  HAN.test(name) ? name : (analyteOf(code)?.names[0] ?? analyteOf(code)?.name ?? name);

/** Returns a date, or date and time to the minute, as in Chinese records; other words stay as they are. */
export function timeWords(at: string): string {
  const [, date, clock] = /^(\d{4}(?:-\d\d){0,2})(?:T(\d\d:\d\d))?/.exec(at) ?? [];
  return date === undefined ? at : [date, clock].filter((part) => part !== undefined).join(' ');
}

export function resultLine({ name, code, at, value, unit, range, mark, note }: Result): string {
  const given = unitWords(unit ?? '');
  const amount = given.startsWith('10^') ? `${value}×${given}` : `${value}${given}`;
  const parts = [
    at === undefined ? '' : `${timeWords(at)} `,
    `${resultName(name, code)} ${amount}`,
    mark ?? '',
    range === undefined ? '' : `（参考范围：${range}）`,
    note === undefined ? '' : `；备注：${note}`,
  ];
  return oneLine(parts.join(''));
}

/** Returns a unit as records write it: UCUM's mm[Hg] as mmHg, 10*9/L as 10^9/L, Cel as ℃. */
const unitWords = (unit: string): string =>
  unit === '1'
    ? ''
    : unit
        .replace(/^10\*/, '10^')
        .replace(/^Cel$/, '℃')
        .replace(/[[\]]|\{[^}]*\}/g, '')
        .replace(/\((\d+)\.h\)/, '$1h')
        .replace(/\/d$/, '/24h');

export const oneLine = (text: string): string => text.replace(/\s*\n\s*/g, ' ').trim();

/** Returns a range in words; one side alone as ≤ or ≥. */
export function rangeWords(low: number | undefined, high: number | undefined): string | undefined {
  if (low !== undefined && high !== undefined) return `${low}-${high}`;
  if (high !== undefined) return `≤${high}`;
  return low === undefined ? undefined : `≥${low}`;
}

/** Returns age on a day in the words of records: years, months below two years, days below two months. */
function ageWords(birthDate: string, day: string): string | undefined {
  const [from, to] = [birthDate, day].map((date) =>
    /^(\d{4})-(\d\d)-(\d\d)/.exec(date)?.slice(1).map(Number),
  );
  if (from === undefined || to === undefined) {
    const years = Number(day.slice(0, 4)) - Number(birthDate.slice(0, 4));
    return years >= 2 ? `${years}岁` : undefined;
  }
  const [year = 0, month = 0, date = 0] = from;
  const [toYear = 0, toMonth = 0, toDate = 0] = to;
  const months = (toYear - year) * 12 + toMonth - month - (toDate < date ? 1 : 0);
  if (months >= 24) return `${Math.floor(months / 12)}岁`;
  if (months >= 2) return `${months}个月`;
  const days = (Date.UTC(toYear, toMonth - 1, toDate) - Date.UTC(year, month - 1, date)) / 86_400_000;
  return days >= 0 ? `${days}天` : undefined;
}

/** @param day that the age is told for */
export function headerLines(
  patient: PatientFacts | undefined,
  encounter: EncounterFacts | undefined,
  day: string | undefined,
): string[] {
  const { name = '', sex, birthDate, identifier } = patient ?? {};
  const age = birthDate === undefined || day === undefined ? undefined : ageWords(birthDate, day);
  const of = (label: string, value: string | undefined): string[] =>
    value === undefined || value === '' ? [] : [`${label}：${oneLine(value)}`];
  const person = [
    ...of('姓名', name),
    ...of('性别', sex && SEXES[sex]),
    ...of('年龄', age),
    ...of('出生日期', birthDate),
    ...of('病案号', identifier?.value),
  ];
  const stay = [
    ...of('就诊类型', encounter?.kind),
    ...of('科室', encounter?.department),
    ...of('就诊号', encounter?.identifier?.value),
    ...of('入院日期', encounter?.start && timeWords(encounter.start)),
    ...of('出院日期', encounter?.end && timeWords(encounter.end)),
  ];
  return [person, stay].filter((line) => line.length > 0).map((line) => line.join(SPACE));
}

export interface TextSection {
  readonly heading: string;
  readonly text: string;
}

/** Returns a text of header and sections; a section without text is left out. */
export function composeText(header: readonly string[], sections: readonly TextSection[]): string {
  const parts = sections
    .filter(({ text }) => text.trim() !== '')
    .map(({ heading, text }) => `${heading === '' ? '' : `【${heading}】\n`}${text.trim()}\n`);
  return `${header.map((line) => `${line}\n`).join('')}${parts.join('')}`;
}
