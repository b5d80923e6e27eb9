/** Values of sentences written for this, by kind of writing: test/fixtures/values. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { loadValueReader } from '../../../main/text/values/read-values.ts';
import type { Patient } from '../../../shared/domain/mention.ts';
import type { ReadValue } from '../../../shared/domain/value.ts';

const reader = loadValueReader();
const FLAGS = { low: 'L', normal: 'N', high: 'H', positive: '+', negative: '-', unknown: '?' } as const;

/** Writes a value as the fixtures do: `k=6.8:HH` is a critical high, `u_pro=2:+` two plus signs. */
function written({ analyte, number, upper, plus, flag, critical }: ReadValue): string {
  const result =
    number === undefined ? signs(flag, plus) : upper === undefined ? `${number}` : `${number}-${upper}`;
  return `${analyte}=${result}:${FLAGS[flag].repeat(critical ? 2 : 1)}`;
}

function signs(flag: ReadValue['flag'], plus: number | undefined): string {
  if (plus !== undefined) return plus === 0 ? '±' : plus === 1 ? '+' : String(plus);
  return flag === 'positive' ? '+' : flag === 'negative' ? '-' : '';
}

const patientOf = (words: string): Patient =>
  words === '-' ? {} : { sex: words.startsWith('男') ? '男' : '女', ageYears: Number(words.slice(1)) };

/** Lines of kind, patient, text (with \\n and \\t) and expected values. */
const cases = (file: string) =>
  readFileSync(new URL(`../../fixtures/values/${file}`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t').map((cell) => cell.replaceAll('\\n', '\n').replaceAll('\\t', '\t')));

describe('values of written sentences', () => {
  it.each([...cases('worked.tsv'), ...cases('aside.tsv')])(
    '%s %s %s',
    (_kind, patient = '', text = '', expected = '') => {
      const found = reader.read(text, patientOf(patient)).map(written);
      expect(found.sort()).toEqual(expected === '!' ? [] : expected.split(' ').map(numeric).sort());
    },
  );

  it('keep offsets that cut out their words', () => {
    const text = '2024-03-01 急查：血钾 6.8 mmol/L（参考值 3.5-5.3）↑，ＢＰ １６５／１１０ｍｍＨｇ';
    const values = reader.read(text);
    expect(values.map((value) => [value.text, value.time?.iso])).toEqual([
      ['血钾 6.8 mmol/L（参考值 3.5-5.3）↑', '2024-03-01'],
      ['ＢＰ １６５／１１０ｍｍＨｇ', '2024-03-01'],
      ['ＢＰ １６５／１１０ｍｍＨｇ', '2024-03-01'],
    ]);
    for (const { start, end, text: words } of values) expect(text.slice(start, end)).toBe(words);
  });

  it('are converted to the unit of the table and graded', () => {
    const [value] = reader.read('血糖 500mg/dl');
    expect(value).toMatchObject({
      value: 27.75,
      unit: 'mmol/L',
      finding: '高血糖',
      grade: 'severe',
      critical: true,
    });
  });

  it('follow age and sex', () => {
    const flag = (text: string, patient: Patient) => reader.read(text, patient)[0]?.flag;
    expect(flag('血红蛋白 120g/L', { sex: '男', ageYears: 50 })).toBe('low');
    expect(flag('血红蛋白 120g/L', { sex: '女', ageYears: 50 })).toBe('normal');
    expect(flag('心率 140次/分', { ageYears: 0.5 })).toBe('normal');
  });
});

/** Numbers of the fixtures are written as in the text: 1.010. */
const numeric = (value: string) =>
  value.replace(/=(-?[\d.]+):/, (_, digits: string) => `=${Number(digits)}:`).replace('=1:+', '=+:+');
