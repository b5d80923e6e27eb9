/** Open edits: those of very many changes while several transactions write them. A project has at most one. */
import { z } from 'zod';
import type { ReadDb, WriteDb } from '../../connection.ts';
import { bootedAt, isOtherProcessAlive } from '../../process-alive.ts';
import { type EditState, insertEditHead, type NewEdit, setEditState } from './edits.ts';
import { ItemWrites, itemFromJson } from './items.ts';

const Open = z.object({ editId: z.number(), process: z.number() });

/** Returns the open edit of a project, or `undefined`. */
export const openEditOf = (db: ReadDb, projectId: number): z.infer<typeof Open> | undefined =>
  db.get(Open, 'SELECT edit_id AS editId, process FROM open_edit WHERE project_id = ?', projectId);

/** Inserts an edit without changes and opens it. Returns its id. */
export function openEdit(db: WriteDb, edit: Omit<NewEdit, 'state'>): number {
  // In this state it is on nobody's stack.
  const id = insertEditHead(db, { ...edit, state: 'gone' }, '');
  db.run(
    'INSERT INTO open_edit (project_id, edit_id, process) VALUES (?, ?, ?)',
    edit.projectId,
    id,
    process.pid,
  );
  return id;
}

/** Makes an open edit an edit like any other: from here on its changes are seen. */
export function closeEdit(db: WriteDb, editId: number, state: EditState, sha256: string): void {
  db.run('DELETE FROM open_edit WHERE edit_id = ?', editId);
  db.run('UPDATE edit SET sha256 = ? WHERE id = ?', sha256, editId);
  setEditState(db, editId, state);
}

/** Takes back an open edit in steps, each of which may be the last of a transaction. */
export function* takeBackSteps(db: WriteDb, editId: number): Generator<undefined, void, undefined> {
  const sql =
    'SELECT layer_id, item_id, before FROM edit_change WHERE edit_id = ? ORDER BY layer_id, item_id LIMIT 100';
  for (let rows = db.rows(sql, editId); rows.length > 0; rows = db.rows(sql, editId)) {
    const writes = new ItemWrites();
    for (const [layer, item, before] of rows) {
      const [layerId, id] = [Number(layer), Number(item)];
      writes.remove(layerId, id);
      if (before !== null) writes.put(layerId, itemFromJson(String(before)), String(before), true);
    }
    writes.write(db);
    for (const [layer, item] of rows)
      db.run(
        'DELETE FROM edit_change WHERE edit_id = ? AND layer_id = ? AND item_id = ?',
        editId,
        layer!,
        item!,
      );
    yield;
  }
  db.run('DELETE FROM open_edit WHERE edit_id = ?', editId);
  db.run('DELETE FROM edit WHERE id = ?', editId);
}

/** Takes back the open edits of processes that have ended; returns their number. @param all those of others too */
export function takeBackOpenEdits(db: WriteDb, all = false): number {
  const sql = 'SELECT edit_id AS editId, process, at FROM open_edit o JOIN edit e ON e.id = o.edit_id';
  const left = db
    .all(Open.extend({ at: z.string() }), sql)
    .filter(({ process, at }) => all || Date.parse(at) < bootedAt() || !isOtherProcessAlive(process));
  for (const { editId } of left) db.transaction(() => [...takeBackSteps(db, editId)]);
  return left.length;
}
