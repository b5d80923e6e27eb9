import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type ClassOutcome,
  calibrationError,
  hitsAt,
  judge,
  labelConfusion,
  RELIABILITY_BINS,
  reliabilityBins,
  scoreLabels,
} from '../../../../main/engine/tasks/classify/metrics.ts';

const LABELS = 5;
const labelSet = fc.uniqueArray(fc.integer({ min: 0, max: LABELS - 1 }), { minLength: 1, maxLength: 3 });
const outcomes = fc.array(fc.record({ gold: labelSet, predicted: labelSet }), {
  minLength: 1,
  maxLength: 30,
});
const row = fc
  .array(fc.integer({ min: 0, max: 20 }), { minLength: LABELS, maxLength: LABELS })
  .map((values) => Float32Array.from(values, (value) => value / 20));
const scoredTexts = fc.array(fc.record({ row, gold: labelSet }), { minLength: 1, maxLength: 20 });

/** Straight from the definitions, cell by cell. */
function naive(all: readonly ClassOutcome[]) {
  const cells = (label: number) => {
    let [tp, fp, fn] = [0, 0, 0];
    for (const { gold, predicted } of all) {
      const [is, said] = [gold.includes(label), predicted.includes(label)];
      if (is && said) tp++;
      if (!is && said) fp++;
      if (is && !said) fn++;
    }
    return { tp, fp, fn };
  };
  const f1 = ({ tp, fp, fn }: ReturnType<typeof cells>) => {
    const [p, r] = [tp + fp === 0 ? 0 : tp / (tp + fp), tp + fn === 0 ? 0 : tp / (tp + fn)];
    return p + r === 0 ? 0 : (2 * p * r) / (p + r);
  };
  const each = Array.from({ length: LABELS }, (_, label) => cells(label));
  const used = each.filter(({ tp, fp, fn }) => tp + fp + fn > 0);
  const sum = each.reduce((a, b) => ({ tp: a.tp + b.tp, fp: a.fp + b.fp, fn: a.fn + b.fn }));
  const same = ({ gold, predicted }: ClassOutcome) =>
    JSON.stringify([...gold].sort()) === JSON.stringify([...predicted].sort());
  return {
    micro: f1(sum),
    macro: used.reduce((total, cell) => total + f1(cell), 0) / used.length,
    perLabel: each.map(f1),
    accuracy: all.filter(same).length / all.length,
  };
}

describe('scores of labels', () => {
  it('are those of the definitions', () => {
    fc.assert(
      fc.property(outcomes, (all) => {
        const { micro, macro, perLabel, accuracy } = scoreLabels(all, LABELS);
        const wanted = naive(all);
        expect(micro.f1).toBeCloseTo(wanted.micro, 12);
        expect(macro.f1).toBeCloseTo(wanted.macro, 12);
        expect(accuracy).toBeCloseTo(wanted.accuracy, 12);
        for (const [label, f1] of wanted.perLabel.entries()) expect(perLabel[label]?.f1).toBeCloseTo(f1, 12);
      }),
    );
  });

  it('with one label a text: micro F1 is accuracy', () => {
    const one = fc.integer({ min: 0, max: LABELS - 1 }).map((label) => [label]);
    const texts = fc.array(fc.record({ gold: one, predicted: one }), { minLength: 1 });
    fc.assert(
      fc.property(texts, (all) => {
        const { micro, accuracy } = scoreLabels(all, LABELS);
        expect(micro.f1).toBeCloseTo(accuracy, 12);
      }),
    );
  });

  it('count gold labels that the model does not know as missed', () => {
    const { perLabel, accuracy, micro } = scoreLabels([{ gold: [2], predicted: [0] }], 3);
    expect(perLabel[2]).toEqual({ precision: 0, recall: 0, f1: 0, support: 1 });
    expect([accuracy, micro.f1]).toEqual([0, 0]);
  });
});

describe('hits at k', () => {
  it('are those of sorting everything', () => {
    fc.assert(
      fc.property(scoredTexts, (texts) => {
        const found = hitsAt(
          texts.map((text) => text.row),
          texts.map(({ gold }) => gold),
        );
        for (const k of [1, 3, 5, 10]) {
          const hits = texts.filter(({ row: values, gold }) => {
            const above = (label: number) =>
              values.filter((value, i) => value > values[label]! || (value === values[label] && i < label))
                .length;
            return gold.some((label) => above(label) < k);
          });
          expect(found[k]).toBeCloseTo(hits.length / texts.length, 12);
        }
      }),
    );
  });
});

describe('calibration error', () => {
  it('is the mean distance of bins, as counted by borders', () => {
    const judged = fc.array(
      fc.record({ confidence: fc.double({ min: 0, max: 1, noNaN: true }), right: fc.boolean() }),
    );
    fc.assert(
      fc.property(judged, (all) => {
        const bins = reliabilityBins(all);
        let wanted = 0;
        for (let i = 0; i < RELIABILITY_BINS; i++) {
          const own = all.filter(
            ({ confidence: c }) => (c * 15 > i || (i === 0 && c === 0)) && c * 15 <= i + 1,
          );
          expect(bins[i]?.count).toBe(own.length);
          const [sure, right] = [
            own.reduce((sum, { confidence }) => sum + confidence, 0),
            own.filter((one) => one.right).length,
          ];
          wanted += Math.abs(sure - right) / Math.max(1, all.length);
        }
        expect(calibrationError(bins)).toBeCloseTo(wanted, 9);
      }),
    );
  });

  it('is 0 when 3 of 4 predictions at 0.75 are right', () => {
    const all = [true, true, true, false].map((right) => ({ confidence: 0.75, right }));
    expect(calibrationError(reliabilityBins(all))).toBe(0);
    expect(calibrationError(reliabilityBins(all.map((one) => ({ ...one, right: false }))))).toBe(0.75);
  });

  it('judges one label of a text, or all of them', () => {
    const rows = [Float32Array.of(0.25, 0.75)];
    expect([...judge(rows, [[0]], 'single')]).toEqual([{ confidence: 0.75, right: false }]);
    expect([...judge(rows, [[0]], 'multiple')]).toEqual([
      { confidence: 0.25, right: true },
      { confidence: 0.75, right: false },
    ]);
  });
});

describe('confusion of labels', () => {
  it('has every text once, the most frequent labels first and the rest as one', () => {
    const names = Array.from({ length: 40 }, (_, i) => `label ${i}`);
    const all = names.flatMap((_, i) =>
      Array.from({ length: i + 1 }, (): ClassOutcome => ({ gold: [i], predicted: [(i * 7) % 40] })),
    );
    const { labels, counts } = labelConfusion(all, names);
    expect(labels).toHaveLength(31);
    expect(labels.slice(0, 2)).toEqual(['label 39', 'label 38']);
    expect(labels.at(-1)).toBe('other');
    expect(counts.flat().reduce((a, b) => a + b)).toBe(all.length);
    expect(counts[0]?.[labels.indexOf(`label ${(39 * 7) % 40}`)]).toBe(40);
  });
});
