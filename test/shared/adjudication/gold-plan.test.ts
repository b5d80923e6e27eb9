/** Checks decisions on the gold layer: one at a time, and in any order. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { goldItems } from '../../../main/agreement/gold.ts';
import { adjudicationGroups } from '../../../main/agreement/groups.ts';
import type { LayeredDocument } from '../../../main/agreement/layers.ts';
import { type Decision, GoldPlan } from '../../../shared/adjudication/gold-plan.ts';
import { countOpen, groupOfItem, groupsInGold } from '../../../shared/adjudication/groups-in-gold.ts';
import type { Item, SpanItem } from '../../../shared/domain/annotation.ts';
import { AnnotationSchema } from '../../../shared/domain/annotation-schema.ts';
import { anyDocuments, doc, label, layer, relation, span } from '../../main/agreement/test-layers.ts';

const by = { adjudicator: '裁', at: '2026-01-02T03:04:05.000Z' };
const SCHEMA = AnnotationSchema.parse({
  spans: [{ name: 'a' }, { name: 'b' }, { name: 'c' }],
  attributes: [{ name: '断言', kind: 'choice', values: ['有', '无'] }],
  relations: [{ name: 'r' }, { name: 's' }, { name: 'onlyB', to: ['b'] }],
  labels: [
    { name: 'x', group: 'g' },
    { name: 'y', group: 'g' },
  ],
});

/** A gold layer as an adjudicator finds and changes it. */
class Gold {
  readonly groups;
  items: ReadonlyMap<number, Item>;
  readonly #schema: AnnotationSchema;

  constructor(document: LayeredDocument, schema = SCHEMA) {
    this.#schema = schema;
    this.groups = adjudicationGroups(document);
    this.items = new Map(goldItems(document, this.groups, by).map((item) => [item.id, item]));
  }

  get open() {
    return groupsInGold(this.groups, this.items.values());
  }

  decide(groupId: string, decision: Decision): boolean {
    const plan = new GoldPlan({
      items: this.items,
      groups: this.open,
      schema: this.#schema,
      nextItem: Math.max(0, ...this.items.keys()) + 1,
      person: '裁',
      at: by.at,
    });
    if (!plan.decide(this.open.find(({ group }) => group.id === groupId)!, decision)) return false;
    const items = new Map(this.items);
    for (const { id, before, after } of plan.changes) {
      expect(items.get(id) ?? null).toEqual(before);
      if (after === null) items.delete(id);
      else items.set(id, after);
    }
    this.items = items;
    return true;
  }

  list(): string[] {
    return [...this.items.values()].map((item) => {
      const place =
        item.kind === 'span'
          ? item.fragments.map(({ start, end }) => `${start}-${end}`).join()
          : item.kind === 'relation'
            ? `${this.#place(item.from)}>${this.#place(item.to)}`
            : 'document';
      const status = item.status === 'accepted' ? '' : '?';
      return `${item.type} ${place}${status}`;
    });
  }

  #place(id: number): string {
    const item = this.items.get(id);
    return item?.kind === 'span' ? `${item.fragments[0]?.start}-${item.fragments.at(-1)?.end}` : 'nothing';
  }
}

const take = (...readings: number[]): Decision => ({ take: 'readings', readings });
const PAIN = 'span:0-4:a';
const TREATS = 'relation:["span:0-4:a","span:9-13:b"]:r';

/** 甲 has 2–4, 乙 and 丙 0–4; all have 9–13 and a relation between. */
const three = (more: Partial<SpanItem> = {}) =>
  doc('d', 40, [
    layer('甲', [span(1, 'a', [2, 4]), span(2, 'b', [9, 13]), relation(3, 'r', 2, 1)]),
    layer('乙', [span(1, 'a', [0, 4], more), span(2, 'b', [9, 13]), relation(3, 'r', 2, 1)]),
    layer('丙', [span(1, 'a', [0, 4]), span(2, 'b', [9, 13]), relation(3, 'r', 2, 1), label(4, 'x')]),
  ]);

