/** Builds annotated documents for the tests of agreement and adjudication. */
import fc from 'fast-check';
import type { Layer, LayeredDocument } from '../../../main/agreement/layers.ts';
import type { DocumentLabel, Item, Relation, SpanItem } from '../../../shared/domain/annotation.ts';
import type { Span } from '../../../shared/domain/span.ts';

const provenance = { kind: 'human', name: 'test' } as const;
const common = { attributes: {}, note: '', status: 'accepted', provenance } as const;

/** `place` is a start and an end, or several of them in a row. */
export function span(
  id: number,
  type: string,
  place: readonly number[],
  more: Partial<SpanItem> = {},
): SpanItem {
  const fragments: Span[] = [];
  for (let i = 0; i < place.length; i += 2) fragments.push({ start: place[i]!, end: place[i + 1]! });
  return { kind: 'span', ...common, id, type, fragments, ...more };
}

export const relation = (
  id: number,
  type: string,
  from: number,
  to: number,
  more: Partial<Relation> = {},
): Relation => ({ kind: 'relation', ...common, id, type, from, to, ...more });

export const label = (id: number, type: string, more: Partial<DocumentLabel> = {}): DocumentLabel => ({
  kind: 'label',
  ...common,
  id,
  type,
  ...more,
});

export const layer = (annotator: string, items: readonly Item[]): Layer => ({ annotator, items });

/** A document of `length` characters. */
export const doc = (name: string, length: number, layers: readonly Layer[]): LayeredDocument => ({
  name,
  text: '字'.repeat(length),
  layers,
});

/** Units that coders gave values to, as documents with a label each; `undefined` where a coder gave none. */
export function codedUnits(units: readonly (readonly (string | number | undefined)[])[]): LayeredDocument[] {
  return units.map((values, number) =>
    doc(
      `unit ${number}`,
      1,
      values.flatMap((value, coder) =>
        value === undefined ? [] : [layer(`coder ${coder}`, [label(1, String(value))])],
      ),
    ),
  );
}

export const LENGTH = 24;
const ANNOTATORS = ['甲', '乙', '丙', '丁'];
const TYPES = ['a', 'b', 'c'];

/** One fragment, or several apart from each other, in a text of LENGTH characters. */
export const anyFragments: fc.Arbitrary<Span[]> = fc
  .uniqueArray(fc.nat(LENGTH), { minLength: 2, maxLength: 6 })
  .map((borders) => {
    const sorted = borders.toSorted((a, b) => a - b);
    const fragments: Span[] = [];
    for (let i = 0; i + 1 < sorted.length; i += 2) fragments.push({ start: sorted[i]!, end: sorted[i + 1]! });
    return fragments;
  });

/** Short ones are likelier to be equal in several layers. */
const fewPlaces = fc
  .tuple(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 1, max: 3 }))
  .map(([start, length]): Span[] => [{ start, end: start + length }]);

const anySpan = fc.record({
  kind: fc.constant('span' as const),
  type: fc.constantFrom(...TYPES),
  fragments: fc.oneof(fewPlaces, anyFragments),
  attributes: fc.constantFrom<Record<string, string>[]>({}, { 断言: '否定' }, { 断言: '疑似' }),
  status: fc.constantFrom('accepted' as const, 'accepted' as const, 'suggested' as const),
});

const anyItems: fc.Arbitrary<Item[]> = fc
  .tuple(
    fc.array(anySpan, { maxLength: 7 }),
    fc.array(fc.tuple(fc.constantFrom('r', 's'), fc.nat(6), fc.nat(6)), { maxLength: 4 }),
    fc.uniqueArray(fc.constantFrom('x', 'y'), { maxLength: 2 }),
  )
  .map(([spans, relations, labels]) => {
    let id = 0;
    const made = spans.map((one): SpanItem => ({ ...span(++id, one.type, [0, 1]), ...one, id }));
    return [
      ...made,
      ...relations
        .filter(([, from, to]) => from < made.length && to < made.length)
        .map(([type, from, to]) => relation(++id, type, from + 1, to + 1)),
      ...labels.map((type) => label(++id, type)),
    ];
  });

/** Documents of LENGTH characters, each annotated by some of up to four people. */
export const anyDocuments: fc.Arbitrary<LayeredDocument[]> = fc
  .array(
    fc.tuple(fc.subarray(ANNOTATORS, { minLength: 2 }), fc.array(anyItems, { minLength: 4, maxLength: 4 })),
    { minLength: 1, maxLength: 4 },
  )
  .map((documents) =>
    documents.map(([people, items], number) =>
      doc(
        `文档 ${number}`,
        LENGTH,
        people.map((annotator, i) => layer(annotator, items[i]!)),
      ),
    ),
  );
