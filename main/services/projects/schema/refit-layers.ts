/** Applies rules for orphans to every layer of a project, those of removed documents too. */
import type { OrphanRule, Orphans } from '../../../../shared/domain/project.ts';
import type { ReadDb } from '../../../db/connection.ts';
import { findDocument } from '../../../db/repositories/annotation/documents.ts';
import { itemsOf } from '../../../db/repositories/annotation/items.ts';
import { layersOfProject } from '../../../db/repositories/annotation/layers.ts';
import type { LayerChanges } from '../edits/changes.ts';
import { OrphanRules, refitLayer } from './orphans.ts';
import type { SchemaIndex } from './schema-index.ts';

export interface RefitLayers {
  /** Layers that the rules change. */
  readonly layers: LayerChanges[];
  /** Orphans without a rule, most frequent first. */
  readonly orphans: Orphans;
  /** First orphan without a rule. */
  readonly first?: { readonly layerId: number; readonly itemId: number };
}

/** Number of documents named for each kind of orphan. */
const NAMED = 5;

/** Computes the changes, suggestions included. Writes nothing. */
export function refitLayers(
  db: ReadDb,
  projectId: number,
  schema: SchemaIndex,
  given: readonly OrphanRule[],
): RefitLayers {
  const rules = new OrphanRules(given);
  const counts = new Map<string, Count>();
  let first: RefitLayers['first'];
  const layers = layersOfProject(db, projectId, undefined, 'all').map(({ id: layerId, documentId }) => ({
    layerId,
    changes: refitLayer(itemsOf(db, layerId), schema, rules, (what, name, itemId) => {
      first ??= { layerId, itemId };
      const key = JSON.stringify([what, name]);
      const known = counts.get(key) ?? { what, name, count: 0, documents: new Set<number>() };
      known.count++;
      known.documents.add(documentId);
      counts.set(key, known);
    }),
  }));
  const items = [...counts.values()]
    .sort((a, b) => b.count - a.count)
    .map(({ documents, ...item }) => ({
      ...item,
      documents: documents.size,
      names: [...documents].slice(0, NAMED).map((id) => findDocument(db, id)?.name ?? `${id}`),
    }));
  return {
    layers: layers.filter(({ changes }) => changes.length > 0),
    orphans: { items, total: items.reduce((sum, { count }) => sum + count, 0) },
    ...(first === undefined ? {} : { first }),
  };
}

interface Count {
  readonly what: OrphanRule['what'];
  readonly name: string;
  count: number;
  readonly documents: Set<number>;
}

/** Lists the most frequent orphans: `drug (6), test (1)`. */
export const listOf = ({ items }: Orphans): string =>
  items
    .slice(0, 10)
    .map(({ name, count }) => `${name} (${count})`)
    .join(', ');
