import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bestMetric, devMetrics } from '../../../../renderer/features/train/dev-scores.ts';
import {
  filterLabels,
  filterTextErrors,
  labelRows,
  labelsInErrors,
  mixedUp,
  sortLabels,
  verdictsOf,
} from '../../../../renderer/features/train/reports/label-table.ts';
import { ClassificationReport, ClassifySettings } from '../../../../shared/domain/classification.ts';
import { NerSettings } from '../../../../shared/domain/training.ts';

const score = (f1: number, support: number) => ({ precision: f1, recall: f1, f1, support });
const REPORT = ClassificationReport.parse({
  task: 'diagnose',
  dataSet: 'dev',
  documents: 4,
  accuracy: 0.25,
  micro: score(0.5, 9),
  macro: score(0.4, 3),
  perLabel: { 肺炎: score(0.9, 5), 'COPD 急性加重': score(0.2, 3), 未见标签: score(0, 0) },
  hitAt: { 1: 0.5 },
  ece: 0.1,
  eceRaw: 0.2,
  reliability: [],
  calibration: { kind: 'platt', scale: [1, 1], shift: [0, 0] },
  thresholds: { 肺炎: 0.4, 'COPD 急性加重': 0.2 },
  fittedHere: true,
  errors: [],
  errorCount: 3,
  cut: 0,
  charactersPerSecond: 1,
});
const labels = (rows: readonly { readonly label: string }[]): string[] => rows.map(({ label }) => label);
const error = (document: number, gold: string[], predicted: string[]) => ({
  document,
  gold,
  predicted,
  top: [],
});

describe('scores by label', () => {
  const rows = labelRows(REPORT);

  it('have the threshold of labels that the model knows', () => {
    expect(rows.map(({ label, threshold }) => [label, threshold])).toEqual([
      ['肺炎', 0.4],
      ['COPD 急性加重', 0.2],
      ['未见标签', undefined],
    ]);
    const { thresholds: _none, ...single } = REPORT;
    expect(labelRows(single).every(({ threshold }) => threshold === undefined)).toBe(true);
  });

  it('are filtered by words in any case', () => {
    expect(labels(filterLabels(rows, ' 加重  copd '))).toEqual(['COPD 急性加重']);
    expect(filterLabels(rows, '  ')).toBe(rows);
    expect(filterLabels(rows, '骨折')).toEqual([]);
  });

  it('are sorted by every column, those without a value last both ways', () => {
    expect(labels(sortLabels(rows, { column: 'f1', descending: true }))[0]).toBe('肺炎');
    expect(labels(sortLabels(rows, { column: 'support', descending: false }))[0]).toBe('未见标签');
    for (const descending of [true, false])
      expect(labels(sortLabels(rows, { column: 'threshold', descending })).at(-1)).toBe('未见标签');
  });

  it('keep every label whatever the order', () => {
    const anyRow = fc.record({
      label: fc.string({ minLength: 1, maxLength: 3 }),
      score: fc.record({
        precision: fc.double({ min: 0, max: 1, noNaN: true }),
        recall: fc.double({ min: 0, max: 1, noNaN: true }),
        f1: fc.double({ min: 0, max: 1, noNaN: true }),
        support: fc.nat(9),
      }),
      threshold: fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: undefined }),
    });
    const column = fc.constantFrom('label', 'support', 'precision', 'recall', 'f1', 'threshold');
    fc.assert(
      fc.property(fc.array(anyRow), column, fc.boolean(), (given, by, descending) => {
        const sorted = sortLabels(given, { column: by, descending });
        expect(new Set(sorted)).toEqual(new Set(given));
        expect(sorted).toHaveLength(given.length);
        if (by === 'label' || by === 'threshold') return;
        const values = sorted.map((row) => row.score[by]);
        expect(values).toEqual([...values].sort((a, b) => (descending ? b - a : a - b)));
      }),
    );
  });
});

describe('errors of texts', () => {
  const errors = [
    error(0, ['肺炎', '哮喘'], ['肺炎', '胃炎']),
    error(3, ['哮喘'], ['胃炎']),
    error(5, ['胃炎'], []),
    error(7, ['肺炎'], ['肺炎', '哮喘']),
  ];

  it('tell which labels are mixed up', () => {
    expect(mixedUp(errors)).toEqual([{ gold: '哮喘', predicted: '胃炎', count: 2 }]);
    expect(mixedUp([])).toEqual([]);
  });

  it('are filtered by gold and predicted labels, and keep their place', () => {
    const numbers = (gold: string | null, predicted: string | null): number[] =>
      filterTextErrors(errors, { gold, predicted }).map(({ number }) => number);
    expect(numbers(null, null)).toEqual([0, 1, 2, 3]);
    expect(numbers('哮喘', null)).toEqual([0, 1]);
    expect(numbers('肺炎', '哮喘')).toEqual([3]);
    expect(numbers(null, '骨折')).toEqual([]);
  });

  it('count their labels', () => {
    expect(labelsInErrors(errors, 'gold')).toEqual(
      [
        { label: '肺炎', count: 2 },
        { label: '哮喘', count: 2 },
        { label: '胃炎', count: 1 },
      ].sort((a, b) => b.count - a.count || a.label.localeCompare(b.label, 'zh')),
    );
    expect(labelsInErrors(errors, 'predicted')[0]?.count).toBe(2);
  });

  it('say of each label once what became of it', () => {
    expect(verdictsOf(errors[0]!)).toEqual([
      { label: '肺炎', verdict: 'right' },
      { label: '哮喘', verdict: 'missed' },
      { label: '胃炎', verdict: 'extra' },
    ]);
  });
});

describe('scores on the dev set', () => {
  it('begin with the one that decides', () => {
    const tagger = NerSettings.parse({ task: 'ner' });
    const texts = ClassifySettings.parse({ task: 'diagnose', select: 'macroF1' });
    expect([bestMetric(tagger), bestMetric(texts)]).toEqual(['f1', 'macroF1']);
    expect(devMetrics(tagger, [])).toEqual(['f1', 'precision', 'recall']);
    expect(devMetrics(texts, [])).toEqual(['macroF1', 'microF1', 'accuracy', 'hit3']);
  });
});
