/** Filters and sorts the documents of a project by what the queue tells of them and what a search has found. */
import { type DocumentFilter, GOLD, type QueueEntry } from '../../../../shared/domain/project.ts';
import { canAdjudicate, layerOf, queueState } from '../queue.ts';

export const NO_FILTER: DocumentFilter = { find: { words: '' }, order: 'queue', descending: false };

interface Known {
  /** Documents that the search has found; null without one. */
  readonly found: ReadonlySet<number> | null;
  /** Documents in which finished layers still differ; null while nobody asks. */
  readonly differing: ReadonlySet<number> | null;
}

/** Returns whether the filter needs an answer about texts and items, which the queue does not hold. */
export const needsSearch = ({ find }: DocumentFilter): boolean =>
  find.words.trim() !== '' ||
  [find.type, find.status, find.least, find.most].some((given) => given !== undefined);

/** Returns whether the filter leaves out or reorders anything. */
export const isFiltering = (filter: DocumentFilter): boolean =>
  needsSearch(filter) ||
  filter.order !== 'queue' ||
  filter.descending ||
  [filter.annotator, filter.state, filter.assignee, filter.differs].some((given) => given !== undefined);

export function filterDocuments(
  queue: readonly QueueEntry[],
  filter: DocumentFilter,
  { found, differing }: Known,
): QueueEntry[] {
  const { annotator, assignee, differs } = filter;
  const kept = queue.filter(
    (entry) =>
      (found === null || found.has(entry.id)) &&
      (assignee === undefined ||
        (assignee === '' ? entry.assigned.length === 0 : entry.assigned.includes(assignee))) &&
      (differs === undefined || differing === null || differing.has(entry.id) === differs) &&
      (filter.state !== undefined || annotator === undefined || queueState(entry, annotator) !== 'fresh') &&
      isInState(entry, filter),
  );
  return sorted(kept, filter);
}

function isInState(entry: QueueEntry, { state, annotator }: DocumentFilter): boolean {
  const people =
    annotator === undefined
      ? entry.layers.map(({ person }) => person).filter((person) => person !== GOLD)
      : [annotator];
  switch (state) {
    case undefined:
      return true;
    case 'fresh':
      return people.every((person) => queueState(entry, person) === 'fresh');
    case 'open':
    case 'done':
      return people.some((person) => queueState(entry, person) === state);
    case 'suggested':
      return people.some((person) => (layerOf(entry, person)?.suggested ?? 0) > 0);
    case 'ready':
      return canAdjudicate(entry) && layerOf(entry, GOLD)?.state !== 'done';
    case 'gold':
      return layerOf(entry, GOLD)?.state === 'done';
    case 'archived':
      return entry.lockedAt !== null;
  }
}

const byName = new Intl.Collator('zh', { numeric: true });

/** Documents that are equal in the order keep their places in the queue. */
function sorted(entries: QueueEntry[], { order, descending }: DocumentFilter): QueueEntry[] {
  if (order === 'queue') return descending ? entries.reverse() : entries;
  const sign = descending ? -1 : 1;
  return entries.sort((a, b) => sign * compared(a, b, order));
}

function compared(a: QueueEntry, b: QueueEntry, order: Exclude<DocumentFilter['order'], 'queue'>): number {
  if (order === 'name') return byName.compare(a.name, b.name);
  if (order === 'changed') return lastChange(a) < lastChange(b) ? -1 : lastChange(a) > lastChange(b) ? 1 : 0;
  const size = (entry: QueueEntry): number => {
    if (order === 'chars') return entry.chars;
    return entry.layers.reduce(
      (sum, layer) => sum + (order === 'items' ? layer.accepted : layer.suggested),
      0,
    );
  };
  return size(a) - size(b);
}

const lastChange = ({ layers }: QueueEntry): string =>
  layers.reduce((last, { updatedAt }) => (updatedAt > last ? updatedAt : last), '');
