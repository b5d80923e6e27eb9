/** Items of layers. They change within edits only. */
import { z } from 'zod';
import type { Item } from '../../../../shared/domain/annotation.ts';
import type { ReadDb, WriteDb } from '../../connection.ts';
import { itemFromJson, itemJson } from './item-json.ts';

const Data = z.object({ data: z.string() });

/** In order of id. */
export function itemsOf(db: ReadDb, layerId: number): Item[] {
  return parseAll(db.iterate('SELECT data FROM item WHERE layer_id = ? ORDER BY id', layerId));
}

/** Relations and labels, which are few beside the spans. */
export function otherItemsOf(db: ReadDb, layerId: number): Item[] {
  return parseAll(
    db.iterate(`SELECT data FROM item WHERE layer_id = ? AND kind <> 'span' ORDER BY id`, layerId),
  );
}

export function suggestedItemsOf(db: ReadDb, layerId: number): Item[] {
  return parseAll(
    db.iterate(`SELECT data FROM item WHERE layer_id = ? AND status = 'suggested' ORDER BY id`, layerId),
  );
}

function parseAll(rows: Iterable<unknown[]>): Item[] {
  const items: Item[] = [];
  for (const [data] of rows) items.push(itemFromJson(String(data)));
  return items;
}

/** As `itemJson` wrote it. */
export function findItemJson(db: ReadDb, layerId: number, id: number): string | undefined {
  return db.get(Data, 'SELECT data FROM item WHERE layer_id = ? AND id = ?', layerId, id)?.data;
}

/** All of a layer, as `itemJson` wrote them, by id. */
export function allItemJson(db: ReadDb, layerId: number): Map<number, string> {
  const items = new Map<number, string>();
  for (const [id, data] of db.iterate('SELECT id, data FROM item WHERE layer_id = ?', layerId))
    items.set(Number(id), String(data));
  return items;
}

export function putItem(db: WriteDb, layerId: number, item: Item, json = itemJson(item)): void {
  db.run(
    `INSERT INTO item (layer_id, id, kind, type, status, data) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (layer_id, id) DO UPDATE SET type = excluded.type, status = excluded.status, data = excluded.data`,
    layerId,
    item.id,
    item.kind,
    item.type,
    item.status,
    json,
  );
}

export function removeItem(db: WriteDb, layerId: number, id: number): void {
  db.run('DELETE FROM item WHERE layer_id = ? AND id = ?', layerId, id);
}

const TypeRow = z.object({
  person: z.string(),
  kind: z.enum(['span', 'relation', 'label']),
  type: z.string(),
  accepted: z.number(),
  suggested: z.number(),
});

/** Of a project, by person, kind and type. */
export function countTypes(db: ReadDb, projectId: number): z.infer<typeof TypeRow>[] {
  return db.all(
    TypeRow,
    `SELECT l.person, i.kind, i.type, sum(i.status = 'accepted') AS accepted, sum(i.status = 'suggested') AS suggested
       FROM project_document d JOIN layer l ON l.document_id = d.id JOIN item i ON i.layer_id = l.id
      WHERE d.project_id = ? GROUP BY l.person, i.kind, i.type ORDER BY l.person, i.kind, accepted DESC, i.type`,
    projectId,
  );
}
