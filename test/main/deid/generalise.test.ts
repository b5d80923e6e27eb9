/** Ages, dates and places made coarser on request, and what that does to k. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyFindings } from '../../../main/deid/apply.ts';
import { agesIn, bandOf, monthOf } from '../../../main/deid/generalise.ts';
import { anonymityOf, quasiReader } from '../../../main/deid/quasi-identifiers.ts';
import { buildPatientReader } from '../../../main/text/patient.ts';
import { loadRules } from '../../../main/text/rules.ts';
import type { DeidMode, Generalisation } from '../../../shared/domain/deid.ts';
import { detector, rules } from '../../helpers/deid.ts';

const patient = buildPatientReader(loadRules().patient);
const hide = (text: string, generalise: readonly Generalisation[], mode: DeidMode = 'shift'): string =>
  applyFindings(text, detector.detect(text), { mode, rules, secret: 's', patientKey: 'p', generalise }).text;

describe('generalisation', () => {
  it('puts ages into bands of ten years, and leaves durations, children of months and doses', () => {
    const text = '患者女，58岁，年龄：7，F/63，父亲82岁去世，8月龄，3岁6月，病程5年，体温36.5℃';
    expect(hide(text, ['age'])).toBe(
      '患者女，50-59岁，年龄：0-9岁，F/60-69岁，父亲80-89岁去世，8月龄，3岁6月，病程5年，体温36.5℃',
    );
  });
  it('an age over 89 stays what it was made', () => {
    expect(hide('93岁', ['age'])).toBe('90岁以上');
  });
  it('keeps the month of a moved date, and masks what has none', () => {
    const [, year, month] = /(\d{4})年(\d{1,2})月$/.exec(hide('入院时间2024-03-05', ['month'])) ?? [];
    expect(Number(month)).toBeGreaterThan(0);
    expect(Math.abs(Number(year) - 2024)).toBeLessThanOrEqual(1);
    expect(hide('2024-03-05', ['month'], 'mask')).toBe('【日期】');
    expect(monthOf('十一')).toBeUndefined();
  });
  it('keeps the province of an address that names one', () => {
    expect(hide('住址：浙江省温州市鹿城区和悦路3号', ['province'])).toBe('住址：浙江【住址】');
    expect(hide('住址：鹿城区和悦路3号', ['province'])).toBe('住址：【住址】');
    expect(hide('住址：浙江省温州市鹿城区和悦路3号', ['province'], 'surrogate')).toBe('住址：浙江【住址】');
  });
  it('changes nothing that was not asked for', () => {
    const text = '王建国，男，58岁，住址：浙江省温州市鹿城区和悦路3号，2024年3月5日入院';
    expect(hide(text, [])).toBe(
      applyFindings(text, detector.detect(text), {
        ...{ mode: 'shift', rules, secret: 's', patientKey: 'p' },
      }).text,
    );
  });
  it('every band holds its age', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 89 }), (age) => {
        const [, low, high] = /^(\d+)-(\d+)岁$/.exec(bandOf(`${age}岁`)) ?? [];
        expect(Number(low) <= age && age <= Number(high)).toBe(true);
        expect(agesIn(`患者${age}岁`, [])).toHaveLength(1);
      }),
    );
  });
  it('raises k', () => {
    const records = [51, 53, 58, 64, 66, 69].map((age) => `男，${age}岁，2024年3月10日入院`);
    const read = quasiReader(rules, (text) => patient.read(text));
    const kOf = (generalise: readonly Generalisation[]) =>
      anonymityOf(records.map((text) => read(hide(text, generalise)))).k;
    expect(kOf([])).toBe(1);
    expect(kOf(['age', 'month'])).toBe(3);
  });
});
