import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildAssertionClassifier } from '../../../main/text/assertion.ts';
import { foldUnits } from '../../../main/text/folding.ts';
import type { AssertionRules } from '../../../main/text/rule-schemas.ts';
import { loadRules } from '../../../main/text/rules.ts';
import type { EntityType } from '../../../shared/domain/graph.ts';
import type { Assertion, Section, SectionKind } from '../../../shared/domain/mention.ts';

const rules = loadRules().assertion;
const classifier = buildAssertionClassifier(rules);

interface Marked {
  readonly text: string;
  readonly spans: { start: number; end: number; type: EntityType }[];
}

/** `无{发热}、{d:肺炎}`: mentions in braces, symptoms unless marked d(isease), e(xam), a(natomy), r (drug). */
function parse(marked: string): Marked {
  const types: Record<string, EntityType> = { d: 'disease', e: 'exam', a: 'anatomy', r: 'drug' };
  let text = '';
  const spans: Marked['spans'] = [];
  for (const part of marked.split(/(?=\{)|(?<=\})/)) {
    const [, type = '', name = ''] = /^\{(?:(\w):)?(.*)\}$/.exec(part) ?? [];
    if (name)
      spans.push({ start: text.length, end: text.length + name.length, type: types[type] ?? 'symptom' });
    text += name || part;
  }
  return { text, spans };
}

/** First letters of the assertions, in order: p, n, u, f, h(istorical), y (hypothetical). */
function letters(marked: string, section?: SectionKind): string {
  const { text, spans } = parse(marked);
  const letter: Record<Assertion, string> = {
    present: 'p',
    negated: 'n',
    uncertain: 'u',
    family: 'f',
    historical: 'h',
    hypothetical: 'y',
  };
  return classifier
    .classify(foldUnits(text), spans, section)
    .map(({ assertion }) => letter[assertion])
    .join('');
}

describe('negation', () => {
  it.each([
    ['无{发热}、{咳嗽}、{咳痰}。', 'nnn'],
    ['否认{d:高血压}、{d:糖尿病}、{d:冠心病}等病史', 'nnn'],
    ['无{头晕}{头痛}，无{恶心}{呕吐}', 'nnnn'],
    ['否认{d:高血压}，{d:糖尿病}，{d:冠心病}病史。', 'nnn'],
    ['无{恶心}，{呕吐}，{腹泻}等不适', 'nnn'],
    ['无{发热}，{咳嗽}3天', 'np'],
    ['无{恶心}、{呕吐}，{大便带血}。', 'nnp'],
    ['{胸痛}，无{发热}', 'pn'],
    ['无{发热}但{咳嗽}', 'np'],
    ['无{发热}，伴{咳嗽}', 'np'],
    ['无{发热}；{咳嗽}', 'np'],
    ['无{发热}\n{咳嗽}', 'np'],
    ['无{发热}、\n{咳嗽}', 'nn'],
    ['患者不{发热}', 'n'],
    ['无“{发热}、{咳嗽}”', 'nn'],
    ['未诉特殊{不适}', 'n'],
    ['否认近期{外伤}', 'n'],
  ])('reaches forward: %s', (text, expected) => {
    expect(letters(text)).toBe(expected);
  });

  it.each([
    ['{压痛}（-）', 'n'],
    ['{压痛}(+)，{反跳痛}(-)', 'pn'],
    ['{压痛}（+）{反跳痛}（－）', 'pn'],
    ['{移动性浊音}阴性', 'n'],
    ['{肝}、{脾}肋下未触及', 'nn'],
    ['双肺{干啰音}、{湿啰音}未闻及。', 'nn'],
    ['{a:双肺}未闻及{湿啰音}', 'pn'],
    ['{发热}：无', 'n'],
    ['{d:肺栓塞}：无{胸痛}', 'pn'],
    ['{d:肺结核}可排除', 'n'],
    ['{d:肺栓塞}：患者无{胸痛}，{咯血}阴性，可排除。', 'nnn'],
  ])('reaches back: %s', (text, expected) => {
    expect(letters(text)).toBe(expected);
  });

  it.each([
    ['无明显诱因出现{胸痛}', 'p'],
    ['无诱因{胸痛}', 'p'],
    ['服药无效，{胸痛}加重', 'p'],
    ['四肢无力、{头晕}', 'p'],
    ['未婚，{痛经}2年', 'p'],
    ['{咳嗽}无好转', 'p'],
    ['未予重视，{咳嗽}加重', 'p'],
    ['{d:肺炎}不能排除', 'u'],
    ['革兰阴性杆菌{d:肺炎}', 'p'],
    ['预防接种史不详，{发热}', 'p'],
  ])('knows pseudo-triggers: %s', (text, expected) => {
    expect(letters(text)).toBe(expected);
  });

  it('does not read triggers inside names, but does where a false one overlaps a name', () => {
    expect(letters('{d:无痛性甲状腺炎}、{发热}')).toBe('pp');
    expect(letters('无{痛经}、{腹痛}')).toBe('nn'); // 无痛 would be a pseudo-trigger
  });
});

