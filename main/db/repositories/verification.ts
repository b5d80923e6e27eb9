/** Reads stored content, and the edits and audit entries with which verification compares it. */
import { z } from 'zod';
import type { ReadDb } from '../connection.ts';
import { SCHEMA_LAYER } from './annotation/edits.ts';

const AuditEntry = z.object({
  actor: z.string(),
  action: z.string(),
  object: z.string(),
  detail: z.string(),
});
const Id = z.object({ id: z.number() });

/** Yields the audit entries of these actions, oldest first. `detail` is JSON unless it was altered. */
export function* auditEntriesOf(
  db: ReadDb,
  actions: readonly string[],
): Generator<z.infer<typeof AuditEntry>, void, undefined> {
  const marks = actions.map(() => '?').join(', ');
  const sql = `SELECT actor, action, object, detail FROM audit WHERE action IN (${marks}) ORDER BY id`;
  for (const [actor, action, object, detail] of db.iterate(sql, ...actions))
    yield AuditEntry.parse({ actor, action, object, detail });
}

const EditHead = z.object({
  id: z.number(),
  projectId: z.number(),
  actor: z.string(),
  action: z.string(),
  sha256: z.string(),
});

/** Returns every edit of the workspace, oldest first, without its changes. */
export const allEditHeads = (db: ReadDb): z.infer<typeof EditHead>[] =>
  db.all(
    EditHead,
    `SELECT id, project_id AS projectId, actor, action, sha256 FROM edit
                     WHERE id NOT IN (SELECT edit_id FROM open_edit) ORDER BY id`,
  );

const MissingLayer = z.object({ layerId: z.number(), projectId: z.number() });

/** Returns layers that edits changed and that are missing. */
export function missingLayers(db: ReadDb): z.infer<typeof MissingLayer>[] {
  const sql = `SELECT DISTINCT c.layer_id AS layerId, e.project_id AS projectId
                 FROM edit_change c JOIN edit e ON e.id = c.edit_id
                WHERE c.layer_id <> ${SCHEMA_LAYER} AND c.layer_id NOT IN (SELECT id FROM layer)`;
  return db.all(MissingLayer, sql);
}

const LayerHead = z.object({
  id: z.number(),
  documentId: z.number(),
  projectId: z.number(),
  person: z.string(),
  state: z.string(),
});
export type LayerHead = z.infer<typeof LayerHead>;

export const allLayerHeads = (db: ReadDb): LayerHead[] =>
  db.all(
    LayerHead,
    `SELECT l.id, l.document_id AS documentId, d.project_id AS projectId, l.person, l.state
       FROM layer l JOIN project_document d ON d.id = l.document_id ORDER BY l.id`,
  );

interface ItemChange {
  readonly itemId: number;
  /** Item as JSON; null: the item was not there. */
  readonly before: string | null;
  readonly after: string | null;
}

/** Yields the changes of a layer's items, oldest edit first. */
export function* changesOfLayer(db: ReadDb, layerId: number): Generator<ItemChange, void, undefined> {
  const sql = `SELECT item_id, before, after FROM edit_change
                WHERE layer_id = ? AND edit_id NOT IN (SELECT edit_id FROM open_edit) ORDER BY edit_id, item_id`;
  const json = (value: unknown) => (value === null || value === undefined ? null : String(value));
  for (const [item, before, after] of db.iterate(sql, layerId))
    yield { itemId: Number(item), before: json(before), after: json(after) };
}

export interface StoredItem {
  readonly id: number;
  readonly kind: string;
  readonly type: string;
  readonly status: string;
  /** The item as JSON; the columns before are taken from it. */
  readonly data: string;
}

export function* storedItemsOf(db: ReadDb, layerId: number): Generator<StoredItem, void, undefined> {
  const sql = 'SELECT id, kind, type, status, data FROM settled_item WHERE layer_id = ?';
  for (const [id, kind, type, status, data] of db.iterate(sql, layerId))
    yield {
      id: Number(id),
      kind: String(kind),
      type: String(type),
      status: String(status),
      data: String(data),
    };
}

const ProjectSchema = z.object({ id: z.number(), schema: z.string() });
const SchemaChange = z.object({ before: z.string().nullable(), after: z.string().nullable() });

export const allProjectSchemas = (db: ReadDb): z.infer<typeof ProjectSchema>[] =>
  db.all(ProjectSchema, 'SELECT id, schema FROM project ORDER BY id');

/** Returns the changes of a project's schema as JSON, oldest first. */
export function schemaChangesOf(db: ReadDb, projectId: number): z.infer<typeof SchemaChange>[] {
  const sql = `SELECT c.before, c.after FROM edit e
                 JOIN edit_change c ON c.edit_id = e.id AND c.layer_id = ${SCHEMA_LAYER}
                WHERE e.project_id = ? ORDER BY e.id`;
  return db.all(SchemaChange, sql, projectId);
}

const ProjectText = z.object({ id: z.number(), text: z.string(), sha256: z.string() });

/** Yields the documents of all projects with their text; those deleted since the start are left out. */
export function* projectTexts(db: ReadDb): Generator<z.infer<typeof ProjectText>, void, undefined> {
  for (const { id } of db.all(Id, 'SELECT id FROM project_document ORDER BY id')) {
    const row = db.get(ProjectText, 'SELECT id, text, sha256 FROM project_document WHERE id = ?', id);
    if (row !== undefined) yield row;
  }
}

const RemovalMark = z.object({ id: z.number(), removedBy: z.string().nullable() });

/** Returns all documents of projects with who removed them; null: present. */
export function allRemovalMarks(db: ReadDb): z.infer<typeof RemovalMark>[] {
  const sql = `SELECT id, iif(removed_at IS NULL, NULL, coalesce(removed_by, '')) AS removedBy
                 FROM project_document ORDER BY id`;
  return db.all(RemovalMark, sql);
}

const ImportedBatch = z.object({
  object: z.string(),
  first: z.number(),
  last: z.number(),
  sha256: z.string(),
});

/** Returns the audit entries of imports into projects: first and last document id and checksum. */
export function importedBatches(db: ReadDb): z.infer<typeof ImportedBatch>[] {
  const sql = `SELECT object, json_extract(detail, '$.first') AS first, json_extract(detail, '$.last') AS last,
                      json_extract(detail, '$.sha256') AS sha256
                 FROM audit WHERE action IN ('project.add', 'project.unpack') AND json_valid(detail)
                  AND json_type(detail, '$.first') = 'integer' AND json_type(detail, '$.sha256') = 'text'`;
  return db.all(ImportedBatch, sql);
}

const StoredRevision = z.object({ number: z.number(), text: z.string(), sha256: z.string() });
type DocumentRevision = z.infer<typeof StoredRevision> & { readonly documentId: number };

/** Yields every revision of every record. No statement stays open between two records. */
export function* allRevisions(db: ReadDb): Generator<DocumentRevision, void, undefined> {
  const sql = 'SELECT number, text, sha256 FROM revision WHERE document_id = ? ORDER BY number';
  for (const { id } of db.all(Id, 'SELECT id FROM document ORDER BY id'))
    for (const row of db.all(StoredRevision, sql, id)) yield { documentId: id, ...row };
}

/** Returns the number of rows of every table but those of the full-text indexes. */
export function rowsOfTables(db: ReadDb): Record<string, number> {
  const tables = db.rows(
    `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE '%_fts%' ORDER BY name`,
  );
  return Object.fromEntries(
    tables.map(([name]) => [String(name), Number(db.rows(`SELECT count(*) FROM "${name}"`)[0]?.[0])]),
  );
}
