/** Reports of evaluations; assignments against versions that look at every pair. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isEnsemble } from '../../../../main/engine/io/model-files.ts';
import type { PredictedEntity } from '../../../../main/engine/tasks/ner/decode.ts';
import { countUntaggable, evaluateNer } from '../../../../main/engine/tasks/ner/evaluate.ts';
import { heaviestFirst, largestMatching } from '../../../../main/engine/tasks/ner/matching.ts';
import { nerReader } from '../../../../main/engine/tasks/ner/reader.ts';
import type { Span } from '../../../../shared/domain/span.ts';
import { type LabelledDocument, MAX_REPORTED_ERRORS, NerReport } from '../../../../shared/domain/training.ts';
import { taggerFiles } from '../../../helpers/tagger.ts';

const document = (text: string, ...entities: [number, number, string][]): LabelledDocument => ({
  id: text,
  text,
  entities: entities.map(([start, end, type]) => ({ start, end, type })),
});
const found = (start: number, end: number, type: string, confidence = 0.5): PredictedEntity => ({
  start,
  end,
  type,
  confidence,
});
const ABOUT = { types: ['disease', 'drug'], dataSet: 'dev', untaggable: {}, seconds: 2 };

describe('evaluateNer', () => {
  it('reports scores, confusion and errors with their confidence', () => {
    const documents = [
      document('糖尿病予二甲双胍', [0, 3, 'disease'], [4, 8, 'drug']),
      document('发热', [0, 2, 'symptom']),
    ];
    const predictions = [
      [found(0, 3, 'disease', 0.9), found(5, 8, 'drug', 0.4)],
      [found(0, 1, 'disease', 0.3)],
    ];
    const report = evaluateNer(documents, predictions, { ...ABOUT, untaggable: { nested: 2 } });
    expect(NerReport.parse(report)).toEqual(report);
    expect(report.scores).toMatchObject({ f1: 1 / 3, support: 3, relaxed: { f1: 2 / 3 } });
    expect(report.confusion).toEqual({
      labels: ['disease', 'drug', 'symptom', 'none'],
      counts: [
        [1, 0, 0, 0],
        [0, 1, 0, 0],
        [1, 0, 0, 0],
        [0, 0, 0, 0],
      ],
    });
    expect(report.errors).toEqual([
      {
        kind: 'wrong-boundary',
        document: 0,
        gold: { start: 4, end: 8, type: 'drug' },
        predicted: found(5, 8, 'drug', 0.4),
      },
      {
        kind: 'wrong-both',
        document: 1,
        gold: { start: 0, end: 2, type: 'symptom' },
        predicted: found(0, 1, 'disease', 0.3),
      },
    ]);
    expect(report.errorCounts).toEqual({
      missed: 0,
      spurious: 0,
      'wrong-type': 0,
      'wrong-boundary': 1,
      'wrong-both': 1,
    });
    expect(report.untaggable).toEqual({ nested: 2 });
    expect(report.charactersPerSecond).toBe(5);
  });

  it('lists so many errors and counts them all', () => {
    const documents = Array.from({ length: 100 }, (_, i) =>
      document(
        'x'.repeat(100) + i,
        ...Array.from({ length: 40 }, (__, k) => [2 * k, 2 * k + 1, 'drug'] as [number, number, string]),
      ),
    );
    const report = evaluateNer(
      documents,
      documents.map(() => []),
      ABOUT,
    );
    expect(report.errors).toHaveLength(MAX_REPORTED_ERRORS);
    expect(report.errorCounts.missed).toBe(4000);
  });

  it('holds for no documents and for as many predictions as documents only', () => {
    expect(evaluateNer([], [], ABOUT)).toMatchObject({ scores: { f1: 0, support: 0 }, errors: [] });
    expect(() => evaluateNer([document('a')], [], ABOUT)).toThrow(/0 predictions for 1 documents/);
  });
});

describe('countUntaggable', () => {
  it('counts by reason what tags cannot hold', () => {
    const { config, vocabulary } = taggerFiles('bilstm-crf');
    if (config.task !== 'ner' || isEnsemble(config)) throw new Error('no tagger');
    const documents = [
      document('高血压糖尿病', [0, 6, 'disease'], [0, 3, 'disease'], [3, 6, 'disease'], [0, 6, '药物']),
      document('发热 咳嗽', [0, 2, 'symptom'], [2, 3, 'disease'], [3, 5, 'disease']),
      document('高血压病', [0, 3, 'disease'], [2, 4, 'disease']),
    ];
    expect(countUntaggable(documents, nerReader(config, vocabulary))).toEqual({
      nested: 2,
      duplicate: 1,
      'unknown-type': 1,
      'no-token': 1,
      overlap: 1,
    });
  });

  it('counts entities that end inside a token: a model finds whole tokens only', () => {
    const { config, vocabulary } = taggerFiles('bert-softmax');
    if (config.task !== 'ner' || isEnsemble(config)) throw new Error('no tagger');
    const documents = [
      document('3天CT', [0, 2, 'disease'], [2, 3, 'disease']),
      document('CT', [0, 2, 'disease']),
    ];
    expect(countUntaggable(documents, nerReader(config, vocabulary))).toEqual({ widened: 1 });
  });
});

describe('assignments', () => {
  interface Item extends Span {
    readonly id: number;
  }
  const place = fc
    .record({ start: fc.nat(30), size: fc.nat(8) })
    .map(({ start, size }) => ({ start, end: start + size }));
  const items = fc
    .array(place, { maxLength: 12 })
    .map((places) => places.map((p, id): Item => ({ ...p, id })));
  const overlap = (a: Span, b: Span) => Math.min(a.end, b.end) - Math.max(a.start, b.start);
  /** Same places weigh too, also where they are empty. */
  const weight = (a: Span, b: Span) =>
    a.start === b.start && a.end === b.end ? 100 : Math.max(0, overlap(a, b));

  it('heaviestFirst takes the heaviest pair that is left, again and again', () => {
    fc.assert(
      fc.property(items, items, (left, right) => {
        const expected: [number, number][] = [];
        let pairs = left
          .flatMap((l) => right.map((r) => ({ l, r, w: weight(l, r) })))
          .filter(({ w }) => w > 0);
        while (pairs.length > 0) {
          const best = pairs.reduce((a, b) => (b.w > a.w ? b : a));
          expected.push([best.l.id, best.r.id]);
          pairs = pairs.filter(({ l, r }) => l !== best.l && r !== best.r);
        }
        const pairsFound = heaviestFirst(left, right, weight).map(({ left: l, right: r }) => [l.id, r.id]);
        expect(pairsFound).toEqual(expected);
      }),
      { numRuns: 300 },
    );
  });

  it('largestMatching pairs as many as any matching does, each once', () => {
    const most = (left: readonly Item[], right: readonly Item[]): number => {
      const [first, ...rest] = left;
      if (first === undefined) return 0;
      return Math.max(
        most(rest, right),
        ...right
          .filter((r) => weight(first, r) > 0)
          .map(
            (r) =>
              1 +
              most(
                rest,
                right.filter((other) => other !== r),
              ),
          ),
      );
    };
    const few = items.map((all) => all.slice(0, 5));
    fc.assert(
      fc.property(few, few, (left, right) => {
        const pairs = largestMatching(left, right, weight);
        expect(pairs).toHaveLength(most(left, right));
        expect(new Set(pairs.map(({ left: l }) => l)).size).toBe(pairs.length);
        expect(new Set(pairs.map(({ right: r }) => r)).size).toBe(pairs.length);
        for (const { left: l, right: r } of pairs) expect(weight(l, r)).toBeGreaterThan(0);
      }),
      { numRuns: 200 },
    );
  });
});
