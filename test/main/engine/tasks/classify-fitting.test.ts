/** Isotonic regression, cross-fitting and abstention of classifiers. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RandomStream } from '../../../../main/engine/layers/random.ts';
import { abstainingAt, chooseThreshold } from '../../../../main/engine/tasks/classify/abstention.ts';
import {
  fitCalibration,
  oddsOf,
  probabilitiesOf,
} from '../../../../main/engine/tasks/classify/calibration.ts';
import {
  type FitSettings,
  fitDecision,
  judgementOf,
  logLoss,
} from '../../../../main/engine/tasks/classify/fitting.ts';
import { fitIsotonic, isotonicAt } from '../../../../main/engine/tasks/classify/isotonic.ts';
import { calibrationError, judge, reliabilityBins } from '../../../../main/engine/tasks/classify/metrics.ts';
import { valuesByLabel } from '../../../../main/engine/tasks/classify/sorted-values.ts';
import { dealFolds, FOLDS, textsHash } from '../../../../main/engine/tasks/folds.ts';
import { Calibration } from '../../../../shared/domain/probabilities.ts';

const pairs = fc
  .array(fc.record({ logit: fc.integer({ min: -8, max: 8 }), holds: fc.boolean() }), {
    minLength: 2,
    maxLength: 40,
  })
  .filter((all) => all.some(({ holds }) => holds) && all.some(({ holds }) => !holds));

interface Pair {
  readonly logit: number;
  readonly holds: boolean;
}

const fitted = (all: readonly Pair[]) =>
  fitIsotonic(
    valuesByLabel(
      all.map(({ logit }) => [logit]),
      all.map(({ holds }) => (holds ? [0] : [])),
      1,
    )[0]!,
  );

/** Each value by the definition: the largest of the least means of the runs that contain it. */
function naive(all: readonly Pair[]): Map<number, number> {
  const share = all.filter(({ holds }) => holds).length / all.length;
  const values = [...new Set(all.map(({ logit }) => logit))].sort((a, b) => a - b);
  const groups = values.map((x) => {
    const own = all.filter(({ logit }) => logit === x);
    return { weight: own.length, holds: own.filter(({ holds }) => holds).length };
  });
  const seen = [{ weight: share, holds: share }, ...groups, { weight: 1 - share, holds: 0 }];
  const mean = (from: number, to: number) => {
    const run = seen.slice(from, to + 1);
    return run.reduce((sum, { holds }) => sum + holds, 0) / run.reduce((sum, { weight }) => sum + weight, 0);
  };
  const at = (i: number) =>
    Math.max(
      ...Array.from({ length: i + 1 }, (_, from) =>
        Math.min(...Array.from({ length: seen.length - i }, (_, k) => mean(from, i + k))),
      ),
    );
  return new Map(values.map((x, i) => [x, at(i + 1)]));
}

describe('isotonic regression', () => {
  it('is what the definition says, at every point seen', () => {
    fc.assert(
      fc.property(pairs, (all) => {
        const curve = fitted(all);
        for (const [x, value] of naive(all)) expect(isotonicAt(curve, x)).toBeCloseTo(value, 10);
      }),
    );
  });

  it('rises everywhere and says neither 0 nor 1', () => {
    fc.assert(
      fc.property(pairs, (all) => {
        const curve = fitted(all);
        const values = Array.from({ length: 101 }, (_, i) => isotonicAt(curve, i / 5 - 10));
        expect(values).toEqual(values.toSorted((a, b) => a - b));
        expect(values[0]).toBeGreaterThan(0);
        expect(values.at(-1)).toBeLessThan(1);
      }),
    );
  });
});

const LABELS = 3;
const random = new RandomStream({ seed: 5, purpose: 'test' });
const uniform = (): number => random.below(1_000_000) / 1_000_000;

