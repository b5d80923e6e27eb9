import { describe, expect, it } from 'vitest';
import {
  hashedSearch,
  hashIdentifiers,
  identifiersIn,
  plainSearch,
} from '../../../main/deid/identifier-lists.ts';
import { changeFields, jsonParts } from '../../../main/deid/json-parts.ts';
import { maskPlaces, SecondLook, spanBefore } from '../../../main/deid/second-look.ts';
import { isTerm, labelledSamples, rules } from '../../helpers/deid.ts';

const look = (listed: readonly string[] = []) =>
  new SecondLook({ rules, isTerm, listed: plainSearch(identifiersIn(listed, rules)) });

/** Returns risk, reason and words of what is seen in a text that nothing was replaced in. */
const seen = (text: string, second = look()): string[] =>
  second.look([{ part: 'text', text, pieces: [] }], text).map((p) => `${p.risk} ${p.reason} ${p.words}`);

describe('the second look', () => {
  it.each([
    ['联系13912345678', 'high phone 13912345678'],
    ['电话 0571-87654321', 'high phone 0571-87654321'],
    ['证件11010519900307123X', 'high id-number 11010519900307123X'],
    ['写信至 li.si@example.org。', 'high email li.si@example.org'],
    ['姓名：欧阳小明', 'high label 欧阳小明'],
    ['住院号: A00123', 'medium label A00123'],
    ['样本 20240305001', 'medium long-number 20240305001'],
    ['片号CT123456', 'medium code CT123456'],
    ['编码 45678', 'low number 45678'],
    ['2024-03-05行手术', 'medium date 2024-03-05'],
    ['3月8日出院', 'low date 3月8日'],
    ['二〇二四年三月五日', 'medium date 二〇二四年三月五日'],
    ['主刀：王建国，', 'medium role 王建国'],
    ['，李卫医师会诊', 'medium role 李卫'],
    ['家住文三路138号', 'medium address 家住文三路138号'],
    ['曾就诊于某某第一人民医院', 'low institution 诊于某某第一人民医院'],
    ['taken to John Smith by car', 'low latin-name John Smith'],
  ])('sees in %j', (text, expected) => {
    expect(seen(text)).toEqual([expected]);
  });

  it.each([
    '血压 120/80mmHg，血糖 5.6mmol/L，白细胞 12000/ul，尿量 15000ml',
    '患者高热三天，任何时间均可，否认药物过敏',
    '姓名：【姓名】　住院号：【住院号】　电话：不详',
    '由当地医院转入，我院急诊',
    'Babinski Sign 阴性，Glasgow Coma Scale 15分',
    '2024年体检，38.5℃，3天前',
  ])('sees nothing in %j', (text) => {
    expect(seen(text)).toEqual([]);
  });

  it('sees names and numbers of lists, two characters as less grave', () => {
    const listed = look(['尔克木', '买买提·艾力', '王伟', '00451', '姓名', '工号', 'zhang wei']);
    const text = '王伟与买买提·艾力来访，工号 00451，Zhang Wei 签字，工号另见';
    expect(seen(text, listed)).toEqual([
      'medium known-person 王伟',
      'high known-person 买买提·艾力',
      'high known-number 00451',
      'high known-person Zhang Wei',
    ]);
  });

  it('sees what was replaced elsewhere, but nothing inside of replacements', () => {
    const second = look();
    second.learn('姓名：司徒兰芝 电话', [{ start: 3, end: 7, field: 'name', confidence: 1, rule: 'label' }]);
    const text = '司徒兰芝到场，司徒兰芝签字';
    const pieces = [{ newStart: 0, newEnd: 4 }];
    const places = second.look([{ part: 'text', text, pieces }], text);
    expect(places).toMatchObject([{ start: 7, end: 11, nth: 0, risk: 'high', reason: 'replaced-elsewhere' }]);
  });

  it('takes words that the original lacks for made up, where no pieces tell', () => {
    const second = look();
    const title = { part: 'title', text: '2031-01-02 入院' };
    expect(second.look([title], '2030-12-01 入院')).toEqual([]);
    expect(second.look([title], '2031-01-02 入院')).toHaveLength(1);
  });

  it('counts places of the same words, and removes each where it stands', () => {
    const text = '联系13912345678或13912345678。';
    const places = look().look([{ part: 'note', text }], text);
    expect(places.map(({ nth }) => nth)).toEqual([0, 1]);
    expect(maskPlaces(text, places.slice(1))).toBe('联系13912345678或【电话】。');
  });

  it('finds places of the new text in the old one', () => {
    const piece = { start: 3, end: 6, newStart: 3, newEnd: 7, field: 'name' as const };
    expect(spanBefore([piece], { start: 0, end: 2 })).toEqual({ start: 0, end: 2 });
    expect(spanBefore([piece], { start: 8, end: 10 })).toEqual({ start: 7, end: 9 });
  });

  it('sees most identifiers of texts that nothing was replaced in', () => {
    let all = 0;
    let found = 0;
    for (const { text, entities } of labelledSamples()) {
      const places = look().look([{ part: 'text', text, pieces: [] }], text);
      for (const { start, end, type } of entities) {
        if (!['id-number', 'phone', 'email', 'name', 'inpatient-number'].includes(type)) continue;
        all++;
        if (places.some((place) => place.start < end && start < place.end)) found++;
      }
    }
    expect(all).toBeGreaterThan(50);
    expect(found / all).toBeGreaterThan(0.6);
  });
});

describe('lists of identifiers', () => {
  it('are found again by their hashes alone, with the secret of the workspace only', () => {
    const cells = [
      '姓名',
      '工号',
      '王建国',
      '欧阳 小明',
      '木拉提·尼亚孜',
      '20230017',
      'A-0451',
      '12',
      '主治医师',
      'Zhang Wei',
    ];
    const identifiers = identifiersIn(cells, rules);
    expect(identifiers.map(({ words }) => words)).toEqual([
      ...['王建国', '欧阳小明', '木拉提·尼亚孜', '20230017', 'a-0451', 'zhang wei'],
    ]);
    const hashed = hashIdentifiers('secret', identifiers, 'staff');
    for (const { words } of identifiers) expect(JSON.stringify(hashed)).not.toContain(words);
    const text = '王建国（20230017）与木拉提·尼亚孜，zhang wei，a-0451x';
    const words = (secret: string) =>
      hashedSearch(secret, hashed)(text).map(({ start, end }) => text.slice(start, end));
    expect(words('secret')).toEqual(['王建国', '木拉提·尼亚孜', '20230017', 'zhang wei']);
    expect(words('other')).toEqual([]);
  });
});

describe('fields of a JSON record', () => {
  const fields = {
    text: 'x',
    note: 'call 13912345678',
    id: 139123456,
    list: [{ start: 1, end: 2, text: 'y', by: 'a' }],
    deep: { n: 7, ok: true },
  };
  it('are parts by their path, without the text and what repeats it', () => {
    expect(jsonParts(fields, new Set(['text']))).toEqual([
      { part: 'note', text: 'call 13912345678' },
      { part: 'id', text: '139123456' },
      { part: 'list.0.by', text: 'a' },
    ]);
  });
  it('are changed in their place', () => {
    const changed = changeFields(fields, new Set(['text']), (words, path) => (path === 'id' ? '*' : words));
    expect(changed).toEqual({ ...fields, id: '*' });
  });
});
