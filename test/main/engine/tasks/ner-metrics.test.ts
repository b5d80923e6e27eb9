/** Scores, errors and confusion of entities: hand-made cases, and naive counting on random ones. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { confusionMatrix, listErrors, NONE } from '../../../../main/engine/tasks/ner/errors.ts';
import { type NerOutcome, scoreEntities } from '../../../../main/engine/tasks/ner/metrics.ts';
import type { TypedSpan } from '../../../../main/text/tagging.ts';

const span = (start: number, end: number, type: string): TypedSpan => ({ start, end, type });

/** One document with every kind of outcome. */
const MIXED: NerOutcome = {
  gold: [
    span(0, 3, 'disease'), // found
    span(5, 8, 'disease'), // wrong boundary
    span(10, 12, 'drug'), // wrong type
    span(20, 22, 'drug'), // missed
    span(30, 34, 'test'), // wrong both
  ],
  predicted: [
    span(0, 3, 'disease'),
    span(5, 7, 'disease'),
    span(10, 12, 'test'),
    span(15, 16, 'drug'), // spurious
    span(33, 36, 'drug'),
  ],
};

describe('scoreEntities', () => {
  it('counts exact and relaxed matches, overall and by type', () => {
    expect(scoreEntities([MIXED])).toEqual({
      precision: 1 / 5,
      recall: 1 / 5,
      f1: 1 / 5,
      support: 5,
      perType: {
        disease: { precision: 1 / 2, recall: 1 / 2, f1: 1 / 2, support: 2 },
        drug: { precision: 0, recall: 0, f1: 0, support: 2 },
        test: { precision: 0, recall: 0, f1: 0, support: 1 },
      },
      relaxed: {
        precision: 2 / 5,
        recall: 2 / 5,
        f1: 2 / 5,
        support: 5,
        perType: {
          disease: { precision: 1, recall: 1, f1: 1, support: 2 },
          drug: { precision: 0, recall: 0, f1: 0, support: 2 },
          test: { precision: 0, recall: 0, f1: 0, support: 1 },
        },
      },
    });
  });

  it('adds up counts, not scores, over documents', () => {
    const easy = { gold: [span(0, 1, 'a')], predicted: [span(0, 1, 'a')] };
    const hard = { gold: [span(0, 1, 'a'), span(2, 3, 'a'), span(4, 5, 'a')], predicted: [] };
    const { precision, recall, f1 } = scoreEntities([easy, hard]);
    expect({ precision, recall }).toEqual({ precision: 1, recall: 1 / 4 });
    expect(f1).toBeCloseTo(0.4, 12);
  });

  it('does not mix documents up', () => {
    const scores = scoreEntities([
      { gold: [span(0, 1, 'a')], predicted: [] },
      { gold: [], predicted: [span(0, 1, 'a')] },
    ]);
    expect([scores.f1, scores.relaxed.f1]).toEqual([0, 0]);
  });

  it('lets one prediction over two entities count once, and twins once each', () => {
    const { relaxed } = scoreEntities([
      { gold: [span(0, 2, 'a'), span(2, 4, 'a')], predicted: [span(0, 4, 'a')] },
    ]);
    expect([relaxed.precision, relaxed.recall]).toEqual([1, 1 / 2]);
    const twins = scoreEntities([{ gold: [span(0, 2, 'a')], predicted: [span(0, 2, 'a'), span(0, 2, 'a')] }]);
    expect([twins.precision, twins.recall]).toEqual([1 / 2, 1]);
    expect(twins.relaxed.precision).toBe(1 / 2);
  });

  it('is 0 without entities, and lists the types asked for', () => {
    const scores = scoreEntities([{ gold: [], predicted: [] }], ['a']);
    const none = { precision: 0, recall: 0, f1: 0, support: 0 };
    expect(scores).toEqual({
      ...none,
      perType: { a: none },
      relaxed: { ...none, perType: { a: none } },
    });
  });

  it('does not call neighbours that only touch an overlap', () => {
    const { relaxed } = scoreEntities([{ gold: [span(0, 2, 'a')], predicted: [span(2, 4, 'a')] }]);
    expect(relaxed.f1).toBe(0);
  });
});

describe('listErrors', () => {
  it('pairs each entity with the closest prediction and names the difference', () => {
    expect(listErrors([{ gold: [], predicted: [] }, MIXED])).toEqual([
      { kind: 'wrong-boundary', document: 1, gold: MIXED.gold[1], predicted: MIXED.predicted[1] },
      { kind: 'wrong-type', document: 1, gold: MIXED.gold[2], predicted: MIXED.predicted[2] },
      { kind: 'spurious', document: 1, predicted: MIXED.predicted[3] },
      { kind: 'missed', document: 1, gold: MIXED.gold[3] },
      { kind: 'wrong-both', document: 1, gold: MIXED.gold[4], predicted: MIXED.predicted[4] },
    ]);
  });

  it('prefers the right type to the larger overlap', () => {
    const gold = [span(0, 10, 'a')];
    const [near, right] = [span(0, 9, 'b'), span(9, 12, 'a')];
    expect(listErrors([{ gold, predicted: [near, right] }])).toEqual([
      { kind: 'wrong-boundary', document: 0, gold: gold[0], predicted: right },
      { kind: 'spurious', document: 0, predicted: near },
    ]);
  });
});

