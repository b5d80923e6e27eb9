/** The queue of documents as one person sees it. */
import { GOLD, type QueueEntry } from '../../../shared/domain/project.ts';

/** `fresh`: this person has changed nothing in it yet; suggestions made at its opening are no work. */
export type QueueState = 'fresh' | 'open' | 'done';
export const QUEUE_FILTERS = ['all', 'todo', 'done', 'suggested'] as const;
export type QueueFilter = (typeof QUEUE_FILTERS)[number];

export const layerOf = (entry: QueueEntry, person: string) =>
  entry.layers.find((layer) => layer.person === person);

export function queueState(entry: QueueEntry, person: string): QueueState {
  const layer = layerOf(entry, person);
  if (layer === undefined) return 'fresh';
  if (layer.state === 'done') return 'done';
  const isOnlySuggested = layer.version === 1 && layer.accepted === 0 && layer.suggested > 0;
  return layer.version === 0 || isOnlySuggested ? 'fresh' : 'open';
}

export function filterQueue(
  queue: readonly QueueEntry[],
  person: string,
  words: string,
  filter: QueueFilter,
): QueueEntry[] {
  const wanted = words.trim().toLowerCase();
  return queue.filter((entry) => entry.name.toLowerCase().includes(wanted) && fits(entry, person, filter));
}

function fits(entry: QueueEntry, person: string, filter: QueueFilter): boolean {
  switch (filter) {
    case 'all':
      return true;
    case 'todo':
      return queueState(entry, person) !== 'done';
    case 'done':
      return queueState(entry, person) === 'done';
    case 'suggested':
      return (layerOf(entry, person)?.suggested ?? 0) > 0;
  }
}

/** The document before or after one, in the queue's order. */
export function neighbour(
  queue: readonly QueueEntry[],
  id: number | null,
  direction: 1 | -1,
): QueueEntry | undefined {
  const at = queue.findIndex((entry) => entry.id === id);
  return at === -1 ? queue[0] : queue[at + direction];
}

/** True once at least two people have finished the document. */
export const canAdjudicate = ({ layers }: QueueEntry): boolean =>
  layers.filter(({ person, state }) => person !== GOLD && state === 'done').length >= 2;

/** True when there is something to decide, or was. */
export const isForAdjudicator = (entry: QueueEntry): boolean =>
  canAdjudicate(entry) || layerOf(entry, GOLD) !== undefined;
