import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { agreedChoices, majorityChoices, mergedChoice } from '../../main/agreement/choices.ts';
import { goldItems } from '../../main/agreement/gold.ts';
import { adjudicationGroups } from '../../main/agreement/groups.ts';
import type { LayeredDocument } from '../../main/agreement/layers.ts';
import { Choice } from '../../shared/domain/adjudication.ts';
import { Item } from '../../shared/domain/annotation.ts';
import { anyDocuments, doc, label, layer, relation, span } from './agreement-layers.ts';

const by = { adjudicator: '裁决者', at: '2025-01-02T03:04:05Z' };
const of = (...layers: LayeredDocument['layers']): LayeredDocument => doc('d', 40, layers);
const gold = (document: LayeredDocument, choices: readonly Choice[], firstId = 1) =>
  goldItems(document, adjudicationGroups(document), choices, { ...by, firstId });
const take = (group: string, ...readings: number[]): Choice => ({ take: 'readings', group, readings });

const model = { kind: 'model', name: 'ner', version: '3', confidence: 0.9, acceptedBy: '甲' } as const;
const MINE = [
  span(1, 'a', [0, 3], { provenance: model, note: '甲的备注' }),
  span(2, 'b', [5, 8]),
  relation(3, 'r', 1, 2),
  label(4, 'x'),
];
const YOURS = [span(1, 'a', [0, 3], { note: '乙的备注' }), span(2, 'b', [5, 7]), relation(3, 'r', 1, 2)];
const BOTH = of(layer('甲', MINE), layer('乙', YOURS));
const SPAN_B = 'span:5-8:b';
const RELATION = 'relation:["span:0-3:a","span:5-8:b"]:r';

describe('gold', () => {
  it('takes over what all agree on, and leaves the rest open', () => {
    const groups = adjudicationGroups(BOTH);
    const { items, undecided, withoutEnd } = goldItems(BOTH, groups, agreedChoices(groups), by);
    expect(items).toEqual([
      {
        ...MINE[0],
        note: '甲的备注\n乙的备注',
        provenance: { ...model, acceptedBy: '裁决者', acceptedAt: by.at },
      },
    ]);
    expect(undecided).toEqual(['label:x', SPAN_B]);
    expect(withoutEnd).toEqual([RELATION]); // agreed, but one of its ends is not decided
  });

  it('picks a reading, keeps several, or drops all', () => {
    const all = (...readings: number[]) => gold(BOTH, [take(SPAN_B, ...readings)]).items;
    const places = (...readings: number[]) =>
      all(...readings).map((item) => item.kind === 'span' && item.fragments);
    expect(places(0)).toEqual([[{ start: 5, end: 7 }]]);
    expect(places(1)).toEqual([[{ start: 5, end: 8 }]]);
    expect(places(0, 1, 1)).toHaveLength(2);
    expect(places()).toEqual([]);
    expect(gold(BOTH, [take(SPAN_B)]).undecided).not.toContain(SPAN_B);
  });

  it('joins relations to the gold spans of their groups', () => {
    const choices = (b: Choice) => [take('span:0-3:a', 0), b, take(RELATION, 0)];
    const ends = (b: Choice) => {
      const { items } = gold(BOTH, choices(b), 10);
      const joined = items.find((item) => item.kind === 'relation')!;
      return joined.kind === 'relation' && [joined.from, joined.to, joined.id];
    };
    expect(ends(take(SPAN_B, 0))).toEqual([10, 11, 12]);
    expect(ends(take(SPAN_B, 1))).toEqual([10, 11, 12]);
    // Both are kept: the relation of 甲, whose vote is the first, goes to 甲's span.
    expect(ends(take(SPAN_B, 0, 1))).toEqual([10, 12, 13]);
    expect(
      ends({
        take: 'own',
        group: SPAN_B,
        type: 'c',
        attributes: {},
        fragments: [{ start: 4, end: 9 }],
        note: '',
      }),
    ).toEqual([10, 11, 12]);
    expect(gold(BOTH, choices(take(SPAN_B))).withoutEnd).toEqual([RELATION]);
  });

  it('makes the adjudicator the author of what is their own', () => {
    const own: Choice = { take: 'own', group: 'label:x', type: 'z', attributes: {}, note: '改' };
    expect(gold(BOTH, [take('label:x', 0), own]).items).toEqual([
      { ...label(1, 'z'), note: '改', provenance: { kind: 'human', name: '裁决者', at: by.at } },
    ]);
  });

  it('refuses choices of what is not there', () => {
    expect(() => gold(BOTH, [take('span:1-2:a', 0)])).toThrow(/没有该裁决项/);
    expect(() => gold(BOTH, [take(SPAN_B, 2)])).toThrow(/没有该选项/);
    expect(() => gold(BOTH, [{ take: 'own', group: SPAN_B, type: 'b', attributes: {}, note: '' }])).toThrow(
      /位置/,
    );
  });

  it('holds to the schema, and every taken reading becomes one item', () => {
    fc.assert(
      fc.property(anyDocuments, fc.infiniteStream(fc.nat(3)), ([document], picks) => {
        const groups = adjudicationGroups(document!);
        const choices = groups.flatMap((group): Choice[] => {
          const pick = picks.next().value;
          if (pick === 3) return [];
          const merged = mergedChoice(group, 'union');
          if (pick === 2 && merged !== undefined) return [merged];
          return [take(group.id, ...[...group.readings.keys()].slice(0, pick))];
        });
        const { items, origins, undecided, withoutEnd } = goldItems(document!, groups, choices, by);
        for (const item of items) expect(Item.parse(item)).toEqual(item);
        const spans = new Set(items.filter(({ kind }) => kind === 'span').map(({ id }) => id));
        for (const item of items)
          if (item.kind === 'relation')
            expect([spans.has(item.from), spans.has(item.to)]).toEqual([true, true]);
        const taken = choices.reduce((sum, one) => sum + (one.take === 'own' ? 1 : one.readings.length), 0);
        expect(items.length + withoutEnd.length).toBe(taken);
        expect(undecided.length).toBe(groups.length - choices.length);
        expect(items.map(({ id }) => origins.has(id))).not.toContain(false);
      }),
      { numRuns: 200 },
    );
  });

  it('is what everybody has when everybody has the same', () => {
    fc.assert(
      fc.property(anyDocuments, ([document]) => {
        const { items } = document!.layers[0]!;
        const spans = items.filter((item) => item.kind === 'span' && item.status === 'accepted');
        const same = {
          ...document!,
          layers: document!.layers.map(({ annotator }) => layer(annotator, spans)),
        };
        const key = (item: Item) =>
          item.kind === 'span' && JSON.stringify([item.type, item.fragments, item.attributes]);
        const found = gold(same, agreedChoices(adjudicationGroups(same)))
          .items.map(key)
          .sort();
        expect(found).toEqual([...new Set(spans.map(key))].sort());
      }),
    );
  });
});

