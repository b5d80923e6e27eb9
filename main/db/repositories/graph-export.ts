/** Reads the whole graph entity by entity, with the sources of names, facts and edges. */
import type { EntityType } from '../../../shared/domain/graph.ts';
import type { ReadDb } from '../connection.ts';
import { rowsByRange } from '../id-ranges.ts';

export interface ExportedEntity {
  readonly id: number;
  readonly type: EntityType;
  readonly name: string;
  /** The own name among them. */
  readonly names: readonly { readonly name: string; readonly sources: readonly string[] }[];
  /** One of each source; the earliest source first. */
  readonly facts: readonly { readonly key: string; readonly value: string; readonly source: string }[];
  /** Outgoing edges in the order of their ranks. */
  readonly edges: readonly {
    readonly relation: string;
    readonly tail: { readonly id: number; readonly type: EntityType; readonly name: string };
    readonly rank: number;
    readonly sources: readonly string[];
  }[];
  /** Number of edges in both directions. */
  readonly degree: number;
}

interface ExportedSource {
  readonly name: string;
  readonly format: string;
  readonly importedAt: string;
  readonly sha256: string;
}

export const exportedSources = (db: ReadDb): ExportedSource[] =>
  db
    .rows('SELECT name, format, imported_at, sha256 FROM kg_source ORDER BY id')
    .map(([name, format, importedAt, sha256]) => ({
      ...{ name: String(name), format: String(format) },
      ...{ importedAt: String(importedAt), sha256: String(sha256) },
    }));

const RANGE = { table: 'kg_entity', column: 'id' };
const lines = (text: unknown): string[] => [...new Set(String(text).split('\n'))];

export function* exportedEntities(db: ReadDb): Generator<ExportedEntity> {
  const entities = new Map<number, { type: EntityType; name: string }>();
  for (const rows of rowsByRange(db, RANGE, 'SELECT id, type, name FROM kg_entity WHERE id >= ? AND id < ?'))
    for (const [id, type, name] of rows)
      entities.set(Number(id), { type: type as EntityType, name: String(name) }); // safe: only EntityType values are ever written
  const parts = [
    rowsByRange(
      db,
      RANGE,
      `SELECT n.entity_id, n.name, group_concat(s.name, char(10) ORDER BY s.id) FROM kg_name n
         JOIN kg_name_source ns ON ns.name_id = n.id JOIN kg_source s ON s.id = ns.source_id
        WHERE n.entity_id >= ? AND n.entity_id < ? GROUP BY n.id ORDER BY n.id`,
    ),
    rowsByRange(
      db,
      RANGE,
      `SELECT f.entity_id, f.key, f.value, s.name FROM kg_fact f JOIN kg_source s ON s.id = f.source_id
        WHERE f.entity_id >= ? AND f.entity_id < ? ORDER BY s.id, f.key`,
    ),
    rowsByRange(
      db,
      RANGE,
      `SELECT x.head, r.name, x.tail, min(x.rank) AS rank, group_concat(s.name, char(10) ORDER BY s.id)
         FROM kg_edge x JOIN kg_relation r ON r.id = x.relation_id JOIN kg_source s ON s.id = x.source_id
        WHERE x.head >= ? AND x.head < ? GROUP BY x.head, x.relation_id, x.tail ORDER BY x.head, x.relation_id, rank, x.tail`,
    ),
    rowsByRange(
      db,
      RANGE,
      'SELECT tail, count(*) FROM kg_edge_by_tail WHERE tail >= ? AND tail < ? GROUP BY tail',
    ),
  ] as const;
  for (;;) {
    const [names, facts, edges, degrees] = parts.map((part) => part.next());
    if (names?.done !== false) return;
    const rowsOf = (part: typeof facts) =>
      Map.groupBy(part?.done === false ? part.value : [], ([id]) => Number(id));
    const [named, told, joined, incoming] = [names, facts, edges, degrees].map(rowsOf);
    for (const id of [...(named?.keys() ?? [])].toSorted((a, b) => a - b)) {
      const { type, name } = entities.get(id)!;
      const out = joined?.get(id) ?? [];
      yield {
        ...{ id, type, name },
        names: (named?.get(id) ?? []).map(([, one, sources]) => ({
          name: String(one),
          sources: lines(sources),
        })),
        facts: (told?.get(id) ?? []).map(([, key, value, source]) => ({
          ...{ key: String(key), value: String(value), source: String(source) },
        })),
        edges: out.map(([, relation, tail, rank, sources]) => ({
          relation: String(relation),
          tail: { id: Number(tail), ...entities.get(Number(tail))! },
          ...{ rank: Number(rank), sources: lines(sources) },
        })),
        degree: out.length + Number(incoming?.get(id)?.[0]?.[1] ?? 0),
      };
    }
  }
}
