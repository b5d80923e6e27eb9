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

  it('of a sure name find it again in the record', () => {
    const text = '邻室胖嘟嘟亦诉头痛。胖嘟嘟午睡。';
    expect(found(text, [['胖嘟嘟', 'name', 0.9]])).toContain('name 胖嘟嘟 strict:repeat');
  });

  it('silence a weak rule by their absence, and never the ordinary search', () => {
    const text = '姓名：王建国\n茆晓雯 22:00巡视';
    const weak = detector.detect(text, { isTerm, level: 'strict' }).filter(isPossible);
    expect(weak.map(({ rule }) => rule)).toContain('strict:standing');
    expect(found(text, [])).toEqual(['name 王建国 label']);
    expect(found(text, [['茆晓雯', 'doctor', 0.2]])).toContain('name 茆晓雯 strict:standing');
  });

  it('below the threshold count at the strictest level, and silence nothing there', () => {
    const text = '邻室胖嘟嘟亦诉头痛\n茆晓雯 22:00巡视';
    const marked: Parameters<typeof marksOf>[1] = [['胖嘟嘟', 'name', 0.3]];
    expect(found(text, marked)).toEqual([]);
    expect(found(text, marked, 'strictest')).toEqual([
      'name 胖嘟嘟 strictest:tagger',
      'name 茆晓雯 strictest:standing',
    ]);
  });
});