/** Texts whose labels are drawn from distorted logits: the true log odds are `truth` of them. */
function texts(count: number, mode: 'single' | 'multiple', truth: (logit: number) => number) {
  const rows: Float32Array[] = [];
  const gold: number[][] = [];
  for (let text = 0; text < count; text++) {
    const row = Float32Array.from({ length: LABELS }, () => 8 * uniform() - 5);
    const chance = Array.from(row, (logit) => 1 / (1 + Math.exp(-truth(logit))));
    if (mode === 'multiple') gold.push(chance.flatMap((p, label) => (uniform() < p ? [label] : [])));
    else {
      let [label, left] = [0, uniform() * chance.reduce((a, b) => a + b, 0)];
      while (label < LABELS - 1 && left >= chance[label]!) left -= chance[label++]!;
      gold.push([label]);
    }
    rows.push(row);
  }
  return { rows, gold, names: rows.map((_, i) => `text ${i}`) };
}

/** No line does this. */
const STEPS = (logit: number): number => (logit < -1 ? -3 : logit < 2 ? 0.2 : 0.5);
const settings = (more: Partial<FitSettings> = {}): FitSettings => ({
  mode: 'multiple',
  labels: LABELS,
  select: 'microF1',
  calibration: 'auto',
  abstainPrecision: 0.8,
  ...more,
});

describe('isotonic calibration', () => {
  it.each(['single', 'multiple'] as const)('follows what no line does, in the mode %s', (mode) => {
    /** With one label per text, every third label is wrong. */
    const drawn = () => {
      if (mode === 'multiple') return texts(1500, mode, STEPS);
      const { rows, gold } = texts(1500, mode, (logit) => 4 * logit);
      return { rows, gold: gold.map((own, text) => (text % 3 === 0 ? [(text / 3) % LABELS] : own)) };
    };
    const { rows, gold } = drawn();
    const fresh = drawn();
    const loss = (method: 'scaling' | 'isotonic') => {
      const calibration = Calibration.parse(fitCalibration(rows, gold, { mode, method }));
      return logLoss(
        fresh.rows.map((row) => probabilitiesOf(row, calibration)),
        fresh.gold,
        mode,
      );
    };
    expect(loss('isotonic')).toBeLessThan(loss('scaling'));
  });

  it('keeps the order of each label and adds up to one where a text has one', () => {
    const { rows, gold } = texts(200, 'single', STEPS);
    const calibration = fitCalibration(rows, gold, { mode: 'single', method: 'isotonic' });
    for (const row of rows) {
      const given = probabilitiesOf(row, calibration);
      expect(given.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 5);
    }
    const several = fitCalibration(rows, gold, { mode: 'multiple', method: 'isotonic' });
    const sorted = rows.toSorted((a, b) => a[0]! - b[0]!);
    const given = sorted.map((row) => probabilitiesOf(row, several)[0]!);
    expect(new Set(given).size).toBeGreaterThan(0.97 * given.length); // steps alone leave a dozen
    expect(given).toEqual(given.toSorted((a, b) => a - b));
  });

  it('gives rare labels a curve together, or a line when they are too few', () => {
    const rows = Array.from({ length: 200 }, (_, i) => Float32Array.of(i / 20 - 5, 5 - i / 20, i % 7, 0));
    const gold = rows.map((_, i) => [
      ...(i > 120 ? [0] : []),
      ...(i < 12 ? [1] : []),
      ...(i % 14 === 0 ? [2] : []),
    ]);
    const found = fitCalibration(rows, gold, { mode: 'multiple', method: 'isotonic' });
    if (found.kind !== 'isotonic') throw new Error('no curves');
    expect(found.curveOf).toEqual([1, 0, 0, 0]); // 79 texts, and 12 + 15 + 0
    const few = fitCalibration(
      rows,
      gold.map((own) => own.filter((label) => label < 2)),
      { mode: 'multiple', method: 'isotonic' },
    );
    if (few.kind !== 'isotonic') throw new Error('no curves');
    expect(few.curveOf).toEqual([0, -1, -1, -1]);
    const last = probabilitiesOf(rows[0]!, few)[1]!;
    expect(last).toBeCloseTo(1 / (1 + Math.exp(-(few.scale[1]! * 5 + few.shift[1]!))), 6);
  });
});

