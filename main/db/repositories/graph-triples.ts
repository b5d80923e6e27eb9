/** Reads all triples of the knowledge graph in bulk, as numbers. */
import { createHash } from 'node:crypto';
import { type EntityType, PREDICTED } from '../../../shared/domain/graph.ts';
import type { ReadDb } from '../connection.ts';
import { rowsByRange } from '../id-ranges.ts';
import { editCount } from './graph-edits.ts';

/** Entities with an edge, relations, and distinct triples of their indices. */
export interface GraphTriples {
  readonly entities: {
    /** Ascending. */
    readonly ids: readonly number[];
    readonly names: readonly string[];
    readonly types: readonly EntityType[];
  };
  /** In the order of the database. */
  readonly relationNames: readonly string[];
  /** Triple i is (heads[i], relations[i], tails[i]), in the order of the primary key. */
  readonly heads: Int32Array;
  readonly relations: Int32Array;
  readonly tails: Int32Array;
}

/** Returns what changes with the triples, and whether no import or undo is under way. */
export function triplesVersion(db: ReadDb): { version: string; complete: boolean } {
  const sources = db.rows(
    'SELECT state, id, name, imported_at, sha256, report FROM kg_source WHERE format <> ? ORDER BY id',
    PREDICTED,
  );
  const lastEntity = db.rows(`SELECT seq FROM sqlite_sequence WHERE name = 'kg_entity'`);
  const complete = sources.every(([state]) => state === 'done');
  return { version: JSON.stringify([sources, lastEntity, editCount(db)]), complete };
}

/** Returns what changes with the names and edges of the graph, and whether no import or undo is under way. */
export function graphVersion(db: ReadDb): { version: string; complete: boolean } {
  const { version, complete } = triplesVersion(db);
  const predicted = db.rows(
    'SELECT id, imported_at, state FROM kg_source WHERE format = ? ORDER BY id',
    PREDICTED,
  );
  const accepted = db.rows(
    "SELECT id, source_id, decided_at FROM kg_prediction WHERE state = 'accepted' ORDER BY id",
  );
  return { version: JSON.stringify([version, predicted, accepted]), complete };
}

/** Reads all triples but accepted predictions, which would confirm the vectors that predicted them. */
export function loadTriples(db: ReadDb): GraphTriples {
  const { heads, relations, tails } = loadEdges(db);
  const used = new Set([...heads, ...tails]);
  const entities = loadEntities(db, used);
  const entityIndex = new Map(entities.ids.map((id, index) => [id, index]));
  const usedRelations = [...new Set(relations)].toSorted((a, b) => a - b);
  const nameOf = new Map(
    [...db.iterate('SELECT id, name FROM kg_relation')].map(([id, name]) => [Number(id), String(name)]),
  );
  const relationIndex = new Map(usedRelations.map((id, index) => [id, index]));
  const indices = (ids: readonly number[], index: ReadonlyMap<number, number>) =>
    Int32Array.from(ids, (id) => index.get(id)!);
  return {
    entities,
    relationNames: usedRelations.map((id) => nameOf.get(id)!),
    heads: indices(heads, entityIndex),
    relations: indices(relations, relationIndex),
    tails: indices(tails, entityIndex),
  };
}

function loadEdges(db: ReadDb) {
  const [heads, relations, tails]: [number[], number[], number[]] = [[], [], []];
  const sql = `SELECT DISTINCT head, relation_id, tail FROM kg_edge
    WHERE head >= ? AND head < ? AND source_id NOT IN (SELECT id FROM kg_source WHERE format = '${PREDICTED}')
    ORDER BY head, relation_id, tail`;
  for (const rows of rowsByRange(db, { table: 'kg_edge', column: 'head' }, sql)) {
    for (const [head, relation, tail] of rows) {
      heads.push(Number(head));
      relations.push(Number(relation));
      tails.push(Number(tail));
    }
  }
  return { heads, relations, tails };
}

function loadEntities(db: ReadDb, used: ReadonlySet<number>): GraphTriples['entities'] {
  const [ids, names, types]: [number[], string[], EntityType[]] = [[], [], []];
  const sql = 'SELECT id, name, type FROM kg_entity WHERE id >= ? AND id < ? ORDER BY id';
  for (const rows of rowsByRange(db, { table: 'kg_entity', column: 'id' }, sql)) {
    for (const [id, name, type] of rows) {
      if (!used.has(Number(id))) continue;
      ids.push(Number(id));
      names.push(String(name));
      types.push(type as EntityType); // safe: only EntityType values are ever written
    }
  }
  return { ids, names, types };
}

/** Returns a hash of entities, relations and triples: equal graphs have equal hashes. */
export function graphFingerprint({ entities, relationNames, heads, relations, tails }: GraphTriples): string {
  const hash = createHash('sha256');
  hash.update(JSON.stringify([entities.names, entities.types, relationNames]));
  for (const column of [heads, relations, tails]) hash.update(column);
  return hash.digest('hex');
}
