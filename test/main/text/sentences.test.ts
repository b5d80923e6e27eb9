import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitSentences } from '../../../main/text/sentences.ts';
import { trickyText } from '../../helpers/tricky-text.ts';

const sentences = (text: string) => splitSentences(text).map(({ start, end }) => text.slice(start, end));

describe('sentences', () => {
  const cases: [what: string, text: string, sentences: string[]][] = [
    ['terminators', '发热。咳嗽！是否？；完', ['发热。', '咳嗽！', '是否？；', '完']],
    ['half-width ones', '发热;咳嗽!是否?完', ['发热;', '咳嗽!', '是否?', '完']],
    [
      'line breaks and white space',
      '主诉：胸闷\r\n\n  现病史：\u3000胸闷 3天。 \n',
      ['主诉：胸闷', '现病史：\u3000胸闷 3天。'],
    ],
    ['closing quotation marks', '诉“胸闷。”来院。”', ['诉“胸闷。”', '来院。”']],
    [
      'brackets',
      '曾服药（阿司匹林；用量不详。）三天；好转',
      ['曾服药（阿司匹林；用量不详。）三天；', '好转'],
    ],
    ['nested brackets', '(a【b。】；)c。d', ['(a【b。】；)c。', 'd']],
    ['brackets that never close', '（胸闷。咳嗽。', ['（胸闷。', '咳嗽。']],
    ['brackets closed on another line', '（胸闷。\n咳嗽）', ['（胸闷。', '咳嗽）']],
    ['mismatched brackets', '（胸闷。】咳嗽。）完', ['（胸闷。】咳嗽。）完']],
    ['numbers', '体温36.5℃，血压120.5/80。比为1;2。', ['体温36.5℃，血压120.5/80。', '比为1;2。']],
    [
      'full stops',
      '神志清.精神可． V1.0版 1.冠心病 Dr.Wang见...好',
      ['神志清.', '精神可．', 'V1.0版 1.冠心病 Dr.Wang见...好'],
    ],
    ['nothing', ' \n\t ', []],
    ['marks alone', '。。。', ['。。。']],
  ];
  for (const [what, text, expected] of cases) it(what, () => expect(sentences(text)).toEqual(expected));

  it('takes a bracket that closes far away for a slip', () => {
    expect(sentences(`（胸闷。${'咳'.repeat(300)}）。`)).toHaveLength(2);
  });

  it('covers everything but white space, in order, with no white space at the ends', () => {
    fc.assert(
      fc.property(trickyText, (text) => {
        let at = 0;
        for (const { start, end } of splitSentences(text)) {
          expect(text.slice(at, start)).toMatch(/^\s*$/u);
          expect(end).toBeGreaterThan(start);
          expect(text.slice(start, end)).toMatch(/^\S(?:[^\n\r]*\S)?$/);
          at = end;
        }
        expect(text.slice(at)).toMatch(/^\s*$/u);
      }),
      { numRuns: 500 },
    );
  });
});
