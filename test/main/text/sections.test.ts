import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadRules } from '../../../main/text/rules.ts';
import { buildSectionFinder } from '../../../main/text/sections.ts';

const finder = buildSectionFinder(loadRules().headings);

/** `kind|heading|start..bodyStart text|body` of each section. */
function outline(text: string): string[] {
  return finder
    .find(text)
    .map(
      (s) => `${s.kind}|${s.heading}|${text.slice(s.start, s.bodyStart)}|${text.slice(s.bodyStart, s.end)}`,
    );
}

describe('headings', () => {
  it('of a history within a line end with it, unless the line was broken within its sentence', () => {
    expect(outline('诊断：高血压。药物过敏史：磺胺\n今晨咳嗽，无痰。').at(-1)).toBe(
      'other|||今晨咳嗽，无痰。',
    );
    const broken = '主诉：头晕3天。既往史：患有高血压、糖尿病、高脂血症、脂肪肝多年，十';
    expect(outline(`${broken}\n年前患肺炎`)).toHaveLength(2);
    expect(outline('查：腹软\n诊：胃炎').map((line) => line.split('|')[0])).toEqual([
      'physical-exam',
      'preliminary-diagnosis',
    ]);
  });

  it.each([
    ['主诉：胸痛', 'chief-complaint|主诉|主诉：|胸痛'],
    ['主诉:胸痛', 'chief-complaint|主诉|主诉:|胸痛'],
    ['主 诉: 胸痛', 'chief-complaint|主诉|主 诉: |胸痛'],
    ['主　　诉：胸痛', 'chief-complaint|主诉|主　　诉：|胸痛'],
    ['【现病史】胸痛', 'present-illness|现病史|【现病史】|胸痛'],
    ['【现病史】：胸痛', 'present-illness|现病史|【现病史】：|胸痛'],
    ['[家族史]无', 'family-history|家族史|[家族史]|无'],
    ['一、主诉：胸痛', 'chief-complaint|主诉|一、主诉：|胸痛'],
    ['一、主诉\n胸痛', 'chief-complaint|主诉|一、主诉\n|胸痛'],
    ['3. 既往史\n体健', 'past-history|既往史|3. 既往史\n|体健'],
    ['３．既往史：体健', 'past-history|既往史|３．既往史：|体健'],
    ['（五）家族史：无', 'family-history|家族史|（五）家族史：|无'],
    ['(5) 家族史：无', 'family-history|家族史|(5) 家族史：|无'],
    ['①家族史：无', 'family-history|家族史|①家族史：|无'],
    ['既往史\r\n体健', 'past-history|既往史|既往史\r\n|体健'],
    ['  既往史  \n体健', 'past-history|既往史|既往史  \n|体健'],
    ['**主诉**：胸痛', 'chief-complaint|主诉|**主诉**：|胸痛'],
    ['## 现病史\n胸痛', 'present-illness|现病史|## 现病史\n|胸痛'],
    ['● 查体：腹软', 'physical-exam|查体|● 查体：|腹软'],
    ['辅助检查（2024-01-02 本院）：血常规', 'auxiliary-exam|辅助检查|辅助检查（2024-01-02 本院）：|血常规'],
    ['主诉  胸痛3天', 'chief-complaint|主诉|主诉  |胸痛3天'],
    ['主诉：\n  胸痛', 'chief-complaint|主诉|主诉：\n|  胸痛'],
  ])('%j', (text, expected) => {
    expect(outline(text)).toEqual([expected]);
  });

  it.each([
    ['现在史', 'present-illness'],
    ['过去史', 'past-history'],
    ['查体', 'physical-exam'],
    ['体检', 'physical-exam'],
    ['专科检查', 'physical-exam'],
    ['辅检', 'auxiliary-exam'],
    ['实验室检查', 'auxiliary-exam'],
    ['入院诊断', 'preliminary-diagnosis'],
    ['诊断', 'preliminary-diagnosis'],
    ['出院诊断', 'discharge'],
    ['鉴别诊断', 'differential-diagnosis'],
    ['治疗计划', 'plan'],
    ['处理', 'plan'],
    ['病史特点', 'present-illness'],
    ['一般情况', 'general'],
    ['诊疗经过', 'course'],
    ['出院情况', 'discharge'],
    ['出院医嘱', 'discharge'],
    ['入院情况', 'admission-status'],
    ['婚育史', 'menstrual-marital'],
    ['个人史', 'personal-history'],
  ])('%s means %s', (heading, kind) => {
    expect(finder.find(`${heading}：无`)[0]).toMatchObject({ kind, heading });
    expect(finder.kindOf(heading)).toBe(kind);
  });

  it('finds inline headings before a colon or in brackets, numbered too', () => {
    expect(outline('主诉：胸痛3天 现病史：患者。【既往史】无，二、家族史：父体健')).toEqual([
      'chief-complaint|主诉|主诉：|胸痛3天 ',
      'present-illness|现病史|现病史：|患者。',
      'past-history|既往史|【既往史】|无，',
      'family-history|家族史|二、家族史：|父体健',
    ]);
    expect(outline('主诉：咳嗽现病史：咳').map((line) => line.split('|')[0])).toEqual([
      'chief-complaint',
      'present-illness',
    ]);
  });

  it.each([
    '患者主诉胸痛3天',
    '患者诊断为：肺炎',
    '既往史无特殊',
    '家族史（-）',
    '处理后好转',
    '（现病史）见上',
    '',
  ])('sees no heading in %j', (text) => {
    expect(finder.find(text)).toEqual([]);
  });

  it('calls the text before the first heading general, unless it is blank', () => {
    expect(outline('入院记录\n主诉：胸痛')).toEqual([
      'general|||入院记录\n',
      'chief-complaint|主诉|主诉：|胸痛',
    ]);
    expect(outline(' \n主诉：胸痛')).toHaveLength(1);
  });

  it('leaves parts of a section in it', () => {
    expect(outline('体格检查：\n一般情况：好\n专科检查：无').map((line) => line.split('|')[1])).toEqual([
      '体格检查',
      '专科检查',
    ]);
  });

  it('gives sections in order that end where the next begins, over any text', () => {
    const piece = fc.constantFrom(
      '主诉',
      '既 往史',
      '：',
      ':',
      '\n',
      ' ',
      '【',
      '】',
      '1.',
      '一、',
      '无',
      '（',
      '）',
      '。',
      '查体',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const text = pieces.join('');
        const sections = finder.find(text);
        sections.forEach((section, i) => {
          expect(section.end).toBe(sections[i + 1]?.start ?? text.length);
          expect(section.start).toBeLessThanOrEqual(section.bodyStart);
          expect(section.bodyStart).toBeLessThanOrEqual(section.end);
        });
        const before = text.slice(0, sections[0]?.start ?? 0);
        expect(before.trim()).toBe('');
      }),
      { numRuns: 500 },
    );
  });

  it('reads long texts of bullets, blanks and openings', () => {
    for (const filler of ['-', '主 ', '一', '【', ' ', '主诉（']) {
      expect(finder.find(filler.repeat(300_000 / filler.length))).toEqual([]);
    }
  });
});
