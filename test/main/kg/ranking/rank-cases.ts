/** The small graph and the shorthand that the tests of the ranking share. */
import { loadRankingRules, type RankingRules, rankDiagnoses } from '../../../../main/kg/ranking/rank.ts';
import type { Diagnosis } from '../../../../shared/domain/diagnosis.ts';
import type { Patient, SectionKind } from '../../../../shared/domain/mention.ts';
import { type DiseaseRow, Fixture, type Statement } from './rank-fixture.ts';

export const rules = loadRankingRules();
/** Does not abstain while anything is there, so that small graphs show what the formula does. */
export const bold: RankingRules = {
  ...rules,
  thin: { findings: 0, specific: 0, information: 0, points: 0, strength: 0 },
};

export const PNEUMONIA: DiseaseRow = {
  name: '社区获得性肺炎',
  aliases: ['CAP'],
  facts: { frequency: '常见', icd10: 'J18.9', en: 'Community-acquired pneumonia' },
  lists: {
    HasSymptom: ['发热', '咳嗽', '咳痰', '胸痛', '气促'],
    HasSign: ['肺部湿啰音'],
    HasFinding: ['白细胞升高', '肺部渗出影'],
    CausedBy: ['吸烟'],
  },
};
export const APPENDICITIS: DiseaseRow = {
  name: '急性阑尾炎',
  facts: { frequency: '常见', urgent: '1' },
  lists: {
    HasSymptom: ['转移性右下腹痛', '恶心', '呕吐', '发热'],
    HasSign: ['反跳痛', '腹肌紧张'],
    HasFinding: ['白细胞升高'],
  },
};
export const GASTRITIS: DiseaseRow = {
  name: '急性胃炎',
  facts: { frequency: '常见' },
  lists: { HasSymptom: ['上腹痛', '恶心', '呕吐', '腹痛'], CausedBy: ['饮酒'] },
};
const ECTOPIC: DiseaseRow = {
  name: '异位妊娠',
  facts: { sex: '女', age: '15-50', urgent: '1' },
  lists: { HasSymptom: ['停经', '下腹痛', '阴道流血'], HasSign: ['反跳痛'] },
};
export const ALL = [PNEUMONIA, APPENDICITIS, GASTRITIS, ECTOPIC];
export const fixture = new Fixture(ALL);

export function rank(
  statements: readonly Statement[],
  patient: Patient = {},
  using = bold,
  top = 10,
): Diagnosis {
  return rankDiagnoses(fixture.graph, fixture.record(statements, patient), using, { top });
}
export function scoreOf(name: string, statements: readonly Statement[], patient: Patient = {}): number {
  return rank(statements, patient).candidates.find(({ entity }) => entity.name === name)?.score ?? 0;
}
export const here: SectionKind = 'present-illness';
