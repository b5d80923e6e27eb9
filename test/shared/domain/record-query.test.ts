import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answersValue, parseRecordQuery } from '../../../shared/domain/record-query.ts';

describe('a question to the search of records', () => {
  it('holds words, each by itself, and quoted ones as they stand', () => {
    expect(parseRecordQuery('咳嗽 发热，“胸痛 2小时” 患者:')).toEqual({
      words: ['胸痛 2小时', '咳嗽', '发热', '患者:'],
      findings: [],
      values: [],
    });
  });

  it('holds findings with their assertion in either language', () => {
    const asked = '高钾血症 present，肺栓塞：无; 糖尿病 家族, 肺炎 可疑、心梗 既往, 胸痛 有';
    expect(parseRecordQuery(asked).findings).toEqual([
      { name: '高钾血症', assertion: 'present' },
      { name: '肺栓塞', assertion: 'negated' },
      { name: '糖尿病', assertion: 'family' },
      { name: '肺炎', assertion: 'uncertain' },
      { name: '心梗', assertion: 'historical' },
      { name: '胸痛', assertion: 'present' },
    ]);
  });

  it.each([
    ['Hb < 80', { name: 'Hb', order: '<', number: 80 }],
    ['血钾>=5.5mmol/L', { name: '血钾', order: '≥', number: 5.5, unit: 'mmol/L' }],
    ['血钾 高于 5.5 mmol/L', { name: '血钾', order: '>', number: 5.5, unit: 'mmol/L' }],
    ['WBC＞10×10^9/L', { name: 'WBC', order: '>', number: 10, unit: '×10^9/L' }],
    ['T≥39℃', { name: 'T', order: '≥', number: 39, unit: '℃' }],
    ['GCS=15', { name: 'GCS', order: '=', number: 15 }],
  ])('reads %s as a value', (text, value) => {
    expect(parseRecordQuery(text)).toEqual({ words: [], findings: [], values: [value] });
  });

  it('takes a word behind a value for a word', () => {
    expect(parseRecordQuery('Hb<80 胸痛')).toMatchObject({ words: ['胸痛'], values: [{ number: 80 }] });
  });

  it('loses no letter or digit of any text', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('胸痛', ' ', ',', '有', 'Hb', '<', '8', '"', '：')), (parts) => {
        const text = parts.join('');
        const { words, findings, values } = parseRecordQuery(text);
        const read = [
          ...words,
          ...findings.map(({ name }) => `${name}有`),
          ...values.map(({ name, number, unit = '' }) => `${name}${number}${unit}`),
        ].join('');
        const count = (of: string, sign: string) => of.split(sign).length;
        for (const sign of ['胸', '痛', 'H', 'b']) expect(count(read, sign)).toBe(count(text, sign));
      }),
    );
  });
});

describe('a value', () => {
  it('answers by its order', () => {
    const orders = ['<', '≤', '=', '≥', '>'] as const;
    expect(orders.map((order) => [79, 80, 81].map((value) => answersValue(value, order, 80)))).toEqual([
      [true, false, false],
      [true, true, false],
      [false, true, false],
      [false, true, true],
      [false, false, true],
    ]);
  });
});
