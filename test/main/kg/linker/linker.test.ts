import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildLinker, type Linker } from '../../../../main/kg/linker/linker.ts';
import { fold } from '../../../../main/text/folding.ts';
import type { LinkerRules } from '../../../../main/text/rule-schemas.ts';
import { loadRules } from '../../../../main/text/rules.ts';
import type { EntityType, LexiconName } from '../../../../shared/domain/graph.ts';
import { TextAnalysis } from '../../../../shared/domain/text-analysis.ts';

const rules = loadRules();

/** `type:preferred=alias=alias` lines; entity numbers count from 1. */
function linker(
  lines: readonly string[],
  with_: Partial<LinkerRules['linking']> = {},
  weights: number[] = [],
): Linker {
  const names = lines.flatMap((line, i): LexiconName[] => {
    const [type = '', list = ''] = line.split(':');
    const [preferredName = '', ...aliases] = list.split('=');
    return [preferredName, ...aliases].map((name) => ({
      name,
      entityId: i + 1,
      type: type as EntityType, // safe: the tests write types
      preferredName,
      preferred: name === preferredName,
      weight: weights[i] ?? 1,
    }));
  });
  return buildLinker(names, { ...rules, linking: { ...rules.linking, ...with_ } });
}

/** `depth text→entity` of every mention. */
function brief(built: Linker, text: string): string[] {
  return built.annotate(text).mentions.map((m) => `${m.depth} ${m.text}→${m.entityId}`);
}

describe('names', () => {
  it('links preferred names and aliases with the words as they stand', () => {
    const built = linker(['disease:冠状动脉粥样硬化性心脏病=冠心病=CHD', 'symptom:胸痛']);
    expect(built.size).toEqual({ names: 4, entities: 2 });
    expect(built.annotate('ｃｈｄ，胸痛').mentions).toEqual([
      {
        start: 0,
        end: 3,
        text: 'ｃｈｄ',
        type: 'disease',
        entityId: 1,
        name: '冠状动脉粥样硬化性心脏病',
        depth: 0,
        assertion: 'present',
      },
      {
        start: 4,
        end: 6,
        text: '胸痛',
        type: 'symptom',
        entityId: 2,
        name: '胸痛',
        depth: 0,
        assertion: 'present',
      },
    ]);
  });

  it('keeps offsets in UTF-16 code units beside rare characters', () => {
    const text = '𠮷😀胸痛\r\n　头痛';
    const { mentions } = linker(['symptom:胸痛', 'symptom:头痛']).annotate(text);
    expect(mentions.map((m) => [m.start, m.end, text.slice(m.start, m.end)])).toEqual([
      [4, 6, '胸痛'],
      [9, 11, '头痛'],
    ]);
  });

  it('drops stopped, short and numeric names by type', () => {
    const built = linker(['symptom:患者', 'disease:肺', 'drug:AB', 'exam:CT', 'disease:123', 'other:水果']);
    expect(built.size).toEqual({ names: 1, entities: 1 });
    expect(brief(built, '患者肺AB，CT，123，水果')).toEqual(['0 CT→4']);
  });

  it('takes the same name of the same entity once', () => {
    const { mentions } = linker(['disease:高血压=高血压', 'symptom:头痛']).annotate('高血压');
    expect(mentions).toHaveLength(1);
    expect(mentions[0]).not.toHaveProperty('alternatives');
  });

  it('takes no names at all', () => {
    expect(linker([]).annotate('主诉：胸痛')).toMatchObject({
      mentions: [],
      sections: [{ kind: 'chief-complaint' }],
    });
  });
});

