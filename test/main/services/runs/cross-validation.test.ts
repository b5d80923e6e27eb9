/** Folds: every document once, groups whole, labels spread evenly, and the same at every call. */
import { describe, expect, it } from 'vitest';
import { RandomStream } from '../../../../main/engine/layers/random.ts';
import { dealFolds } from '../../../../main/services/runs/cross-validation.ts';

const random = new RandomStream({ seed: 4, purpose: 'test' });
const text = (i: number) => `第${i}份记录`;
const countIn = (folds: readonly number[], wanted: (i: number) => boolean, count: number) =>
  Array.from({ length: count }, (_, fold) => folds.filter((own, i) => own === fold && wanted(i)).length);

describe('dealFolds', () => {
  it('spreads each label and the documents evenly', () => {
    const documents = Array.from({ length: 103 }, (_, i) => ({
      id: `${i}`,
      text: text(i),
      labels: [i < 7 ? 'rare' : i < 30 ? 'some' : 'common'],
    }));
    const folds = dealFolds(documents, 5);
    expect(folds).toHaveLength(103);
    for (const label of ['rare', 'some', 'common']) {
      const counts = countIn(folds, (i) => documents[i]!.labels[0] === label, 5);
      expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
    }
    const sizes = countIn(folds, () => true, 5);
    expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
    expect(dealFolds(documents, 5)).toEqual(folds);
  });

  it('keeps documents of one id or one text together, also through others', () => {
    const documents = Array.from({ length: 200 }, (_, i) => ({
      id: i % 4 === 0 ? `患者${Math.floor(i / 8)}${i % 8 === 0 ? '' : ' (2)'}` : `${i}`,
      text: i % 10 === 1 ? `${text(i - 1)} ` : text(i),
      entities: [],
    }));
    const folds = dealFolds(documents, 4);
    for (let i = 0; i < 200; i += 8) expect(folds[i]).toBe(folds[i + 4]);
    for (let i = 1; i < 200; i += 10) expect(folds[i]).toBe(folds[i - 1]);
    const sizes = countIn(folds, () => true, 4);
    expect(Math.min(...sizes)).toBeGreaterThan(40);
  });

  it('deals texts with several labels with every label in every fold where there are enough', () => {
    const names = ['a', 'b', 'c', 'd', 'e'];
    const documents = Array.from({ length: 300 }, (_, i) => ({
      id: `${i}`,
      text: text(i),
      labels: [...new Set([names[random.below(5)]!, names[random.below(2)]!])],
    }));
    const folds = dealFolds(documents, 10);
    for (const label of names) {
      const counts = countIn(folds, (i) => documents[i]!.labels.includes(label), 10);
      expect(Math.min(...counts)).toBeGreaterThanOrEqual(0.6 * Math.max(...counts));
    }
  });

  it('refuses fewer groups than folds', () => {
    const documents = [1, 2, 3].map((i) => ({ id: `${i}`, text: 'same', labels: ['a'] }));
    expect(() => dealFolds(documents, 2)).toThrow(
      '2 folds need as many documents of different ids and texts; there are 1.',
    );
  });
});
