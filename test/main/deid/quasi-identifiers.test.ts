import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anonymityOf, type QuasiValues, quasiReader } from '../../../main/deid/quasi-identifiers.ts';
import { buildPatientReader } from '../../../main/text/patient.ts';
import { loadRules } from '../../../main/text/rules.ts';
import { rules } from '../../helpers/deid.ts';

const patient = buildPatientReader(loadRules().patient);
const read = quasiReader(rules, (text) => patient.read(text));

it('quasi-identifiers are read as a text tells them', () => {
  const text =
    '姓名：【姓名】　性别：女　年龄：93岁　职业：采茶工\n2024年3月5日入院，长期在杭州生活。\n入院诊断：1.戈谢病，贫血';
  expect(read(text)).toEqual({
    ...{ age: '93', sex: '女', place: '杭州', month: '2024-03', occupation: '采茶工', diagnosis: '戈谢病' },
  });
  expect(read('头痛。')).toEqual({});
});

describe('k', () => {
  const values: fc.Arbitrary<QuasiValues> = fc.record(
    {
      age: fc.constantFrom('30', '95'),
      sex: fc.constantFrom('男', '女'),
      month: fc.constantFrom('2024-01', '2024-02'),
    },
    { requiredKeys: [] },
  );

  it('is the size of the smallest group, as counting one by one says', () => {
    fc.assert(
      fc.property(fc.array(values, { minLength: 1, maxLength: 40 }), (records) => {
        const same = (a: QuasiValues, b: QuasiValues) =>
          a.age === b.age && a.sex === b.sex && a.month === b.month;
        const sizes = records.map((one) => records.filter((other) => same(one, other)).length);
        const { k, unique, small, over89, groups } = anonymityOf(records);
        expect(k).toBe(Math.min(...sizes));
        expect(unique).toBe(sizes.filter((size) => size === 1).length);
        expect(small).toBe(sizes.filter((size) => size < 5).length);
        expect(over89).toBe(records.filter(({ age }) => age === '95').length);
        expect(groups.every(({ count }) => count < 5)).toBe(true);
      }),
    );
  });

  it('of nothing is 0', () => {
    expect(anonymityOf([])).toEqual({ k: 0, unique: 0, small: 0, over89: 0, groups: [] });
  });
});
