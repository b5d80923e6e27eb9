import { describe, expect, it } from 'vitest';
import { masksIn } from '../../../main/deid/candidates.ts';
import {
  checkCharacter,
  isIdentityNumber,
  luhnDigit,
  passesLuhn,
} from '../../../main/deid/identity-number.ts';
import { readSamples } from '../../../main/services/workspace/starter-content.ts';
import { detector, isTerm, labelledSamples } from '../../helpers/deid.ts';

const found = (text: string): string[] =>
  detector.detect(text, { isTerm }).map(({ start, end, field }) => `${field} ${text.slice(start, end)}`);

describe('identity and card numbers', () => {
  it('knows the check character of the standard', () => {
    // The example of GB 11643-1999, annex.
    expect(checkCharacter('11010519491231002')).toBe('X');
    expect(isIdentityNumber('11010519491231002X')).toBe(true);
    expect(isIdentityNumber('11010519491231002x')).toBe(true);
    expect(isIdentityNumber('110105194912310021')).toBe(false);
    expect(isIdentityNumber('11010519490230002X')).toBe(false); // there is no 30 February
    expect(isIdentityNumber('440524188001010014')).toBe(true);
    expect(isIdentityNumber('110105491231002')).toBe(true);
    expect(isIdentityNumber('110105491331002')).toBe(false);
  });

  it('knows the sum of card numbers', () => {
    expect(passesLuhn('79927398713')).toBe(true);
    expect(passesLuhn('79927398710')).toBe(false);
    expect(luhnDigit('7992739871')).toBe('3');
  });
});

describe('labels', () => {
  it.each([
    ['姓名：王建国　性别：男', ['name 王建国']],
    ['姓 名:王建国性别:男', ['name 王建国']],
    ['【姓名】王建国 【性别】男', ['name 王建国']],
    ['姓名\t王建国\t性别\t男', ['name 王建国']],
    ['姓名：阿依古丽·买买提，女', ['name 阿依古丽·买买提']],
    ['病史陈述者：患者本人，可靠', []],
    ['供史者：患者女儿王丽，可靠', ['contact 王丽']],
    ['医师签名：张晓明/李四光', ['doctor 张晓明', 'doctor 李四光']],
    ['住址：***　身份证号：******', []],
    ['住址：不详　工作单位：无　籍贯：本地', []],
    ['住院号 00123456', ['inpatient-number 00123456']],
    ['门诊号/住院号：M-0091', ['outpatient-number M-0091']],
    ['电话：62345678', ['phone 62345678']],
    ['电话：15400001234/15400004321', ['phone 15400001234', 'phone 15400004321']],
    ['单位：U/L，参考值：0-40', []],
    ['助手：无', []],
  ])('%s', (text, expected) => {
    expect(found(text)).toEqual(expected);
  });
});

describe('dates', () => {
  it.each([
    ['2024年3月5日', ['2024年3月5日']],
    ['2024-03-05 14:20', ['2024-03-05']],
    ['3月5日', ['3月5日']],
    ['二〇二四年三月', ['二〇二四年三月']],
    ['二零二四年十二月三十一日', ['二零二四年十二月三十一日']],
    ['24.3.5', ['24.3.5']],
    ['2024/3', ['2024/3']],
    ['今年3月', ['今年3月']],
    ['20240305', ['20240305']],
    ['２０２４年３月５日', ['２０２４年３月５日']],
    ['2024年3月5日05时', ['2024年3月5日']],
    ['3月5日-8日', ['3月5日', '8日']],
    ['16-7-25至16-8-15', ['16-7-25', '16-8-15']],
    ['2024-13-45', ['2024-13-45']],
    ['农历二月初八', ['农历二月初八']],
  ])('%s', (text, expected) => {
    expect(found(text)).toEqual(expected.map((date) => `date ${date}`));
  });

  it.each([
    '病史3年5月',
    '高血压20年',
    '近2月加重，5月前查体',
    '2/6级杂音，肌力3/5级',
    'BP 120/80mmHg',
    'NT-proBNP 2024.3pg/ml',
    '孕38+2周，G2P1',
    '每日2-3次',
    '体温37.5℃，2小时后38.2℃',
    '周二门诊',
  ])('none in %s', (text) => {
    expect(found(text)).toEqual([]);
  });
});

