/** Filters of the list of documents, against a plain reading of what they say. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  filterDocuments,
  isFiltering,
  NO_FILTER,
  needsSearch,
} from '../../../../renderer/features/annotate/filter/filter-documents.ts';
import { DocumentFilter, GOLD, QueueEntry } from '../../../../shared/domain/project.ts';

const layer = (person: string, part: object = {}) => ({
  ...{ person, state: 'open', accepted: 0, suggested: 0, version: 0, updatedAt: '' },
  ...part,
});
const entry = (id: number, part: object = {}) =>
  QueueEntry.parse({
    id,
    name: `d${id}`,
    position: id,
    chars: 1,
    lockedAt: null,
    assigned: [],
    layers: [],
    ...part,
  });
const ALL = { found: null, differing: null };
const ids = (
  filter: object,
  queue: readonly QueueEntry[],
  known: Parameters<typeof filterDocuments>[2] = ALL,
) => filterDocuments(queue, DocumentFilter.parse(filter), known).map(({ id }) => id);

const QUEUE = [
  entry(1, { name: '文档10', chars: 5 }),
  entry(2, {
    ...{ name: 'd10', chars: 50, assigned: ['甲', '乙'] },
    layers: [
      layer('甲', { state: 'done', accepted: 4, version: 3, updatedAt: '2024-01-02' }),
      layer('乙', { version: 2, accepted: 1, updatedAt: '2024-01-01' }),
    ],
  }),
  entry(3, {
    ...{ chars: 7, assigned: ['乙'], lockedAt: '2024-01-01' },
    layers: [
      layer('甲', { state: 'done', version: 1 }),
      layer('乙', { state: 'done', suggested: 2, version: 1, updatedAt: '2024-02-01' }),
    ],
  }),
  entry(4, {
    layers: [
      layer('甲', { state: 'done' }),
      layer('乙', { state: 'done' }),
      layer(GOLD, { state: 'done', accepted: 9 }),
    ],
  }),
];

describe('a filter of documents', () => {
  it.each<[string, object, number[]]>([
    ['nothing', {}, [1, 2, 3, 4]],
    ['those nobody has begun', { state: 'fresh' }, [1]],
    ['those an annotator has not begun', { state: 'fresh', annotator: '乙' }, [1]],
    ['those begun', { state: 'open' }, [2]],
    ['those finished by somebody', { state: 'done' }, [2, 3, 4]],
    ['those finished by one', { state: 'done', annotator: '乙' }, [3, 4]],
    ['those ready to adjudicate', { state: 'ready' }, [3]],
    ['those adjudicated', { state: 'gold' }, [4]],
    ['those archived', { state: 'archived' }, [3]],
    ['those with suggestions', { state: 'suggested' }, [3]],
    ['those of an annotator', { annotator: '乙' }, [2, 3, 4]],
    ['those given to one', { assignee: '甲' }, [2]],
    ['those given to nobody', { assignee: '' }, [1, 4]],
    ['by name, numbers as numbers', { order: 'name', state: 'done' }, [3, 4, 2]],
    ['by length, longest first', { order: 'chars', descending: true }, [2, 3, 1, 4]],
    ['by annotations', { order: 'items', descending: true }, [4, 2, 1, 3]],
    ['by suggestions', { order: 'suggestions', descending: true }, [3, 1, 2, 4]],
    ['by last change', { order: 'changed', descending: true }, [3, 2, 1, 4]],
    ['the queue turned round', { descending: true }, [4, 3, 2, 1]],
  ])('leaves %s', (_what, filter, expected) => expect(ids(filter, QUEUE)).toEqual(expected));

  it('leaves what a search has found and what still differs', () => {
    expect(ids({}, QUEUE, { found: new Set([3, 1]), differing: null })).toEqual([1, 3]);
    const differing = new Set([2]);
    expect(ids({ differs: true }, QUEUE, { found: null, differing })).toEqual([2]);
    expect(ids({ differs: false }, QUEUE, { found: null, differing })).toEqual([1, 3, 4]);
    expect(ids({ differs: true }, QUEUE)).toEqual([1, 2, 3, 4]);
  });

  it('never changes the queue, keeps a part of it, and sorts without losing any', () => {
    const filters = fc.record(
      {
        state: fc.constantFrom('fresh', 'open', 'done', 'ready', 'gold', 'archived', 'suggested'),
        annotator: fc.constantFrom('甲', '乙', '丙'),
        assignee: fc.constantFrom('', '甲', '乙'),
        order: fc.constantFrom('queue', 'name', 'chars', 'items', 'suggestions', 'changed'),
        descending: fc.boolean(),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(filters, (filter) => {
        const before = JSON.stringify(QUEUE);
        const shown = ids(filter, QUEUE);
        const { order: _order, descending: _descending, ...without } = filter;
        expect([...shown].sort()).toEqual(ids(without, QUEUE).sort());
        expect(JSON.stringify(QUEUE)).toBe(before);
      }),
    );
  });

  it('knows when it needs a search, and when it does anything', () => {
    expect([needsSearch(NO_FILTER), isFiltering(NO_FILTER)]).toEqual([false, false]);
    const filter = (part: object) => DocumentFilter.parse(part);
    expect(needsSearch(filter({ find: { words: ' ' } }))).toBe(false);
    expect(needsSearch(filter({ find: { words: '咳' } }))).toBe(true);
    expect(needsSearch(filter({ find: { least: 0 } }))).toBe(true);
    expect(isFiltering(filter({ assignee: '' }))).toBe(true);
  });
});
