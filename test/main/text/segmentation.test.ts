import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadSegmenter, parseUserDictionary } from '../../../main/text/segmentation.ts';
import { trickyText } from '../../helpers/tricky-text.ts';

const plain = loadSegmenter();
const extended = loadSegmenter({
  hmm: false,
  userWords: [
    { word: '出现胸闷' },
    { word: '2型糖尿病' },
    { word: 'α-地中海贫血' },
    { word: 'CT（增强）' },
    { word: '（增强）扫描' },
    { word: 'β受体阻滞剂' },
    { word: '无明显', frequency: 0 },
  ],
});

const words = (segmenter: typeof plain, text: string) =>
  segmenter.segment(text).map(({ start, end }) => text.slice(start, end));

describe('segmentation', () => {
  it('finds dictionary words', () => {
    expect(words(plain, '患者无明显诱因出现胸闷，考虑冠心病。')).toEqual([
      ...['患者', '无', '明显', '诱因', '出现', '胸闷', '，', '考虑', '冠心病', '。'],
    ]);
    expect(words(plain, '')).toEqual([]);
  });

  it('prefers words of the user dictionary, unless their frequency forbids', () => {
    expect(words(extended, '无明显诱因出现胸闷')).toEqual(['无', '明显', '诱因', '出现胸闷']);
    expect(words(extended, '确诊2型糖尿病')).toContain('2型糖尿病');
  });

  it('joins user words that hold brackets or Greek letters, the first and longest of overlapping ones', () => {
    expect(words(extended, '患者α-地中海贫血')).toEqual(['患者', 'α-地中海贫血']);
    expect(words(extended, '行CT（增强）扫描')).toEqual(['行', 'CT（增强）', '扫描']);
    expect(words(extended, '行（增强）扫描')).toEqual(['行', '（增强）扫描']);
    expect(words(extended, '予β受体阻滞剂。')).toEqual(['予', 'β受体阻滞剂', '。']);
  });

  it('covers any text in order without gaps', () => {
    fc.assert(
      fc.property(trickyText, fc.constantFrom(plain, extended), (text, segmenter) => {
        let at = 0;
        for (const { start, end } of segmenter.segment(text)) {
          expect(start).toBe(at);
          expect(end).toBeGreaterThan(start);
          at = end;
        }
        expect(at).toBe(text.length);
      }),
      { numRuns: 300 },
    );
  });
});

describe('user dictionaries', () => {
  it("reads jieba's format", () => {
    const text = '\ufeff# 用户词典\n急性心肌梗死 300 n\r\n\nα-地中海贫血\n阿司匹林 20\nC# nz\n';
    expect(parseUserDictionary(text)).toEqual([
      { word: '急性心肌梗死', frequency: 300 },
      { word: 'α-地中海贫血' },
      { word: '阿司匹林', frequency: 20 },
      { word: 'C#' },
    ]);
  });

  it('says which line is wrong', () => {
    expect(() => parseUserDictionary('冠心病\n急性 心肌 梗死\n')).toThrow('line 2');
    expect(() => parseUserDictionary('冠心病 -3 n\n')).toThrow('line 1');
  });
});