describe('names', () => {
  it('finds a name once and masks it everywhere', () => {
    expect(found('姓名：赵敏\n赵敏诉头痛，赵敏家属同意。')).toEqual(['name 赵敏', 'name 赵敏', 'name 赵敏']);
  });

  it('does not repeat a name that the graph knows as a drug', () => {
    expect(found('姓名：白芷　性别：女\n处方：白芷10g，黄连6g')).toEqual(['name 白芷']);
    const unaware = detector.detect('姓名：白芷　性别：女\n处方：白芷10g');
    expect(unaware).toHaveLength(2); // without the graph it would be masked
  });

  it('does not cut a longer word of the graph', () => {
    expect(found('姓名：金黄　性别：男\n培养：金黄色葡萄球菌')).toEqual(['name 金黄']);
    expect(isTerm('金黄色葡萄球菌')).toBe(true);
  });

  it.each([
    '患者高热3天，黄疸，任何食物均无过敏',
    '患者安静休息，常规护理，方可缓解',
    '患者于昨日起病，时有恶心',
    '全科医生随访，值班医师密切观察，上级医师同意，主治医师查房',
    '父亲高血压，母亲白血病，其子患糖尿病',
    '家属要求手术',
    '现遵主诊教授意见入院',
  ])('none in %s', (text) => {
    expect(found(text)).toEqual([]);
  });

  it('lets a model add people, but no diseases', () => {
    const text = '由阿木送来，诊断高血压。';
    const spans = [
      { start: 1, end: 3, type: 'PER', confidence: 0.9 },
      { start: 8, end: 11, type: 'PER', confidence: 0.9 },
      { start: 0, end: 1, type: 'DISEASE', confidence: 0.9 },
      { start: 3, end: 5, type: 'LOC', confidence: 0.2 },
    ];
    expect(detector.detect(text, { isTerm, model: spans })).toEqual([
      { start: 1, end: 3, field: 'name', confidence: 0.9, rule: 'model' },
    ]);
  });
});

describe('tables', () => {
  it.each([
    [
      '日期｜姓名｜床号｜电话｜备注\n周一｜茆晓雯｜12｜66099｜平稳\n周二｜江南｜+3｜｜复查',
      ['name 茆晓雯', 'bed-number 12', 'phone 66099', 'name 江南', 'bed-number +3'],
    ],
    ['姓名\t住院号\t记录者\n卓越\t7702\t任何\n无\t\t', ['name 卓越', 'inpatient-number 7702', 'doctor 任何']],
    ['姓名  性别  住院号\n佴志  男  7715', ['name 佴志', 'inpatient-number 7715']],
    ['项目\t结果\t单位\n肌酐\t97\tμmol/L', []],
    ['姓名\t王建国\t性别\t男\n体温\t36.5\t脉搏\t80', ['name 王建国']],
  ])('%s', (text, expected) => {
    expect(found(text)).toEqual(expected);
  });
});

describe('a model beside the rules', () => {
  const text = '由才让东智送来，住万和城，周五见';
  const model = (confidence: number) => [
    { start: 1, end: 5, type: 'name', confidence },
    { start: 9, end: 12, type: 'address', confidence },
    { start: 13, end: 15, type: 'date', confidence },
  ];
  const fieldsAt = (confidence: number, strict: boolean) =>
    detector
      .detect(text, { isTerm, level: strict ? 'strict' : 'ordinary', model: model(confidence) })
      .flatMap(({ field, rule }) => (rule.endsWith('model') ? [field] : []));

  it('adds names and addresses, in the strict search less sure ones too', () => {
    expect(fieldsAt(0.6, false)).toEqual(['name', 'address']);
    expect(fieldsAt(0.3, false)).toEqual([]);
    expect(fieldsAt(0.3, true)).toContain('name');
  });

  it('adds a date only when it is sure, since rules know their forms', () => {
    expect(fieldsAt(0.6, true)).not.toContain('date');
    expect(fieldsAt(0.95, true)).toContain('date');
  });

  it('completes what rules found in part', () => {
    const partly = '主治医师：王建国华';
    const found = detector.detect(partly, {
      isTerm,
      level: 'strict',
      model: [{ start: 5, end: 9, type: 'doctor', confidence: 0.8 }],
    });
    expect(found.map(({ start, end }) => partly.slice(start, end)).join('')).toBe('王建国华');
  });
});

it('leaves masks that stand in the text alone', () => {
  const masked = '姓名：【姓名】 住院号：【住院号】 【日期】【医师】主任查房，联系人：【联系人】【电话】';
  expect(found(masked)).toEqual([]);
  expect(masksIn(masked)).toHaveLength(6);
});

it('findings are in order and apart', () => {
  for (const { text } of labelledSamples()) {
    const findings = detector.detect(text, { isTerm });
    for (const [i, { start }] of findings.entries())
      expect(start).toBeGreaterThanOrEqual(findings[i - 1]?.end ?? 0);
  }
});

it('finds nothing in the shipped samples but their heads', () => {
  for (const { text } of readSamples())
    for (const { field } of detector.detect(text, { isTerm }))
      expect(['name', 'bed-number', 'inpatient-number', 'date']).toContain(field);
});
