import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyFindings, mapOffset } from '../../../main/deid/apply.ts';
import {
  type Deidentifier,
  deidentify,
  deidentifyAnnotated,
  patientKeyOf,
} from '../../../main/deid/deidentify.ts';
import { isIdentityNumber, passesLuhn } from '../../../main/deid/identity-number.ts';
import { mapItems } from '../../../main/deid/map-items.ts';
import { dayOffset } from '../../../main/deid/seeded-choices.ts';
import { buildPatientReader } from '../../../main/text/patient.ts';
import { loadRules } from '../../../main/text/rules.ts';
import type { AnnotatedDocument, Relation, SpanItem } from '../../../shared/domain/annotation.ts';
import { type DeidField, type DeidFinding, DeidMode } from '../../../shared/domain/deid.ts';
import { detector, isTerm, labelledSamples, rules } from '../../helpers/deid.ts';

const reader = buildPatientReader(loadRules().patient);
const tools: Deidentifier = {
  detector,
  rules,
  secret: 'a secret of this test',
  isTerm,
  readPatient: (text) => reader.read(text),
  get sexes() {
    return new Map();
  },
};
const hide = (text: string, mode: DeidMode, more = {}) =>
  deidentify(tools, { text, title: '', id: '1', ...more }, mode);

/** Records with every field, of people who do not exist. */
const SURNAMES = [
  ...'王李张刘陈杨赵周吴徐孙胡朱郭何罗郑梁谢宋唐韩曹许邓萧冯程蔡彭潘袁董余苏叶吕魏蒋田杜丁沈姜范江傅钟卢汪戴崔任陆廖姚方金邱夏谭韦贾邹石熊孟秦阎薛侯雷白龙段郝孔邵史毛常万顾赖武康贺严尹钱施牛洪龚',
];
const GIVEN = [...'建国桂芳志强秀英晓燕海涛文博立新丽华佳怡嘉敏德明永红大海雨荷天明知秋'];
const name = fc
  .tuple(fc.constantFrom(...SURNAMES), fc.array(fc.constantFrom(...GIVEN), { minLength: 1, maxLength: 2 }))
  .map(([surname, given]) => surname + given.join(''))
  .filter((made) => !rules.notNames.includes(made)); // 白天 is the time of day, whoever bears it
const digits = (length: number) =>
  fc
    .array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length })
    .map((all) => all.join(''));
const date = fc
  .date({ min: new Date('2015-01-01'), max: new Date('2024-12-31'), noInvalidDate: true })
  .map((at) => at.toISOString().slice(0, 10));

interface Made {
  readonly text: string;
  readonly identifiers: readonly string[];
}

const record: fc.Arbitrary<Made> = fc
  .record({
    patient: name,
    contact: name,
    doctor: name,
    mobile: digits(8).map((rest) => `138${rest}`),
    landline: digits(7).map((rest) => `0512-6${rest}`),
    inpatient: digits(8).map((rest) => `ZY${rest}`),
    house: fc.integer({ min: 100, max: 999 }),
    post: digits(6).map((rest) => `2${rest.slice(1)}`),
    mail: digits(6).map((rest) => `a${rest}@mail.example`),
    admitted: date,
    recorded: date,
    sex: fc.constantFrom('男', '女'),
  })
  .filter(({ patient, contact, doctor }) => new Set([patient, contact, doctor]).size === 3)
  .filter((r) => ![r.patient, r.contact, r.doctor].some((one) => isTerm(one)))
  .map((r) => ({
    text:
      `姓名：${r.patient}　性别：${r.sex}　年龄：45岁　住院号：${r.inpatient}\n` +
      `联系人：${r.contact}　电话：${r.mobile}，${r.landline}　邮箱：${r.mail}\n` +
      `住址：江苏省南京市鼓楼区中山北路${r.house}号　邮编：${r.post}\n` +
      `入院时间：${r.admitted} 14:20\n主诉：胸痛3小时。\n` +
      `现病史：患者${r.patient}3小时前胸痛，家属${r.contact}陪同来院。记录时间：${r.recorded}\n` +
      `医师签名：${r.doctor}`,
    identifiers: [
      r.patient,
      r.contact,
      r.doctor,
      r.mobile,
      r.landline,
      r.inpatient,
      r.mail,
      r.post,
      '南京',
      '鼓楼',
      '中山北路',
    ],
  }));

