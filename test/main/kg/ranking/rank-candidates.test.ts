import { describe, expect, it } from 'vitest';
import { rankDiagnoses } from '../../../../main/kg/ranking/rank.ts';
import type { Patient } from '../../../../shared/domain/mention.ts';
import type { TextAnalysis } from '../../../../shared/domain/text-analysis.ts';
import { message } from '../../../../shared/messages/message.ts';
import { words } from '../../../../shared/messages/words.ts';
import { bold, fixture, here, rank, rules, scoreOf } from './rank-cases.ts';
import { Fixture, type Statement } from './rank-fixture.ts';

describe('rankDiagnoses, candidates', () => {
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
    expect(named).toMatchObject({
      documented: 'present',
      implausible: message('diagnosis.women-only'),
    });
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
    expect(words(old!.implausible!, 'zh')).toBe('患者70岁，此病多见于15～50岁。');
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

  it('knows sex and age of a population by its name when the graph has no fact', () => {
    const names = new Fixture([
      { name: '卵巢肿瘤破裂', lists: { HasSymptom: ['腹痛'] } },
      { name: '小儿阑尾炎', lists: { HasSymptom: ['腹痛'] } },
    ]);
    const listed = (patient: Patient) =>
      rankDiagnoses(names.graph, names.record([{ says: '腹痛' }], patient), bold, { top: 2 }).candidates.map(
        ({ entity, implausible }) => [entity.name, implausible && words(implausible, 'en')],
      );
    expect(listed({ sex: '男', ageYears: 40 })).toEqual([
      ['小儿阑尾炎', 'Usual up to 17 years of age; the patient is 40 years old.'],
    ]);
    expect(listed({ sex: '女', ageYears: 10 })).toEqual([
      ['卵巢肿瘤破裂', undefined],
      ['小儿阑尾炎', undefined],
    ]);
  });

  it('lists every disease that the record firmly names, those the graph knows nothing about too', () => {
    const stub = new Fixture([{ name: '肺炎', lists: { HasSymptom: ['咳嗽'], HasComplication: ['脓胸'] } }]);
    const record = stub.record([{ says: '脓胸' }, { says: '咳嗽' }]);
    const { candidates } = rankDiagnoses(stub.graph, record, bold, { top: 5 });
    expect(candidates.map(({ entity }) => entity.name)).toEqual(['肺炎', '脓胸']);
    expect(candidates[1]?.for.map(({ relation }) => relation)).toEqual(['Documented']);
    const lowered = (statement: Statement) =>
      rankDiagnoses(stub.graph, stub.record([{ says: '咳嗽' }, statement]), bold, { top: 5 }).candidates;
    for (const assertion of ['negated', 'family', 'hypothetical', 'historical'] as const)
      expect(lowered({ says: '脓胸', assertion })).toHaveLength(1);
  });

  it('lists named diseases besides the number asked for', () => {
    const names = ['甲病', '乙病', '丙病'];
    const given = new Fixture(names.map((name) => ({ name, lists: { HasSymptom: ['咳嗽', `${name}征`] } })));
    const record = given.record([{ says: '咳嗽' }, { says: '乙病' }, { says: '丙病' }]);
    const { candidates } = rankDiagnoses(given.graph, record, bold, { top: 1 });
    expect(candidates.map(({ entity }) => entity.name)).toEqual(['乙病', '丙病']);
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

  it('never hides what must not be missed behind a harmless relative', () => {
    const infarction = (urgent: boolean) =>
      new Fixture([
        { name: '陈旧性心肌梗死', facts: { frequency: '常见' }, lists: { HasSymptom: ['胸痛', '胸闷'] } },
        {
          name: '心肌梗死',
          facts: { frequency: '少见', ...(urgent ? { urgent: '1' } : {}) },
          lists: { HasSymptom: ['胸痛', '胸闷'] },
        },
      ]);
    const names = (urgent: boolean) => {
      const given = infarction(urgent);
      const record = given.record([{ says: '胸痛' }, { says: '胸闷' }]);
      return rankDiagnoses(given.graph, record, bold, { top: 5 }).candidates.map(({ entity }) => entity.name);
    };
    expect(names(false)).toEqual(['陈旧性心肌梗死']);
    expect(names(true)).toEqual(['陈旧性心肌梗死', '心肌梗死']);
  });

  it('abstains with a reason when there is too little to go by', () => {
    const none = rank([{ section: here, says: '咳嗽', assertion: 'negated' }], {}, rules);
    expect(none).toEqual({
      candidates: [],
      abstained: message('diagnosis.no-finding'),
      findings: 1,
    });
    expect(rank([{ section: here, says: '发热' }], {}, rules).abstained).toEqual(
      message('diagnosis.few-findings', { count: 1 }),
    );
    // One finding that only one disease has is enough.
    expect(rank([{ section: here, says: '咳嗽' }], {}, rules).candidates[0]?.entity.name).toBe(
      '社区获得性肺炎',
    );
    const vague = new Fixture(
      Array.from({ length: 40 }, (_, i) => ({ name: `病${i}`, lists: { HasSymptom: ['乏力', '头晕'] } })),
    );
    const record = vague.record([{ says: '乏力' }, { says: '头晕' }]);
    expect(rankDiagnoses(vague.graph, record, rules, { top: 5 }).abstained).toEqual(
      message('diagnosis.unspecific'),
    );
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

  it('ignores entities the graph does not know and abstains on empty records', () => {
    const nothing = {
      candidates: [],
      findings: 0,
      abstained: message('diagnosis.no-finding'),
    };
    const empty: TextAnalysis = { sections: [], mentions: [], values: [], patient: {} };
    expect(rankDiagnoses(fixture.graph, empty, bold, { top: 5 })).toEqual(nothing);
    const record = fixture.record([{ section: here, says: '咳嗽' }]);
    const unknown = { ...record, mentions: record.mentions.map((m) => ({ ...m, entityId: 999_999 })) };
    expect(rankDiagnoses(fixture.graph, unknown, bold, { top: 5 })).toEqual(nothing);
  });
});
