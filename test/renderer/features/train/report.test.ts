import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ALL_ERRORS,
  extentOf,
  filterErrors,
  NO_TYPE,
  segmentsOf,
  snippetOf,
} from '../../../../renderer/features/train/reports/error-list.ts';
import { allTypes, sortTypes, typeRows } from '../../../../renderer/features/train/type-scores.ts';
import { contrast } from '../../../../renderer/lib/contrast.ts';
import { heatColours } from '../../../../renderer/lib/heat-map-colours.ts';
import { PALETTES } from '../../../../renderer/lib/palette.ts';
import { MOST_COMPARED, seriesStyle } from '../../../../renderer/lib/series-style.ts';
import type { LabelledSpan, NerError, NerScores, Score } from '../../../../shared/domain/training.ts';

const span = (start: number, end: number, type = 'disease'): LabelledSpan => ({ start, end, type });
const predicted = (start: number, end: number, type = 'disease') => ({
  ...span(start, end, type),
  confidence: 0.5,
});

const missed: NerError = { kind: 'missed', document: 0, gold: span(0, 2) };
const spurious: NerError = { kind: 'spurious', document: 0, predicted: predicted(3, 4, 'drug') };
const wrongType: NerError = {
  kind: 'wrong-type',
  document: 1,
  gold: span(5, 6),
  predicted: predicted(5, 6, 'drug'),
};
const errors = [missed, spurious, wrongType];

describe('filterErrors', () => {
  it('goes by kind, gold type and predicted type, and knows missing ones', () => {
    expect(filterErrors(errors, ALL_ERRORS)).toEqual(errors);
    expect(filterErrors(errors, { ...ALL_ERRORS, kind: 'spurious' })).toEqual([spurious]);
    expect(filterErrors(errors, { ...ALL_ERRORS, gold: 'disease' })).toEqual([missed, wrongType]);
    expect(filterErrors(errors, { ...ALL_ERRORS, gold: NO_TYPE })).toEqual([spurious]);
    expect(filterErrors(errors, { ...ALL_ERRORS, gold: 'disease', predicted: NO_TYPE })).toEqual([missed]);
    expect(filterErrors(errors, { ...ALL_ERRORS, predicted: 'drug' })).toEqual([spurious, wrongType]);
  });
});

describe('extent and snippet', () => {
  it('reach over gold and prediction', () => {
    expect(extentOf({ gold: span(3, 8), predicted: predicted(5, 12) })).toEqual({ start: 3, end: 12 });
    expect(extentOf(missed)).toEqual({ start: 0, end: 2 });
  });

  it('show some characters to each side, in one line', () => {
    expect(snippetOf('患者高血压\n病史十年', { start: 2, end: 5 }, 2)).toEqual({
      before: '患者',
      words: '高血压',
      after: ' 病…',
    });
    expect(snippetOf('0123456789', { start: 5, end: 6 }, 2)).toEqual({
      before: '…34',
      words: '5',
      after: '67…',
    });
  });

  it('cut no character in two', () => {
    const text = '𠀀𠀁𠀂𠀃'; // four characters, eight code units
    const { before, words, after } = snippetOf(text, { start: 4, end: 6 }, 3);
    expect(words).toBe('𠀂');
    for (const part of [before, after]) expect(part.isWellFormed()).toBe(true);
  });
});