describe('what every output keeps', () => {
  it.each(DeidMode.options)('%s: no identifier remains', (mode) => {
    fc.assert(
      fc.property(record, ({ text, identifiers }) => {
        const out = hide(text, mode).text;
        expect(identifiers.filter((words) => out.includes(words))).toEqual([]);
        expect(out).toContain('主诉：胸痛3小时。');
        expect(out).toContain('14:20');
      }),
      { numRuns: 60 },
    );
  });

  it.each(DeidMode.options)('%s: offsets map monotonely, and what is not replaced is the same', (mode) => {
    fc.assert(
      fc.property(record, ({ text }) => {
        const { text: out, pieces } = hide(text, mode);
        let last = 0;
        for (let at = 0; at <= text.length; at++) {
          const to = mapOffset(pieces, at);
          expect(to).toBeGreaterThanOrEqual(last);
          last = to;
          const inside = pieces.some(({ start, end }) => start <= at && at < end);
          if (!inside && at < text.length) expect(out[to]).toBe(text[at]);
        }
        expect(last).toBe(out.length);
      }),
      { numRuns: 20 },
    );
  });

  it('masked text stays as it is', () => {
    const check = (text: string): void => {
      const once = hide(text, 'mask').text;
      expect(hide(once, 'mask').text).toBe(once);
    };
    fc.assert(
      fc.property(record, ({ text }) => check(text)),
      { numRuns: 40 },
    );
    for (const { text } of labelledSamples()) check(text);
  });

  it('no labelled piece of the samples that was found stays, in any mode', () => {
    for (const mode of DeidMode.options) {
      for (const { text, entities } of labelledSamples()) {
        const findings = entities.map(
          ({ start, end, type }): DeidFinding => ({ start, end, field: type, confidence: 1, rule: 'person' }),
        );
        const out = hide(text, mode, { findings }).text;
        for (const { start, end, type } of entities) {
          const words = text.slice(start, end);
          // Dates may fall on another date of the record; a bare number or surname may stand by chance.
          if (type === 'date' || type === 'bed-number' || words.length < 3) continue;
          expect(out, `${mode}: ${words}`).not.toContain(words);
        }
      }
    }
  });
});

