/** Abbreviations are read as clinical terms where the context is clinical, not where they are other words. */
import { beforeAll, describe, expect, it } from 'vitest';
import { buildRanker, type Ranker } from '../../../helpers/ranker.ts';

let ranker: Ranker;
beforeAll(async () => {
  ranker = await buildRanker();
});

const named = (text: string, words: string) =>
  ranker.linker.annotate(text).mentions.find((mention) => mention.text === words)?.name;

describe('abbreviations', () => {
  it.each([
    ['HTN 10年，否认DM。', 'HTN', '高血压病'],
    ['HTN 10年，否认DM。', 'DM', '糖尿病'],
    ['CAD病史5年', 'CAD', '冠心病'],
    ['家族史：一弟患CHF。', 'CHF', '心力衰竭'],
    ['阵发性AF，口服利伐沙班。', 'AF', '心房颤动'],
    ['胸痛3小时，不除外ACS。', 'ACS', '急性冠脉综合征'],
    ['右小腿挤压伤，张力高，考虑ACS。', 'ACS', '骨筋膜室综合征'],
    ['脓毒症合并MODS。', 'MODS', '多器官功能障碍综合征'],
    ['心衰，QRS 160ms，拟行CRT。', 'CRT', '心脏再同步化治疗'],
    ['复查Hb 78g/L。', 'Hb', '血红蛋白'],
    ['双手晨僵，诊断RA。', 'RA', '类风湿关节炎'],
    ['咳嗽、盗汗，痰涂片阳性，TB？', 'TB', '肺结核'],
  ])('%s: %s is %s', (text, words, name) => {
    expect(named(text, words)).toBe(name);
  });

  it.each([
    ['四肢末梢凉，CRT 4秒。', 'CRT'],
    ['使用CAD系统辅助阅片。', 'CAD'],
    ['费用CHF 200。', 'CHF'],
    ['参照ACS指南。', 'ACS'],
    ['TB 25μmol/L，ALT 60U/L。', 'TB'],
    ['RA 42mm，RV 30mm。', 'RA'],
    ['头颅MR示双侧基底节信号异常。', 'MR'],
    ['AFP 3ng/mL。', 'AF'],
  ])('not in %s: %s', (text, words) => {
    expect(named(text, words)).toBeUndefined();
  });
});