describe('other assertions', () => {
  it.each([
    ['考虑{d:肺炎}', 'u'],
    ['{d:肺炎}？', 'u'],
    ['{d:肺炎}？{d:肺结核}？', 'uu'],
    ['{d:急性冠脉综合征}（{d:ACS}）？', 'uu'],
    ['{d:肺炎}、{d:肺结核}待排', 'uu'],
    ['{d:肺炎}可能性大', 'u'],
    ['{d:肺炎}可能，给予{r:青霉素}', 'up'],
    ['可能{d:肺炎}', 'u'],
    ['不除外{d:肺炎}', 'u'],
    ['疑似{d:肺炎}，{咳嗽}', 'up'],
    ['倾向{d:肺炎}', 'u'],
    ['{d:发热}原因待查', 'p'],
  ])('uncertain: %s', (text, expected) => {
    expect(letters(text)).toBe(expected);
  });

  it.each([
    ['父亲患{d:高血压}，母亲有{d:糖尿病}', 'ff'],
    ['父母均无{d:高血压}', 'n'],
    ['父亲{d:高血压}，患者{头痛}', 'fp'],
    ['患者母亲代诉{发热}3天', 'p'],
    ['家属发现其{意识不清}', 'p'],
    ['有{d:乳腺癌}家族史', 'f'],
    ['{d:家族性高胆固醇血症}', 'p'],
  ])('family: %s', (text, expected) => {
    expect(letters(text)).toBe(expected);
  });

  it.each([
    ['既往{d:高血压}10年，{d:糖尿病}5年；{d:脑梗死}1年', 'hhh'],
    ['{d:高血压}病史10年', 'h'],
    ['{d:高血压}、{d:糖尿病}病史', 'hh'],
    ['曾患{d:肺结核}，现{咳嗽}', 'hp'],
    ['既往体健，3天前{发热}', 'p'],
    ['3天前出现{发热}', 'p'],
    ['1年前出现{多饮}', 'p'],
    ['20年前患{d:肺结核}', 'h'],
    ['既往无{d:高血压}', 'n'],
  ])('historical: %s', (text, expected) => {
    expect(letters(text)).toBe(expected);
  });

  it.each([
    ['如出现{胸痛}、{气促}，{晕厥}，及时就诊', 'yyy'],
    ['若{发热}则查{e:血培养}', 'yy'],
    ['必要时行{e:胃镜}', 'y'],
    ['警惕{d:脑疝}', 'y'],
    ['预防{d:感染}', 'y'],
    ['以防{d:感染}', 'y'],
    ['避免{d:低血糖}', 'y'],
    ['症状如下：{发热}', 'p'],
    ['例如{发热}', 'p'],
  ])('hypothetical: %s', (text, expected) => {
    expect(letters(text)).toBe(expected);
  });
});