describe('surrogates', () => {
  const found = (text: string, words: string, field: DeidField): DeidFinding => {
    const start = text.indexOf(words);
    return { start, end: start + words.length, field, confidence: 1, rule: 'person' };
  };
  const replaced = (words: string, field: DeidField, before = '', after = ''): string => {
    const text = before + words + after;
    const out = hide(text, 'surrogate', { findings: [found(text, words, field)], patientKey: 'p' }).text;
    return out.slice(before.length, out.length - after.length);
  };

  it('a patient has one name everywhere, of the same length', () => {
    const out = hide('姓名：王建国　性别：男\n王建国诉胸痛，患者王建国要求出院。', 'surrogate').text;
    const [, first = ''] = /姓名：(\S+)/.exec(out) ?? [];
    expect(first).toHaveLength(3);
    expect(out.split(first)).toHaveLength(4);
    expect(out).not.toContain('王建国');
  });

  it('the same in another record of the patient, another for another patient', () => {
    const one = hide('姓名：王建国　性别：男', 'surrogate').text;
    expect(hide('患者姓名：王建国，性别：男', 'surrogate').text).toContain(one.slice(3, 6));
    const others = Array.from(
      { length: 8 },
      (_, i) => hide('姓名：王建国', 'surrogate', { patientKey: String(i) }).text,
    );
    expect(new Set(others).size).toBeGreaterThan(5);
  });

  it('names keep their sex, compound surnames and hidden parts', () => {
    for (let i = 0; i < 20; i++) {
      const female = hide('姓名：李明 性别：女', 'surrogate', { patientKey: `f${i}` }).text[4] ?? '';
      expect(rules.surrogates.female).toContain(female);
      const male = hide('姓名：李芳 性别：男', 'surrogate', { patientKey: `m${i}` }).text[4] ?? '';
      expect(rules.surrogates.male).toContain(male);
    }
    expect(rules.surrogates.compoundSurnames).toContain(replaced('欧阳文博', 'name').slice(0, 2));
    expect(replaced('张某某', 'name').slice(1)).toBe('某某');
    expect(replaced('李**', 'contact').slice(1)).toBe('**');
    expect(replaced('买买提·艾山', 'name')).toMatch(/^\p{Script=Han}{3}·\p{Script=Han}{2}$/u);
  });

  it('a surname with a title follows the doctor that is named in full', () => {
    const out = hide('医师签名：徐国良\n徐主任查房', 'surrogate').text;
    const [, full = ''] = /签名：(\S+)/.exec(out) ?? [];
    expect(out).toContain(`${full[0]}主任`);
  });

  it('identity numbers: right check character, an area never given out, sex and moved birth', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999 }), fc.nat(1000), (sequence, patient) => {
        const words = withCheck(`11010519491231${String(sequence).padStart(3, '0')}`);
        const text = `身份证号：${words}`;
        const key = String(patient);
        const out = hide(text, 'surrogate', { patientKey: key }).text.slice(5);
        expect(isIdentityNumber(out)).toBe(true);
        expect(out.slice(0, 6)).toBe('990000');
        expect(Number(out[16]) % 2).toBe(sequence % 2);
        const birth = new Date(Date.UTC(1949, 11, 31 + dayOffset(tools.secret, key)))
          .toISOString()
          .slice(0, 10);
        expect(out.slice(6, 14)).toBe(birth.replaceAll('-', ''));
      }),
      { numRuns: 40 },
    );
    expect(replaced('110105491231002', 'id-number')).toMatch(/^990000\d{9}$/);
    expect(isIdentityNumber(replaced('110105491231002', 'id-number'))).toBe(true);
  });

  it('telephones of blocks that are given to nobody, in the form of the old ones', () => {
    expect(replaced('138-0013-8000', 'phone')).toMatch(/^154-\d{4}-\d{4}$/);
    expect(replaced('+86 13800138000', 'phone')).toMatch(/^\+86 154\d{8}$/);
    expect(replaced('010-62345678转8012', 'phone')).toMatch(/^01[123]-\d{8}转\d{4}$/);
    expect(replaced('(0512)6234567', 'phone')).toMatch(/^\(01[123]9\)\d{7}$/);
    expect(replaced('62345678', 'phone')).toMatch(/^19\d{6}$/);
    expect(replaced('１３８００１３８０００', 'phone')).toMatch(/^１５４[０-９]{8}$/);
  });

  it('cards, codes, mail, postcodes and ages', () => {
    const card = replaced('6222020000000000004', 'account-number');
    expect(card).toMatch(/^0\d{18}$/);
    expect(replaced('4111111111111111', 'account-number')).toSatisfy(passesLuhn);
    expect(replaced('ZY-0098761', 'inpatient-number')).toMatch(/^[A-Z]{2}-\d{7}$/);
    expect(replaced('wang@hospital.cn', 'email')).toMatch(/@example\.invalid$/);
    expect(replaced('210008', 'postcode')).toMatch(/^00\d{4}$/);
    expect(replaced('93岁', 'age')).toBe('90岁以上');
  });

  it('places and workplaces keep their parts and name nowhere real', () => {
    const address = replaced('江苏省南京市鼓楼区中山北路88号3栋2单元501室', 'address');
    expect(address).toMatch(/^\S{2}省\S{2}市\S{2}区\S{2}路\d{2}号\d栋\d单元\d{3}室$/);
    expect(address).not.toMatch(/江苏|南京|鼓楼|中山/);
    expect(replaced('南京市第一人民医院', 'institution')).toMatch(/市第一人民医院$/);
    expect(replaced('南京化工有限公司', 'workplace')).toMatch(/有限公司$/);
    expect(replaced('南京化工有限公司', 'workplace')).not.toMatch(/南京|化工/);
    expect(replaced('南京长江机械厂', 'workplace')).toMatch(/^\S{4}机械厂$/);
    expect(replaced('南京长江机械厂', 'workplace')).not.toMatch(/南京|长江/);
    expect(replaced('南京市江宁区教育局', 'workplace')).not.toMatch(/南京|江宁/);
    expect(replaced('南京市中医院江宁院区', 'institution')).not.toMatch(/南京|江宁/);
  });
});

const CHECKS = '10X98765432';
/** Written out again, apart from the code under test. */
function withCheck(first17: string): string {
  const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
  const sum = weights.reduce((total, weight, i) => total + weight * Number(first17[i]), 0);
  return first17 + CHECKS[sum % 11];
}

