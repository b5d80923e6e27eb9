/** Paired bootstrap and approximate randomization against enumeration and a naive version. */
import { describe, expect, it } from 'vitest';
import { resample } from '../../../main/agreement/bootstrap.ts';
import { compareModels } from '../../../main/agreement/compare-models.ts';
import { RandomStream } from '../../../main/engine/layers/random.ts';
import { countLabels } from '../../../main/engine/tasks/classify/evaluate.ts';
import { scoreLabels } from '../../../main/engine/tasks/classify/metrics.ts';
import { countEntities, scoreEntities } from '../../../main/engine/tasks/ner/metrics.ts';
import type { DocumentCounts } from '../../../shared/domain/comparison.ts';

const right: DocumentCounts = [{ label: 'a', hits: 1, predicted: 1, gold: 1 }];
const wrong: DocumentCounts = [
  { label: 'a', hits: 0, predicted: 0, gold: 1 },
  { label: 'b', hits: 0, predicted: 1, gold: 0 },
];
const documentsOf = (marks: string): DocumentCounts[] =>
  [...marks].map((mark) => (mark === '1' ? right : wrong));

/** Probability of at most `k` successes in `n` fair throws. */
function binomial(k: number, n: number): number {
  let [term, sum] = [0.5 ** n, 0];
  for (let i = 0; i <= k; i++) {
    sum += term;
    term *= (n - i) / (i + 1);
  }
  return sum;
}

describe('comparison of two models', () => {
  it('gives the p of the exact sign test where each document is right or wrong', () => {
    // 10 documents only the second has right, 2 only the first: two-sided p = 2 · P(X ≤ 2 | 12, ½) = 0.0386
    const first = documentsOf(`${'1'.repeat(20)}${'0'.repeat(10)}11`);
    const second = documentsOf(`${'1'.repeat(20)}${'1'.repeat(10)}00`);
    const [accuracy] = compareModels({ first, second }, ['accuracy'], { samples: 20_000, seed: 1 });
    expect(2 * binomial(2, 12)).toBeCloseTo(0.0386, 4);
    expect(accuracy?.randomizationP).toBeCloseTo(2 * binomial(2, 12), 2);
    expect(accuracy).toMatchObject({ first: 22 / 32, second: 30 / 32 });
    expect(accuracy?.difference).toBeCloseTo(8 / 32, 12);
  });

  it('has the interval of the normal approximation where there are many documents', () => {
    const random = new RandomStream({ seed: 3, purpose: 'test' });
    const marks = Array.from({ length: 2000 }, () => [random.below(10) < 7, random.below(10) < 8] as const);
    const of = (which: 0 | 1) => marks.map((pair) => (pair[which] ? right : wrong));
    const [accuracy] = compareModels({ first: of(0), second: of(1) }, ['accuracy'], {
      samples: 4000,
      seed: 5,
    });
    const differences = marks.map(([a, b]) => Number(b) - Number(a));
    const mean = differences.reduce((a, b) => a + b, 0) / 2000;
    const variance = differences.reduce((sum, one) => sum + (one - mean) ** 2, 0) / 2000;
    const margin = 1.96 * Math.sqrt(variance / 2000);
    expect(accuracy?.low).toBeCloseTo(mean - margin, 2);
    expect(accuracy?.high).toBeCloseTo(mean + margin, 2);
  });

  it('equals a naive version that scores every resample from its documents', () => {
    const random = new RandomStream({ seed: 9, purpose: 'test' });
    const counts = (): DocumentCounts =>
      ['x', 'y', 'z'].slice(random.below(3)).map((label) => {
        const [predicted, gold] = [random.below(4), random.below(4)];
        return { label, hits: random.below(Math.min(predicted, gold) + 1), predicted, gold };
      });
    const first = Array.from({ length: 40 }, counts);
    const second = Array.from({ length: 40 }, counts);
    const f1 = (documents: readonly DocumentCounts[]) => {
      const all = documents.flat();
      const sum = (key: 'hits' | 'predicted' | 'gold') => all.reduce((total, one) => total + one[key], 0);
      return sum('hits') === 0 ? 0 : (2 * sum('hits')) / (sum('predicted') + sum('gold'));
    };
    const samples = resample(40, { samples: 200, seed: 2, level: 0.95 }).map((times) => {
      const drawn = [...times].flatMap((count, i) => new Array<number>(count).fill(i));
      return f1(drawn.map((i) => second[i]!)) - f1(drawn.map((i) => first[i]!));
    });
    const below = samples.filter((difference) => difference <= 0).length;
    const above = samples.filter((difference) => difference >= 0).length;
    const [found] = compareModels({ first, second }, ['f1'], { samples: 200, seed: 2 });
    expect(found?.difference).toBeCloseTo(f1(second) - f1(first), 12);
    expect(found?.bootstrapP).toBeCloseTo(Math.min(1, (2 * (Math.min(below, above) + 1)) / 201), 12);
    const sorted = samples.toSorted((a, b) => a - b);
    expect(found?.low).toBeGreaterThanOrEqual(sorted[4]!);
    expect(found?.high).toBeLessThanOrEqual(sorted[195]!);
  });

  it('finds no difference between equal models, and says nothing of one document', () => {
    const same = documentsOf('110101');
    const [equal] = compareModels({ first: same, second: same }, ['f1'], { samples: 100, seed: 1 });
    expect(equal).toMatchObject({ difference: 0, low: 0, high: 0, bootstrapP: 1, randomizationP: 1 });
    const [single] = compareModels({ first: [right], second: [wrong] }, ['f1'], { samples: 100, seed: 1 });
    expect(single).toMatchObject({ low: null, high: null, bootstrapP: null, randomizationP: null });
  });

  it('scores as the reports do', () => {
    const span = (start: number, type: string) => ({ start, end: start + 2, type });
    const outcomes = [
      { gold: [span(0, 'a'), span(4, 'b')], predicted: [span(0, 'a'), span(4, 'a')] },
      { gold: [span(1, 'b')], predicted: [span(1, 'b'), span(1, 'b')] },
      { gold: [], predicted: [span(7, 'c')] },
    ];
    const counts = outcomes.map(countEntities);
    const [f1] = compareModels({ first: counts, second: counts }, ['f1'], { samples: 100, seed: 1 });
    expect(f1?.first).toBeCloseTo(scoreEntities(outcomes).f1, 12);

    const labels = ['a', 'b', 'c'];
    const documents = [['a'], ['b'], ['c', 'unseen']].map((own, i) => ({
      id: `${i}`,
      text: 't',
      labels: own,
    }));
    const rows = [
      [2, 0, 0],
      [3, 1, 0],
      [0, 0, 5],
    ].map((row) => Float32Array.from(row));
    const decision = {
      mode: 'single',
      calibration: { kind: 'temperature', temperature: 1 },
      thresholds: [],
    } as const;
    const texts = countLabels(documents, rows, { labels, decision });
    const found = compareModels({ first: texts, second: texts }, ['accuracy', 'f1', 'macroF1'], {
      samples: 100,
      seed: 1,
    });
    const expected = scoreLabels(
      [
        { gold: [0], predicted: [0] },
        { gold: [1], predicted: [0] },
        { gold: [2, 3], predicted: [2] },
      ],
      4,
    );
    expect(found.map(({ first }) => first)).toEqual([
      expected.accuracy,
      expected.micro.f1,
      expected.macro.f1,
    ]);
  });
});
