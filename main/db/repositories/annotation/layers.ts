/** Layers: one person's annotations of one document. The gold layer has the person ''. */
import { z } from 'zod';
import { LayerState } from '../../../../shared/domain/project.ts';
import { insert, update } from '../../columns.ts';
import type { ReadDb, WriteDb } from '../../connection.ts';
import { type WhichDocuments, within } from './documents.ts';

const Row = z.object({
  id: z.number(),
  documentId: z.number(),
  projectId: z.number(),
  person: z.string(),
  state: LayerState,
  version: z.number(),
  nextItem: z.number(),
  updatedAt: z.string(),
  doneAt: z.string().nullable(),
});
export type LayerRow = z.infer<typeof Row>;

const SELECT = `
  SELECT l.id, l.document_id AS documentId, d.project_id AS projectId, l.person, l.state, l.version,
         l.next_item AS nextItem, l.updated_at AS updatedAt, l.done_at AS doneAt
    FROM layer l JOIN project_document d ON d.id = l.document_id`;

export const findLayer = (db: ReadDb, id: number): LayerRow | undefined =>
  db.get(Row, `${SELECT} WHERE l.id = ?`, id);

export const findLayerOf = (db: ReadDb, documentId: number, person: string): LayerRow | undefined =>
  db.get(Row, `${SELECT} WHERE l.document_id = ? AND l.person = ?`, documentId, person);

/** Returns the layers of a document in order of person, gold first. */
export const layersOfDocument = (db: ReadDb, documentId: number): LayerRow[] =>
  db.all(Row, `${SELECT} WHERE l.document_id = ? ORDER BY l.person`, documentId);

/** Returns the layers of a project in order of documents. @param person absent: all persons */
export function layersOfProject(
  db: ReadDb,
  projectId: number,
  person?: string,
  which: WhichDocuments = 'present',
): LayerRow[] {
  const sql = `${SELECT} WHERE d.project_id = ? AND l.person = ifnull(?, l.person) AND ${within(which)}
                ORDER BY d.position, l.person`;
  return db.all(Row, sql, projectId, person ?? null);
}

export function insertLayer(
  db: WriteDb,
  documentId: number,
  person: string,
  at: string,
  state: LayerState = 'open',
): number {
  const doneAt = state === 'done' ? at : null;
  return insert(db, 'layer', { documentId, person, state, version: 0, nextItem: 1, updatedAt: at, doneAt });
}

/** Increments the layer's version after an edit. */
export function touchLayer(db: WriteDb, id: number, nextItem: number, at: string): void {
  db.run(
    'UPDATE layer SET version = version + 1, next_item = ?, updated_at = ? WHERE id = ?',
    nextItem,
    at,
    id,
  );
}

export function setLayerState(db: WriteDb, id: number, state: LayerState, at: string): void {
  const doneAt = state === 'done' ? at : null;
  update(db, 'layer', id, { state, doneAt, updatedAt: at });
}

/** Inserts a layer with the state that it had in another workspace. */
export function putLayer(
  db: WriteDb,
  id: number,
  {
    state,
    version,
    nextItem,
    updatedAt,
    doneAt,
  }: Omit<LayerRow, 'id' | 'documentId' | 'projectId' | 'person'>,
): void {
  update(db, 'layer', id, { state, version, nextItem, updatedAt, doneAt });
}

const Counted = Row.pick({
  documentId: true,
  person: true,
  state: true,
  updatedAt: true,
  version: true,
}).extend({ accepted: z.number(), suggested: z.number() });
export type CountedLayer = z.infer<typeof Counted>;

/** Returns every layer of a project with its number of items, by document. */
export function countLayers(
  db: ReadDb,
  projectId: number,
  which: WhichDocuments = 'present',
): Map<number, CountedLayer[]> {
  const counted = new Map<number, CountedLayer[]>();
  const rows = db.all(
    Counted,
    `SELECT l.document_id AS documentId, l.person, l.state, l.updated_at AS updatedAt, l.version,
            (SELECT count(*) FROM item WHERE layer_id = l.id AND status = 'accepted') AS accepted,
            (SELECT count(*) FROM item WHERE layer_id = l.id AND status = 'suggested') AS suggested
       FROM layer l JOIN project_document d ON d.id = l.document_id
      WHERE d.project_id = ? AND ${within(which)} ORDER BY l.document_id, l.person`,
    projectId,
  );
  for (const row of rows) {
    const layers = counted.get(row.documentId);
    if (layers === undefined) counted.set(row.documentId, [row]);
    else layers.push(row);
  }
  return counted;
}
