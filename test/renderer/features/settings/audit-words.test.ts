import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { choosePair } from '../../../../renderer/features/editor/choose-pair.ts';
import {
  actionWords,
  daysToTimes,
  detailParts,
  objectWords,
} from '../../../../renderer/features/settings/audit-text.ts';

describe('entries in words', () => {
  it('name kinds and verbs, and leave what they do not know as it is', () => {
    expect(actionWords('document.unarchive', 'zh')).toBe('病历 · 解除归档');
    expect(actionWords('document.revise', 'en')).toBe('record · revise');
    expect(actionWords('robot.dance', 'zh')).toBe('robot · dance');
    expect(actionWords('constructor.toString', 'en')).toBe('constructor · toString');
    expect(objectWords('document:3', 'zh')).toBe('病历 3');
    expect(objectWords('workspace', 'en')).toBe('workspace');
    expect(objectWords('person:a:b', 'zh')).toBe('人员 a:b');
  });

  it('put before and after side by side', () => {
    expect(detailParts({ title: 't', before: 'a', after: 'b' }, 'en')).toEqual([
      { kind: 'change', label: '', before: 'a', after: 'b' },
      { kind: 'value', key: 'title', label: 'title', value: 't' },
    ]);
    expect(detailParts({ before: 1, after: 2 }, 'zh')).toEqual([
      { kind: 'change', label: '版本', before: '1', after: '2' },
    ]);
    expect(detailParts({ before: 'a' }, 'zh')).toEqual([
      { kind: 'value', key: 'before', label: '之前', value: 'a' },
    ]);
  });

  it('say what programs wrote in the words of the screens', () => {
    expect(detailParts({ person: '', before: 'open', after: 'done' }, 'zh', 'annotation.state')).toEqual([
      { kind: 'change', label: '', before: '进行中', after: '已完成' },
      { kind: 'value', key: 'person', label: '标注者', value: '金标准' },
    ]);
    expect(detailParts({ action: 'span.mark-all' }, 'zh', 'annotation.edit')).toMatchObject([
      { label: '动作', value: '标出全部' },
    ]);
    expect(detailParts({ before: 15, after: 30 }, 'en', 'account.idle-lock')).toMatchObject([
      { label: 'minutes', before: '15', after: '30' },
    ]);
    expect(detailParts({ roles: 'annotator robot' }, 'en', 'person.add')).toMatchObject([
      { value: 'Annotator, robot' },
    ]);
    expect(
      detailParts({ person: '', before: 'constructor', after: 'done' }, 'en', 'annotation.state'),
    ).toMatchObject([{ before: 'constructor' }, {}]);
  });

  it('lose nothing of any detail', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (detail) => {
        const parts = detailParts(detail, 'en');
        const keys = parts.flatMap((part) => (part.kind === 'change' ? ['before', 'after'] : [part.key]));
        expect(keys.toSorted()).toEqual(Object.keys(detail).toSorted());
      }),
    );
  });
});

describe('days as times', () => {
  it('begin and end in the reader’s own zone, the last day included', () => {
    const { since, until } = daysToTimes('2026-03-01', '2026-03-01');
    expect(since).toBe(new Date(2026, 2, 1).toISOString());
    expect(until).toBe(new Date(2026, 2, 2).toISOString());
    expect(daysToTimes('', '2026-12-31')).toEqual({ until: new Date(2027, 0, 1).toISOString() });
    expect(daysToTimes('2026-3', '')).toEqual({});
  });
});

describe('two revisions to compare', () => {
  it('are at most two, in order, the last click among them', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 6 }), { maxLength: 20 }), (clicks) => {
        let chosen: readonly number[] = [];
        for (const click of clicks) {
          const had = chosen.includes(click);
          chosen = choosePair(chosen, click);
          expect(chosen.includes(click)).toBe(!had);
          expect(chosen.length).toBeLessThanOrEqual(2);
          expect([...chosen].sort((a, b) => a - b)).toEqual(chosen);
        }
      }),
    );
  });
});
