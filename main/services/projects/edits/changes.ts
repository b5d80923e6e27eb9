/** Changes of the items of a layer. */
import type { Item } from '../../../../shared/domain/annotation.ts';
import type { Change } from '../../../../shared/domain/project.ts';
import type { ProjectDocumentRow } from '../../../db/repositories/annotation/documents.ts';
import { itemJson } from '../../../db/repositories/annotation/items.ts';
import type { LayerRow } from '../../../db/repositories/annotation/layers.ts';

/** Change with the stored JSON of its items where it is known, so that `itemJson` need not write it again. */
export interface KnownChange extends Change {
  readonly json?: { readonly before?: string | null; readonly after?: string | null };
}

export interface LayerChanges {
  readonly layerId: number;
  readonly changes: readonly KnownChange[];
  /** Whether every `before` was read in this transaction, which avoids a second read. */
  readonly isCurrent?: boolean;
  /** Rows already read in this transaction; avoids a second query. */
  readonly known?: KnownLayer;
}

export interface KnownLayer {
  readonly layer: LayerRow;
  readonly document: Pick<ProjectDocumentRow, 'name' | 'text' | 'lockedAt' | 'lockedBy'>;
}

/** Returns what leads from one state of a layer to another, by item id. */
export function changesBetween(before: readonly Item[], after: readonly Item[]): Change[] {
  const was = new Map(before.map((item) => [item.id, item]));
  const is = new Map(after.map((item) => [item.id, item]));
  const ids = [...new Set([...was.keys(), ...is.keys()])].sort((a, b) => a - b);
  return ids.flatMap((id): Change[] => {
    const [old, now] = [was.get(id) ?? null, is.get(id) ?? null];
    if (old !== null && now !== null && itemJson(old) === itemJson(now)) return [];
    return [{ id, before: old, after: now }];
  });
}
