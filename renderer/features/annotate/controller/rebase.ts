/** Carries an edit that was made on one state of a layer over to another state of it. */
import type { Item } from '../../../../shared/domain/annotation.ts';
import type { Change } from '../../../../shared/domain/project.ts';
import type { Edit } from './edits.ts';
import type { Layer } from './layer.ts';

export interface Rebased {
  readonly edit: Edit;
  /** Ids that new items of the edit had, and have now. */
  readonly renamed: ReadonlyMap<number, number>;
}

/**
 * The edit as it can be made on `layer`, new items numbered from `nextItem`; null when something it changes is no longer
 * as it was. `renamed` are the new names of items that earlier edits made.
 */
export function rebase(
  edit: Edit,
  layer: Layer,
  nextItem: number,
  renamed: ReadonlyMap<number, number>,
): Rebased | null {
  const names = new Map(renamed);
  let next = nextItem;
  for (const { id, before } of edit.changes) if (before === null) names.set(id, next++);
  const changes = edit.changes.map(
    (change): Change => ({
      id: names.get(change.id) ?? change.id,
      before: change.before && renameItem(change.before, names),
      after: change.after && renameItem(change.after, names),
    }),
  );
  const endsAreThere = changes.every(
    ({ after }) =>
      after?.kind !== 'relation' ||
      [after.from, after.to].every((id) => layer.items.has(id) || changes.some((other) => other.id === id)),
  );
  if (!endsAreThere || !layer.fits(changes)) return null;
  return { edit: { ...edit, changes }, renamed: names };
}

function renameItem(item: Item, names: ReadonlyMap<number, number>): Item {
  const id = names.get(item.id) ?? item.id;
  if (item.kind !== 'relation') return { ...item, id };
  return { ...item, id, from: names.get(item.from) ?? item.from, to: names.get(item.to) ?? item.to };
}