describe('ready choices', () => {
  it('go with more than half of the annotators, for presence too', () => {
    const a = span(1, 'a', [0, 3]);
    const document = of(
      layer('甲', [a, span(2, 'b', [5, 8]), span(3, 'c', [10, 12]), span(4, 'd', [20, 25])]),
      layer('乙', [a, span(2, 'b', [5, 8]), span(3, 'e', [10, 12])]),
      layer('丙', [a, span(2, 'b', [5, 7]), span(3, 'f', [10, 12])]),
    );
    expect(majorityChoices(adjudicationGroups(document))).toEqual([
      take('span:5-8:b', 0),
      take('span:20-25:d'),
    ]);
    expect(agreedChoices(adjudicationGroups(document))).toEqual([take('span:0-3:a', 0)]);
  });

  it('melt readings into one', () => {
    const document = of(
      layer('甲', [span(1, 'a', [0, 6], { attributes: { 断言: '否定' } })]),
      layer('乙', [span(1, 'b', [2, 4, 5, 9], { attributes: { 断言: '疑似', 程度: '重' } })]),
      layer('丙', [span(1, 'b', [2, 4, 5, 9], { attributes: { 断言: '疑似' } })]),
    );
    const [group] = adjudicationGroups(document);
    expect(mergedChoice(group!, 'union')).toMatchObject({
      type: 'b',
      attributes: { 断言: '疑似' }, // most have no 程度
      fragments: [{ start: 0, end: 9 }],
    });
    expect(mergedChoice(group!, 'shared')).toMatchObject({
      fragments: [
        { start: 2, end: 4 },
        { start: 5, end: 6 },
      ],
    });
    expect(Choice.parse(mergedChoice(group!, 'shared'))).toEqual(mergedChoice(group!, 'shared'));
    expect(
      mergedChoice(adjudicationGroups(of(layer('甲', [label(1, 'x')]), layer('乙', [])))[0]!, 'union'),
    ).toBeUndefined();
  });
});
