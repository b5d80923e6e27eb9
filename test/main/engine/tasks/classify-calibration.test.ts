import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RandomStream } from '../../../../main/engine/layers/random.ts';
import {
  fitCalibration,
  probabilitiesOf,
  uncalibrated,
} from '../../../../main/engine/tasks/classify/calibration.ts';
import { valuesByLabel } from '../../../../main/engine/tasks/classify/sorted-values.ts';
import {
  bestThreshold,
  labelsAbove,
  tuneThresholds,
} from '../../../../main/engine/tasks/classify/thresholds.ts';
import type { Calibration } from '../../../../shared/domain/classification.ts';

const LABELS = 4;
const logits = fc
  .array(fc.double({ min: -12, max: 12, noNaN: true }), { minLength: LABELS, maxLength: LABELS })
  .map((values) => Float32Array.from(values));
const texts = fc.array(
  fc.record({
    row: logits,
    gold: fc.uniqueArray(fc.integer({ min: 0, max: LABELS - 1 }), { minLength: 1, maxLength: 3 }),
  }),
  { minLength: 1, maxLength: 60 },
);

function nll(rows: readonly Float32Array[], gold: readonly number[][], calibration: Calibration): number {
  let total = 0;
  for (const [text, row] of rows.entries()) {
    const given = probabilitiesOf(row, calibration);
    if (calibration.kind === 'temperature') total -= Math.log(Math.max(1e-40, given[gold[text]![0]!]!));
    else
      for (const [label, p] of given.entries())
        total -= Math.log(Math.max(1e-12, gold[text]!.includes(label) ? p : 1 - p));
  }
  return total;
}

describe('calibration', () => {
  it('never makes the texts it was fitted on less likely', () => {
    fc.assert(
      fc.property(texts, fc.constantFrom('single' as const, 'multiple' as const), (all, mode) => {
        const rows = all.map(({ row }) => row);
        const gold = all.map((text) => (mode === 'single' ? text.gold.slice(0, 1) : text.gold));
        const before = nll(rows, gold, uncalibrated(mode, LABELS));
        const after = nll(rows, gold, fitCalibration(rows, gold, { mode, method: 'scaling' }));
        expect(after).toBeLessThanOrEqual(before * (1 + 1e-4) + 1e-3);
      }),
    );
  });

  it('finds the temperature of an overconfident model', () => {
    const random = new RandomStream({ seed: 3, purpose: 'test', step: 0 });
    const rows: Float32Array[] = [];
    const gold: number[][] = [];
    for (let text = 0; text < 4000; text++) {
      const honest = Float32Array.from({ length: LABELS }, () => random.below(4000) / 1000 - 2);
      const chance = probabilitiesOf(honest, { kind: 'temperature', temperature: 1 });
      let [label, left] = [0, random.below(1_000_000) / 1_000_000];
      while (label < LABELS - 1 && left >= chance[label]!) left -= chance[label++]!;
      rows.push(honest.map((logit) => 3 * logit));
      gold.push([label]);
    }
    const found = fitCalibration(rows, gold, { mode: 'single', method: 'scaling' });
    if (found.kind !== 'temperature') throw new Error('no temperature');
    expect(found.temperature).toBeGreaterThan(2.7);
    expect(found.temperature).toBeLessThan(3.3);
    expect(nll(rows, gold, found)).toBeLessThan(0.9 * nll(rows, gold, uncalibrated('single', LABELS)));
  });

  it('leaves one-label texts of unknown labels out', () => {
    expect(fitCalibration([Float32Array.of(1, 2)], [[7]], { mode: 'single', method: 'scaling' })).toEqual({
      kind: 'temperature',
      temperature: 1,
    });
  });

  it('keeps the order of the texts by a label', () => {
    const rows = Array.from({ length: 40 }, (_, i) => Float32Array.of(i / 10 - 2));
    const found = fitCalibration(
      rows,
      rows.map((_, i) => (i > 15 ? [0] : [])),
      { mode: 'multiple', method: 'scaling' },
    ); // told apart without error
    const given = rows.map((row) => probabilitiesOf(row, found)[0]!);
    expect(given.every(Number.isFinite)).toBe(true);
    expect(given).toEqual(given.toSorted((a, b) => a - b));
  });
});

