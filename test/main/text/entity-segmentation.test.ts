/** Rules of EMBERT's entity segmentation, on the paper's examples and on names segmented by hand. */
import { describe, expect, it } from 'vitest';
import {
  entitySegmenter,
  type PhraseModel,
  partsOf,
  proposeCutPoints,
} from '../../../main/text/entity-segmentation.ts';
import { loadSegmenter } from '../../../main/text/segmentation.ts';
import { scoreLine, segmentationScores, segmentedNames, starterNames } from '../../helpers/phrase-texts.ts';

const GRAPH = ['贫血', '肺炎', '冠状病毒', '新型冠状病毒', '再生障碍性贫血', '新型冠状病毒肺炎'];
const ENDING = { character: '性', side: 'end' } as const;
const model = (changes: Partial<PhraseModel> = {}): PhraseModel => ({
  ...{ phrases: [], cutPoints: [ENDING], cuts: new Map() },
  ...changes,
});
const cut = (name: string, changes: Partial<PhraseModel> = {}, graph: readonly string[] = GRAPH) =>
  partsOf(name, entitySegmenter(graph, model(changes))(name));

describe('the examples of the paper', () => {
  it('再生障碍性贫血: the modifier 再生障碍性 and the core 贫血', () => {
    const parts = cut('再生障碍性贫血');
    expect(parts).toEqual(['再生', '障碍性', '贫血']);
    expect([parts.slice(0, -1).join(''), parts.at(-1)]).toEqual(['再生障碍性', '贫血']);
  });

  it('新型冠状病毒肺炎 is nested: its parts are names of their own', () => {
    const parts = cut('新型冠状病毒肺炎');
    expect(parts).toEqual(['新型', '冠状病毒', '肺炎']);
    expect(GRAPH).toContain(parts.slice(0, 2).join(''));
    for (const part of parts.slice(1)) expect(GRAPH).toContain(part);
  });
});

describe('rules', () => {
  it('cuts at cut points before jieba sees the pieces', () => {
    const phrases = [{ text: '性肺炎', weight: -5 }]; // a short word that hides the border
    expect(cut('阻塞性肺炎', { phrases, cutPoints: [] }, [])).toEqual(['阻塞', '性肺炎']);
    expect(cut('阻塞性肺炎', { phrases }, [])).toEqual(['阻塞性', '肺炎']);
    expect(cut('阻塞性肺炎', { cutPoints: [{ character: '肺', side: 'start' }] }, [])).toEqual([
      '阻塞性',
      '肺炎',
    ]);
  });

  it('leaves no single character beside a cut point', () => {
    expect(cut('性激素水平', {}, [])).toEqual(['性激素', '水平']);
    expect(cut('慢性肾病变性')).not.toContain('性');
  });

  it('a name that cannot be cut is a word within longer ones, however long it is', () => {
    expect(cut('二甲双胍缓释片', {}, ['二甲双胍'])).toEqual(['二甲双胍', '缓释片']);
  });

  it('names that jieba cuts into single characters are cut by phrases instead', () => {
    const phrases = ['硝呋', '拉定'].map((text) => ({ text, weight: -9 }));
    expect(partsOf('硝呋拉定胺', entitySegmenter([], model({ phrases }))('硝呋拉定胺')).join('|')).toMatch(
      /^硝呋\|/,
    );
  });

  it('short names and those with signs stay whole; decided cuts come before all rules', () => {
    const split = entitySegmenter([], model());
    for (const name of ['肺炎', '高血压', '肝（右叶）囊肿', '']) expect(split(name)).toEqual([]);
    const cuts = new Map([['再生障碍性贫血', [5]]]);
    expect(cut('再生障碍性贫血', { cuts })).toEqual(['再生障碍性', '贫血']);
    expect(cut('ＣＴ造影检查', { cuts: new Map([['ct造影检查', [2]]]) })).toEqual(['ＣＴ', '造影检查']);
  });

  it('a rejected name is no word', () => {
    const graph = ['炎症状'];
    expect(cut('急性胃炎症状', {}, graph)).toEqual(['急性', '胃炎症状']);
    expect(cut('急性胃炎症状', { rejected: new Set(graph) }, graph)).toEqual(['急性', '胃炎', '症状']);
  });
});

describe('proposed cut points', () => {
  const phrases = ['缺铁性', '再生障碍性', '阻塞性', '贫血', '肺炎'].map((text) => ({ text, weight: -9 }));
  const names = ['缺铁性贫血', '再生障碍性贫血', '阻塞性肺炎', '缺铁性肺炎', '不知道的名称'];

  it('are the characters at borders, with how often these are borders', () => {
    const points = proposeCutPoints(names, phrases);
    expect(points.find(({ character, side }) => character === '性' && side === 'end')).toEqual({
      ...{ character: '性', side: 'end', count: 4, share: 1, active: true },
    });
    expect(points.find(({ character, side }) => character === '贫' && side === 'start')).toMatchObject({
      ...{ count: 2, share: 1, active: false }, // too rare to cut unseen
    });
    // a name that no phrase knows says nothing
    expect(points.some(({ character, count }) => character === '道' && count > 0)).toBe(false);
  });

  it('do not depend on the order of names', () => {
    expect(proposeCutPoints(names.toReversed(), phrases)).toEqual(proposeCutPoints(names, phrases));
  });
});

describe('names segmented by hand', () => {
  it('are at least 300 different ones', () => {
    expect(new Set(segmentedNames().map(({ name }) => name)).size).toBeGreaterThanOrEqual(300);
  });

  it('are cut better by the rules than by jieba alone', () => {
    const jieba = loadSegmenter();
    const alone = segmentationScores((name) =>
      jieba
        .segment(name)
        .slice(1)
        .map(({ start }) => start),
    );
    const names = starterNames();
    const cutPoints = proposeCutPoints(names, []).filter(({ active }) => active);
    const rules = segmentationScores(entitySegmenter(names, model({ cutPoints })));
    console.log(`${scoreLine('jieba alone', alone)}\n${scoreLine('rules, starter graph, no corpus', rules)}`);
    expect(rules.exact).toBeGreaterThan(alone.exact + 0.1);
    expect(rules.core).toBeGreaterThan(alone.core);
    expect(rules.f1).toBeGreaterThan(alone.f1);
  });
});