describe('segmentsOf', () => {
  const LENGTH = 12;
  const anySpan = fc
    .tuple(fc.nat({ max: LENGTH - 1 }), fc.integer({ min: 1, max: 6 }))
    .map(([start, length]) => span(start, Math.min(LENGTH, start + length)));
  const spans = fc.array(anySpan, { maxLength: 5 });

  it('cut the text into pieces that say of each character what covers it', () => {
    const text = '一二三四五六七八九十甲乙';
    fc.assert(
      fc.property(
        spans,
        spans,
        fc.option(anySpan),
        fc.option(anySpan),
        (gold, found, chosenGold, chosenFound) => {
          const chosen = {
            ...(chosenGold === null ? {} : { gold: chosenGold }),
            ...(chosenFound === null ? {} : { predicted: { ...chosenFound, confidence: 1 } }),
          };
          const segments = segmentsOf(text, { gold, predicted: found, chosen });
          expect(segments.map((segment) => segment.text).join('')).toBe(text);
          const covered = (list: readonly (LabelledSpan | null)[], at: number): boolean =>
            list.some((one) => one !== null && one.start <= at && at < one.end);
          for (const segment of segments) {
            expect(text.slice(segment.start, segment.start + segment.text.length)).toBe(segment.text);
            expect(segment.text).not.toBe('');
            for (let at = segment.start; at < segment.start + segment.text.length; at++) {
              expect(segment.gold).toBe(covered([...gold, chosenGold], at));
              expect(segment.predicted).toBe(covered([...found, chosenFound], at));
              expect(segment.chosenGold).toBe(covered([chosenGold], at));
              expect(segment.chosenPredicted).toBe(covered([chosenFound], at));
            }
          }
        },
      ),
    );
  });

  it('bear spans that reach past the text', () => {
    expect(
      segmentsOf('ab', { gold: [span(1, 9)], predicted: [], chosen: {} }).map(({ text }) => text),
    ).toEqual(['a', 'b']);
    expect(segmentsOf('', { gold: [], predicted: [], chosen: {} })).toEqual([]);
  });
});

describe('scores by type', () => {
  const score = (f1: number, support: number): Score => ({ precision: f1, recall: f1, f1, support });
  const scores: NerScores = {
    ...score(0.5, 30),
    perType: { body: score(0.5, 10), drug: score(0.9, 10), time: score(0.1, 20) },
    relaxed: { ...score(0.6, 30), perType: { body: score(0.6, 10), time: score(0.7, 20) } },
  };

  it('sort by any column; equal ones by name', () => {
    const order = (column: Parameters<typeof sortTypes>[1]['column'], descending: boolean): string[] =>
      sortTypes(typeRows(scores), { column, descending }).map(({ type }) => type);
    expect(order('support', true)).toEqual(['time', 'body', 'drug']);
    expect(order('support', false)).toEqual(['body', 'drug', 'time']);
    expect(order('exact.f1', true)).toEqual(['drug', 'body', 'time']);
    expect(order('relaxed.f1', true)).toEqual(['time', 'body', 'drug']);
    expect(order('type', true)).toEqual(['time', 'drug', 'body']);
  });

  it('of several runs name every type once', () => {
    const other: NerScores = { ...scores, perType: { time: score(0, 1), crowd: score(0, 1) } };
    expect(allTypes([scores, other])).toEqual(['body', 'drug', 'time', 'crowd']);
  });
});

describe.each(['light', 'dark'] as const)('colours of pictures in the %s theme', (theme) => {
  it('leave numbers readable at every strength', () => {
    for (const kind of ['right', 'wrong'] as const) {
      for (let share = 0; share <= 1; share += 0.005) {
        const { background, text } = heatColours(share, kind, theme);
        expect(contrast(text, background), `${kind} ${share}`).toBeGreaterThanOrEqual(4.5);
      }
      expect(heatColours(0, kind, theme).background).toBe(PALETTES[theme].surface);
      expect(contrast(heatColours(1, kind, theme).background, PALETTES[theme].surface)).toBeGreaterThan(2);
    }
  });

  it('tell the lines of a comparison apart', () => {
    const styles = Array.from({ length: MOST_COMPARED }, (_, i) => seriesStyle(i, theme));
    expect(new Set(styles.map(({ colour, dash }) => `${colour} ${dash}`)).size).toBe(MOST_COMPARED);
    styles.forEach(({ colour, dash }, i) => {
      expect(contrast(colour, PALETTES[theme].surface)).toBeGreaterThanOrEqual(3);
      const next = styles[i + 1];
      if (next !== undefined) expect([next.colour !== colour, next.dash !== dash]).toEqual([true, true]);
    });
  });
});
