/** What items of layers ever were. */
import type { ReadDb } from '../../connection.ts';

/** Every state that an item of a layer ever had, as `itemJson` writes it. */
export function* everItemJson(db: ReadDb, layerId: number): IterableIterator<string> {
  const sql = 'SELECT after FROM edit_change WHERE layer_id = ? AND after IS NOT NULL';
  for (const [after] of db.iterate(sql, layerId)) yield String(after);
}
