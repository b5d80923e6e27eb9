/** Records that leave together: what one of them says of a person is found in all of them. */
import { describe, expect, it } from 'vitest';
import { type Deidentifier, DeidRun, deidentify } from '../../../main/deid/deidentify.ts';
import { KnownPersons } from '../../../main/deid/known-persons.ts';
import { buildPatientReader } from '../../../main/text/patient.ts';
import { loadRules } from '../../../main/text/rules.ts';
import { detector, isTerm, rules } from '../../helpers/deid.ts';

const reader = buildPatientReader(loadRules().patient);
const tools = (): Deidentifier => ({
  detector,
  rules,
  secret: 'a secret of this test',
  isTerm,
  level: 'strict',
  readPatient: (text) => reader.read(text),
  sexes: new Map(),
});
const recordOf = (text: string, i: number, patientKey?: string) => ({
  text,
  title: '',
  id: String(i),
  patientKey,
});

function together(texts: readonly string[], patientKey?: string): string[] {
  const run = new DeidRun(tools());
  const records = texts.map((text, i) => recordOf(text, i, patientKey));
  return records
    .map((record) => ({ record, found: run.read(record) }))
    .map(({ record, found }) => run.finish(record, found, 'mask').text);
}

const alone = (text: string): string => deidentify(tools(), recordOf(text, 0), 'mask').text;

describe('records of one patient', () => {
  const FIRST = '姓名：农时雨　住院号：ZX-00417　家属：任何';

  it('know names and numbers of each other, before and after', () => {
    const later = '今日农时雨精神可，时雨已能下床，报告ZX-00417归档';
    expect(alone(later)).toMatch(/农|时雨|00417/); // what the second record alone does not show
    for (const texts of [
      [FIRST, later],
      [later, FIRST],
    ]) {
      expect(together(texts, 'patient:1').join('')).not.toMatch(/农|时雨|00417/);
    }
  });

  it('take no word of medicine and no ordinary word for a name', () => {
    const [, second] = together(['姓名：白芷　家属：任何', '方用白芷10g，未见任何不适'], 'patient:1');
    expect(second).toBe('方用白芷10g，未见任何不适');
  });
});

describe('records of several patients', () => {
  it('share full names and numbers, but no given name and no place', () => {
    const known = new KnownPersons();
    const text = '农时雨 ZX-00417 王平 青河县';
    const finding = (
      start: number,
      end: number,
      field: 'name' | 'record-number' | 'doctor' | 'workplace',
    ) => ({
      start,
      end,
      field,
      confidence: 0.97,
      rule: 'label',
    });
    known.learn('a', text, [
      finding(0, 3, 'name'),
      finding(4, 12, 'record-number'),
      finding(13, 15, 'doctor'),
      finding(16, 19, 'workplace'),
    ]);
    const words = (key: string) =>
      known
        .wordsFor(key, text)
        .map((one) => one.words)
        .sort();
    expect(words('b')).toEqual(['zx-00417', '农时雨']);
    expect(words('a')).toContain('王平');
    known.learn('c', '王平', [finding(0, 2, 'doctor')]);
    expect(words('b')).toContain('王平'); // signs records of two patients
  });

  it('find a full name that one of them labels', () => {
    const [, second] = together(['姓名：农时雨', '病案号：771204　随后问及农时雨的情况']);
    expect(second).not.toContain('农时雨');
  });
});

it('what a person has reviewed stays as reviewed', () => {
  const run = new DeidRun(tools());
  const first = recordOf('姓名：农时雨', 0, 'patient:1');
  const second = { ...recordOf('农时雨来诊', 1, 'patient:1'), findings: [] };
  run.read(first);
  expect(run.finish(second, run.read(second), 'mask').text).toBe('农时雨来诊');
});
