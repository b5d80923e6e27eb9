import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LayeredDocument } from '../../../main/agreement/layers.ts';
import { countOverlapping } from '../../../main/agreement/overlap-matching.ts';
import { agreementReport } from '../../../main/agreement/report.ts';
import { AgreementReport, type Coefficients } from '../../../shared/domain/agreement.ts';
import {
  codings,
  naiveAlpha,
  naiveCohen,
  naiveFleiss,
  naiveMatching,
  naiveUnitizing,
  spansOf,
} from './naive.ts';
import { anyDocuments, anyFragments, doc, LENGTH, label, layer, relation, span } from './test-layers.ts';

const plain = { samples: 0 };
const same = (found: number | null, wanted: number | undefined): void => {
  if (wanted === undefined) expect(found).toBeNull();
  else expect(found).toBeCloseTo(wanted, 9);
};

const mean = (values: readonly (number | undefined)[]): number | undefined => {
  const defined = values.flatMap((value) => value ?? []);
  return defined.length === 0 ? undefined : defined.reduce((a, b) => a + b, 0) / defined.length;
};

const pairsOf = <T>(list: readonly T[]): [T, T][] =>
  list.flatMap((left, i) => list.slice(i + 1).map((right): [T, T] => [left, right]));

const valuesOf = (coefficients: Coefficients): (number | null)[] =>
  Object.values(coefficients).map(({ value }) => value);

const peopleOf = (documents: readonly LayeredDocument[]): string[] => [
  ...new Set(documents.flatMap(({ layers }) => layers.map(({ annotator }) => annotator))),
];