it('log odds of a class against the others do not cancel', () => {
  const row = Float32Array.of(40, 1, -3);
  const [first = 0, second = 0] = oddsOf(row);
  expect(first).toBeCloseTo(40 - Math.log(Math.exp(1) + Math.exp(-3)), 5);
  expect(second).toBeCloseTo(1 - Math.log(Math.exp(40) + Math.exp(-3)), 5);
  expect(oddsOf(Float32Array.of(1000, 0)).every(Number.isFinite)).toBe(true);
});

describe('folds', () => {
  it('hold equal texts together, are about as large as each other, and are always the same', () => {
    const all = Array.from({ length: 103 }, (_, i) => `text ${i % 51}`);
    const folds = dealFolds(all)!;
    for (const [i, fold] of folds.entries()) expect(folds[all.indexOf(all[i]!)]).toBe(fold);
    const sizes = Array.from({ length: FOLDS }, (_, fold) => folds.filter((one) => one === fold).length);
    expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(3);
    expect(dealFolds(all)).toEqual(folds);
  });

  it('need ten different texts', () => {
    const few = Array.from({ length: 50 }, (_, i) => `text ${i % 9}`);
    expect(dealFolds(few)).toBeUndefined();
    expect(dealFolds([...few, 'one more'])).toHaveLength(51);
  });

  it('are told by their texts whatever the order', () => {
    const of = (...all: string[]) => textsHash(all.map((text) => ({ text })));
    expect(of('a', 'b', 'b')).toBe(of('b', 'a'));
    expect(of('a', 'b')).not.toBe(of('ab'));
  });
});

describe('cross-fitting', () => {
  it('says of noise that it is noise, which a fit on the same texts does not', async () => {
    const { rows, names } = texts(120, 'multiple', () => 0);
    const gold = rows.map(() => [0, 1, 2].filter(() => uniform() < 0.3)); // whatever the logits
    const held = await fitDecision(
      { rows, gold, folds: dealFolds(names) },
      settings({ calibration: 'isotonic' }),
    );
    const own = await fitDecision({ rows, gold, folds: undefined }, settings({ calibration: 'isotonic' }));
    const ece = ({ probabilities }: typeof own.judgement) =>
      calibrationError(reliabilityBins(judge(probabilities, gold, 'multiple')));
    expect(ece(own.judgement)).toBeLessThan(ece(held.judgement));
    expect(logLoss(own.judgement.probabilities, gold, 'multiple')).toBeLessThan(
      logLoss(held.judgement.probabilities, gold, 'multiple'),
    );
    expect(held.decision.calibration).toEqual(own.decision.calibration); // both of all texts
  });

  it('judges no text by what was fitted on it', async () => {
    const { rows, gold, names } = texts(60, 'multiple', STEPS);
    const folds = dealFolds(names)!;
    const before = (await fitDecision({ rows, gold, folds }, settings({ calibration: 'scaling' }))).judgement;
    // Other labels of one text change what is said about others, never about itself or its fold.
    const changed = gold.map((own, text) => (text === 7 ? [0, 1, 2].filter((k) => !own.includes(k)) : own));
    const after = (await fitDecision({ rows, gold: changed, folds }, settings({ calibration: 'scaling' })))
      .judgement;
    for (const [text, fold] of folds.entries()) {
      const same = expect(after.probabilities[text]);
      if (fold === folds[7]) same.toEqual(before.probabilities[text]);
      else same.not.toEqual(before.probabilities[text]);
    }
  });

  it('takes the method that is better on held-out folds', async () => {
    const kindFor = async (truth: (logit: number) => number, count: number) => {
      const { rows, gold, names } = texts(count, 'multiple', truth);
      const seen = { rows, gold, folds: dealFolds(names) };
      return (await fitDecision(seen, settings())).decision.calibration.kind;
    };
    expect(await kindFor(STEPS, 1500)).toBe('isotonic');
    expect(await kindFor((logit) => logit / 2, 100)).toBe('platt');
  });

  it('lets others through before each fold, who may end it', async () => {
    const { rows, gold, names } = texts(60, 'multiple', STEPS);
    const seen = { rows, gold, folds: dealFolds(names) };
    let turns = 0;
    await fitDecision(seen, settings(), async () => void turns++);
    expect(turns).toBe(2 * FOLDS + 1);
    const stopped = fitDecision(seen, settings(), async () => {
      throw new Error('stopped');
    });
    await expect(stopped).rejects.toThrow('stopped');
  });

  it('leaves the decision to itself without folds', async () => {
    const { rows, gold } = texts(30, 'single', STEPS);
    const { decision, judgement } = await fitDecision(
      { rows, gold, folds: undefined },
      settings({ mode: 'single' }),
    );
    expect(decision.calibration.kind).toBe('temperature');
    expect(judgement).toEqual(judgementOf(rows, decision));
  });
});

