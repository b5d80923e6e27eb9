/** Values linked to the starter graph, and used by the ranking. */
import { isDeepStrictEqual as isEqual } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildLinker, type Linker } from '../../../../main/kg/linker/linker.ts';
import { loadRankingRules, rankDiagnoses } from '../../../../main/kg/ranking/rank.ts';
import { loadRules } from '../../../../main/text/rules.ts';
import type { LexiconName } from '../../../../shared/domain/graph.ts';
import { buildRanker, type Ranker } from '../../../helpers/ranker.ts';

let ranker: Ranker;
beforeAll(async () => {
  ranker = await buildRanker();
});

const value = (text: string) => ranker.linker.annotate(text).values[0];

describe('findings of values', () => {
  it('are linked to an entity of the graph', () => {
    expect(value('血钾 6.8mmol/L')).toMatchObject({
      finding: '高钾血症',
      critical: true,
      assertion: 'present',
      entity: { name: '血钾升高', type: 'finding' },
    });
    expect(value('P 132次/分')?.entity?.name).toBe('心动过速');
    expect(value('WBC↓')?.entity?.name).toBe('白细胞减少');
  });

  it.each([
    ['若血钾＞6.5mmol/L，急诊透析。', 'hypothetical'],
    ['父亲血压180/110mmHg。', 'family'],
    ['既往史：血压最高180/110mmHg，否认糖尿病。', 'historical'],
    ['诊疗计划：维持血压90/60mmHg以上。', 'hypothetical'],
    ['诊疗计划：1.监测电解质。\n2024-03-01 急查血钾6.8mmol/L。', 'present'],
    ['控制目标：空腹血糖<7mmol/L。', 'hypothetical'],
    ['患者否认胸痛，血压180/110mmHg。', 'present'],
    ['未见出血，血红蛋白62g/L。', 'present'],
  ])('carry assertions: %s', (text, assertion) => {
    expect(value(text)?.assertion).toBe(assertion);
  });

  it('deny what a result in range excludes', () => {
    expect(value('血钾 4.2mmol/L')?.denies?.map(({ name }) => name)).toEqual([
      '血钾降低',
      '低钾血症',
      '血钾升高',
      '高钾血症',
    ]);
    expect(value('尿蛋白(-)')?.denies?.map(({ name }) => name)).toEqual(['尿蛋白阳性', '大量蛋白尿']);
    expect(value('父亲血钾 4.2mmol/L')?.denies).toBeUndefined();
  });
});

describe('ranking by values', () => {
  const rank = (text: string) =>
    rankDiagnoses(ranker.graph, ranker.linker.annotate(text), loadRankingRules(), { top: 10 });
  const complaint =
    '主诉：转移性右下腹痛1天。现病史：患者1天前出现上腹痛，后转移至右下腹，伴恶心。查体：麦氏点压痛，反跳痛。';

  it('counts an abnormal value for a diagnosis and no longer as missing', () => {
    const appendicitis = rank(`${complaint}辅助检查：WBC 16.2×10^9/L，N 88%。`).candidates.find(
      ({ entity }) => entity.name === '急性阑尾炎',
    );
    expect(appendicitis?.for.map(({ entity }) => entity.name)).toContain('白细胞升高');
    expect(appendicitis?.missing.map(({ entity }) => entity.name)).not.toContain('白细胞升高');
  });

  it('answers a missing finding with a normal value', () => {
    const listed = (text: string) => rank(text).candidates.find(({ entity }) => entity.name === '急性阑尾炎');
    expect(listed(complaint)?.missing.map(({ entity }) => entity.name)).toContain('中性粒细胞升高');
    const answered = listed(`${complaint}辅助检查：WBC 6.2×10^9/L，N 62%。`);
    expect(answered?.missing.map(({ entity }) => entity.name)).not.toContain('中性粒细胞升高');
    expect(answered?.against.map(({ entity }) => entity.name)).toContain('白细胞升高');
  });
});

describe('names of the whole dictionary', () => {
  it('never swallow the negation of a longer name, whatever other names there are', () => {
    const own = [...new Set(ranker.names.map(({ name }) => name))].filter((name) => name.length > 2);
    const negations = ['无', '未', '没有', '否认'];
    // A name for the negation of each name's beginning: 无呼吸 beside 呼吸困难.
    const swallowing = own.flatMap((name, i): LexiconName[] => {
      const swallowed = negations[i % negations.length]! + name.slice(0, 2);
      const [entity] = ranker.names;
      return [{ ...entity!, name: swallowed, preferredName: swallowed, entityId: 10_000_000 + i }];
    });
    const crowded = buildLinker([...ranker.names, ...swallowing], loadRules());
    const outermost = (linker: Linker, text: string) =>
      linker
        .annotate(text)
        .mentions.filter(({ depth }) => depth === 0)
        .map(({ start, end, assertion }) => ({ start, end, assertion }));
    const wrong = own.flatMap((name, i) => {
      const text = `患者${negations[i % negations.length]!}${name}。`;
      const expected = outermost(ranker.linker, text);
      const whole = expected.length === 1 && expected[0]?.end === text.length - 1;
      if (!whole || expected[0]?.start !== text.length - 1 - name.length) return [];
      return isEqual(outermost(crowded, text), expected) ? [] : [text];
    });
    expect(wrong).toEqual([]);
  });

  it('are found in traditional script, at the places of the text', () => {
    const text = '主訴：發熱、咳嗽3天。無呼吸困難，否認糖尿病。體溫39.2℃，白細胞15.2×10^9/L。';
    const { mentions, values } = ranker.linker.annotate(text);
    expect(
      mentions.filter(({ depth }) => depth === 0).map(({ text: words, assertion }) => [words, assertion]),
    ).toEqual(
      expect.arrayContaining([
        ['發熱', 'present'],
        ['呼吸困難', 'negated'],
        ['糖尿病', 'negated'],
      ]),
    );
    expect(values.map(({ analyte, text: words }) => [analyte, words])).toEqual([
      ['temp', '體溫39.2℃'],
      ['wbc', '白細胞15.2×10^9/L'],
    ]);
  });
});
