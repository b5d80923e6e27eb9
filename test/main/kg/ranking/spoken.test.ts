/** Findings that a record speaks of in other words than the graph's names. */
import { describe, expect, it } from 'vitest';
import { loadRankingRules } from '../../../../main/kg/ranking/rules.ts';
import { buildSpokenTest } from '../../../../main/kg/ranking/spoken.ts';
import { loadValueReader } from '../../../../main/text/values/read-values.ts';
import type { Patient } from '../../../../shared/domain/mention.ts';
import type { MeasuredValue } from '../../../../shared/domain/value.ts';

const reader = loadValueReader();
const RULES = loadRankingRules();

function speaks(text: string, name: string, patient: Patient = {}): boolean {
  const values = reader.read(text).map((value): MeasuredValue => ({ ...value, assertion: 'present' }));
  return buildSpokenTest(text, { values, patient }, RULES)([name]);
}

describe('a finding is spoken of', () => {
  it.each([
    ['甲状腺Ⅱ度弥漫性肿大，质软', '甲状腺肿大'],
    ['心界向左下扩大', '心界扩大'],
    ['上腹部持续性剧痛', '上腹痛'],
    ['腹部持续胀痛', '腹痛'],
    ['突发左下腹撕裂样痛', '突发下腹痛'],
    ['左附件区触及包块', '附件区混合性包块'],
    ['甲狀腺瀰漫性腫大', '甲状腺肿大'],
    ['血β-HCG 3860IU/L', 'hcg阴性'],
    ['血肌酐 76μmol/L', '肌酐升高'],
    ['四肢肌力正常', '肌力减退'],
    ['B超未见结石及积水', '肾结石影'],
    ['X线未见骨折', '骨折端移位'],
    ['前列腺Ⅱ度增大，质韧', '前列腺质韧'],
    ['双侧病理征未引出', '巴宾斯基征阳性'],
    ['胸片未见明显异常', '肺部渗出影'],
    ['心肺腹查体未见异常', '肺部湿啰音'],
    ['血常规、肝肾功能均正常', '转氨酶升高'],
    ['甲状腺不大', '甲状腺肿大'],
    ['右小腿外侧胀痛明显', '局部疼痛'],
    ['口角向右歪斜，口角右歪', '周围性面瘫'],
  ])('%s: %s', (text, name) => {
    expect(speaks(text, name)).toBe(true);
  });

  it('that the patient cannot have by sex', () => {
    expect(speaks('腹痛', '子宫压痛', { sex: '男' })).toBe(true);
    expect(speaks('腹痛', '子宫压痛', { sex: '女' })).toBe(false);
  });

  it.each([
    ['甲状腺超声待查，双下肢肿', '甲状腺肿大'],
    ['胸片示右下肺渗出', '胸腔积液'],
    ['血常规待回报', '血小板减少'],
    ['上腹压痛', '上腹痛'],
    ['心脏彩超示左房扩大', '心界扩大'],
    ['建议查肌酐', '肌酐升高'],
    ['头部外伤史', '头痛'],
    ['无明显诱因', '腹痛'],
    ['', '发热'],
  ])('not by %s: %s', (text, name) => {
    expect(speaks(text, name)).toBe(false);
  });
});
