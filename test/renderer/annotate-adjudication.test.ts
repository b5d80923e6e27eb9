import { describe, expect, it } from 'vitest';
import {
  groupOfItem,
  mergeReadings,
  openGroups,
  takeNone,
  takeReading,
} from '../../renderer/lib/annotation/adjudication.ts';
import type { EditContext } from '../../renderer/lib/annotation/edits.ts';
import { Layer } from '../../renderer/lib/annotation/layer.ts';
import { AdjudicationGroup } from '../../shared/domain/adjudication.ts';
import type { Item, Relation } from '../../shared/domain/annotation.ts';
import { span } from './annotate-items.ts';

const TEXT = '反复胸痛三年，服用阿司匹林后缓解。';

const suggested = <T extends Item>(item: T): T => ({ ...item, status: 'suggested' });
const relation = (id: number, from: number, to: number): Relation => ({
  kind: 'relation',
  id,
  type: '治疗',
  attributes: {},
  note: '',
  status: 'suggested',
  provenance: { kind: 'human', name: '甲' },
  from,
  to,
});

/** 甲 has 胸痛, 乙 反复胸痛; both have the drug and that it treats the pain. */
const layer = Layer.of([
  suggested(span(1, [[2, 4]])),
  suggested(span(2, [[0, 4]])),
  span(3, [[9, 13]], '药物'),
  relation(4, 3, 1),
]);

const reading = (start: number, end: number, annotator: string, type = '症状') => ({
  kind: 'span',
  type,
  attributes: {},
  fragments: [{ start, end }],
  votes: [{ annotator, item: 1 }],
});

const groups = [
  {
    id: 'pain',
    kind: 'span',
    readings: [reading(2, 4, '甲'), reading(0, 4, '乙')],
    missing: [],
    differs: ['boundary'],
  },
  { id: 'drug', kind: 'span', readings: [reading(9, 13, '甲', '药物')], missing: [], differs: [] },
  {
    id: 'treats',
    kind: 'relation',
    readings: [
      {
        kind: 'relation',
        type: '治疗',
        attributes: {},
        from: 'drug',
        to: 'pain',
        votes: [{ annotator: '甲', item: 4 }],
      },
    ],
    missing: ['乙'],
    differs: ['presence'],
  },
].map((group) => AdjudicationGroup.parse(group));

const contextOf = (now: Layer): EditContext => ({
  layer: now,
  text: TEXT,
  nextItem: 5,
  person: '裁',
  at: '2026-01-02T03:04:05.000Z',
});

describe('adjudication', () => {
  const open = openGroups(groups, layer);

  it('shows the groups that differ, with their items', () => {
    expect(open.map(({ group, readings }) => [group.id, readings.map(({ item }) => item?.id)])).toEqual([
      ['pain', [1, 2]],
      ['treats', [4]],
    ]);
    expect(open.every((group) => group.open)).toBe(true);
    expect(groupOfItem(open, 2)?.group.id).toBe('pain');
    expect(groupOfItem(open, 3)).toBeUndefined();
  });

  it('takes one reading, lets the others go, and keeps the relations of those', () => {
    const after = layer.apply(takeReading(contextOf(layer), open[0]!, 1)!.changes);
    expect(after.get(1)).toBeUndefined();
    expect(after.get(2)).toMatchObject({ status: 'accepted', provenance: { name: '甲', acceptedBy: '裁' } });
    expect(after.get(4)).toMatchObject({ from: 3, to: 2, status: 'suggested' });
    const [pain, treats] = openGroups(groups, after);
    expect(pain?.open).toBe(false);
    expect(treats?.readings[0]?.item?.id).toBe(4);
  });

  it('melts readings into one', () => {
    const both = Layer.of([suggested(span(1, [[2, 6]])), suggested(span(2, [[0, 4]]))]);
    const groups = openGroups(
      [
        AdjudicationGroup.parse({
          id: 'pain',
          kind: 'span',
          readings: [reading(2, 6, '甲'), reading(0, 4, '乙')],
          missing: [],
          differs: ['boundary'],
        }),
      ],
      both,
    );
    const after = both.apply(mergeReadings(contextOf(both), groups[0]!)!.changes);
    expect([...after.items.values()]).toMatchObject([
      { id: 1, status: 'accepted', fragments: [{ start: 0, end: 6 }] },
    ]);
  });

  it('takes nothing, and no relation is left without its end', () => {
    const after = layer.apply(takeNone(contextOf(layer), open[0]!)!.changes);
    expect([...after.items.keys()]).toEqual([3]);
  });

  it('decides nothing twice', () => {
    const after = layer.apply(takeReading(contextOf(layer), open[0]!, 0)!.changes);
    const [pain] = openGroups(groups, after);
    expect(takeReading(contextOf(after), pain!, 0)).toBeNull();
    expect(takeReading(contextOf(after), pain!, 1)).toBeNull();
  });
});
