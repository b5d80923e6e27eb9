/** Layouts of records: how headings are numbered, bracketed, dated, nested and set in tables. */
import { describe, expect, it } from 'vitest';
import { loadRules } from '../../../main/text/rules.ts';
import { buildSectionFinder } from '../../../main/text/sections.ts';

const finder = buildSectionFinder(loadRules().headings);
const LETTERS = {
  cc: 'chief-complaint',
  hpi: 'present-illness',
  past: 'past-history',
  pers: 'personal-history',
  fam: 'family-history',
  exam: 'physical-exam',
  aux: 'auxiliary-exam',
  adm: 'admission-status',
  dx: 'preliminary-diagnosis',
  plan: 'plan',
  course: 'course',
} as const;

const LAYOUTS: readonly (readonly [layout: string, text: string, kinds: string])[] = [
  [
    'a time before each heading',
    '2024-03-01 08:30 主诉：胸痛1天\n2024-03-01 08:35 现病史 患者1天前胸痛。\n2024年3月1日 查体：BP 130/80mmHg\n3月1日 辅助检查：血钾6.8\n08:50 初步诊断\n肺炎',
    'cc hpi exam aux dx',
  ],
  [
    'transfer between wards',
    '转入情况：神志清。\n转出诊断：脑梗死\n转入诊断\n1. 肺炎\n2. 心衰\n转入后诊疗计划：抗感染',
    'adm dx dx plan',
  ],
  [
    'Chinese numbers with nested digits',
    '一、主诉：腹痛\n二、现病史：2天前腹痛\n（三）既往史：体健\n四．个人史：无\n五 家族史：无\n（六）体格检查\n1.1 一般情况：可\n1.2 专科检查：压痛\n七、诊疗计划：手术',
    'cc hpi past pers fam exam exam plan',
  ],
  [
    'one letter a part, and a pulse on a line of its own',
    'S：右耳耳鸣3天，其母有高血压。\nO：鼓膜完整。\nP：84次/分\nA：突发性聋\nP：泼尼松口服',
    'hpi exam dx plan',
  ],
  [
    'brackets of every shape',
    '【主诉】发热\n［现病史］3天前\n『既往史』无\n〈家族史〉无\n<体格检查>T 38\n〖辅助检查〗血常规\n「初步诊断」肺炎',
    'cc hpi past fam exam aux dx',
  ],
  [
    'a table with bars',
    '| 主诉 | 发热3天 |\n| 现病史 | 3天前受凉 |\n| 既往史 | 高血压 |\n| 体格检查 | T 38.5℃ |\n| 初步诊断 | 肺炎 |',
    'cc hpi past exam dx',
  ],
  [
    'a table with tabs',
    '主诉\t头痛\n现病史\t2天前\n体格检查\tBP 180/100mmHg\n初步诊断\t高血压',
    'cc hpi exam dx',
  ],
  [
    'spaced words in one paragraph',
    '主  诉: 咳嗽。现 病 史: 2周前。既 往 史: 体健。体 格 检 查: 湿啰音。初 步 诊 断: 肺炎',
    'cc hpi past exam dx',
  ],
  [
    'Roman numerals, circled and half brackets',
    'Ⅰ. 主诉：腹泻\nII、现病史：3天\n(3) 体格检查：腹软\n4) 辅助检查：大便常规\n5) 诊断：肠炎\n⑥治疗计划：补液',
    'cc hpi exam aux dx plan',
  ],
  [
    'paragraphs without headings after a history',
    '既往体健，三年前做过阑尾手术。\n体温三十八度，心率九十次，神志清楚，双肺呼吸音清。\n血常规白细胞十二点三。\n考虑急性胃肠炎。',
    'past exam aux dx',
  ],
  [
    'results after a personal history on its line',
    '个人史：否认食物过敏史。5、血常规：WBC 12.1，Hb 130，PLT 210。',
    'pers aux',
  ],
  [
    'a numbered history in words',
    '病例特点：\n1）2天前发热。\n2）既往有高血压。\n3）查体：T 38℃',
    'hpi past exam',
  ],
  [
    'traditional script',
    '主訴：發熱\n現病史：3天前\n既往史：無\n體格檢查：T 39℃\n輔助檢查：WBC 12\n初步診斷：肺炎',
    'cc hpi past exam aux dx',
  ],
];

describe('sections', () => {
  it.each(LAYOUTS)('are found in %s', (_layout, text, kinds) => {
    const expected = kinds.split(' ').map((letters) => LETTERS[letters as keyof typeof LETTERS]); // safe: keys of the table
    expect(finder.find(text).map(({ kind }) => kind)).toEqual(expected);
  });

  it('keep earlier examinations and operations in a history', () => {
    const text =
      '既往史：2019年因胆囊结石行手术，当时心率、呼吸正常。平时血压控制可。\n家族史：母亲查体发现肝功能异常，体温、心率正常。';
    expect(finder.find(text).map(({ kind }) => kind)).toEqual(['past-history', 'family-history']);
  });

  it('stay one section where a numbered heading is a part of it', () => {
    const text = '辅助检查：\n1. 血常规：WBC 12\n2. 心脏彩超 诊断：左室肥厚\n初步诊断：高血压';
    expect(finder.find(text).map(({ kind }) => kind)).toEqual(['auxiliary-exam', 'preliminary-diagnosis']);
  });
});
