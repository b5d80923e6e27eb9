/** Findings that are not called missing, since a record may speak of them in words that nobody listed. */
import { describe, expect, it } from 'vitest';
import { loadRankingRules } from '../../../../main/kg/ranking/rules.ts';
import { buildSilenceTest } from '../../../../main/kg/ranking/silence.ts';
import type { EntityType } from '../../../../shared/domain/graph.ts';

const RULES = loadRankingRules();
const EXAMINED = '查体：T 36.5℃，BP 120/80mmHg，双肺未闻及啰音，腹软无压痛。';

const isMissable = (text: string, type: EntityType, name: string) =>
  buildSilenceTest(text, RULES)(type, [name]);

describe('a finding may be called missing', () => {
  it.each<[string, EntityType, string]>([
    [EXAMINED, 'sign', '水冲脉'],
    ['咳嗽3天', 'symptom', '盗汗'],
    ['咳嗽3天', 'finding', '降钙素原升高'],
    [`${EXAMINED}血钾 4.1mmol/L`, 'finding', '肌钙蛋白升高'],
  ])('%s: %s %s', (text, type, name) => {
    expect(isMissable(text, type, name)).toBe(true);
  });
});

describe('not', () => {
  it.each<[string, string, EntityType, string]>([
    ['a sign without an examination', '咳嗽3天', 'sign', '水冲脉'],
    ['a picture beside another picture', '胸部CT：右肺斑片影', 'finding', '纵隔增宽'],
    ['a test of a panel that was done', 'WBC 4.2×10^9/L', 'finding', '中性粒细胞升高'],
    ['a part of the body that is told of', `${EXAMINED}前囟平`, 'sign', '前囟凹陷'],
    ['an everyday word for it', '每天要喝五壶水', 'symptom', '多饮'],
    ['a value that answers it', 'T 39.1℃，P 76次/分', 'sign', '相对缓脉'],
    ['its characters in another order', '脉搏沉，细而涩', 'sign', '沉细脉'],
    ['signs summed up', `${EXAMINED}其余查体无特殊`, 'sign', '水冲脉'],
    ['complaints summed up', '咳嗽3天，系统回顾无异常', 'symptom', '鼻出血'],
    ['a pain beside another pain', '腰背痛5月', 'symptom', '骨痛'],
    ['another word of the same head', '夜间出汗', 'symptom', '多汗'],
    ['a result in other words', '虎红平板凝集试验阳性', 'finding', '布鲁菌凝集试验阳性'],
  ])('%s', (_about, text, type, name) => {
    expect(isMissable(text, type, name)).toBe(false);
  });
});
