/** Reads every name of the graph for the linker, in bulk. */
import type { EntityType, LexiconName } from '../../../shared/domain/graph.ts';
import { normaliseName } from '../../text/folding.ts';
import type { ReadDb } from '../connection.ts';
import { rowsByRange } from '../id-ranges.ts';

export function* loadLexicon(db: ReadDb): IterableIterator<LexiconName> {
  const degrees = new Map<number, number>();
  for (const [id, n] of db.iterate(
    'SELECT id, sum(n) FROM (SELECT head AS id, count(*) AS n FROM kg_edge GROUP BY head UNION ALL SELECT tail, count(*) FROM kg_edge_by_tail GROUP BY tail) GROUP BY id',
  )) {
    degrees.set(Number(id), Number(n));
  }
  const sql = `SELECT n.name, e.id, e.type, e.name, n.norm = e.norm FROM kg_name n JOIN kg_entity e ON e.id = n.entity_id
    WHERE n.id >= ? AND n.id < ? ORDER BY n.id`;
  for (const rows of rowsByRange(db, { table: 'kg_name', column: 'id' }, sql)) {
    for (const [name, id, type, preferredName, preferred] of rows) {
      yield {
        name: String(name),
        entityId: Number(id),
        type: type as EntityType, // safe: only EntityType values are ever written
        preferredName: String(preferredName),
        preferred: preferred === 1,
        weight: degrees.get(Number(id)) ?? 0,
      };
    }
  }
}

/** Returns the entities with this name and all that the graph calls narrower (IsA), each once. */
export function entitiesUnder(db: ReadDb, name: string): number[] {
  const rows = db.rows(
    `WITH RECURSIVE under (id) AS (
       SELECT entity_id FROM kg_name WHERE norm = ?
       UNION
       SELECT e.head FROM under u CROSS JOIN kg_edge_by_tail e
         ON e.tail = u.id AND e.relation_id = (SELECT id FROM kg_relation WHERE name = 'IsA'))
     SELECT id FROM under`,
    normaliseName(name),
  );
  return rows.map(([id]) => Number(id));
}
