import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { goldItems } from '../../../main/agreement/gold.ts';
import { adjudicationGroups } from '../../../main/agreement/groups.ts';
import type { LayeredDocument } from '../../../main/agreement/layers.ts';
import { majorityReadings } from '../../../shared/adjudication/majority.ts';
import { mergeReadings } from '../../../shared/adjudication/merge.ts';
import { Item } from '../../../shared/domain/annotation.ts';
import { anyDocuments, doc, label, layer, relation, span } from './test-layers.ts';

const by = { adjudicator: '裁决者', at: '2025-01-02T03:04:05Z' };
const of = (...layers: LayeredDocument['layers']): LayeredDocument => doc('d', 40, layers);
const gold = (document: LayeredDocument, more: Partial<Parameters<typeof goldItems>[2]> = {}) =>
  goldItems(document, adjudicationGroups(document), { ...by, ...more });

const model = { kind: 'model', name: 'ner', version: '3', confidence: 0.9, acceptedBy: '甲' } as const;
const MINE = [
  span(1, 'a', [0, 3], { provenance: model, note: '甲的备注' }),
  span(2, 'b', [5, 8]),
  relation(3, 'r', 1, 2),
  label(4, 'x'),
];
const YOURS = [span(1, 'a', [0, 3], { note: '乙的备注' }), span(2, 'b', [5, 7]), relation(3, 'r', 1, 2)];
const BOTH = of(layer('甲', MINE), layer('乙', YOURS));

describe('gold', () => {
  it('settles what all agree on, and says whose it was', () => {
    const items = gold(BOTH);
    expect(items.filter(({ status }) => status === 'accepted')).toEqual([
      {
        ...MINE[0],
        id: 2,
        note: '甲的备注\n乙的备注',
        provenance: {
          ...model,
          acceptedBy: '裁决者',
          acceptedAt: by.at,
          readings: [
            { annotator: '甲', item: 1 },
            { annotator: '乙', item: 1 },
          ],
        },
      },
    ]);
    const [x] = items;
    expect(x).toMatchObject({ kind: 'label', type: 'x', status: 'suggested' });
    expect(x?.provenance.readings).toEqual([{ annotator: '甲', item: 4 }]);
    expect(x?.provenance.acceptedBy).toBeUndefined();
  });

  it('joins relations to the spans of their own annotators, and lets them wait for these', () => {
    const items = gold(BOTH, { firstId: 10 });
    const joined = items.find((item) => item.kind === 'relation');
    const end = items.find(
      (item) => item.kind === 'span' && item.type === 'b' && item.fragments[0]?.end === 8,
    );
    expect(joined).toMatchObject({ from: 11, to: end?.id, status: 'suggested' }); // agreed, but an end is not decided
    expect(joined?.provenance.readings).toHaveLength(2);
  });

  it('brings in nothing twice: neither what is there nor what was decided against', () => {
    const items = gold(BOTH);
    const known = new Set(
      items.flatMap(({ provenance }) =>
        (provenance.readings ?? []).map(({ annotator, item }) => `${item} ${annotator}`),
      ),
    );
    expect(gold(BOTH, { present: items, known })).toEqual([]);
    expect(gold(BOTH, { present: [], known })).toEqual([]);
    const late = of(...BOTH.layers, layer('丙', [...YOURS, span(9, 'c', [10, 12]), relation(11, 'r', 2, 9)]));
    const more = gold(late, { present: items, known, firstId: 50 });
    expect(more.map(({ id, kind, type }) => [id, kind, type])).toEqual([
      [50, 'span', 'c'],
      [51, 'relation', 'r'],
    ]);
    const theirs = items.find((item) => item.kind === 'span' && item.fragments[0]?.end === 7);
    expect(more[1]).toMatchObject({ from: theirs?.id, to: 50 });
  });

  it('does not double gold that came without saying whose it is', () => {
    const present = [span(1, 'b', [5, 8], { provenance: { kind: 'import', name: 'gold.jsonl' } })];
    const places = gold(BOTH, { present, firstId: 2 }).flatMap((item) =>
      item.kind === 'span' ? [`${item.type} ${item.fragments[0]?.end}`] : [],
    );
    expect(places).toEqual(['a 3', 'b 7']);
  });

  it('holds every reading once, in items that the schema allows', () => {
    fc.assert(
      fc.property(anyDocuments, ([document]) => {
        const groups = adjudicationGroups(document!);
        const items = gold(document!);
        for (const item of items) expect(Item.parse(item)).toEqual(item);
        const spans = new Map(
          items.flatMap((item) => (item.kind === 'span' ? [[item.id, item] as const] : [])),
        );
        for (const item of items) {
          if (item.kind !== 'relation') continue;
          const ends = [spans.get(item.from), spans.get(item.to)];
          expect(ends).not.toContain(undefined);
          if (item.status === 'accepted')
            expect(ends.map((end) => end?.status)).toEqual(['accepted', 'accepted']);
        }
        const votes = items
          .flatMap(({ provenance }) => provenance.readings ?? [])
          .map((one) => JSON.stringify(one));
        expect(new Set(votes).size).toBe(votes.length);
        const wanted = groups
          .filter(({ kind }) => kind !== 'relation')
          .flatMap(({ readings }) => readings.flatMap((one) => one.votes))
          .map((one) => JSON.stringify(one));
        expect(votes).toEqual(expect.arrayContaining(wanted));
      }),
    );
  });

  it('is what all have when all have the same', () => {
    fc.assert(
      fc.property(anyDocuments, ([document]) => {
        const [first] = document!.layers;
        const same = {
          ...document!,
          layers: ['甲', '乙', '丙'].map((who) => layer(who, first?.items ?? [])),
        };
        for (const item of gold(same)) expect(item.status).toBe('accepted');
      }),
    );
  });
});

