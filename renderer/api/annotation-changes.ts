/** Edits that somebody made, carried over into what a window has already fetched. */
import type { Item } from '../../shared/domain/annotation.ts';
import type { EditResult, QueueEntry } from '../../shared/domain/project.ts';

type ChangedLayer = EditResult['layers'][number];

/** True for an edit that came without its changes because they are too many; layers must be fetched again. */
export const isWithoutChanges = ({ edit, layers }: EditResult): boolean =>
  layers.reduce((sum, { changes }) => sum + changes.length, 0) < edit.changes;

/** The queue after an edit, with the counts of the layers that it changed. */
export function withCounts(queue: readonly QueueEntry[], { edit, layers }: EditResult): QueueEntry[] {
  const changed = Map.groupBy(layers, ({ documentId }) => documentId);
  return queue.map((entry) => {
    const here = changed.get(entry.id);
    if (here === undefined) return entry;
    return here.reduce((now, layer) => withLayerCounts(now, layer, edit.at), entry);
  });
}

function withLayerCounts(
  entry: QueueEntry,
  { person, changes, version }: ChangedLayer,
  at: string,
): QueueEntry {
  const known = entry.layers.find((layer) => layer.person === person);
  const before = known ?? {
    person,
    state: 'open' as const,
    accepted: 0,
    suggested: 0,
    updatedAt: at,
    version,
  };
  const count = (status: Item['status']): number =>
    changes.reduce(
      (sum, change) =>
        sum + Number(change.after?.status === status) - Number(change.before?.status === status),
      0,
    );
  const after = {
    ...before,
    accepted: before.accepted + count('accepted'),
    suggested: before.suggested + count('suggested'),
    version,
    updatedAt: at,
  };
  const layers =
    known === undefined ? [...entry.layers, after] : entry.layers.map((l) => (l === known ? after : l));
  return { ...entry, layers };
}
