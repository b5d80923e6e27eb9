/** The form of a training of word vectors, and what is read out of a picture of words. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  advancedSettings,
  basicSettings,
  readVectorTexts,
  shapeOfVector,
  vectorText,
} from '../../../../../renderer/features/train/vectors/vectors-form.ts';
import {
  isInside,
  landmarks,
  pointsCsv,
  pointsHolding,
  typeGroups,
} from '../../../../../renderer/features/train/vectors/vectors-points.ts';
import { EmbeddingSettings } from '../../../../../shared/domain/embeddings.ts';
import type { VectorPoints } from '../../../../../shared/domain/vectors.ts';

const POINTS: VectorPoints = {
  tokens: ['的', '糖尿病', '咳嗽', 'CT', '患者', '=1+1'],
  x: [0, 1, 2, 3, 0.01, 3],
  y: [0, 1, 2, 3, 0.01, 0],
  types: [null, 'disease', 'symptom', 'exam', 'cause', null],
};

describe('the form of word vectors', () => {
  it.each(['word2vec', 'glove'] as const)(
    'begins with the defaults of %s, and shows every setting',
    (method) => {
      const { settings, problems } = readVectorTexts(method, {});
      expect(problems).toEqual({});
      expect(settings).toEqual(EmbeddingSettings.parse({ method }));
      const shown = [...basicSettings(method), ...advancedSettings(method)];
      expect([...shown, 'method'].sort()).toEqual(Object.keys(settings!).sort());
    },
  );

  it('says what is wrong with a number, by its kind and range', () => {
    const texts = { dimension: '0', window: '2.5', epochs: 'viele', sample: '', minCount: '3' };
    expect(readVectorTexts('word2vec', texts)).toEqual({
      problems: { dimension: 'range', window: 'integer', epochs: 'number', sample: 'missing' },
    });
    expect(shapeOfVector('word2vec', 'dimension')).toMatchObject({ kind: 'integer', least: 1, most: 1024 });
    expect(shapeOfVector('word2vec', 'alpha')).toMatchObject({ kind: 'number', above: 0, most: 1 });
  });

  it('keeps what both methods have, and ignores what the other has alone', () => {
    const texts = { dimension: '64', negative: 'x', unit: 'word' } as const;
    expect(readVectorTexts('glove', texts).settings).toMatchObject({
      dimension: 64,
      unit: 'word',
      epochs: 15,
    });
    expect(readVectorTexts('word2vec', texts).problems).toEqual({ negative: 'number' });
    expect(vectorText('glove', texts, 'epochs')).toBe('15');
  });
});

describe('a picture of words', () => {
  it('has groups by type, those outside the graph beneath', () => {
    const groups = typeGroups(POINTS);
    expect(groups.map(({ type, points }) => [type, points])).toEqual([
      ['none', [0, 5]],
      ['disease', [1]],
      ['symptom', [2]],
      ['exam', [3]],
      ['cause', [4]],
    ]);
  });

  it('names one word a place, those of the graph before others, none that is hidden', () => {
    expect(landmarks(POINTS, new Set())).toEqual([1, 2, 3, 4, 5]);
    expect(landmarks(POINTS, new Set(['cause', 'disease']))).toEqual([0, 2, 3, 5]);
    const one = { tokens: ['甲'], x: [1], y: [1], types: [null] };
    expect(landmarks(one, new Set())).toEqual([0]);
  });

  it('finds words that hold a text in any case', () => {
    expect(pointsHolding(POINTS, ' ct ')).toEqual([3]);
    expect(pointsHolding(POINTS, '病')).toEqual([1]);
    expect(pointsHolding(POINTS, ' ')).toEqual([]);
  });

  it('goes to a table program as words, never as formulas', () => {
    const csv = pointsCsv(POINTS, [1, 5]);
    expect(csv).toBe("\ufeffword,type,x,y\r\n糖尿病,disease,1,1\r\n'=1+1,,3,0\r\n");
    const tricky = { ...POINTS, tokens: ['a"b', 'c,d', 'e\nf', 'g', 'h', 'i'] };
    expect(pointsCsv(tricky, [0, 1, 2])).toContain('"a""b",,0,0\r\n"c,d",disease,1,1\r\n"e\nf",symptom,2,2');
  });

  it('tells what lies inside a lasso', () => {
    const star = [
      [0, 0],
      [4, 0],
      [4, 4],
      [2, 1],
      [0, 4],
    ] as const;
    expect(isInside([1, 1], star)).toBe(true);
    expect(isInside([2, 3], star)).toBe(false); // in the notch
    expect(isInside([5, 1], star)).toBe(false);
    // A point is inside a convex polygon exactly when it lies on the same hand of every side.
    const square = [
      [-1, -1],
      [1, -1],
      [1, 1],
      [-1, 1],
    ] as const;
    const coordinate = fc.double({ min: -2, max: 2, noNaN: true });
    fc.assert(
      fc.property(coordinate, coordinate, (x, y) => {
        fc.pre(Math.abs(Math.abs(x) - 1) > 1e-9 && Math.abs(Math.abs(y) - 1) > 1e-9);
        expect(isInside([x, y], square)).toBe(Math.abs(x) < 1 && Math.abs(y) < 1);
      }),
    );
  });
});