describe('overlaps', () => {
  it('keeps names inside names of other entities, deeper', () => {
    const built = linker([
      'disease:急性心肌梗死=急性心梗',
      'disease:心肌梗死',
      'anatomy:心肌',
      'disease:梗死',
    ]);
    expect(brief(built, '急性心肌梗死')).toEqual([
      '0 急性心肌梗死→1',
      '1 心肌梗死→2',
      '2 心肌→3',
      '2 梗死→4',
    ]);
  });

  it('drops a name inside a name of the same entity', () => {
    expect(brief(linker(['disease:高血压病=高血压']), '高血压病')).toEqual(['0 高血压病→1']);
  });

  it('keeps two characters inside a name only at its edge, and at its beginning only of another type', () => {
    const built = linker([
      'disease:上呼吸道感染',
      'anatomy:呼吸道',
      'exam:吸道',
      'disease:感染',
      'anatomy:上呼',
    ]);
    expect(brief(built, '上呼吸道感染')).toEqual(['0 上呼吸道感染→1', '1 上呼→5', '1 感染→4']);
    expect(brief(linker(['disease:糖尿病', 'disease:糖尿']), '糖尿病')).toEqual(['0 糖尿病→1']);
    expect(brief(linker(['disease:肺脓肿', 'anatomy:肺脓']), '肺脓肿')).toEqual(['0 肺脓肿→1', '1 肺脓→2']);
  });

  it('resolves partial overlaps leftmost first, then longest', () => {
    const built = linker(['symptom:疼痛发热', 'symptom:发热咳嗽', 'symptom:咳嗽', 'symptom:疼痛发']);
    expect(brief(built, '疼痛发热咳嗽')).toEqual(['0 疼痛发热→1', '1 疼痛发→4', '0 咳嗽→3']);
  });

  it('makes a finding whole that shares characters with the part of the body before it', () => {
    expect(brief(linker(['anatomy:右下腹', 'symptom:腹痛']), '右下腹痛')).toEqual(['0 右下腹痛→2']);
    expect(brief(linker(['anatomy:右下腹', 'symptom:右下腹痛']), '右下腹痛')).toEqual([
      '0 右下腹痛→2',
      '1 右下腹→1',
    ]);
  });

  it('never leaves partial overlaps or equal spans, whatever the names', () => {
    const chars = fc.constantFrom(...'心肌炎痛肺');
    const word = fc.array(chars, { minLength: 2, maxLength: 4 }).map((list) => list.join(''));
    const type = fc.constantFrom<EntityType>('disease', 'symptom', 'anatomy', 'exam');
    const entry = fc.tuple(type, word).map(([t, w]) => `${t}:${w}`);
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 12 }), fc.array(chars, { maxLength: 30 }), (entries, list) => {
        const text = list.join('');
        const { mentions } = linker(entries).annotate(text);
        const stack: typeof mentions = [];
        mentions.forEach((m, i) => {
          const previous = mentions[i - 1];
          if (previous)
            expect(m.start > previous.start || (m.start === previous.start && m.end < previous.end)).toBe(
              true,
            );
          while (stack.length > 0 && stack[stack.length - 1]!.end <= m.start) stack.pop();
          expect(m.depth).toBe(stack.length);
          if (stack.length > 0) expect(m.end).toBeLessThanOrEqual(stack[stack.length - 1]!.end);
          expect(stack.map((outer) => outer.entityId)).not.toContain(m.entityId);
          stack.push(m);
        });
      }),
      { numRuns: 300 },
    );
  });
});

describe('ambiguous names', () => {
  const built = linker(['symptom:黄疸', 'disease:黄疸', 'sign:黄疸']);

  it('go by section, the others become alternatives', () => {
    const best = (text: string) => built.annotate(text).mentions[0];
    expect(best('主诉：黄疸')).toMatchObject({
      type: 'symptom',
      alternatives: expect.arrayContaining([2, 3]),
    });
    expect(best('初步诊断：黄疸')?.type).toBe('disease');
    expect(best('体格检查：黄疸')?.type).toBe('sign');
  });

  it('go by the words around', () => {
    const calcium = linker(['exam:维生素D', 'drug:维生素D']);
    expect(calcium.annotate('维生素D 400u qd').mentions[0]?.type).toBe('drug');
    expect(calcium.annotate('维生素D：20ng/ml↓').mentions[0]?.type).toBe('exam');
    expect(calcium.annotate('口服维生素D').mentions[0]?.type).toBe('drug');
    expect(calcium.annotate('复查维生素D').mentions[0]?.type).toBe('exam');
  });

  it('go by preferred name, then by degree', () => {
    expect(linker(['disease:心绞痛=胸痹', 'disease:胸痹']).annotate('胸痹').mentions[0]?.entityId).toBe(2);
    expect(
      linker(['disease:甲病=某病', 'disease:乙病=某病'], {}, [1, 50]).annotate('某病').mentions[0],
    ).toMatchObject({
      entityId: 2,
      alternatives: [1],
    });
    expect(
      linker(['disease:甲病=某病', 'disease:乙病=某病'], {}, [50, 1]).annotate('某病').mentions[0]?.entityId,
    ).toBe(1);
  });

  it('do not depend on the order of the names', () => {
    const names: LexiconName[] = [3, 1, 2].map((entityId) => ({
      name: '某病',
      entityId,
      type: 'disease',
      preferredName: '某病',
      preferred: true,
      weight: 1,
    }));
    fc.assert(
      fc.property(fc.shuffledSubarray(names, { minLength: 3 }), (shuffled) => {
        expect(buildLinker(shuffled, rules).annotate('某病').mentions[0]).toMatchObject({
          entityId: 1,
          alternatives: [2, 3],
        });
      }),
    );
  });
});

