/** Highlights under corrections and rules, against a naive version; words that rules name in other forms. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keepAllowed, reviewAnalysis } from '../../../../main/kg/linker/review.ts';
import type { MadeCorrection } from '../../../../shared/domain/correction.ts';
import { correctionOf } from '../../../../shared/domain/correction.ts';
import type { Mention } from '../../../../shared/domain/mention.ts';
import type { Span } from '../../../../shared/domain/span.ts';

const TEXT = '右下腹痛三天，无呼吸困难，高血压病史十年。';
const mention = (words: string, type: Mention['type'], depth = 0, text = TEXT): Mention => {
  const start = text.indexOf(words);
  const place = { start, end: start + words.length };
  return { ...place, text: words, type, entityId: 1, name: words, assertion: 'present', depth };
};
const made = (
  found: Mention | null,
  right: MadeCorrection['mention'],
  gone = false,
  text = TEXT,
): MadeCorrection => ({
  ...correctionOf(text, { id: crypto.randomUUID(), found, mention: right }),
  ...{ at: '2026-01-01', actor: '甲', gone },
});
const right = (words: string, rest: Partial<NonNullable<MadeCorrection['mention']>> = {}) => {
  const { start, end } = mention(words, 'symptom');
  return { start, end, type: 'symptom' as const, assertion: 'present' as const, entity: null, ...rest };
};
const analyse = (
  mentions: Mention[],
  corrections: MadeCorrection[],
  rules: { words: string; type: string }[] = [],
) =>
  reviewAnalysis(
    TEXT,
    { sections: [], mentions, values: [], patient: {} },
    { corrections, rules },
  ).mentions.map(
    ({ text, type, assertion, depth, entityId }) =>
      `${depth} ${text} ${type} ${assertion} ${entityId ?? '-'}`,
  );

describe('corrections', () => {
  const outer = mention('右下腹痛', 'symptom');
  const inner = mention('腹痛', 'symptom', 1);
  const pressure = mention('高血压', 'disease');

  it('change type, assertion, link and place, remove and add', () => {
    const entity = { id: 7, type: 'sign' as const, name: '腹部压痛' };
    expect(
      analyse(
        [outer, inner],
        [made(outer, right('右下腹痛', { type: 'sign', assertion: 'negated', entity }))],
      ),
    ).toEqual(['0 右下腹痛 sign negated 7', '1 腹痛 symptom present 1']);
    expect(analyse([outer, inner], [made(outer, null)])).toEqual(['0 腹痛 symptom present 1']);
    expect(analyse([pressure], [made(pressure, right('高血压病史', { type: 'disease' }))])).toEqual([
      '0 高血压病史 disease present -',
    ]);
    expect(analyse([pressure], [made(null, right('三天', { type: 'other' }))])).toEqual([
      '0 三天 other present -',
      '0 高血压 disease present 1',
    ]);
    expect(analyse([pressure], [made(pressure, null, true)])).toEqual(['0 高血压 disease present 1']); // its words are gone
    expect(
      analyse([pressure], [made(pressure, right('高血压', { entity: { type: 'disease', name: '旧名' } }))]),
    ).toEqual([
      '0 高血压 symptom present -', // the graph has the entity no more
    ]);
  });

  it('overlap each other in layers, and mentions that cross one of them give way', () => {
    expect(analyse([mention('下腹', 'anatomy')], [made(null, right('腹痛三天'))])).toEqual([
      '0 腹痛三天 symptom present -',
    ]);
    expect(analyse([], [made(null, right('右下腹痛')), made(null, right('痛三天'))])).toEqual([
      '0 右下腹痛 symptom present -',
      '1 痛三天 symptom present -',
    ]);
  });

  it('leave out the same mentions as a naive version', () => {
    const spans = fc.array(fc.record({ start: fc.nat(30), width: fc.integer({ min: 1, max: 8 }) }), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(
        spans,
        spans,
        fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }),
        (marked, corrected, removed) => {
          const text = 'ab'.repeat(20);
          const spanOf = ({ start, width }: { start: number; width: number }): Span => ({
            start,
            end: start + width,
          });
          const mentions = marked.map((one) => ({ ...spanOf(one), type: 'symptom' as const }));
          const corrections = corrected.map((one, i) => {
            const rightOne = {
              ...spanOf(one),
              type: 'sign' as const,
              assertion: 'present' as const,
              entity: null,
            };
            const found = { ...spanOf(one), type: 'symptom' };
            return {
              ...correctionOf(text, {
                id: crypto.randomUUID(),
                found,
                mention: removed[i] === true ? null : rightOne,
              }),
              ...{ at: '', actor: '', gone: false },
            };
          });
          const naive = mentions.filter((one) =>
            corrections.every(({ mention: right, start, end }) => {
              const same = start === one.start && end === one.end;
              if (same) return false;
              if (right === null) return true;
              const overlap = one.start < right.end && right.start < one.end;
              const nested =
                (one.start <= right.start && right.end <= one.end) ||
                (right.start <= one.start && one.end <= right.end);
              return !overlap || nested;
            }),
          );
          expect(keepAllowed(text, mentions, { corrections, rules: [] })).toEqual(naive);
        },
      ),
    );
  });
});

describe('rules', () => {
  it('hold for words of any width, case and script, of one type or all', () => {
    const text = '高血壓，ＡＣＳ，acs';
    const marked = [
      { start: 0, end: 3, type: '疾病' },
      { start: 4, end: 7, type: 'disease' },
      { start: 8, end: 11, type: 'exam' },
    ];
    const kept = (words: string, type: string) =>
      keepAllowed(text, marked, { corrections: [], rules: [{ words, type }] }).map(({ start }) => start);
    expect(kept('高血压', 'disease')).toEqual([4, 8]);
    expect(kept('高血压', 'symptom')).toEqual([0, 4, 8]);
    expect(kept('ACS', 'disease')).toEqual([0, 8]);
    expect(kept('acs', '')).toEqual([0]);
  });

  it('leave mentions that a person marked', () => {
    const words = mention('高血压', 'disease');
    const corrections = [made(words, right('高血压', { type: 'disease' }))];
    expect(analyse([words], corrections, [{ words: '高血压', type: '' }])).toEqual([
      '0 高血压 disease present -',
    ]);
  });
});