describe('confusionMatrix', () => {
  it('holds types against types, with none for what has no partner', () => {
    const { labels, counts } = confusionMatrix([MIXED], ['disease', 'drug', 'test']);
    expect(labels).toEqual(['disease', 'drug', 'test', NONE]);
    expect(counts).toEqual([
      [2, 0, 0, 0],
      [0, 0, 1, 1],
      [0, 1, 0, 0],
      [0, 1, 0, 0],
    ]);
  });
});

describe('random outcomes', () => {
  const anySpan = fc
    .record({ start: fc.nat(12), size: fc.integer({ min: 1, max: 4 }), type: fc.constantFrom('a', 'b', 'c') })
    .map(({ start, size, type }) => span(start, start + size, type));
  const outcome = fc.record({
    gold: fc.array(anySpan, { maxLength: 5 }),
    predicted: fc.array(anySpan, { maxLength: 5 }),
  });
  const outcomes = fc.array(outcome, { maxLength: 3 });

  /** Most pairs by trying all assignments. */
  function naiveHits(
    gold: readonly TypedSpan[],
    predicted: readonly TypedSpan[],
    matches: (a: TypedSpan, b: TypedSpan) => boolean,
  ): number {
    const [first, ...rest] = gold;
    if (first === undefined) return 0;
    let best = naiveHits(rest, predicted, matches);
    predicted.forEach((candidate, i) => {
      if (matches(first, candidate))
        best = Math.max(best, 1 + naiveHits(rest, predicted.toSpliced(i, 1), matches));
    });
    return best;
  }

  const RULES = {
    exact: (a: TypedSpan, b: TypedSpan) => a.start === b.start && a.end === b.end && a.type === b.type,
    relaxed: (a: TypedSpan, b: TypedSpan) => a.type === b.type && a.start < b.end && b.start < a.end,
  };

  it('score as naive counting says', () => {
    fc.assert(
      fc.property(outcomes, (documents) => {
        const scores = scoreEntities(documents, ['a', 'b', 'c']);
        for (const [rule, score] of [
          ['exact', scores],
          ['relaxed', scores.relaxed],
        ] as const) {
          for (const type of [undefined, 'a', 'b', 'c']) {
            const of = (spans: readonly TypedSpan[]) =>
              spans.filter((s) => type === undefined || s.type === type);
            const sum = (count: (o: NerOutcome) => number) =>
              documents.reduce((total, o) => total + count(o), 0);
            const hits = sum((o) => naiveHits(of(o.gold), of(o.predicted), RULES[rule]));
            const gold = sum((o) => of(o.gold).length);
            const predicted = sum((o) => of(o.predicted).length);
            const found = type === undefined ? score : score.perType[type]!;
            expect(found.support).toBe(gold);
            expect(found.precision).toBeCloseTo(predicted === 0 ? 0 : hits / predicted, 12);
            expect(found.recall).toBeCloseTo(gold === 0 ? 0 : hits / gold, 12);
            expect(found.f1).toBeCloseTo(hits === 0 ? 0 : (2 * hits) / (gold + predicted), 12);
          }
        }
      }),
      { numRuns: 200 },
    );
  });

  it('lose and invent nothing in errors and confusion', () => {
    fc.assert(
      fc.property(outcomes, (documents) => {
        const errors = listErrors(documents);
        const { labels, counts } = confusionMatrix(documents);
        const exact = documents.reduce((total, o) => total + naiveHits(o.gold, o.predicted, RULES.exact), 0);
        const goldIn = errors.filter(({ gold }) => gold !== undefined).length;
        const predictedIn = errors.filter(({ predicted }) => predicted !== undefined).length;
        expect(goldIn + exact).toBe(documents.reduce((total, { gold }) => total + gold.length, 0));
        expect(predictedIn + exact).toBe(documents.reduce((total, o) => total + o.predicted.length, 0));
        for (const [i, label] of labels.slice(0, -1).entries()) {
          const row = counts[i]!.reduce((a, b) => a + b, 0);
          const column = counts.reduce((total, line) => total + line[i]!, 0);
          expect(row).toBe(documents.flatMap(({ gold }) => gold).filter(({ type }) => type === label).length);
          expect(column).toBe(
            documents.flatMap(({ predicted }) => predicted).filter(({ type }) => type === label).length,
          );
        }
        const count = (kind: string) => errors.filter((error) => error.kind === kind).length;
        const none = labels.length - 1;
        expect(counts[none]!.reduce((a, b) => a + b, 0)).toBe(count('spurious'));
        expect(counts.reduce((total, line) => total + line[none]!, 0)).toBe(count('missed'));
      }),
      { numRuns: 200 },
    );
  });
});