describe('sections', () => {
  it('default to family and past history where they say so', () => {
    expect(letters('{d:高血压}，{d:糖尿病}', 'family-history')).toBe('ff');
    expect(letters('{d:高血压}10年，无{d:糖尿病}，查{e:血糖}', 'past-history')).toBe('hnp');
    expect(letters('{d:高血压}', 'preliminary-diagnosis')).toBe('p');
  });

  it('give the heading as cue, and no scope passes a heading', () => {
    const text = '无发热 家族史：高血压';
    const sections: Section[] = [
      { kind: 'present-illness', heading: '', start: 0, bodyStart: 0, end: 4 },
      { kind: 'family-history', heading: '家族史', start: 4, bodyStart: 8, end: 11 },
    ];
    const spans = [
      { start: 1, end: 3, type: 'symptom' as const },
      { start: 8, end: 11, type: 'disease' as const },
    ];
    expect(classifier.classify(foldUnits(text), spans, sections)).toEqual([
      { assertion: 'negated', cue: { start: 0, end: 1 } },
      { assertion: 'family', cue: { start: 4, end: 8 } },
    ]);
  });
});

describe('cue', () => {
  it('is the words that decided', () => {
    const { text, spans } = parse('患者否认{d:高血压}、{d:糖尿病}，{咳嗽}3天，{d:肺炎}待排');
    const cues = classifier.classify(foldUnits(text), spans, undefined).map(({ cue }) => {
      return cue && text.slice(cue.start, cue.end);
    });
    expect(cues).toEqual(['否认', '否认', undefined, '待排']);
  });

  it('is that of the outer mention for a mention inside it', () => {
    const results = classifier.classify(
      foldUnits('无右下腹痛'),
      [
        { start: 1, end: 5, type: 'symptom' },
        { start: 1, end: 4, type: 'anatomy' },
        { start: 3, end: 5, type: 'symptom' },
      ],
      undefined,
    );
    expect(results[0]).toEqual({ assertion: 'negated', cue: { start: 0, end: 1 } });
    expect(results[2]).toEqual(results[0]);
    // a pain that is not there denies no part of the body
    expect(results[1]).toEqual({ assertion: 'present' });
  });
});

describe('robustness', () => {
  const words = [
    ...rules.triggers.flatMap((group) => group.words),
    ...rules.delimiters.comma,
    '。',
    '、',
    '(',
    ')',
  ];
  const piece = fc.oneof(fc.constantFrom(...words), fc.constantFrom('{发热}', '{d:肺炎}', '胸', ' ', '\n'));

  it('gives every mention a result whose cue lies outside it, over any mixture of triggers', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const { text, spans } = parse(pieces.join(''));
        const results = classifier.classify(foldUnits(text), spans, undefined);
        expect(results).toHaveLength(spans.length);
        results.forEach(({ assertion, cue }, i) => {
          expect(cue === undefined).toBe(assertion === 'present');
          if (cue) expect(cue.end <= spans[i]!.start || cue.start >= spans[i]!.end).toBe(true);
        });
      }),
      { numRuns: 500 },
    );
  });

  it.each(['无发热', '肺炎、', '可能', '，', '（', '发热', '既往如父亲考虑无', '待排肺炎、'])(
    'reads a long text of %j without punctuation',
    (filler) => {
      const text = filler.repeat(300_000 / filler.length);
      const spans = [...text.matchAll(/发热|肺炎/g)].map((m) => {
        return { start: m.index, end: m.index + 2, type: 'disease' as const };
      });
      expect(classifier.classify(foldUnits(text), spans, undefined)).toHaveLength(spans.length);
    },
  );
});

describe('rules', () => {
  it('refuse a word that is both trigger and pseudo-trigger', () => {
    const contradiction: AssertionRules = { ...rules, pseudo: { x: ['否认'] } };
    expect(() => buildAssertionClassifier(contradiction)).toThrow('否认');
  });
});