describe('a decision', () => {
  it('takes a reading; what all agree on hangs on it then and counts', () => {
    const gold = new Gold(three());
    expect(gold.list()).toEqual(['x document?', 'a 0-4?', 'a 2-4?', 'b 9-13', 'r 9-13>2-4?']);
    expect(gold.decide(PAIN, take(0))).toBe(true);
    expect(gold.list()).toEqual(['x document?', 'a 0-4', 'b 9-13', 'r 9-13>0-4']);
    const [, taken] = gold.items.values();
    expect(taken?.provenance).toMatchObject({
      acceptedBy: '裁',
      readings: [
        { annotator: '乙', item: 1 },
        { annotator: '丙', item: 1 },
      ],
    });
    expect(countOpen(gold.open)).toBe(1);
    expect(gold.decide(PAIN, take(1))).toBe(false); // gone
  });

  it('melts readings into one that is the adjudicator’s, and names whose they were', () => {
    const gold = new Gold(three({ attributes: { 断言: '无', fremd: 'x' } }));
    expect(gold.decide(PAIN, { take: 'merge', extent: 'shared' })).toBe(true);
    expect(gold.list()).toEqual(['x document?', 'b 9-13', 'r 9-13>2-4', 'a 2-4']);
    const made = [...gold.items.values()].at(-1);
    expect(made?.provenance).toMatchObject({ kind: 'human', name: '裁' });
    expect(made?.provenance.readings?.map(({ annotator }) => annotator).sort()).toEqual(
      ['丙', '乙', '甲'].sort(),
    );
    expect(made?.attributes).toEqual({});
    const group = groupOfItem(gold.open, made!.id);
    expect(group?.group.id).toBe(PAIN); // its readings still lead to it
    expect(group?.open).toBe(false);
  });

  it('puts the adjudicator’s own place instead', () => {
    const gold = new Gold(three());
    expect(gold.decide(PAIN, { take: 'own', fragments: [{ start: 1, end: 4 }] })).toBe(true);
    expect(gold.list()).toEqual(['x document?', 'b 9-13', 'r 9-13>1-4', 'a 1-4']);
    expect([...gold.items.values()].at(-1)?.provenance.readings).toBeUndefined();
  });

  it('takes nothing, and no relation is left without its end', () => {
    const gold = new Gold(three());
    expect(gold.decide(PAIN, take())).toBe(true);
    expect(gold.list()).toEqual(['x document?', 'b 9-13']);
    expect(gold.decide(PAIN, take())).toBe(false);
  });

  it('lets one reading go while the other still waits, with the relation', () => {
    const gold = new Gold(three());
    expect(gold.decide(PAIN, { take: 'not', reading: 1 })).toBe(true);
    expect(gold.list()).toEqual(['x document?', 'a 0-4?', 'b 9-13', 'r 9-13>0-4?']);
  });

  it('lets a relation wait again with the reading that is left, when its end is taken back', () => {
    const gold = new Gold(three());
    gold.decide(PAIN, { take: 'also', reading: 1 });
    expect(gold.decide(PAIN, { take: 'not', reading: 1 })).toBe(true);
    expect(gold.list()).toEqual(['x document?', 'a 0-4?', 'b 9-13', 'r 9-13>0-4?']);
    expect([...gold.items.values()].at(-1)?.provenance).not.toHaveProperty('acceptedBy');
  });

  it('keeps nested readings one by one', () => {
    const gold = new Gold(three());
    expect(gold.decide(PAIN, { take: 'also', reading: 1 })).toBe(true);
    expect(gold.list()).toEqual(['x document?', 'a 0-4?', 'a 2-4', 'b 9-13', 'r 9-13>2-4']);
    expect(gold.decide(PAIN, take(0))).toBe(true);
    expect(gold.list()).toEqual(['x document?', 'a 0-4', 'a 2-4', 'b 9-13', 'r 9-13>2-4']);
  });

  it('takes a relation with the readings that it joins', () => {
    const gold = new Gold(
      doc('d', 40, [
        layer('甲', [span(1, 'a', [2, 4]), span(2, 'b', [9, 13]), relation(3, 'r', 2, 1)]),
        layer('乙', [span(1, 'a', [0, 4]), span(2, 'b', [9, 13])]),
      ]),
    );
    expect(gold.decide(TREATS, take(0))).toBe(true);
    expect(gold.list()).toEqual(['a 2-4', 'b 9-13', 'r 9-13>2-4']);
  });

  it('drops a relation that may not lead to what was taken', () => {
    const gold = new Gold(
      doc('d', 40, [
        layer('甲', [span(1, 'b', [2, 4]), span(2, 'a', [9, 13]), relation(3, 'onlyB', 2, 1)]),
        layer('乙', [span(1, 'a', [2, 4]), span(2, 'a', [9, 13])]),
      ]),
    );
    gold.decide('span:2-4:a', take(0));
    expect(gold.list()).toEqual(['a 2-4', 'a 9-13']);
  });

  it('lets a label push out the one that it excludes', () => {
    const gold = new Gold(
      doc('d', 40, [
        layer('甲', [label(1, 'x')]),
        layer('乙', [label(1, 'y')]),
        layer('丙', [label(1, 'y')]),
      ]),
    );
    expect(gold.list()).toEqual(['x document?', 'y document?']);
    gold.decide('label:y', take(0));
    expect(gold.list()).toEqual(['y document']);
    expect(countOpen(gold.open)).toBe(0);
  });

  it('keeps a reading that the adjudicator changed', () => {
    const gold = new Gold(three());
    const [, first] = gold.items.values();
    gold.decide(PAIN, { take: 'changed', item: { ...(first as SpanItem), type: 'c' } }); // safe: a span
    expect(gold.list()).toEqual(['x document?', 'c 0-4', 'b 9-13', 'r 9-13>0-4']);
  });
});

