import { describe, expect, it } from 'vitest';
import { buildPatientReader } from '../../../main/text/patient.ts';
import { loadRules } from '../../../main/text/rules.ts';

const reader = buildPatientReader(loadRules().patient);

describe('patient', () => {
  it.each([
    ['性别：男  年龄：58岁', { sex: '男', ageYears: 58 }],
    ['姓 名：某某  性 别：女  年 龄：1岁半', { sex: '女', ageYears: 1.5 }],
    ['性别:女 年龄:58', { sex: '女', ageYears: 58 }],
    ['患者男性，58岁，因胸痛入院', { sex: '男', ageYears: 58 }],
    ['患者，女，三十五岁', { sex: '女', ageYears: 35 }],
    ['患者女，２３岁', { sex: '女', ageYears: 23 }],
    ['女，45岁', { sex: '女', ageYears: 45 }],
    ['女，汉族，已婚，45岁', { sex: '女', ageYears: 45 }],
    ['58岁男性患者', { sex: '男', ageYears: 58 }],
    ['患者老年男性，因胸闷入院', { sex: '男' }],
    ['患儿，3月龄，咳嗽2天', { ageYears: 0.25 }],
    ['患儿，男，1岁6个月，因发热入院', { sex: '男', ageYears: 1.5 }],
    ['患儿，男，3月，因咳嗽入院', { sex: '男', ageYears: 0.25 }],
    ['患儿男，28天', { sex: '男', ageYears: 0.0767 }],
    ['，45岁，汉族', { ageYears: 45 }],
    ['孕妇，28岁，停经38周', { sex: '女', ageYears: 28 }],
    ['患者停经50天', { sex: '女' }],
  ])('%s', (text, expected) => {
    expect(reader.read(text)).toEqual(expected);
  });

  it.each([
    '患者女儿发现其昏迷',
    '育有1子1女，均体健',
    '父亲58岁时患高血压',
    '患者3月前出现咳嗽',
    '患者，5岁时患肺炎',
    '患者因咳嗽3天入院',
    '女婿陪同',
    '',
  ])('says nothing of %j', (text) => {
    expect(reader.read(text)).toEqual({});
  });

  it('takes no age above 130', () => {
    expect(reader.read('患者男，580岁')).toEqual({ sex: '男' });
  });
});