describe('thresholds', () => {
  const scored = fc.array(
    fc.record({ probability: fc.integer({ min: 0, max: 10 }).map((n) => n / 10), holds: fc.boolean() }),
    { minLength: 1, maxLength: 25 },
  );
  const f1At = (all: readonly { probability: number; holds: boolean }[], threshold: number) => {
    const said = all.filter(({ probability }) => probability >= threshold);
    const hits = said.filter(({ holds }) => holds).length;
    const gold = all.filter(({ holds }) => holds).length;
    return said.length + gold === 0 ? 0 : (2 * hits) / (said.length + gold);
  };

  const valuesOf = (all: readonly { probability: number; holds: boolean }[]) =>
    valuesByLabel(
      all.map(({ probability }) => [probability]),
      all.map(({ holds }) => (holds ? [0] : [])),
      1,
    )[0]!;

  it('have the best F1 of all possible ones', () => {
    fc.assert(
      fc.property(scored, (all) => {
        const found = bestThreshold(valuesOf(all));
        if (!all.some(({ holds }) => holds)) {
          expect(found).toBeUndefined();
          return;
        }
        const best = Math.max(...all.map(({ probability }) => f1At(all, probability)));
        expect(f1At(all, found ?? 2)).toBeCloseTo(best, 12);
      }),
    );
  });

  it('of rare labels are that of all labels', () => {
    const rows = [0.9, 0.8, 0.7, 0.2, 0.1].map((p) => Float32Array.of(p, p / 100));
    const gold = [[0], [0], [0], [1], [0, 1]].map((labels) => [...labels]);
    const [first = 0, second = 0] = tuneThresholds(rows, gold, { labels: 2, goal: 'macroF1' });
    const all = rows.flatMap((row, text) =>
      Array.from(row, (probability, label) => ({ probability, holds: gold[text]!.includes(label) })),
    );
    expect(second).toBe(bestThreshold(valuesOf(all)));
    expect(first).toBeLessThan(0.7);
  });

  it('for micro F1 are at least as good as one for all labels', () => {
    const micro = (
      rows: readonly Float32Array[],
      gold: readonly number[][],
      thresholds: readonly number[],
    ) => {
      let [hits, size] = [0, 0];
      for (const [text, row] of rows.entries()) {
        const said = [...row.keys()].filter((label) => row[label]! >= thresholds[label]!);
        hits += said.filter((label) => gold[text]!.includes(label)).length;
        size += said.length + gold[text]!.length;
      }
      return (2 * hits) / size;
    };
    fc.assert(
      fc.property(texts, (all) => {
        const rows = all.map(({ row }) => row.map((logit) => 1 / (1 + Math.exp(-logit))));
        const gold = all.map((text) => text.gold);
        const pairs = rows.flatMap((row, text) =>
          Array.from(row, (probability, label) => ({ probability, holds: gold[text]!.includes(label) })),
        );
        const shared = new Array<number>(LABELS).fill(bestThreshold(valuesOf(pairs))!);
        const tuned = tuneThresholds(rows, gold, { labels: LABELS, goal: 'microF1' });
        expect(micro(rows, gold, tuned)).toBeGreaterThanOrEqual(micro(rows, gold, shared) - 1e-12);
      }),
    );
  });

  it('for micro F1 keep labels quiet that the model does not tell apart', () => {
    const rows = Array.from({ length: 40 }, (_, i) => Float32Array.of(i < 20 ? 0.9 : 0.1, 0.11 - i / 1000));
    const gold = rows.map((_, i) => [...(i < 20 ? [0] : []), ...(i % 10 === 9 ? [1] : [])]);
    const [sure = 0, unsure = 0] = tuneThresholds(rows, gold, { labels: 2, goal: 'microF1' });
    expect(sure).toBeCloseTo(0.5, 5);
    expect(rows.filter((row) => row[1]! >= unsure)).toEqual([]);
    const [, often = 1] = tuneThresholds(rows, gold, { labels: 2, goal: 'macroF1' });
    expect(rows.filter((row) => row[1]! >= often)).toHaveLength(40);
  });

  it('leave each text its most probable label', () => {
    expect(labelsAbove(Float32Array.of(0.1, 0.3, 0.2), [0.5, 0.5, 0.5])).toEqual([1]);
    expect(labelsAbove(Float32Array.of(0.1, 0.3, 0.2), [0.1, 0.5, 0.1])).toEqual([2, 0]);
  });
});
