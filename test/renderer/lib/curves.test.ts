import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { curveOf, downsample, mergePoints, type Place, smooth, thin } from '../../../renderer/lib/curves.ts';
import type { RunPoint } from '../../../shared/domain/training.ts';

const step = (number: number, loss = number): RunPoint => ({
  step: number,
  epoch: number / 10,
  seconds: number * 2,
  loss,
});
const dev = (number: number, f1 = 0.5): RunPoint => ({
  step: number,
  epoch: number / 10,
  seconds: number * 2,
  dev: { f1 },
});

/** Steps 1 to n, with an evaluation after every fourth. */
const run = (n: number): RunPoint[] =>
  Array.from({ length: n }, (_, i) => i + 1).flatMap((at) =>
    at % 4 === 0 ? [step(at), dev(at)] : [step(at)],
  );

describe('mergePoints', () => {
  it('puts a curve together however it is cut, also when pieces overlap', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 40 }),
        fc.array(fc.nat({ max: 40 })),
        fc.nat({ max: 5 }),
        (n, cuts, overlap) => {
          const whole = run(n);
          const places = [
            ...new Set([0, ...cuts.map((cut) => Math.min(cut, whole.length)), whole.length]),
          ].sort((a, b) => a - b);
          const merged = places
            .slice(1)
            .reduce<readonly RunPoint[]>(
              (known, end, i) => mergePoints(known, whole.slice(Math.max(0, places[i]! - overlap), end)),
              [],
            );
          expect(merged).toEqual(whole);
        },
      ),
    );
  });

  it('drops what a resumed run does anew', () => {
    const merged = mergePoints(run(12), [step(7, 100), step(8, 100)]);
    expect(merged.map((point) => point.step)).toEqual([1, 2, 3, 4, 4, 5, 6, 7, 8]);
    expect(merged.at(-1)?.loss).toBe(100);
  });

  it('keeps the training point when the evaluation of the same step comes by itself', () => {
    expect(mergePoints([step(3), step(4)], [dev(4)])).toEqual([step(3), step(4), dev(4)]);
  });

  it('returns the same curve when nothing is added', () => {
    const known = run(5);
    expect(mergePoints(known, [])).toBe(known);
  });
});

describe('thin', () => {
  it('bounds a curve that grows, and keeps every evaluation and the newest point', () => {
    let known: readonly RunPoint[] = [];
    const whole = run(1000);
    for (const point of whole) {
      known = thin(mergePoints(known, [point]), 100);
      expect(known.filter(({ dev }) => dev === undefined).length).toBeLessThanOrEqual(100);
      expect(known.at(-1)).toBe(point);
    }
    expect(known.filter(({ dev }) => dev !== undefined)).toEqual(
      whole.filter(({ dev }) => dev !== undefined),
    );
    const steps = known.map((point) => point.step);
    expect(steps).toEqual(steps.toSorted((a, b) => a - b));
    expect(known.filter(({ dev }) => dev === undefined).length).toBeGreaterThanOrEqual(50);
  });

  it('leaves a short curve as it is', () => {
    const known = run(20);
    expect(thin(known)).toBe(known);
    expect(thin(known, 20)).toBe(known); // evaluations do not count
  });
});

describe('curveOf', () => {
  it('takes the points that have the quantity, over the axis asked for', () => {
    expect(curveOf(run(4), 'seconds', (point) => point.dev?.f1)).toEqual([[8, 0.5]]);
    expect(curveOf([step(1, Number.NaN), step(2, 3)], 'step', ({ loss }) => loss)).toEqual([[2, 3]]);
  });
});

describe('smooth', () => {
  const places = fc
    .array(fc.double({ min: -100, max: 100, noNaN: true }), { maxLength: 30 })
    .map((values) => values.map((y, x): Place => [x, y + 0])); // no -0

  it('is the average of all earlier values, weighted by their age', () => {
    fc.assert(
      fc.property(places, fc.double({ min: 0, max: 0.99, noNaN: true }), (curve, weight) => {
        const smoothed = smooth(curve, weight);
        curve.forEach(([x], at) => {
          const weights = curve.slice(0, at + 1).map((_, i) => weight ** (at - i));
          const sum = weights.reduce((total, w, i) => total + w * curve[i]![1], 0);
          expect(smoothed[at]![0]).toBe(x);
          expect(smoothed[at]![1]).toBeCloseTo(sum / weights.reduce((a, b) => a + b), 6);
        });
      }),
    );
  });

  it('changes nothing with weight 0', () => {
    fc.assert(
      fc.property(places, (curve) => {
        expect(smooth(curve, 0)).toEqual(curve);
      }),
    );
  });
});

describe('downsample', () => {
  const long = fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 400 });

  it('keeps both ends and the order, and takes points that are there', () => {
    fc.assert(
      fc.property(long, fc.integer({ min: 3, max: 100 }), (values, most) => {
        const curve = values.map((y, x): Place => [x, y]);
        const kept = downsample(curve, most);
        expect(kept.length).toBe(Math.min(most, curve.length));
        expect(kept[0]).toBe(curve[0]);
        expect(kept.at(-1)).toBe(curve.at(-1));
        kept.forEach(([x], i) => {
          expect(kept[i]).toBe(curve[x]);
          if (i > 0) expect(x).toBeGreaterThan(kept[i - 1]![0]);
        });
      }),
    );
  });

  it('keeps a spike that an average would hide', () => {
    const curve = Array.from({ length: 10_000 }, (_, x): Place => [x, x === 4321 ? 50 : Math.sin(x / 500)]);
    expect(downsample(curve, 200)).toContainEqual([4321, 50]);
  });
});
