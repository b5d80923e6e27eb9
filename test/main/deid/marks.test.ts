/** Marks of the tagger of identifiers: runs of one field become findings, and doubts silence weak rules. */
import { describe, expect, it } from 'vitest';
import { type DeidLevel, isPossible } from '../../../shared/domain/deid.ts';
import { detector, isTerm } from '../../helpers/deid.ts';

/** Marks the given pieces character by character. */
const marksOf = (
  text: string,
  pieces: readonly (readonly [words: string, type: string, confidence: number])[],
) =>
  pieces.flatMap(([words, type, confidence]) => {
    const from = text.indexOf(words);
    return Array.from(words, (_, i) => ({ start: from + i, end: from + i + 1, type, confidence }));
  });
const levels = {
  strictest: { name: 0.2, date: 0.2 },
  least: { name: 0.5, address: 0.3, 'other-number': 0.3 },
  doubted: { running: 0.1, standing: 0.1 },
  words: 0.7,
  apart: { mean: { 'other-number': 0.6 }, words: 0 },
};

const found = (text: string, pieces: Parameters<typeof marksOf>[1], level: DeidLevel = 'strict') =>
  detector
    .detect(text, { isTerm, level, marks: { tokens: marksOf(text, pieces), levels } })
    .map(({ start, end, field, rule }) => `${field} ${text.slice(start, end)} ${rule}`);

describe('marks', () => {
  it('join the strict search where they reach the threshold of their field', () => {
    const text = '邻室胖嘟嘟亦诉头痛';
    expect(found(text, [['胖嘟嘟', 'name', 0.75]])).toEqual(['name 胖嘟嘟 strict:tagger']);
    expect(found(text, [['胖嘟嘟', 'name', 0.4]])).toEqual([]);
    expect(found(text, [['胖嘟嘟', 'postcode', 0.9]])).toEqual([]);
    expect(found(text, [['胖嘟嘟', 'name', 0.9]], 'ordinary')).toEqual([]);
  });

  it('lose punctuation at their ends, and words of the graph as names', () => {
    const text = '邻室{胖嘟嘟}；石膏';
    expect(found(text, [['{胖嘟嘟}；', 'name', 0.75]])).toEqual(['name 胖嘟嘟 strict:tagger']);
    expect(found(text, [['石膏', 'name', 0.9]])).toEqual([]);
  });

  it('of a surname behind 老 take 老 with it and no verb', () => {
    const text = '电话转门卫，找老邵传话';
    const marked: Parameters<typeof marksOf>[1] = [
      ['邵', 'name', 0.9],
      ['传', 'name', 0.05],
    ];
    expect(found(text, marked)).toEqual(['name 老邵 strict:tagger']);
  });

  it('of things of the dictionary count only where somebody is called so', () => {
    expect(found('手里拿着雨伞，', [['雨伞', 'name', 0.9]])).toEqual([]);
    expect(found('小票压在电饭锅下', [['电饭锅', 'name', 0.9]])).toEqual([]);
    expect(found('核对人：雨伞。', [['雨伞', 'name', 0.9]])).toEqual(['name 雨伞 strict:tagger']);
  });

  it('of places reach to the ends of their geographical names', () => {
    expect(found('来信寄自宜春高安，', [['春高安', 'address', 0.6]])).toEqual([
      'address 宜春高安 strict:tagger',
    ]);
  });

  it('of a sure name find it again in the record', () => {
    const text = '邻室胖嘟嘟亦诉头痛。胖嘟嘟午睡。';
    expect(found(text, [['胖嘟嘟', 'name', 0.9]])).toContain('name 胖嘟嘟 strict:repeat');
  });

  it('silence a weak rule by their absence, and never the ordinary search', () => {
    const text = '姓名：王建国\n茆雯 22:00巡视';
    const weak = detector.detect(text, { isTerm, level: 'strict' }).filter(isPossible);
    expect(weak.map(({ rule }) => rule)).toContain('strict:standing');
    expect(found(text, [])).toEqual(['name 王建国 label']);
    expect(found(text, [['茆雯', 'doctor', 0.2]])).toContain('name 茆雯 strict:standing');
  });

  it('below the threshold count at the strictest level, and silence nothing there', () => {
    const text = '邻室胖嘟嘟亦诉头痛\n茆雯 22:00巡视';
    const marked: Parameters<typeof marksOf>[1] = [['胖嘟嘟', 'name', 0.3]];
    expect(found(text, marked)).toEqual([]);
    expect(found(text, marked, 'strictest')).toEqual([
      'name 胖嘟嘟 strictest:tagger',
      'name 茆雯 strictest:standing',
    ]);
  });
});

describe('marks that are no names', () => {
  it('are words of a sentence in Latin letters, weekdays, kinship terms and roles', () => {
    const text = 'Dear colleague, thank you，周五前交，长子在场';
    expect(found(text, [['colleague', 'name', 0.9]])).toEqual([]);
    expect(found('please ask Lena Tang to', [['ask Lena Ta', 'name', 0.9]])).toEqual([
      'name Lena Tang strict:tagger',
    ]);
    expect(found(text, [['周五前', 'name', 0.9]])).toEqual([]);
    expect(found(text, [['长子', 'name', 0.9]])).toEqual([]);
  });

  it('begin or end within a word and are not sure', () => {
    expect(found('见右下叶实变', [['叶实变', 'name', 0.6]])).toEqual([]);
  });
});

it('a character that signs is found wherever it stands between borders', () => {
  const text = '7:05 玉　血压平\n11:20 玉\n玉米一根';
  expect(found(text, [['玉', 'name', 0.8]])).toEqual(['name 玉 strict:tagger', 'name 玉 strict:repeat']);
});

it('a rule widens what the tagger marks of the same name in part', () => {
  expect(found('早，褚老四夜里发热', [['老四', 'name', 0.9]])).toEqual(['name 褚老四 strict:tagger']);
});
