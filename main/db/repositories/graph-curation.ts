/** Changes that people make to single entities and edges of the graph. Call them inside a transaction. */
import { z } from 'zod';
import { EntityType, PREDICTED } from '../../../shared/domain/graph.ts';
import { BY_PERSON, type EdgeOf } from '../../../shared/domain/graph-edit.ts';
import { normaliseName } from '../../text/folding.ts';
import { insert } from '../columns.ts';
import type { ReadDb, WriteDb } from '../connection.ts';
import {
  claimEntity,
  deleteEdge,
  dropClaims,
  type EdgeRow,
  edgesOf,
  moveEdges,
  putEdge,
  putRankedEdge,
  relationId,
} from './graph-edges.ts';
import { deleteName, moveName } from './graph-remove.ts';
import { putName } from './graph-write.ts';

const IdRow = z.object({ id: z.number() });
const EntityRow = z.object({ id: z.number(), type: EntityType, norm: z.string(), name: z.string() });
export type EntityRow = z.infer<typeof EntityRow>;
const NameRow = z.object({ id: z.number(), norm: z.string(), name: z.string() });

export const entityRow = (db: ReadDb, id: number): EntityRow | undefined =>
  db.get(EntityRow, 'SELECT id, type, norm, name FROM kg_entity WHERE id = ?', id);

/** Returns the entity with this type and own name. */
export const entityNamed = (db: ReadDb, type: EntityType, name: string): EntityRow | undefined =>
  db.get(
    EntityRow,
    'SELECT id, type, norm, name FROM kg_entity WHERE norm = ? AND type = ?',
    normaliseName(name),
    type,
  );

const nameOf = (db: ReadDb, id: number, name: string) =>
  db.get(
    NameRow,
    'SELECT id, norm, name FROM kg_name WHERE entity_id = ? AND norm = ?',
    id,
    normaliseName(name),
  );

export const hasName = (db: ReadDb, id: number, name: string): boolean => nameOf(db, id, name) !== undefined;

/** Returns the value of the earliest source. */
export const factOf = (db: ReadDb, id: number, key: string): string | null =>
  db.get(
    z.object({ value: z.string() }),
    'SELECT value FROM kg_fact WHERE entity_id = ? AND key = ? ORDER BY source_id LIMIT 1',
    id,
    key,
  )?.value ?? null;

/** Returns the relation's edges between two entities, one for each source. */
function edgesBetween(db: ReadDb, head: number, relation: string, tail: number): EdgeRow[] {
  const rows = db.rows(
    `SELECT head, relation_id, tail, source_id, rank FROM kg_edge
      WHERE head = ? AND tail = ? AND relation_id = (SELECT id FROM kg_relation WHERE name = ?)`,
    ...[head, tail, relation],
  );
  return rows as unknown as EdgeRow[]; // safe: the columns are integers
}

export const hasEdge = (db: ReadDb, head: number, relation: string, tail: number): boolean =>
  edgesBetween(db, head, relation, tail).length > 0;

/** Returns the source of what a person adds. */
export function personSource(db: WriteDb, person: string): number {
  const name = `${BY_PERSON}: ${person}`;
  const known = db.get(IdRow, 'SELECT id FROM kg_source WHERE format = ? AND name = ?', BY_PERSON, name);
  if (known !== undefined) return known.id;
  const counts = { rows: 0, triples: 0, newEntities: 0, newNames: 0, merged: 0, seconds: 0 };
  return insert(db, 'kg_source', {
    ...{ name, format: BY_PERSON, importedAt: new Date().toISOString(), sha256: '', state: 'done' },
    ...{ owner: process.pid, report: { ...counts, refused: [], relations: {} } },
  });
}

export function createEntity(db: WriteDb, source: number, type: EntityType, name: string): number {
  const id = insert(db, 'kg_entity', { type, norm: normaliseName(name), name });
  addName(db, source, id, name);
  return id;
}

/** Gives an entity another own name; the old one stays as a synonym. */
export function renameEntity(db: WriteDb, source: number, id: number, name: string): void {
  addName(db, source, id, name);
  db.run('UPDATE kg_entity SET norm = ?, name = ? WHERE id = ?', normaliseName(name), name, id);
  db.run('UPDATE kg_name SET name = ? WHERE entity_id = ? AND norm = ?', name, id, normaliseName(name));
}

export const retypeEntity = (db: WriteDb, id: number, type: EntityType) =>
  db.run('UPDATE kg_entity SET type = ? WHERE id = ?', type, id);

export const addName = (db: WriteDb, source: number, entityId: number, name: string) =>
  putName(db, source, { entityId, norm: normaliseName(name), name });

/** Removes a name with the claims of all sources. */
export function removeName(db: WriteDb, id: number, name: string): void {
  const row = nameOf(db, id, name);
  if (row === undefined) return;
  db.run('DELETE FROM kg_name_source WHERE name_id = ?', row.id);
  deleteName(db, row);
}