describe('ready decisions', () => {
  it('go with more than half of the annotators, for presence too', () => {
    const a = span(1, 'a', [0, 3]);
    const document = of(
      layer('甲', [a, span(2, 'b', [5, 8]), span(3, 'c', [10, 12]), span(4, 'd', [20, 25])]),
      layer('乙', [a, span(2, 'b', [5, 8]), span(3, 'e', [10, 12])]),
      layer('丙', [a, span(2, 'b', [5, 7]), span(3, 'f', [10, 12])]),
    );
    expect(adjudicationGroups(document).map((group) => [group.id, majorityReadings(group)])).toEqual([
      ['span:0-3:a', [0]],
      ['span:5-8:b', [0]],
      ['span:10-12:c', undefined],
      ['span:20-25:d', []],
    ]);
  });

  it('half is no majority', () => {
    const two = of(layer('甲', [span(1, 'a', [0, 3])]), layer('乙', []));
    expect(adjudicationGroups(two).map(majorityReadings)).toEqual([undefined]);
  });

  it('melt readings into one', () => {
    const document = of(
      layer('甲', [span(1, 'a', [0, 6], { attributes: { 断言: '否定' } })]),
      layer('乙', [span(1, 'b', [2, 4, 5, 9], { attributes: { 断言: '疑似', 程度: '重' } })]),
      layer('丙', [span(1, 'b', [2, 4, 5, 9], { attributes: { 断言: '疑似' } })]),
    );
    const [group] = adjudicationGroups(document);
    expect(mergeReadings(group!.readings, 'union')).toEqual({
      type: 'b',
      attributes: { 断言: '疑似' }, // most have no 程度
      fragments: [{ start: 0, end: 9 }],
    });
    expect(mergeReadings(group!.readings, 'shared')).toMatchObject({
      fragments: [
        { start: 2, end: 4 },
        { start: 5, end: 6 },
      ],
    });
    const labels = of(
      layer('甲', [label(1, 'x', { attributes: { 确定: 'true' } })]),
      layer('乙', [label(1, 'x')]),
      layer('丙', [label(1, 'x')]),
    );
    expect(mergeReadings(adjudicationGroups(labels)[0]!.readings, 'union')).toEqual({
      type: 'x',
      attributes: {},
    });
    expect(mergeReadings(group!.readings.slice(0, 1), 'union')).toBeUndefined();
  });

  it('have no common part where there is none', () => {
    const [group] = adjudicationGroups(
      of(
        layer('甲', [span(1, 'a', [0, 3])]),
        layer('乙', [span(1, 'a', [2, 6])]),
        layer('丙', [span(1, 'a', [5, 8])]),
      ),
    );
    expect(mergeReadings(group!.readings, 'shared')).toBeUndefined();
  });
});
