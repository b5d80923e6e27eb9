/** Edits: every change ever made to items, and each person's undo stack. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { EditAction, type EditSummary } from '../../../../shared/domain/project.ts';
import { insert, json } from '../../columns.ts';
import type { ReadDb, WriteDb } from '../../connection.ts';

/** Layer id under which an edit stores a change of the project's schema. */
export const SCHEMA_LAYER = 0;

/** Stored change. Items are JSON from `itemJson`; null means that there is no item. */
export interface StoredChange {
  readonly layerId: number;
  readonly itemId: number;
  readonly before: string | null;
  readonly after: string | null;
}

export type EditState = EditSummary['state'];

export interface NewEdit {
  readonly projectId: number;
  readonly at: string;
  readonly actor: string;
  readonly action: EditAction;
  readonly detail: EditSummary['detail'];
  readonly ofEdit: number | null;
  readonly state: EditState;
}

export const byPlace = (a: StoredChange, b: StoredChange): number =>
  a.layerId - b.layerId || a.itemId - b.itemId;

const PIECE = 1 << 16;
/** Changes read at once. */
const PAGE = 500;

/** Computes the sha256 over changes in order of layer and item, separated by tabs and line feeds (not in JSON). */
export class ChangesSum {
  readonly #sum = createHash('sha256');
  /** Hashes few large pieces, since each call costs more than the hashing itself. */
  #piece = '';

