import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countByKind, groupMentions } from '../../../../renderer/features/editor/mention-groups.ts';
import { type MentionSource, mergeMentions } from '../../../../renderer/features/editor/merge-mentions.ts';
import { fanHeight, fanLayout, ROW, unfoldedFan } from '../../../../renderer/features/graph/fan-layout.ts';
import { fairSample, groupEdges } from '../../../../renderer/lib/edge-groups.ts';
import type { Edge } from '../../../../shared/domain/graph.ts';
import type { Mention } from '../../../../shared/domain/mention.ts';
import type { Span } from '../../../../shared/domain/span.ts';

let places = 0;
const mention = (type: Mention['type'], entityId: number, more: Partial<Mention> = {}): Mention => ({
  start: 10 * places++,
  end: 10 * places - 8,
  text: `词${entityId}`,
  type,
  entityId,
  name: `名${entityId}`,
  assertion: 'present',
  depth: 0,
  ...more,
});

describe('groupMentions', () => {
  const linked = [
    mention('drug', 3),
    mention('symptom', 1),
    mention('symptom', 1, { assertion: 'negated', text: '名1' }),
    mention('symptom', 2),
  ];
  const placed = <Found extends Span>(found: readonly Found[]) =>
    found.map((one) => ({ start: one.start, end: one.end, mention: one }));
  const mentions = mergeMentions(placed(linked), [], 0);

  it('gathers by type and entity, and counts every place', () => {
    const groups = groupMentions(mentions);
    expect(groups.map(({ kind, count }) => [kind, count])).toEqual([
      ['symptom', 3],
      ['drug', 1],
    ]);
    expect(groups[0]!.entities[0]).toMatchObject({
      entityId: 1,
      surfaces: ['词1'],
      assertions: ['present', 'negated'],
    });
    expect(countByKind(mentions).get('symptom')).toBe(3);
  });

  it('filters by name and by the words used', () => {
    expect(groupMentions(mentions, { words: '词2' })[0]!.entities.map((e) => e.entityId)).toEqual([2]);
    expect(groupMentions(mentions, { words: '名3' })[0]!.kind).toBe('drug');
    expect(groupMentions(mentions, { words: '没有' })).toEqual([]);
  });

  it('tells who found what, and lists what the model alone found by its words', () => {
    const predicted = (start: number, end: number, type: string, text: string) => ({
      ...{ start, end, type, text, confidence: 0.9 },
    });
    const both = mergeMentions(
      placed(linked),
      placed([
        predicted(linked[1]!.start, linked[1]!.end, 'sym', '词1'),
        predicted(1000, 1002, 'crowd', '孕妇'),
        predicted(1010, 1012, 'crowd', '孕妇'),
        predicted(1020, 1022, 'DRUG', '孕妇'),
      ]),
      0,
    );
    const rows = (source?: MentionSource) =>
      groupMentions(both, { source }).map(({ kind, count, entities }) => [
        kind,
        count,
        ...entities.map(({ name, sources }) => `${name} ${sources.join('+')}`),
      ]);
    expect(rows()).toEqual([
      ['symptom', 3, '名1 dictionary+both', '名2 dictionary'],
      ['drug', 2, '名3 dictionary', '孕妇 model'],
      ['label:crowd', 2, '孕妇 model'],
    ]);
    expect(rows('both')).toEqual([['symptom', 1, '名1 both']]);
    expect(rows('model')).toEqual([
      ['drug', 1, '孕妇 model'],
      ['label:crowd', 2, '孕妇 model'],
    ]);
    const keys = groupMentions(both).flatMap(({ entities }) => entities.map(({ key }) => key));
    expect(new Set(keys).size).toBe(keys.length);
  });
});

const edge = (relation: string, id: number, rank: number, direction: Edge['direction'] = 'out'): Edge => ({
  relation,
  direction,
  rank,
  other: { id, type: 'symptom', name: `n${id}` },
  sources: ['s'],
});

describe('groupEdges', () => {
  it('orders groups by direction and relation, and members by rank', () => {
    const groups = groupEdges([
      edge('own_relation', 1, 0),
      edge('HasSign', 2, 1),
      edge('HasSymptom', 3, 0, 'in'),
      edge('HasSign', 4, 0),
      edge('HasSymptom', 5, 0),
    ]);
    expect(groups.map(({ direction, relation }) => `${direction} ${relation}`)).toEqual([
      'out HasSymptom',
      'out HasSign',
      'out own_relation',
      'in HasSymptom',
    ]);
    expect(groups[1]!.edges.map((e) => e.other.id)).toEqual([4, 2]);
  });

  it('samples fairly: no group gets two more than another that still has some left', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 20 }), { maxLength: 6 }), fc.nat(60), (sizes, most) => {
        const groups = sizes.map((size, i) => ({
          relation: `r${i}`,
          direction: 'out' as const,
          edges: Array.from({ length: size }, (_, n) => edge(`r${i}`, n, n)),
        }));
        const sample = fairSample(groups, most);
        const taken = sizes.map((_, i) => sample.find((g) => g.relation === `r${i}`)?.edges.length ?? 0);
        const total = taken.reduce((a, b) => a + b, 0);
        expect(total).toBe(
          Math.min(
            most,
            sizes.reduce((a, b) => a + b, 0),
          ),
        );
        const unfilled = taken.filter((n, i) => n < sizes[i]!);
        if (unfilled.length > 0) expect(Math.max(...taken) - Math.min(...unfilled)).toBeLessThanOrEqual(1);
        for (const group of sample)
          expect(group.edges.map((e) => e.rank)).toEqual(group.edges.map((_, n) => n));
      }),
    );
  });
});

describe('fanLayout', () => {
  const rows = fc.array(fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 15 }), {
    minLength: 1,
    maxLength: 8,
  });

  it('keeps the rows of each side apart, whatever the sizes', () => {
    fc.assert(
      fc.property(rows, (taken) => {
        const groups = fanLayout(taken);
        expect(groups.map((g) => g.members.length)).toEqual(taken.map((members) => members.length));
        for (const side of ['left', 'right'] as const) {
          const blocks = groups
            .flatMap((g, i) => g.members.map((m, n) => ({ ...m, half: (taken[i]![n]! * ROW) / 2 })))
            .filter((m) => m.side === side)
            .sort((a, b) => a.y - b.y);
          for (const [i, block] of blocks.entries()) {
            const before = blocks[i - 1];
            if (before !== undefined)
              expect(block.y - before.y).toBeGreaterThanOrEqual(block.half + before.half - 1e-9);
          }
        }
        for (const { hub, members } of groups) {
          for (const member of members) {
            expect(member.side).toBe(hub.side);
            expect(Math.abs(member.x)).toBeGreaterThan(Math.abs(hub.x));
            expect(Number.isFinite(member.x)).toBe(true);
          }
        }
        expect(fanHeight(taken, groups)).toBeGreaterThan(0);
      }),
    );
  });

  it('draws the same picture every time', () => {
    expect(fanLayout([[1, 1, 3], [1], [2, 1]])).toEqual(fanLayout([[1, 1, 3], [1], [2, 1]]));
  });

  it('puts what is unfolded beyond the label, a row each', () => {
    const { hub, members } = unfoldedFan({ x: -300, y: 42, side: 'left' }, 3, 48);
    expect(hub).toEqual({ x: -348, y: 42, side: 'left' });
    expect(members.map(({ y }) => y)).toEqual([42 - ROW, 42, 42 + ROW]);
    for (const { x, side } of members) expect([x < -348, side]).toEqual([true, 'left']);
  });
});