/** Sets a fact in place of the values of all sources, or removes it. */
export function setFact(db: WriteDb, source: number, id: number, key: string, value: string | null): void {
  db.run('DELETE FROM kg_fact WHERE entity_id = ? AND key = ?', id, key);
  if (value === null) return;
  insert(db, 'kg_fact', { entityId: id, key, sourceId: source, value });
  claimEntity(db, id, source);
}

export function addEdge(db: WriteDb, source: number, head: number, relation: string, tail: number): void {
  putEdge(db, { head, relationId: relationId(db, relation), tail, sourceId: source });
  for (const entity of [head, tail]) claimEntity(db, entity, source);
}

/** Removes an edge of all sources; an accepted prediction of it counts as rejected by the person. */
export function removeEdge(db: WriteDb, person: string, edge: readonly [number, string, number]): void {
  const [head, relation, tail] = edge;
  for (const [from, relationOf, to, sourceId] of edgesBetween(db, head, relation, tail)) {
    deleteEdge(db, { head: from, relationId: relationOf, tail: to, sourceId });
    // A person may have said more of the entities than the edge.
    if (db.rows('SELECT 1 FROM kg_source WHERE id = ? AND format = ?', sourceId, PREDICTED).length > 0)
      for (const entity of [head, tail]) dropClaims(db, entity, sourceId);
  }
  db.run(
    `UPDATE kg_prediction SET state = 'rejected', source_id = NULL, decided_by = ?, decided_at = ?
      WHERE head = ? AND relation = ? AND tail = ? AND state = 'accepted'`,
    ...[person, new Date().toISOString(), head, relation, tail],
  );
}

/** Gives all that is known of an entity to another one, and removes it. */
export function mergeEntity(db: WriteDb, source: number, from: number, into: number): void {
  const names = db.all(NameRow, 'SELECT id, norm, name FROM kg_name WHERE entity_id = ? ORDER BY id', from);
  for (const name of names) moveName(db, name, into);
  db.run('UPDATE OR IGNORE kg_fact SET entity_id = ? WHERE entity_id = ?', into, from);
  // If one source gives both entities different values, the second is kept under the person.
  db.run('UPDATE OR IGNORE kg_fact SET entity_id = ?, source_id = ? WHERE entity_id = ?', into, source, from);
  db.run('DELETE FROM kg_fact WHERE entity_id = ?', from);
  moveEdges(db, from, into);
  for (const [side, other] of [
    ['head', 'tail'],
    ['tail', 'head'],
  ])
    db.run(
      `UPDATE OR IGNORE kg_prediction SET ${side} = ? WHERE ${side} = ? AND ${other} <> ?`,
      into,
      from,
      into,
    );
  db.run('DELETE FROM kg_prediction WHERE head = ? OR tail = ?', from, from);
  db.run('DELETE FROM kg_entity WHERE id = ?', from);
}

/** Makes a new entity of some of the names, facts and edges of another one; returns its id. */
export function splitEntity(
  db: WriteDb,
  source: number,
  from: number,
  part: {
    readonly type: EntityType;
    readonly name: string;
    readonly names: readonly string[];
    readonly facts: readonly string[];
    readonly edges: readonly EdgeOf[];
  },
): number {
  const id = insert(db, 'kg_entity', { type: part.type, norm: normaliseName(part.name), name: part.name });
  for (const name of part.names) {
    const row = nameOf(db, from, name);
    if (row !== undefined) moveName(db, row, id);
  }
  addName(db, source, id, part.name);
  for (const key of part.facts)
    db.run('UPDATE kg_fact SET entity_id = ? WHERE entity_id = ? AND key = ?', id, from, key);
  for (const { relation, direction, other } of part.edges) {
    const [head, tail] = direction === 'out' ? [from, other] : [other, from];
    const [newHead, newTail] = direction === 'out' ? [id, other] : [other, id];
    for (const [, relationOf, , sourceId, rank] of edgesBetween(db, head, relation, tail)) {
      deleteEdge(db, { head, relationId: relationOf, tail, sourceId });
      putRankedEdge(db, newHead, relationOf, newTail, sourceId, rank);
    }
    db.run(
      'UPDATE OR IGNORE kg_prediction SET head = ?, tail = ? WHERE head = ? AND relation = ? AND tail = ?',
      ...[newHead, newTail, head, relation, tail],
    );
  }
  return id;
}

/** Removes an entity with its names, facts and edges. */
export function removeEntity(db: WriteDb, id: number): void {
  for (const [head, relation, tail, sourceId] of edgesOf(db, id))
    deleteEdge(db, { head, relationId: relation, tail, sourceId });
  for (const name of db.all(NameRow, 'SELECT id, norm, name FROM kg_name WHERE entity_id = ?', id))
    removeName(db, id, name.name);
  db.run('DELETE FROM kg_fact WHERE entity_id = ?', id);
  db.run('DELETE FROM kg_entity WHERE id = ?', id);
}
