import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadRankingRules, RankingRules, rankDiagnoses } from '../../main/kg/rank.ts';
import { Diagnosis } from '../../shared/domain/diagnosis.ts';
import type { Annotation, Patient } from '../../shared/domain/mention.ts';
import { type DiseaseRow, Fixture, type Statement } from './rank-fixture.ts';

const rules = loadRankingRules();
/** Never abstains, so that small graphs show what the formula does. */
const bold: RankingRules = { ...rules, thin: { findings: 0, information: 0, points: 0, strength: 1 } };

const PNEUMONIA: DiseaseRow = {
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
const APPENDICITIS: DiseaseRow = {
  name: '急性阑尾炎',
  facts: { frequency: '常见', urgent: '1' },
  lists: {
    HasSymptom: ['转移性右下腹痛', '恶心', '呕吐', '发热'],
    HasSign: ['反跳痛', '腹肌紧张'],
    HasFinding: ['白细胞升高'],
  },
};
const GASTRITIS: DiseaseRow = {
  name: '急性胃炎',
  facts: { frequency: '常见' },
  lists: { HasSymptom: ['上腹痛', '恶心', '呕吐', '腹痛'], CausedBy: ['饮酒'] },
};
const ECTOPIC: DiseaseRow = {
  name: '异位妊娠',
  facts: { sex: '女', age: '15-50', urgent: '1' },
  lists: { HasSymptom: ['停经', '下腹痛', '阴道流血'], HasSign: ['反跳痛'] },
};
const ALL = [PNEUMONIA, APPENDICITIS, GASTRITIS, ECTOPIC];
const KINDS: [string, string][] = [['停经', '停经']];
const fixture = new Fixture(ALL, KINDS);

function rank(statements: readonly Statement[], patient: Patient = {}, with_ = bold, top = 10) {
  return rankDiagnoses(fixture.graph, fixture.record(statements, patient), with_, { top });
}
function scoreOf(name: string, statements: readonly Statement[], patient: Patient = {}): number {
  return rank(statements, patient).candidates.find(({ entity }) => entity.name === name)?.score ?? 0;
}
const here = 'present-illness' as const; // safe: a literal of SectionKind

describe('rankDiagnoses', () => {
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
    // A denied 发热 (rank 0, a symptom) costs denial.weight.
    const without = rank([
      { section: here, says: '咳嗽' },
      { section: here, says: '发热', assertion: 'negated' },
    ]).candidates[0];
    expect(without?.against[0]?.weight).toBeCloseTo(-rules.denial.weight, 10);
    const less = points - rules.denial.weight;
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

  it('counts past causes in full', () => {
    const past: Statement = { section: 'past-history', says: '吸烟', assertion: 'historical' };
    const now: Statement = { section: 'past-history', says: '吸烟' };
    expect(scoreOf('社区获得性肺炎', [past])).toBe(scoreOf('社区获得性肺炎', [now]));
    expect(scoreOf('社区获得性肺炎', [past])).toBeGreaterThan(0);
    const family: Statement = { section: 'family-history', says: '吸烟', assertion: 'family' };
    expect(scoreOf('社区获得性肺炎', [family])).toBeGreaterThan(0);
    expect(scoreOf('社区获得性肺炎', [family])).toBeLessThan(scoreOf('社区获得性肺炎', [past]));
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

  it('excludes what the sex rules out and says why when the record names it all the same', () => {
    const says: Statement[] = [
      { section: here, says: '下腹痛' },
      { section: here, says: '反跳痛' },
    ];
    const names = (patient: Patient) => rank(says, patient).candidates.map(({ entity }) => entity.name);
    expect(names({ sex: '女' })).toContain('异位妊娠');
    expect(names({})).toContain('异位妊娠');
    expect(names({ sex: '男' })).not.toContain('异位妊娠');
    const named = rank([...says, { section: here, says: '异位妊娠' }], { sex: '男' }).candidates.find(
      ({ entity }) => entity.name === '异位妊娠',
    );
    expect(named).toMatchObject({ documented: 'present', implausible: '患者为男性，此病仅见于女性' });
  });

  it('lowers what the age makes unlikely, more with distance, and says why', () => {
    const says: Statement[] = [
      { section: here, says: '停经' },
      { section: here, says: '阴道流血' },
    ];
    const at = (ageYears: number) => scoreOf('异位妊娠', says, { sex: '女', ageYears });
    expect(at(30)).toBe(at(50.9));
    expect(at(55)).toBeLessThan(at(50));
    expect(at(80)).toBeLessThan(at(55));
    expect(at(80)).toBeGreaterThan(0);
    const [old] = rank(says, { sex: '女', ageYears: 70 }).candidates;
    expect(old?.implausible).toBe('患者70岁，此病多见于15～50岁');
  });

  it('lifts diseases the record names, sinks denied ones and ignores those of the differential', () => {
    const base: Statement[] = [
      { section: here, says: '恶心' },
      { section: here, says: '呕吐' },
    ];
    const name = (section: Statement['section'], assertion: Statement['assertion'] = 'present') =>
      scoreOf('急性胃炎', [...base, { ...(section ? { section } : {}), says: '急性胃炎', assertion }]);
    const plain = scoreOf('急性胃炎', base);
    expect(name('preliminary-diagnosis')).toBeGreaterThan(name(here));
    expect(name(here)).toBeGreaterThan(name(here, 'uncertain'));
    expect(name(here, 'uncertain')).toBeGreaterThan(name('past-history', 'historical'));
    expect(name('past-history', 'historical')).toBeGreaterThan(plain);
    expect(name(here, 'negated')).toBeLessThan(plain);
    expect(name('differential-diagnosis')).toBe(plain);
    expect(name('family-history', 'family')).toBe(plain);
    const [first] = rank([...base, { section: here, says: '急性胃炎' }]).candidates;
    expect(first).toMatchObject({ documented: 'present' });
    expect(first?.for[0]).toMatchObject({
      relation: 'Documented',
      path: ['急性胃炎'],
      weight: expect.any(Number),
    });
  });

  it('prefers the common disease when the evidence is the same', () => {
    const twins = new Fixture([
      { name: '罕见病甲', facts: { frequency: '罕见' }, lists: { HasSymptom: ['咳嗽'] } },
      { name: '常见病乙', facts: { frequency: '常见' }, lists: { HasSymptom: ['咳嗽'] } },
    ]);
    const { candidates } = rankDiagnoses(twins.graph, twins.record([{ says: '咳嗽' }]), bold, { top: 2 });
    expect(candidates.map(({ entity }) => entity.name)).toEqual(['常见病乙', '罕见病甲']);
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

  it('knows sex and age of a population by its name when the graph has no fact', () => {
    const names = new Fixture([
      { name: '卵巢肿瘤破裂', lists: { HasSymptom: ['腹痛'] } },
      { name: '小儿阑尾炎', lists: { HasSymptom: ['腹痛'] } },
    ]);
    const listed = (patient: Patient) =>
      rankDiagnoses(names.graph, names.record([{ says: '腹痛' }], patient), bold, { top: 2 }).candidates.map(
        ({ entity, implausible }) => [entity.name, implausible],
      );
    expect(listed({ sex: '男', ageYears: 40 })).toEqual([['小儿阑尾炎', '患者40岁，此病多见于17岁以下']]);
    expect(listed({ sex: '女', ageYears: 10 })).toEqual([
      ['卵巢肿瘤破裂', undefined],
      ['小儿阑尾炎', undefined],
    ]);
  });

  it('leaves out diseases that the record names and the graph knows nothing about', () => {
    const stub = new Fixture([{ name: '肺炎', lists: { HasSymptom: ['咳嗽'], HasComplication: ['脓胸'] } }]);
    const record = stub.record([{ says: '脓胸' }, { says: '咳嗽' }]);
    const { candidates } = rankDiagnoses(stub.graph, record, bold, { top: 5 });
    expect(candidates.map(({ entity }) => entity.name)).toEqual(['肺炎']);
  });

  it('lists one of several names of the same thing unless another has evidence of its own', () => {
    const many = new Fixture(
      [
        { name: '急性阑尾炎', lists: { HasSymptom: ['右下腹痛', '恶心'] } },
        { name: '阑尾炎', lists: { HasSymptom: ['恶心', '右下腹痛'] } },
        { name: '盲肠炎', aliases: ['急性阑尾炎'], lists: { HasSymptom: ['恶心', '右下腹痛'] } },
        { name: '复杂性阑尾炎', lists: { HasSymptom: ['恶心', '右下腹痛'] } },
        { name: '胃肠炎', lists: { HasSymptom: ['恶心'] } },
      ],
      [['复杂性阑尾炎', '急性阑尾炎']],
    );
    const names = (statements: Statement[]) =>
      rankDiagnoses(many.graph, many.record(statements), bold, { top: 9 }).candidates.map(
        ({ entity }) => entity.name,
      );
    const says: Statement[] = [{ says: '右下腹痛' }, { says: '恶心' }];
    expect(names(says)).toEqual(['急性阑尾炎', '胃肠炎']);
    expect(names([...says, { says: '阑尾炎' }])).toContain('阑尾炎');
  });

  it('abstains with a reason when there is too little to go by', () => {
    const none = rank([{ section: here, says: '咳嗽', assertion: 'negated' }], {}, rules);
    expect(none).toEqual({
      candidates: [],
      abstained: '病历中没有可用于推断的阳性发现，暂不给出诊断建议',
      findings: 1,
    });
    expect(rank([{ section: here, says: '咳嗽' }], {}, rules).abstained).toContain('仅1项');
    const vague = new Fixture(
      Array.from({ length: 40 }, (_, i) => ({ name: `病${i}`, lists: { HasSymptom: ['乏力', '头晕'] } })),
    );
    const record = vague.record([{ says: '乏力' }, { says: '头晕' }]);
    expect(rankDiagnoses(vague.graph, record, rules, { top: 5 }).abstained).toContain('缺乏特异性');
    const named = vague.record([{ section: 'preliminary-diagnosis', says: '病7' }]);
    const answer = rankDiagnoses(vague.graph, named, rules, { top: 5 });
    expect(answer.abstained).toBeUndefined();
    expect(answer.candidates[0]?.entity.name).toBe('病7');
  });

  it('marks what must not be missed and keeps to the length asked for', () => {
    const says: Statement[] = [{ section: here, says: '反跳痛' }];
    const { candidates } = rank(says);
    expect(candidates.map(({ entity, urgent }) => [entity.name, urgent])).toEqual([
      ['急性阑尾炎', true],
      ['异位妊娠', true],
    ]);
    expect(rank(says, {}, bold, 1).candidates).toHaveLength(1);
  });

  it('ignores entities the graph does not know and empty records', () => {
    const empty: Annotation = { sections: [], mentions: [], patient: {} };
    expect(rankDiagnoses(fixture.graph, empty, bold, { top: 5 })).toEqual({ candidates: [], findings: 0 });
    const record = fixture.record([{ section: here, says: '咳嗽' }]);
    const unknown = { ...record, mentions: record.mentions.map((m) => ({ ...m, entityId: 999_999 })) };
    expect(rankDiagnoses(fixture.graph, unknown, bold, { top: 5 })).toEqual({ candidates: [], findings: 0 });
  });
});

const sayable = [...new Set(ALL.flatMap(({ lists }) => Object.values(lists).flat()))];
const statement: fc.Arbitrary<Statement> = fc.record({
  section: fc.constantFrom('chief-complaint' as const, 'present-illness' as const, 'past-history' as const), // safe: literals
  says: fc.constantFrom(...sayable, ...ALL.map(({ name }) => name)),
  assertion: fc.constantFrom(
    'present' as const,
    'negated' as const,
    'uncertain' as const,
    'historical' as const,
  ), // safe: literals
});
const statements = fc.array(statement, { maxLength: 12 });

describe('rankDiagnoses, properties', () => {
  it('does not depend on the order of the mentions', () => {
    fc.assert(
      fc.property(statements, fc.infiniteStream(fc.nat()), (says, random) => {
        const record = fixture.record(says);
        const keyed = record.mentions.map((mention) => ({ mention, key: random.next().value as number })); // safe: the stream never ends
        const mentions = keyed.sort((a, b) => a.key - b.key).map(({ mention }) => mention);
        const shuffled = rankDiagnoses(fixture.graph, { ...record, mentions }, bold, { top: 9 });
        expect(shuffled).toEqual(rankDiagnoses(fixture.graph, record, bold, { top: 9 }));
      }),
    );
  });

  it('never lowers a disease by one more of its findings outside the chief complaint', () => {
    fc.assert(
      fc.property(statements, fc.constantFrom(...ALL), fc.nat(), (says, disease, pick) => {
        const own = disease.lists.HasSymptom ?? [];
        const added = own[pick % own.length]!;
        const more: Statement[] = [...says, { section: 'present-illness', says: added }];
        const all = (given: Statement[]) =>
          rankDiagnoses(
            fixture.graph,
            fixture.record(given),
            { ...bold, crowding: { ownPoints: 0, minName: 99 } },
            { top: 99 },
          ).candidates.find(({ entity }) => entity.name === disease.name)?.score ?? 0;
        expect(all(more)).toBeGreaterThanOrEqual(all(says) - 1e-9);
      }),
    );
  });

  it('never raises a disease by a denial of what is not said elsewhere, and keeps scores within 0..100 in falling order', () => {
    fc.assert(
      fc.property(statements, fc.constantFrom(...sayable), (given, denied) => {
        const says = given.filter((one) => one.says !== denied);
        const more: Statement[] = [
          ...says,
          { section: 'present-illness', says: denied, assertion: 'negated' },
        ];
        const before = new Map(rank(says).candidates.map((c) => [c.entity.id, c.score]));
        const { candidates } = rank(more);
        for (const [i, { entity, score }] of candidates.entries()) {
          expect(score).toBeGreaterThan(0);
          expect(score).toBeLessThan(100);
          expect(score).toBeLessThanOrEqual(candidates[i - 1]?.score ?? 100);
          expect(score).toBeLessThanOrEqual((before.get(entity.id) ?? 0) + 1e-9);
        }
      }),
    );
  });

  it('says nothing twice: spans and findings of for, against and missing are disjoint', () => {
    fc.assert(
      fc.property(statements, (says) => {
        for (const candidate of rank(says).candidates) {
          const names = [...candidate.for, ...candidate.against].map(({ entity }) => entity.id);
          expect(new Set(names).size).toBe(names.length);
          for (const { entity } of candidate.missing) expect(names).not.toContain(entity.id);
        }
      }),
    );
  });
});

describe('ranking rules', () => {
  it('refuses unknown and missing settings', () => {
    expect(() => RankingRules.parse({ ...rules, surprise: 1 })).toThrow(/surprise/);
    const { score: _score, ...rest } = rules;
    expect(() => RankingRules.parse(rest)).toThrow(/score/);
  });
});