  add({ layerId, itemId, before, after }: StoredChange): void {
    this.#piece += `${layerId}\t${itemId}\t${before ?? ''}\t${after ?? ''}\n`;
    if (this.#piece.length < PIECE) return;
    this.#sum.update(this.#piece, 'utf8');
    this.#piece = '';
  }

  digest(): string {
    return this.#sum.update(this.#piece, 'utf8').digest('hex');
  }
}

/** Returns the sum of all changes. */
export function changesSum(changes: Iterable<StoredChange>): string {
  const sum = new ChangesSum();
  for (const change of changes) sum.add(change);
  return sum.digest();
}

/** Writes an edit with its changes; returns its id and the checksum of the changes. */
export function insertEdit(
  db: WriteDb,
  edit: NewEdit,
  changes: readonly StoredChange[],
): { id: number; sha256: string } {
  const sorted = [...changes].sort(byPlace);
  const sha256 = changesSum(sorted);
  const id = insertEditHead(db, edit, sha256);
  for (const change of sorted) insertChange(db, id, change);
  return { id, sha256 };
}

export function insertEditHead(db: WriteDb, edit: NewEdit, sha256: string): number {
  const { projectId, at, actor, action, detail, ofEdit, state } = edit;
  return insert(db, 'edit', { projectId, at, actor, action, detail, ofEdit, state, sha256 });
}

export function insertChange(
  db: WriteDb,
  editId: number,
  { layerId, itemId, before, after }: StoredChange,
): void {
  const sql = 'INSERT INTO edit_change (edit_id, layer_id, item_id, before, after) VALUES (?, ?, ?, ?, ?)';
  db.run(sql, editId, layerId, itemId, before, after);
}

const Row = z.object({
  id: z.number(),
  at: z.string(),
  actor: z.string(),
  action: EditAction,
  detail: json(z.record(z.string(), z.union([z.string(), z.number()]))),
  state: z.enum(['done', 'undone', 'gone', 'inverse']),
  ofEdit: z.number().nullable(),
  projectId: z.number(),
  changes: z.number(),
  layers: z.number(),
});

// Walks from layer to layer by the key and counts in the index, so that rows with their JSON are not read.
const LAYERS = `
  WITH RECURSIVE touched (id) AS (
    SELECT min(layer_id) FROM edit_change WHERE edit_id = e.id AND layer_id > ${SCHEMA_LAYER}
    UNION ALL
    SELECT (SELECT min(layer_id) FROM edit_change WHERE edit_id = e.id AND layer_id > touched.id)
      FROM touched WHERE touched.id IS NOT NULL)`;
const SELECT = `
  SELECT e.id, e.at, e.actor, e.action, e.detail, e.state, e.of_edit AS ofEdit, e.project_id AS projectId,
         (${LAYERS} SELECT ifnull(sum((SELECT count(*) FROM edit_change INDEXED BY edit_change_layer
                                        WHERE layer_id = touched.id AND edit_id = e.id)), 0)
            FROM touched WHERE id IS NOT NULL) AS changes,
         (${LAYERS} SELECT count(id) FROM touched) AS layers
    FROM edit e`;

export type EditRow = EditSummary & { readonly projectId: number; readonly ofEdit: number | null };

/** Returns the part of an edit that is sent to windows. */
export const summaryOf = ({ projectId: _project, ofEdit: _of, ...summary }: EditRow): EditSummary => summary;

export const findEdit = (db: ReadDb, id: number): EditRow | undefined =>
  db.get(Row, `${SELECT} WHERE e.id = ?`, id);

const IS_OPEN = 'e.id IN (SELECT edit_id FROM open_edit)';

/** Returns all edits of a project, oldest first. */
export const listEdits = (db: ReadDb, projectId: number): EditRow[] =>
  db.all(Row, `${SELECT} WHERE e.project_id = ? AND NOT ${IS_OPEN} ORDER BY e.id`, projectId);

// An edit of removed documents alone is skipped: nobody would see what undo or redo did.
const IS_VISIBLE = `EXISTS (
  SELECT 1 FROM edit_change c LEFT JOIN layer l ON l.id = c.layer_id
    LEFT JOIN project_document d ON d.id = l.document_id
   WHERE c.edit_id = e.id AND d.removed_at IS NULL)`;

/** Returns the edit that a person undoes next: the newest one done. Order is by id, since clocks may be set back. */
export function nextUndo(db: ReadDb, projectId: number, actor: string): EditRow | undefined {
  const sql = `${SELECT} WHERE e.project_id = ? AND e.actor = ? AND e.state = 'done' AND ${IS_VISIBLE}
                ORDER BY e.id DESC LIMIT 1`;
  return db.get(Row, sql, projectId, actor);
}

/** Returns the edit that a person redoes next: the oldest one undone, which was undone last. */
export function nextRedo(db: ReadDb, projectId: number, actor: string): EditRow | undefined {
  const sql = `${SELECT} WHERE e.project_id = ? AND e.actor = ? AND e.state = 'undone' AND ${IS_VISIBLE}
                ORDER BY e.id LIMIT 1`;
  return db.get(Row, sql, projectId, actor);
}

export function setEditState(db: WriteDb, id: number, state: EditState): void {
  db.run('UPDATE edit SET state = ? WHERE id = ?', state, id);
}

/** Empties a person's redo stack, as every new edit does. */
export function forgetUndone(db: WriteDb, projectId: number, actor: string): void {
  db.run(
    `UPDATE edit SET state = 'gone' WHERE project_id = ? AND actor = ? AND state = 'undone'`,
    projectId,
    actor,
  );
}

/** Yields the changes of an edit in order of layer and item. */
export function* changesOf(db: ReadDb, editId: number): IterableIterator<StoredChange> {
  const sql = `SELECT layer_id, item_id, before, after FROM edit_change
                WHERE edit_id = ? AND (layer_id, item_id) > (?, ?) ORDER BY layer_id, item_id LIMIT ${PAGE}`;
  // In pages: no statement stays open, so that the caller may write, and pause.
  for (let page = db.rows(sql, editId, -1, -1); page.length > 0; ) {
    for (const [layerId, itemId, before, after] of page)
      yield {
        layerId: Number(layerId),
        itemId: Number(itemId),
        before: before === null ? null : String(before),
        after: after === null ? null : String(after),
      };
    const [layerId = 0, itemId = 0] = page.length < PAGE ? [] : page[page.length - 1]!;
    page = page.length < PAGE ? [] : db.rows(sql, editId, layerId, itemId);
  }
}

const Maker = z.object({ id: z.number(), actor: z.string(), at: z.string() });

/** Returns the author and time of an item's last change, or `undefined`. Layer 0, item 0 is the project's schema. */
export const lastChangeOf = (
  db: ReadDb,
  layerId: number,
  itemId: number,
): { id: number; actor: string; at: string } | undefined =>
  db.get(
    Maker,
    `SELECT e.id, e.actor, e.at FROM edit_change c JOIN edit e ON e.id = c.edit_id
      WHERE c.layer_id = ? AND c.item_id = ? ORDER BY c.edit_id DESC LIMIT 1`,
    layerId,
    itemId,
  );

/** Returns the author and time of the last change of a project's schema, or `undefined`. */
export const lastSchemaChange = (
  db: ReadDb,
  projectId: number,
): { id: number; actor: string; at: string } | undefined =>
  db.get(
    Maker,
    `SELECT e.id, e.actor, e.at FROM edit e
      WHERE e.project_id = ? AND EXISTS
        (SELECT 1 FROM edit_change c WHERE c.edit_id = e.id AND c.layer_id = ${SCHEMA_LAYER})
      ORDER BY e.id DESC LIMIT 1`,
    projectId,
  );

/** Returns edits of a layer, newest first. @param before only edits with a smaller id */
export function editsOfLayer(db: ReadDb, layerId: number, before: number, limit: number): EditRow[] {
  const sql = `${SELECT} WHERE NOT ${IS_OPEN} AND e.id IN (SELECT DISTINCT edit_id FROM edit_change WHERE layer_id = ? AND edit_id < ?
                                         ORDER BY edit_id DESC LIMIT ?) ORDER BY e.id DESC`;
  return db.all(Row, sql, layerId, before, limit);
}

const Earlier = z.object({ itemId: z.number(), before: z.string().nullable() });

/** Returns, for each item of a layer changed after an edit, its state just after that edit; null: no item. */
export function itemsBefore(db: ReadDb, layerId: number, edit: number): Map<number, string | null> {
  const was = new Map<number, string | null>();
  const sql = `SELECT item_id AS itemId, before FROM edit_change
                WHERE layer_id = ? AND edit_id > ? ORDER BY edit_id DESC`;
  // Changes come newest first, so the oldest one after the edit is set last.
  for (const { itemId, before } of db.all(Earlier, sql, layerId, edit)) was.set(itemId, before);
  return was;
}

const TimeRow = z.object({ actor: z.string(), at: z.string() });

/** Returns author and time of every edit of a project, in order of time. */
export const editTimes = (db: ReadDb, projectId: number): z.infer<typeof TimeRow>[] =>
  db.all(TimeRow, 'SELECT actor, at FROM edit WHERE project_id = ? ORDER BY at, id', projectId);
