import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { agreementReport } from '../../../../../main/agreement/report.ts';
import {
  COEFFICIENTS,
  onScale,
  pairFinder,
  sortDocuments,
  sortTypes,
} from '../../../../../renderer/features/annotate/agreement/agreement-report.ts';
import { Coefficients, type Estimate } from '../../../../../shared/domain/agreement.ts';
import { anyDocuments, doc, layer, span } from '../../../../main/agreement/test-layers.ts';

const report = agreementReport([
  doc('文档 10', 20, [
    layer('甲', [span(1, 'b', [0, 2]), span(2, 'a', [4, 6]), span(3, 'a', [8, 9])]),
    layer('乙', [span(1, 'b', [0, 2]), span(2, 'a', [4, 7])]),
  ]),
  doc('文档 9', 20, [layer('甲', []), layer('丙', [])]),
  doc('文档 2', 20, [layer('丙', [span(1, 'b', [0, 2])]), layer('乙', [span(1, 'b', [0, 2])])]),
]);

describe('the agreement report in tables', () => {
  it('explains every coefficient there is', () => {
    expect([...COEFFICIENTS].sort()).toEqual(Object.keys(Coefficients.shape).sort());
  });

  it('finds pairs from either side', () => {
    const pairOf = pairFinder(report);
    expect(pairOf('甲', '乙')?.exact.value).toBe(0.4);
    expect(pairOf('乙', '甲')).toBe(pairOf('甲', '乙'));
    expect(pairOf('丙', '甲')).toMatchObject({ documents: 1, exact: { value: null } });
    expect(pairOf('甲', '甲')).toBeUndefined();
  });

  it('sorts documents, those without a value last both ways', () => {
    const names = (column: 'name' | 'exact', descending: boolean) =>
      sortDocuments(report.perDocument, { column, descending }).map(({ name }) => name);
    expect(names('exact', false)).toEqual(['文档 10', '文档 2', '文档 9']);
    expect(names('exact', true)).toEqual(['文档 2', '文档 10', '文档 9']);
    expect(names('name', false)).toEqual(['文档 2', '文档 9', '文档 10']);
  });

  it('sorts types by any column and loses none', () => {
    const types = (column: 'type' | 'count' | 'exact', descending: boolean) =>
      sortTypes(report.types, { column, descending }).map(({ type }) => type);
    expect(types('count', true)).toEqual(['b', 'a']);
    expect(types('type', false)).toEqual(['a', 'b']);
    expect(types('exact', false)).toEqual(['a', 'b']);
    fc.assert(
      fc.property(anyDocuments, fc.boolean(), (documents, descending) => {
        const { perDocument } = agreementReport(documents, { samples: 0 });
        const found = sortDocuments(perDocument, { column: 'alpha', descending });
        expect(found.map(({ name }) => name).sort()).toEqual(perDocument.map(({ name }) => name).sort());
        const values = found.map(({ alpha }) => alpha ?? (descending ? -2 : 2));
        expect(values).toEqual(values.toSorted((a, b) => (descending ? b - a : a - b)));
      }),
    );
  });
});

describe('an interval on the scale', () => {
  const at = (value: number | null, low: number | null = null, high: number | null = null): Estimate => ({
    value,
    low,
    high,
  });

  it('stays within it', () => {
    expect(onScale(at(0.5, 0.25, 0.75))).toEqual({ at: 50, from: 25, to: 75 });
    expect(onScale(at(-0.2, -0.5, 0.1))).toEqual({ at: 0, from: 0, to: 10 });
    expect(onScale(at(0.5))).toEqual({ at: 50, from: 50, to: 50 });
    expect(onScale(at(null))).toBeUndefined();
  });
});