describe('annotations move with the text', () => {
  const text = '姓名：王建国，2024-03-05胸痛3小时，王建国胸痛。';
  const common = (id: number) => ({
    id,
    type: '症状',
    attributes: {},
    note: '王建国自诉',
    status: 'accepted' as const,
    provenance: { kind: 'human' as const, name: 'a' },
  });
  const span = (id: number, ...fragments: [number, number][]): SpanItem => ({
    ...common(id),
    kind: 'span',
    fragments: fragments.map(([start, end]) => ({ start, end })),
  });
  const relation = (id: number, from: number, to: number): Relation => ({
    ...common(id),
    kind: 'relation',
    from,
    to,
  });
  const at = (words: string, from = 0): [number, number] => {
    const start = text.indexOf(words, from);
    return [start, start + words.length];
  };
  const document: AnnotatedDocument = {
    name: '王建国-入院记录',
    text,
    meta: { 患者: '王建国', 住院号: '00123456', 科室: '心内科' },
    items: [
      span(1, at('胸痛')),
      span(2, at('建国')),
      span(3, at('2024-03-05')),
      span(4, at('胸痛', 20), at('3小时')),
      span(5, at('王建国，2024-03-05胸痛')),
      relation(6, 1, 2),
      relation(7, 1, 3),
      { ...common(8), kind: 'label' },
    ],
  };

  it('spans keep their words, pieces their place; what was inside one is a stated loss', () => {
    const { document: hidden, losses } = deidentifyAnnotated(tools, document, 'mask');
    const words = (id: number): string => {
      const item = hidden.items.find((one) => one.id === id);
      if (item?.kind !== 'span') return '';
      return item.fragments.map(({ start, end }) => hidden.text.slice(start, end)).join('|');
    };
    expect(words(1)).toBe('胸痛');
    expect(words(3)).toBe('【日期】');
    expect(words(4)).toBe('胸痛|3小时');
    expect(words(5)).toBe('【姓名】，【日期】胸痛');
    expect(hidden.items.map(({ id }) => id)).toEqual([1, 3, 4, 5, 7, 8]);
    expect(losses.map(({ count }) => count)).toEqual([1, 1]);
    expect(losses[0]?.example).not.toContain('建国');
    expect(JSON.stringify(hidden)).not.toContain('王建国');
    expect(hidden.meta).toEqual({ 患者: '【姓名】', 住院号: '【住院号】', 科室: '心内科' });
    expect(hidden.name).toBe('【姓名】-入院记录');
  });

  it('any span is kept with its words, covers a piece whole, or is lost', () => {
    fc.assert(
      fc.property(record, fc.nat(), fc.nat(), (made, a, b) => {
        const [start, end] = [a % made.text.length, b % made.text.length].sort((x, y) => x - y);
        if (start === undefined || end === undefined || start === end) return;
        const { text: out, pieces } = hide(made.text, 'surrogate');
        const { items, losses } = mapItems({ text: made.text, items: [span(1, [start, end])] }, pieces);
        const cut = pieces.some((p) => (p.start < start && start < p.end) || (p.start < end && end < p.end));
        expect(items).toHaveLength(cut ? 0 : 1);
        expect(losses).toHaveLength(cut ? 1 : 0);
        const [item] = items;
        if (item?.kind !== 'span') return;
        // Naive: the words with the pieces inside replaced one by one.
        let expected = '';
        let from = start;
        for (const p of pieces.filter((piece) => start <= piece.start && piece.end <= end)) {
          expected += made.text.slice(from, p.start) + out.slice(p.newStart, p.newEnd);
          from = p.end;
        }
        expected += made.text.slice(from, end);
        expect(item.fragments.map((f) => out.slice(f.start, f.end)).join('')).toBe(expected);
      }),
      { numRuns: 60 },
    );
  });
});

it('refuses findings that overlap or lie outside', () => {
  const options = { mode: 'mask' as const, rules, secret: 's', patientKey: 'p' };
  const at = (start: number, end: number): DeidFinding => ({
    start,
    end,
    field: 'name',
    confidence: 1,
    rule: 'person',
  });
  expect(() => applyFindings('姓名：王建国', [at(3, 6), at(5, 6)], options)).toThrow(/overlap/);
  expect(() => applyFindings('姓名：王建国', [at(3, 9)], options)).toThrow(/outside/);
});

it('a patient is known by name, then by number, then by document', () => {
  const keyOf = (text: string) => patientKeyOf(text, detector.detect(text, { isTerm }), '7');
  expect(keyOf('姓名：王建国 住院号：00123456')).toBe('name:王建国');
  expect(keyOf('住院号：００１２３４５６')).toBe('inpatient-number:00123456');
  expect(keyOf('胸痛3小时')).toBe('document:7');
});