const anyDecision: fc.Arbitrary<Decision> = fc.oneof(
  fc.array(fc.nat(2), { maxLength: 3 }).map((readings): Decision => ({ take: 'readings', readings })),
  fc.nat(2).map((reading): Decision => ({ take: 'not', reading })),
  fc.nat(2).map((reading): Decision => ({ take: 'also', reading })),
  fc.constantFrom('union' as const, 'shared' as const).map((extent): Decision => ({ take: 'merge', extent })),
  fc.constant<Decision>({ take: 'own', fragments: [{ start: 3, end: 7 }] }),
);

/** Every type, attribute and label of a document, without rules about what may join what. */
function schemaOf({ layers }: LayeredDocument): AnnotationSchema {
  const items = layers.flatMap((one) => one.items);
  const names = (kind: Item['kind']) =>
    [...new Set(items.flatMap((item) => (item.kind === kind ? [item.type] : [])))].map((name) => ({ name }));
  const attributes = [...new Set(items.flatMap((item) => Object.keys(item.attributes)))];
  return AnnotationSchema.parse({
    spans: names('span'),
    relations: names('relation'),
    labels: names('label'),
    attributes: attributes.map((name) => ({ name, kind: 'text' })),
  });
}

describe('any decisions', () => {
  it('leave a layer that hangs together, and after enough of them nothing waits', () => {
    fc.assert(
      fc.property(anyDocuments, fc.infiniteStream(fc.tuple(fc.nat(), anyDecision)), ([document], picks) => {
        const gold = new Gold(document!, schemaOf(document!));
        for (let tries = 0; tries < 60 && countOpen(gold.open) > 0; tries++) {
          const waiting = gold.open.filter(({ group, open }) => open && group.differs.length > 0);
          const [pick, decision] = picks.next().value;
          const { group } = waiting[pick % waiting.length]!;
          if (!gold.decide(group.id, decision)) gold.decide(group.id, take());
          for (const item of gold.items.values()) {
            if (item.kind !== 'relation') continue;
            const ends = [gold.items.get(item.from), gold.items.get(item.to)];
            expect(ends.map((end) => end?.kind)).toEqual(['span', 'span']);
            expect(item.from).not.toBe(item.to);
            if (item.status === 'accepted')
              expect(ends.map((end) => end?.status)).toEqual(['accepted', 'accepted']);
          }
          const labels = [...gold.items.values()].flatMap(({ kind, type }) =>
            kind === 'label' ? [type] : [],
          );
          expect(new Set(labels).size).toBe(labels.length);
        }
        for (const { group } of gold.open.filter(({ open }) => open))
          gold.decide(group.id, take(0, 1, 2, 3, 4));
        expect(countOpen(gold.open)).toBe(0);
        expect([...gold.items.values()].filter(({ status }) => status === 'suggested')).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
});
