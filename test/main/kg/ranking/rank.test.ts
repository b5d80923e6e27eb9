import { describe, expect, it } from 'vitest';
import { RankingRules, rankDiagnoses } from '../../../../main/kg/ranking/rank.ts';
import { Diagnosis } from '../../../../shared/domain/diagnosis.ts';
import {
  APPENDICITIS,
  bold,
  fixture,
  GASTRITIS,
  here,
  PNEUMONIA,
  rank,
  rules,
  scoreOf,
} from './rank-cases.ts';
import { Fixture, type Statement } from './rank-fixture.ts';

describe('rankDiagnoses, evidence', () => {
  it('puts the disease that explains the record first, with evidence, paths and spans', () => {
    const says: Statement[] = [
      { section: 'chief-complaint', says: '发热' },
      { section: 'chief-complaint', says: '咳嗽' },
      { section: here, says: '咳痰' },
      { section: 'physical-exam', says: '肺部湿啰音' },
    ];
    const diagnosis = rank(says);
    expect(Diagnosis.parse(diagnosis)).toEqual(diagnosis);
    const [first] = diagnosis.candidates;
    expect(first?.entity).toEqual({
      id: fixture.id('社区获得性肺炎'),
      type: 'disease',
      name: '社区获得性肺炎',
      en: 'Community-acquired pneumonia',
      code: 'J18.9',
    });
    expect(diagnosis.findings).toBe(4);
    const cough = first?.for.find(({ entity }) => entity.name === '咳嗽');
    expect(cough).toMatchObject({
      relation: 'HasSymptom',
      assertion: 'present',
      spans: [{ start: 20, end: 30 }],
      path: ['咳嗽', 'HasSymptom', '社区获得性肺炎'],
    });
    expect(first?.missing.map(({ entity }) => entity.name)).toContain('肺部渗出影');
    expect(first?.missing.map(({ entity }) => entity.name)).not.toContain('咳嗽');
  });

  it('computes the documented formula', () => {
    // 咳嗽 belongs to one of the 4 diseases: information 1; rank 1: 0.3 + 0.7 * 0.85 = 0.895 points before the factors.
    const [first] = rank([{ section: here, says: '咳嗽' }]).candidates;
    expect(first?.for[0]?.weight).toBeCloseTo(0.895, 10);
    // Coverage: 0.895 of what is expected of the symptoms, signs and findings (8 entries, more than the mass of 4).
    const typical = (r: number) => 0.3 + 0.7 * 0.85 ** r;
    const expected =
      [0, 1, 2, 3, 4].reduce((sum, r) => sum + typical(r), 0) + 1.1 + 1.2 * (typical(0) + typical(1));
    const points = 0.895 * (0.7 + 0.3 * (0.895 / expected));
    expect(first?.score).toBeCloseTo((100 * points) / (points + rules.score.half), 10);
    // 发热 belongs to two of four: ln((4 + 2) / (2 + 2)) / ln((4 + 2) / (1 + 2)).
    const fever = rank([{ section: here, says: '发热' }]).candidates[0]?.for[0];
    expect(fever?.weight).toBeCloseTo(Math.log(6 / 4) / Math.log(6 / 3), 10);
    // A denied 发热 (rank 0, a symptom: expectation 1) takes its share of the picture away.
    const without = rank([
      { section: here, says: '咳嗽' },
      { section: here, says: '发热', assertion: 'negated' },
    ]).candidates[0];
    const less = points * (1 - rules.denial.weight / expected);
    expect(without?.against[0]?.weight).toBeCloseTo(less - points, 10);
    expect(without?.score).toBeCloseTo((100 * less) / (less + rules.score.half), 10);
  });

  it('counts a finding once however often it is mentioned', () => {
    const once = rank([{ section: here, says: '咳嗽' }]).candidates[0];
    const often = rank([
      { section: here, says: '咳嗽' },
      { section: here, says: '咳嗽' },
      { section: 'physical-exam', says: '咳嗽' },
    ]).candidates[0];
    expect(often?.score).toBe(once?.score);
    expect(often?.for).toHaveLength(1);
    expect(often?.for[0]?.spans).toHaveLength(3);
  });

  it('weighs assertions: present above uncertain above historical, family and hypothetical nothing', () => {
    const by = (assertion: Statement['assertion']) =>
      scoreOf('社区获得性肺炎', [{ section: here, says: '咳嗽', ...(assertion ? { assertion } : {}) }]);
    expect(by('present')).toBeGreaterThan(by('uncertain'));
    expect(by('uncertain')).toBeGreaterThan(by('historical'));
    expect(by('historical')).toBeGreaterThan(0);
    expect(by('family')).toBe(0);
    expect(by('hypothetical')).toBe(0);
    expect(by('negated')).toBe(0);
  });

  it('counts past causes in full, those of relatives never', () => {
    const past: Statement = { section: 'past-history', says: '吸烟', assertion: 'historical' };
    const now: Statement = { section: 'past-history', says: '吸烟' };
    expect(scoreOf('社区获得性肺炎', [past])).toBe(scoreOf('社区获得性肺炎', [now]));
    expect(scoreOf('社区获得性肺炎', [past])).toBeGreaterThan(0);
    const family: Statement = { section: 'family-history', says: '吸烟', assertion: 'family' };
    expect(scoreOf('社区获得性肺炎', [family])).toBe(0);
  });

  it('holds what is denied against a disease in proportion to how much it is expected', () => {
    const base: Statement[] = [
      { section: here, says: '肺部湿啰音' },
      { section: here, says: '肺部渗出影' },
    ];
    const without = scoreOf('社区获得性肺炎', base);
    const noFever = scoreOf('社区获得性肺炎', [
      ...base,
      { section: here, says: '发热', assertion: 'negated' },
    ]);
    const noPain = scoreOf('社区获得性肺炎', [
      ...base,
      { section: here, says: '胸痛', assertion: 'negated' },
    ]);
    expect(noFever).toBeLessThan(noPain);
    expect(noPain).toBeLessThan(without);
    const [first] = rank([...base, { section: here, says: '发热', assertion: 'negated' }]).candidates;
    expect(first?.against).toMatchObject([
      { relation: 'HasSymptom', assertion: 'negated', path: ['发热', 'HasSymptom', '社区获得性肺炎'] },
    ]);
    expect(first?.against[0]?.weight).toBeLessThan(0);
    expect(first?.missing.map(({ entity }) => entity.name)).not.toContain('发热');
  });

  it('weighs sections and reads neither plan nor differential diagnosis', () => {
    const by = (section: Statement['section']) =>
      scoreOf('社区获得性肺炎', [{ ...(section ? { section } : {}), says: '咳嗽' }]);
    expect(by('present-illness')).toBeGreaterThan(by('past-history'));
    expect(by('past-history')).toBeGreaterThan(0);
    expect(by('plan')).toBe(0);
    expect(by('differential-diagnosis')).toBe(0);
    expect(by(undefined)).toBe(by('present-illness'));
  });

  it('prefers what explains the chief complaint', () => {
    const chief = (says: string): Statement[] => [
      { section: 'chief-complaint', says },
      { section: here, says: '上腹痛' },
      { section: here, says: '咳嗽' },
    ];
    expect(rank(chief('咳痰')).candidates[0]?.entity.name).toBe('社区获得性肺炎');
    expect(scoreOf('急性胃炎', chief('咳痰'))).toBeLessThan(scoreOf('急性胃炎', chief('腹痛')));
  });

  it('lets a narrower finding stand for the broader one and, for less, the other way round', () => {
    const kinds = new Fixture([
      GASTRITIS,
      APPENDICITIS,
      PNEUMONIA,
      { name: '别的病', lists: { HasSign: ['腹痛'] } },
    ]);
    const evidence = (says: string, disease: string) =>
      rankDiagnoses(kinds.graph, kinds.record([{ section: here, says }]), bold, { top: 9 }).candidates.find(
        ({ entity }) => entity.name === disease,
      )?.for[0];
    const narrower = evidence('转移性右下腹痛', '急性胃炎');
    expect(narrower?.path).toEqual(['转移性右下腹痛', 'IsA', '腹痛', 'HasSymptom', '急性胃炎']);
    const broader = evidence('腹痛', '急性阑尾炎');
    expect(broader?.path).toEqual(['腹痛', 'BroaderThan', '转移性右下腹痛', 'HasSymptom', '急性阑尾炎']);
    const same = evidence('转移性右下腹痛', '急性阑尾炎');
    expect(same!.weight).toBeGreaterThan(broader!.weight);
  });

  it('takes a denied broader finding as a denial of the narrower one, never the other way round', () => {
    const base: Statement[] = [{ section: here, says: '恶心' }];
    const appendicitis = scoreOf('急性阑尾炎', base);
    expect(
      scoreOf('急性阑尾炎', [...base, { section: here, says: '腹痛', assertion: 'negated' }]),
    ).toBeLessThan(appendicitis);
    const gastritis = rank([...base, { section: here, says: '转移性右下腹痛', assertion: 'negated' }]);
    expect(gastritis.candidates.find(({ entity }) => entity.name === '急性胃炎')?.against).toEqual([]);
  });

  it('does not count a mention inside a longer one of its kind again', () => {
    const outer: Statement = { section: here, says: '转移性右下腹痛' };
    const inner: Statement = { section: here, says: '腹痛', inside: true };
    expect(scoreOf('急性胃炎', [outer, inner])).toBe(scoreOf('急性胃炎', [outer]));
    expect(scoreOf('急性阑尾炎', [outer, inner])).toBe(scoreOf('急性阑尾炎', [outer]));
  });

  it('keeps a past illness as a risk factor when the present one is without it', () => {
    const bleeding = new Fixture([
      { name: '脑出血', lists: { HasSymptom: ['头痛'], CausedBy: ['胸痛'] } },
      { name: '心绞痛', lists: { HasSymptom: ['胸痛', '胸闷', '大汗'] } },
    ]);
    const record = bleeding.record([
      { section: 'chief-complaint', says: '头痛' },
      { section: here, says: '胸闷' },
      { section: here, says: '大汗' },
      { section: here, says: '胸痛', assertion: 'negated' },
      { section: 'family-history', says: '胸痛', assertion: 'family' },
      { section: 'past-history', says: '胸痛', assertion: 'historical' },
    ]);
    const { candidates } = rankDiagnoses(bleeding.graph, record, bold, { top: 2 });
    const by = (name: string) => candidates.find(({ entity }) => entity.name === name);
    expect(by('脑出血')?.for.map((e) => [e.relation, e.assertion])).toEqual([
      ['HasSymptom', 'present'],
      ['CausedBy', 'historical'],
    ]);
    expect(by('心绞痛')?.against.map((e) => [e.relation, e.assertion])).toEqual([['HasSymptom', 'negated']]);
  });

  it('takes a test that the record reports in numbers neither as there nor as missing', () => {
    const infarction = new Fixture([
      {
        name: '急性心肌梗死',
        lists: { HasSymptom: ['胸痛'], HasFinding: ['肌钙蛋白升高', 'ST段抬高'], NeedsExam: ['肌钙蛋白'] },
      },
    ]);
    const missing = (statements: Statement[]) =>
      rankDiagnoses(infarction.graph, infarction.record(statements), bold, {
        top: 1,
      }).candidates[0]?.missing.map(({ entity }) => entity.name);
    const pain: Statement = { section: here, says: '胸痛' };
    expect(missing([pain])).toEqual(['肌钙蛋白升高', 'ST段抬高']);
    expect(missing([pain, { section: 'auxiliary-exam', says: '肌钙蛋白' }])).toEqual(['ST段抬高']);
    expect(missing([pain, { section: 'plan', says: '肌钙蛋白' }])).toEqual(['肌钙蛋白升高', 'ST段抬高']);
  });

  it('takes a negative test as a denial of its raised result', () => {
    const infarction = new Fixture([
      {
        name: '急性心肌梗死',
        lists: { HasSymptom: ['胸痛'], HasFinding: ['肌钙蛋白升高'], NeedsExam: ['肌钙蛋白'] },
      },
    ]);
    const record = infarction.record([
      { section: here, says: '胸痛' },
      { section: 'auxiliary-exam', says: '肌钙蛋白', assertion: 'negated' },
    ]);
    const [first] = rankDiagnoses(infarction.graph, record, bold, { top: 1 }).candidates;
    expect(first?.against).toMatchObject([
      {
        entity: { name: '肌钙蛋白' },
        relation: 'HasFinding',
        path: ['肌钙蛋白', 'NegativeResult', '肌钙蛋白升高', 'HasFinding', '急性心肌梗死'],
      },
    ]);
    expect(first?.missing).toEqual([]);
  });
});

describe('ranking rules', () => {
  it('refuses unknown and missing settings', () => {
    expect(() => RankingRules.parse({ ...rules, surprise: 1 })).toThrow(/surprise/);
    const { score: _score, ...rest } = rules;
    expect(() => RankingRules.parse(rest)).toThrow(/score/);
  });
});
