import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { kMeans } from '../../../../main/engine/active-learning/k-means.ts';
import { chooseNext, type Strategy } from '../../../../main/engine/active-learning/select.ts';
import { textVectors, WIDTH } from '../../../../main/engine/active-learning/text-vectors.ts';

const STRATEGIES: readonly Strategy[] = ['random', 'entropy', 'margin', 'diversity', 'mixed'];

const TOPICS = [
  '患者三天前出现发热咳嗽咳痰',
  '右膝关节疼痛活动受限三月',
  '反复上腹部隐痛伴反酸嗳气',
  '发现血压升高十年头晕头痛',
];
/** Ten variants of each topic, mixed up. */
const texts = Array.from({ length: 40 }, (_, i) => `${TOPICS[i % 4]}，第${i}次就诊。${TOPICS[i % 4]}`);

describe('text vectors', () => {
  it('have unit length and bring texts of a topic together', () => {
    const rows = textVectors(texts);
    const dot = (i: number, j: number) =>
      Array.from({ length: WIDTH }, (_, k) => rows[i * WIDTH + k]! * rows[j * WIDTH + k]!).reduce(
        (a, b) => a + b,
      );
    expect(dot(3, 3)).toBeCloseTo(1, 5);
    for (let i = 0; i < 8; i++) expect(dot(i, i + 4)).toBeGreaterThan(dot(i, i + 1) + 0.2);
  });

  it('of an empty text are 0', () => {
    expect([...textVectors([''])]).toEqual(new Array(WIDTH).fill(0));
  });
});

describe('k-means', () => {
  it('puts every row at its nearest centre, and centres at the weighted mean of their rows', () => {
    const point = fc.array(fc.integer({ min: -20, max: 20 }), { minLength: 2, maxLength: 2 });
    const rows = fc.array(fc.tuple(point, fc.integer({ min: 1, max: 5 })), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(rows, fc.integer({ min: 1, max: 6 }), (points, count) => {
        const flat = Float32Array.from(points.flatMap(([place]) => place));
        const weights = points.map(([, weight]) => weight);
        const { cluster, centres } = kMeans(flat, 2, { count, weights });
        const centre = (c: number) => [centres[2 * c]!, centres[2 * c + 1]!] as const;
        const squared = ([x, y]: readonly [number, number], row: number) =>
          (flat[2 * row]! - x) ** 2 + (flat[2 * row + 1]! - y) ** 2;
        for (const [row, own] of cluster.entries()) {
          for (let c = 0; c < centres.length / 2; c++)
            expect(squared(centre(own), row)).toBeLessThanOrEqual(squared(centre(c), row) + 1e-3);
        }
        for (const own of new Set(cluster)) {
          const rowsOf = [...cluster.keys()].filter((row) => cluster[row] === own);
          const total = rowsOf.reduce((sum, row) => sum + weights[row]!, 0);
          const meanX = rowsOf.reduce((sum, row) => sum + weights[row]! * flat[2 * row]!, 0) / total;
          expect(centre(own)[0]).toBeCloseTo(meanX, 3);
        }
      }),
    );
  });
});

describe('what to label next', () => {
  it('is as many different candidates as asked for, whatever the strategy, and the same every time', () => {
    const candidate = fc.record(
      {
        text: fc.string({ maxLength: 12 }),
        entropy: fc.double({ min: 0, max: 1, noNaN: true }),
        margin: fc.double({ min: 0, max: 1, noNaN: true }),
      },
      { requiredKeys: ['text'] },
    );
    fc.assert(
      fc.property(
        fc.array(candidate, { maxLength: 30 }),
        fc.constantFrom(...STRATEGIES),
        fc.integer({ min: 1, max: 12 }),
        (candidates, strategy, count) => {
          // safe: absent keys are absent
          const chosen = chooseNext(candidates as { text: string }[], { strategy, count });
          expect(chosen).toHaveLength(Math.min(count, candidates.length));
          expect(new Set(chosen).size).toBe(chosen.length);
          for (const number of chosen) expect(candidates[number]).toBeDefined();
          expect(chooseNext(candidates as { text: string }[], { strategy, count })).toEqual(chosen); // safe: as above
        },
      ),
    );
  });

  it('by uncertainty is what sorting by it gives', () => {
    const candidates = texts.map((text, i) => ({ text, entropy: (i * 7) % 40, margin: (i * 11) % 40 }));
    const sorted = (measure: 'entropy' | 'margin') =>
      [...candidates.keys()].sort((a, b) => candidates[b]![measure] - candidates[a]![measure]).slice(0, 6);
    expect(chooseNext(candidates, { strategy: 'entropy', count: 6 })).toEqual(sorted('entropy'));
    expect(chooseNext(candidates, { strategy: 'margin', count: 6 })).toEqual(sorted('margin'));
  });

  it('by diversity takes one of each topic before a second of any', () => {
    const chosen = chooseNext(
      texts.map((text) => ({ text })),
      { strategy: 'diversity', count: 4 },
    );
    expect(new Set(chosen.map((number) => number % 4)).size).toBe(4);
  });

  it('mixed keeps to the uncertain ones and still takes one of each topic', () => {
    const far = Array.from({ length: 200 }, (_, i) => ({ text: `无关文本${i}其他内容`, margin: 0.001 }));
    const unsure = texts.map((text) => ({ text, margin: 0.9 }));
    const chosen = chooseNext([...far, ...unsure], { strategy: 'mixed', count: 4 });
    for (const number of chosen) expect(number).toBeGreaterThanOrEqual(200);
    expect(new Set(chosen.map((number) => number % 4)).size).toBe(4);
  });

  it('without a model the uncertain strategies choose by diversity', () => {
    const candidates = texts.map((text) => ({ text }));
    const diverse = chooseNext(candidates, { strategy: 'diversity', count: 5 });
    for (const strategy of ['entropy', 'margin', 'mixed'] as const)
      expect(chooseNext(candidates, { strategy, count: 5 })).toEqual(diverse);
  });
});