describe('against the definitions', () => {
  it("gives Cohen's and Fleiss' κ and Krippendorff's α of the characters, overall and by type", () => {
    fc.assert(
      fc.property(anyDocuments, (documents) => {
        const report = agreementReport(documents, plain);
        const people = peopleOf(documents);
        for (const type of [undefined, ...report.types.map((one) => one.type)]) {
          const found =
            type === undefined ? report.overall : report.types.find((one) => one.type === type)!.coefficients;
          const rows = codings(documents, people, type);
          same(found.cohen.value, mean(pairsOf(rows).map(([a, b]) => naiveCohen(a, b))));
          same(found.fleiss.value, naiveFleiss(rows));
          same(found.alpha.value, naiveAlpha(rows));
        }
      }),
      { numRuns: 60 },
    );
  });

  it('gives the unitizing coefficients, overall and by type', () => {
    fc.assert(
      fc.property(anyDocuments, (documents) => {
        const report = agreementReport(documents, plain);
        const wanted = naiveUnitizing(documents);
        same(report.overall.unitizing.value, wanted.unitizing);
        same(report.overall.boundary.value, wanted.boundary);
        same(report.overall.coding.value, wanted.coding);
        for (const { type, coefficients } of report.types) {
          const only = documents.map((document) => ({
            ...document,
            layers: document.layers.map((one) => ({
              ...one,
              items: one.items.filter((item) => item.kind === 'span' && item.type === type),
            })),
          }));
          same(coefficients.unitizing.value, naiveUnitizing(only).unitizing);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('gives F1 of each pair: exact, by overlap and by place', () => {
    fc.assert(
      fc.property(anyDocuments, (documents) => {
        const report = agreementReport(documents, plain);
        for (const { left, right, exact, relaxed, place, documents: both } of report.pairs) {
          const work = documents.flatMap((document) => {
            const [a, b] = [spansOf(document, left), spansOf(document, right)];
            return a === undefined || b === undefined ? [] : [{ a, b }];
          });
          expect(both).toBe(work.length);
          const all = work.reduce((sum, { a, b }) => sum + a.length + b.length, 0);
          const f1 = (hits: number): number | undefined => (all === 0 ? undefined : (2 * hits) / all);
          let [exactHits, relaxedHits, placeHits] = [0, 0, 0];
          for (const { a, b } of work) {
            const open = { exact: b.map(key), place: b.map(({ fragments }) => JSON.stringify(fragments)) };
            for (const one of a) {
              const at = open.exact.indexOf(key(one));
              if (at >= 0) exactHits += open.exact.splice(at, 1).length;
              const there = open.place.indexOf(JSON.stringify(one.fragments));
              if (there >= 0) placeHits += open.place.splice(there, 1).length;
            }
            for (const type of 'abc')
              relaxedHits += naiveMatching(
                a.filter((one) => one.type === type),
                b.filter((one) => one.type === type),
              );
          }
          same(exact.value, f1(exactHits));
          same(relaxed.value, f1(relaxedHits));
          same(place.value, f1(placeHits));
        }
      }),
      { numRuns: 60 },
    );
  });

  it('finds a largest matching of nested, chained and discontinuous spans', () => {
    const some = fc.array(anyFragments, { maxLength: 6 });
    const short = fc.array(
      fc
        .tuple(fc.nat(9), fc.integer({ min: 1, max: 6 }))
        .map(([start, length]) => [{ start, end: start + length }]),
      { maxLength: 7 },
    );
    const both = fc.oneof(fc.tuple(some, some), fc.tuple(short, short));
    fc.assert(
      fc.property(both, ([a, b]) => {
        const [left, right] = [a, b].map((list) =>
          list.map((fragments, i) => span(i + 1, 'a', [0, 1], { fragments })),
        );
        expect(countOverlapping(left!, right!)).toBe(naiveMatching(left!, right!));
      }),
      { numRuns: 400 },
    );
  });
});

const key = ({ type, fragments }: { type: string; fragments: readonly unknown[] }): string =>
  JSON.stringify([type, fragments]);

describe('what must not matter', () => {
  const flat = (report: AgreementReport): (number | null)[] => [
    ...valuesOf(report.overall),
    ...report.relations.map(({ exact }) => exact.value),
    ...report.labels.flatMap(({ exact, cohen, fleiss, alpha }) =>
      [exact, cohen, fleiss, alpha].map((e) => e.value),
    ),
    ...report.attributes.flatMap(({ same, alpha }) => [same.value, alpha.value]),
  ];
  const close = (a: readonly (number | null)[], b: readonly (number | null)[]): void => {
    expect(a).toHaveLength(b.length);
    for (const [i, value] of a.entries()) same(value, b[i] ?? undefined);
  };

  it('the order of annotators and of documents', () => {
    fc.assert(
      fc.property(anyDocuments, (documents) => {
        const turned = documents
          .map((document) => ({ ...document, layers: document.layers.toReversed() }))
          .toReversed();
        close(flat(agreementReport(turned, plain)), flat(agreementReport(documents, plain)));
      }),
    );
  });

  it('the names of types, as long as they differ', () => {
    fc.assert(
      fc.property(anyDocuments, (documents) => {
        const renamed = documents.map((document) => ({
          ...document,
          layers: document.layers.map((one) => ({
            ...one,
            items: one.items.map((item) => ({
              ...item,
              type: `${{ a: 'z', b: 'a', c: '疾病' }[item.type] ?? item.type}`,
            })),
          })),
        }));
        close(
          flat(agreementReport(renamed, plain)).slice(0, 9),
          flat(agreementReport(documents, plain)).slice(0, 9),
        );
      }),
    );
  });

  it('suggestions, and how ids are numbered', () => {
    fc.assert(
      fc.property(anyDocuments, (documents) => {
        const cleared = documents.map((document) => ({
          ...document,
          layers: document.layers.map((one) => ({
            ...one,
            items: one.items.filter(({ status }) => status === 'accepted'),
          })),
        }));
        expect(flat(agreementReport(cleared, plain))).toEqual(flat(agreementReport(documents, plain)));
      }),
    );
  });

  it('is 1 wherever it is defined when all did the same', () => {
    fc.assert(
      fc.property(anyDocuments, (documents) => {
        const agreed = documents.map(({ name, text, layers }) => ({
          name,
          text,
          layers: layers.map(({ annotator }) => ({ annotator, items: layers[0]!.items })),
        }));
        const report = agreementReport(agreed, plain);
        // A relation that begins or ends at a suggestion is nobody else's.
        for (const value of flat({ ...report, relations: [] }))
          if (value !== null) expect(value).toBeCloseTo(1, 9);
        for (const { exact, unitizing } of report.perDocument)
          for (const value of [exact, unitizing]) if (value !== null) expect(value).toBeCloseTo(1, 9);
      }),
    );
  });

  it('κ comes close to F1 as what nobody marked grows (Hripcsak and Rothschild 2005)', () => {
    // Characters as phrases of one: 30 both marked, 10 and 5 one of them alone.
    const ones = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, i) => span(i + 1, 'a', [from + i, from + i + 1]));
    const layers = [layer('甲', ones(0, 40)), layer('乙', ones(10, 45))];
    const at = (length: number) => agreementReport([doc('d', length, layers)], plain).overall;
    expect(at(45).exact.value).toBeCloseTo((2 * 30) / (2 * 30 + 10 + 5), 12);
    const gaps = [100, 1000, 100_000].map((length) => at(length).exact.value! - at(length).cohen.value!);
    expect(gaps[0]).toBeGreaterThan(gaps[1]!);
    expect(gaps[2]).toBeGreaterThan(0);
    expect(gaps[2]).toBeLessThan(1e-3);
  });
});

describe('the report', () => {
  const items = (type: string) => [span(1, type, [0, 2]), span(2, 'b', [4, 6]), relation(3, 'r', 1, 2)];

  it('holds to its schema, intervals around the values and the same for the same seed', () => {
    fc.assert(
      fc.property(anyDocuments, fc.nat(1000), (documents, seed) => {
        const report = agreementReport(documents, { samples: 40, seed });
        expect(AgreementReport.parse(report)).toEqual(report);
        expect(agreementReport(documents, { samples: 40, seed })).toEqual(report);
        for (const { value, low, high } of Object.values(report.overall)) {
          if (value === null || documents.length < 2) expect([low, high]).toEqual([null, null]);
          else if (low !== null) expect(low).toBeLessThanOrEqual(high!);
        }
      }),
      { numRuns: 40 },
    );
  });

  it('narrows the interval with more documents', () => {
    const pair = (i: number) =>
      doc(`d${i}`, 10, [layer('甲', items('a')), layer('乙', i % 3 === 0 ? items('c') : items('a'))]);
    const width = (count: number): number => {
      const { low, high } = agreementReport(Array.from({ length: count }, (_, i) => pair(i))).overall.exact;
      return high! - low!;
    };
    expect(width(300)).toBeLessThan(width(30));
    expect(width(30)).toBeGreaterThan(0);
  });

  it('counts relations by what they join, in either direction where that means the same', () => {
    const turned = [...items('a').slice(0, 2), relation(3, 'r', 2, 1)];
    const documents = [doc('d', 10, [layer('甲', items('a')), layer('乙', turned)])];
    expect(agreementReport(documents).relations.map(({ exact }) => exact.value)).toEqual([0, 0]);
    const both = agreementReport(documents, { symmetric: ['r'] });
    expect(both.relations.map(({ type, exact }) => [type, exact.value])).toEqual([
      ['', 1],
      ['r', 1],
    ]);
  });

  it('compares attributes on spans that are alike, and labels by document', () => {
    const with断言 = (value: string) => [
      span(1, 'a', [0, 2], { attributes: { 断言: value } }),
      span(2, 'b', [3, 4]),
    ];
    const documents = [
      doc('d1', 10, [layer('甲', [...with断言('否定'), label(9, 'x')]), layer('乙', with断言('否定'))]),
      doc('d2', 10, [
        layer('甲', [...with断言('否定'), label(9, 'x')]),
        layer('乙', [...with断言('疑似'), label(9, 'x')]),
      ]),
    ];
    const report = agreementReport(documents);
    expect(report.attributes).toMatchObject([{ name: '断言', units: 2, same: { value: 0.5 } }]);
    expect(report.labels.map((one) => [one.label, one.counts, one.exact.value])).toEqual([
      ['', [2, 1], 2 / 3],
      ['x', [2, 1], 2 / 3],
    ]);
  });

  it('leaves out what one person alone annotated, and says so', () => {
    const documents = [
      doc('d1', LENGTH, [layer('甲', items('a')), layer('乙', items('a'))]),
      doc('d2', LENGTH, [layer('甲', items('a'))]),
    ];
    expect(agreementReport(documents)).toMatchObject({ documents: 1, single: 1, characters: LENGTH });
    expect(() => agreementReport(documents.slice(1))).toThrow(/two people/);
  });

  it('refuses two layers of one person and spans beyond the text', () => {
    expect(() => agreementReport([doc('d', 9, [layer('甲', []), layer('甲', [])])])).toThrow(
      /annotated this document twice/,
    );
    expect(() => agreementReport([doc('d', 5, [layer('甲', items('a')), layer('乙', [])])])).toThrow(
      /but the text/,
    );
  });
});
