/** Rows of the table of values and the course of an analyte. */
import { describe, expect, it } from 'vitest';
import { loadValueReader } from '../../../main/text/values/read-values.ts';
import {
  trendOf,
  unitName,
  valueRows,
  writtenRange,
  writtenResult,
} from '../../../renderer/lib/value-rows.ts';
import type { MeasuredValue } from '../../../shared/domain/value.ts';

const reader = loadValueReader();
const read = (text: string, assertion: MeasuredValue['assertion'] = 'present'): MeasuredValue[] =>
  reader.read(text).map((value) => ({ ...value, assertion }));

describe('table of values', () => {
  it('lists measurements in the order of the record, abnormal ones alone when asked', () => {
    const values = [...read('血钾6.8mmol/L，血钠140mmol/L'), ...read('血钾<5mmol/L', 'hypothetical')];
    expect(valueRows(values, false).map(({ value }) => value.analyte)).toEqual(['k', 'na']);
    expect(valueRows(values, true).map(({ value }) => value.analyte)).toEqual(['k']);
  });

  it('writes results and ranges as the record does', () => {
    const [crp, protein, ketone, cells] = read(
      'CRP>200mg/L（0-10），尿蛋白(++)，尿酮体(±)，尿白细胞 8-10/HP',
    );
    expect([crp, protein, ketone, cells].map((value) => writtenResult(value!))).toEqual([
      '>200 mg/L',
      '++',
      '±',
      '8–10 /HP',
    ]);
    expect(writtenRange(crp!)).toBe('0–10');
    expect(writtenRange({ ...crp!, range: { low: 1, high: 1 } })).toBe('1');
  });

  it('writes units as people do', () => {
    const units = ['Cel', '10*12/L', '/uL', 'mm[Hg]', 'mL/(24.h)', '[IU]/mL', '{score}', '1', 'mmol/L'];
    expect(units.map(unitName)).toEqual(['℃', '10¹²/L', '/μL', 'mmHg', 'mL/24h', 'IU/mL', '', '', 'mmol/L']);
  });

  it('draws a course by date, of the patient alone', () => {
    const text = '2024-03-04 血钾4.2mmol/L。\n2024-03-01 血钾6.8mmol/L。';
    const values = [...read(text), ...read('血钾9.9mmol/L', 'family')];
    expect(valueRows(values, false).map(({ hasTrend }) => hasTrend)).toEqual([true, true, true]);
    for (const assertion of ['family', 'negated', 'uncertain'] as const) {
      const one = [...values.slice(0, 1), ...read('血钾9.9mmol/L', assertion)];
      expect(valueRows(one, false).map(({ hasTrend }) => hasTrend)).toEqual([false, false]);
      expect(trendOf(one, 'k')?.places).toHaveLength(1);
    }
    expect(trendOf(values.slice(0, 2), 'k')).toMatchObject({
      places: [
        [0, 6.8],
        [72, 4.2],
      ],
      labels: ['2024-03-01', '2024-03-04'],
    });
    expect(trendOf(read('2024-03-01 8:30 血钾6.1mmol/L，2024-03-01 14:00 血钾5mmol/L'), 'k')).toMatchObject({
      places: [
        [0, 6.1],
        [5.5, 5],
      ],
      labels: ['2024-03-01 08:30', '2024-03-01 14:00'],
    });
    // Without a date of each, or all at the same time, the order of the record is all there is.
    expect(trendOf(read('入院时血钾6.1mmol/L，2024-03-01 血钾5mmol/L'), 'k')?.places).toEqual([
      [0, 6.1],
      [1, 5],
    ]);
    expect(trendOf(read('2024-03-01 血钾6.1mmol/L，复查血钾5mmol/L'), 'k')?.places).toEqual([
      [0, 6.1],
      [1, 5],
    ]);
    expect(trendOf(values, 'na')).toBeUndefined();
  });
});