describe('abstention', () => {
  const judged = fc.array(
    fc.record({ confidence: fc.integer({ min: 0, max: 10 }).map((n) => n / 10), right: fc.boolean() }),
    { minLength: 1, maxLength: 30 },
  );

  it('begins at the lowest threshold that is precise enough', () => {
    fc.assert(
      fc.property(judged, fc.constantFrom(0.5, 0.8, 1), (all, wanted) => {
        const precisionAt = (threshold: number) => {
          const said = all.filter(({ confidence }) => confidence >= threshold);
          return said.filter(({ right }) => right).length / said.length;
        };
        const good = [...new Set(all.map(({ confidence }) => confidence))].filter(
          (threshold) => precisionAt(threshold) >= wanted,
        );
        const found = chooseThreshold(all, wanted);
        if (good.length === 0) {
          expect(found).toBeUndefined();
          expect(abstainingAt(all, { wanted, threshold: null })).toMatchObject({ coverage: 0, precision: 0 });
          return;
        }
        const said = all.filter(({ confidence }) => confidence >= found!);
        expect(said).toEqual(all.filter(({ confidence }) => confidence >= Math.min(...good)));
        const { precision, coverage } = abstainingAt(all, { wanted, threshold: found! });
        expect(precision).toBeGreaterThanOrEqual(wanted);
        expect(coverage).toBeCloseTo(said.length / all.length, 10);
      }),
    );
  });

  it('keeps about what it promises on texts it has not seen', async () => {
    const { rows, gold, names } = texts(600, 'single', (logit) => 2 * logit);
    const { decision } = await fitDecision(
      { rows, gold, folds: dealFolds(names) },
      settings({ mode: 'single' }),
    );
    const { threshold, precision, coverage } = decision.abstention!;
    expect(threshold).toBeGreaterThan(0.3);
    expect(coverage).toBeGreaterThan(0.3);
    const fresh = texts(3000, 'single', (logit) => 2 * logit);
    const { probabilities } = judgementOf(fresh.rows, decision);
    const measured = abstainingAt([...judge(probabilities, fresh.gold, 'single')], {
      wanted: 0.8,
      threshold: threshold!,
    });
    expect(measured.precision).toBeGreaterThan(0.76);
    expect(Math.abs(measured.precision - precision)).toBeLessThan(0.06);
    expect(Math.abs(measured.coverage - coverage)).toBeLessThan(0.08);
  });

  it('is switched off by 0, and total where nothing is ever sure enough', async () => {
    const { rows, names } = texts(60, 'single', () => 0);
    const gold = rows.map((row) => [Array.from(row).indexOf(Math.min(...row))]); // always wrong
    const of = async (abstainPrecision: number) => {
      const seen = { rows, gold, folds: dealFolds(names) };
      return (await fitDecision(seen, settings({ mode: 'single', abstainPrecision }))).decision.abstention;
    };
    expect(await of(0)).toMatchObject({ threshold: 0, coverage: 1 });
    expect(await of(0.8)).toEqual({ wanted: 0.8, threshold: null, precision: 0, coverage: 0 });
  });
});
