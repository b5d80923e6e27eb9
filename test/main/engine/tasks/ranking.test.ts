/** Ranking of candidates against naive versions. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ndcg,
  rankingBaseline,
  rankingOf,
  requireQuestions,
} from '../../../../main/engine/tasks/classify/ranking.ts';

const LABELS = ['0', '1', '2'];
const pair = (question: string, grade: number) => ({ text: `${question}\nx`, labels: [String(grade)] });

describe('ranking of candidates', () => {
  it('has the scores of naive definitions', () => {
    const candidate = fc.record({
      question: fc.constantFrom('p', 'q', 'r'),
      grade: fc.integer({ min: 0, max: 2 }),
      shares: fc.tuple(fc.integer({ min: 0, max: 4 }), fc.integer({ min: 0, max: 4 })),
    });
    fc.assert(
      fc.property(fc.array(candidate, { maxLength: 14 }), (candidates) => {
        const rows = candidates.map(({ shares: [a, b] }) => Float32Array.of(1 - (a + b) / 8, a / 8, b / 8));
        const found = rankingOf(
          candidates.map(({ question, grade }) => pair(question, grade)),
          rows,
          LABELS,
        );
        let [questions, first, reciprocal, gain, alone] = [0, 0, 0, 0, 0];
        for (const name of ['p', 'q', 'r']) {
          const own = candidates.filter(({ question }) => question === name);
          const expected = (one: (typeof own)[number]) => one.shares[0] + 2 * one.shares[1];
          // the rank of a candidate: those that are better, and those as good but less relevant, go before it
          const order = own
            .map((one) => ({ grade: one.grade, score: expected(one) }))
            .sort((a, b) => (a.score === b.score ? a.grade - b.grade : b.score - a.score));
          if (order.length === 1) alone++;
          if (order.length < 2 || order.every(({ grade }) => grade === 0)) continue;
          questions++;
          if (order[0]!.grade > 0) first++;
          let rank = 1;
          while (order[rank - 1]!.grade === 0) rank++;
          reciprocal += 1 / rank;
          const dcg = (grades: readonly number[]) =>
            grades.reduce((sum, grade, i) => sum + (2 ** grade - 1) / (Math.log(i + 2) / Math.log(2)), 0);
          const grades = order.map(({ grade }) => grade);
          gain += dcg(grades) / dcg([...grades].sort().reverse());
        }
        const isRanked = questions > 0 && alone <= candidates.length - alone;
        expect(found === undefined).toBe(!isRanked);
        if (!isRanked) return;
        expect(found?.questions).toBe(questions);
        expect(found?.precisionAt1).toBeCloseTo(first / questions, 10);
        expect(found?.mrr).toBeCloseTo(reciprocal / questions, 10);
        expect(found?.ndcg).toBeCloseTo(gain / questions, 10);
      }),
    );
  });

  it('earns nothing by a constant score, and is none where labels are no grades', () => {
    const rows = [0, 1].map(() => Float32Array.of(0.5, 0.5));
    const documents = [pair('p', 1), pair('p', 0)];
    expect(rankingOf(documents, rows, ['0', '1'])).toMatchObject({ precisionAt1: 0, mrr: 0.5 });
    expect(rankingOf(documents, rows, ['no', 'yes'])).toBeUndefined();
  });

  it('is none of paraphrases, of which a few share their first text', () => {
    const documents = ['p', 'p', 'q', 'r', 's'].map((question, i) => pair(question, i % 2));
    const rows = documents.map(() => Float32Array.of(0.5, 0.5));
    expect(rankingOf(documents, rows, ['0', '1'])).toBeUndefined();
    expect(rankingOf(documents.slice(0, 4), rows, ['0', '1'])).toBeDefined();
  });

  it('has a gain of 1 in the ideal order', () => {
    expect(ndcg([2, 1, 0].map((grade) => ({ grade, score: 0 })))).toBe(1);
    expect(ndcg([0, 0].map((grade) => ({ grade, score: 0 })))).toBe(0);
  });
});

describe('BM25 beside a ranking', () => {
  it('puts the candidate first that shares rarer pairs of characters, and counts what the question repeats', () => {
    const rank = (question: string, second: readonly [text: string, grade: string][]) =>
      rankingBaseline(second.map(([text, grade]) => ({ text: `${question}\n${text}`, labels: [grade] })))
        .scores;
    const common: [string, string][] = [
      ['患者头痛三天', '0'],
      ['患者头痛', '0'],
    ];
    expect(rank('患者胃癌', [...common, ['胃癌手术', '1']])).toEqual({ precisionAt1: 1, mrr: 1, ndcg: 1 });
    expect(rank('头痛', [...common, ['胃癌手术', '1']]).precisionAt1).toBe(0);
    const two: [string, string][] = [
      ['肺炎', '0'],
      ['胃癌', '1'],
    ];
    expect(rank('肺炎，胃癌', two).precisionAt1).toBe(0); // a tie earns nothing
    expect(rank('肺炎，胃癌，胃癌', two).precisionAt1).toBe(1);
  });

  it('is refused where no question has several candidates', () => {
    expect(() => requireQuestions('dev', [pair('p', 1), pair('q', 0)])).toThrow('several candidates');
    expect(() => requireQuestions('dev', [pair('p', 1), pair('p', 0)])).not.toThrow();
  });
});
