/** All past states of the items of a layer. */
import type { ReadDb } from '../../connection.ts';

/** Yields every state that an item of a layer ever had, as JSON from `itemJson`. */
export function* everItemJson(db: ReadDb, layerId: number): IterableIterator<string> {
  const sql = 'SELECT after FROM edit_change WHERE layer_id = ? AND after IS NOT NULL';
  for (const [after] of db.iterate(sql, layerId)) yield String(after);
}