describe('names inside longer ones', () => {
  const built = linker([
    'disease:肺炎',
    'cause:肺炎链球菌',
    'exam:肺炎支原体抗体',
    'treatment:防治跌倒',
    'disease:跌倒',
    'treatment:肺癌根治术',
    'disease:肺癌',
    'disease:血气胸',
    'disease:自发性气胸=气胸',
    'symptom:疱疹',
    'disease:疱疹性龈口炎',
    'disease:糖尿病',
    'disease:糖尿病性肾病',
  ]);

  it.each([
    ['肺炎链球菌', ['0 肺炎链球菌→2']],
    ['肺炎支原体抗体', ['0 肺炎支原体抗体→3']],
    ['防治跌倒', ['0 防治跌倒→4']],
    ['肺癌根治术', ['0 肺癌根治术→6', '1 肺癌→7']],
    ['血气胸', ['0 血气胸→8']],
    ['疱疹性龈口炎', ['0 疱疹性龈口炎→11']],
    ['糖尿病性肾病', ['0 糖尿病性肾病→13', '1 糖尿病→12']],
  ])('%s states what it states', (text, expected) => {
    expect(brief(built, text)).toEqual(expected);
  });
});

describe('contexts that cut names out of other words', () => {
  it.each([
    ['symptom:痛经', '头痛经治疗好转', '痛经3天'],
    ['disease:性病', '慢性病史', '性病史'],
    ['disease:血管病', '血管病变', '血管病'],
    ['disease:癌症', '肺癌症状', '癌症'],
    ['symptom:便血', '大便血常规', '便血3天'],
    ['disease:中风', '中风险', '中风后'],
    ['disease:气管炎', '支气管炎', '气管炎'],
    ['disease:感染', '抗感染治疗', '肺部感染'],
    ['cause:心理', '恶心理当', '因心理'],
    ['treatment:剖宫产手术', '剖宫产手术室', '剖宫产手术后'],
  ] as const)('%s not in %s, but in %s', (entry, blocked, free) => {
    const built = linker([entry], { stop: {} });
    expect(brief(built, blocked)).toEqual([]);
    expect(brief(built, free)).toHaveLength(1);
  });
});

describe('annotation', () => {
  const built = linker(['disease:高血压', 'symptom:胸痛', 'symptom:发热', 'exam:既往史', 'disease:糖尿病']);
  const text =
    '患者男性，58岁。\n主诉：胸痛3天\n现病史：3天前胸痛，无发热。\n既往史：高血压10年，否认糖尿病。\n家族史：父亲高血压';

  it('is what the contract says, with sections, assertions and patient', () => {
    const annotation = TextAnalysis.strict().parse(built.annotate(text));
    expect(annotation.patient).toEqual({ sex: '男', ageYears: 58 });
    expect(annotation.sections.map((s) => s.kind)).toEqual([
      'general',
      'chief-complaint',
      'present-illness',
      'past-history',
      'family-history',
    ]);
    expect(annotation.mentions.map((m) => `${m.text} ${m.assertion}`)).toEqual([
      '胸痛 present',
      '胸痛 present',
      '发热 negated',
      '高血压 historical',
      '糖尿病 negated',
      '高血压 family',
    ]);
  });

  it('links nothing inside headings', () => {
    const heading = linker(['exam:既往史'], { stop: {} });
    expect(brief(heading, '既往史：无，既往史不详')).toEqual(['0 既往史→1']);
  });

  it('gives spans whose text folds to a name, over any text', () => {
    const piece = fc.constantFrom(
      '高血压',
      '胸痛',
      '无',
      '，',
      '主诉：',
      '\n',
      '发',
      '热',
      '𠮷',
      'Ａ',
      ' ',
      '既往史',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const body = pieces.join('');
        for (const m of built.annotate(body).mentions) {
          expect(m.text).toBe(body.slice(m.start, m.end));
          expect(['高血压', '胸痛', '发热', '既往史', '糖尿病']).toContain(fold(m.text));
        }
      }),
    );
  });

  it('reads a long text without punctuation', () => {
    const { mentions } = built.annotate('无发热胸痛考虑高血压可能'.repeat(30_000));
    expect(mentions).toHaveLength(90_000);
  });
});
