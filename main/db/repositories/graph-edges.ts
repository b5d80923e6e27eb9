/**
 * Edges of the knowledge graph: table `kg_edge` in the order of heads, and their keys once more in `kg_edge_by_tail`.
 * Both always hold the same edges, except during an import.
 */
import { z } from 'zod';
import { countingSort, positions } from '../../../shared/counting-sort.ts';
import type { ReadDb, WriteDb } from '../connection.ts';

/** Result of an addition: `merged` when the graph had it already from this or another source. */
export type Added = 'new' | 'merged';

/** Edges collected before they are written, 8 MB. */
const ROOM = 2 ** 19;
/** Room of a new writer, which grows as it is filled. */
const FIRST_ROOM = 2 ** 9;

/**
 * Collects edges of one source and writes them in the order of their keys, so that a page of the database changes once
 * a run and not once an edge: encrypting and logging pages is most of the time of an import.
 */
export class EdgeWriter {
  readonly #db: WriteDb;
  readonly #sourceId: number;
  /** Highest entity id before this source; no other source has edges between entities above it. */
  readonly #lastOldEntity: number;
  #head = new Uint32Array(FIRST_ROOM);
  #relation = new Uint32Array(FIRST_ROOM);
  #tail = new Uint32Array(FIRST_ROOM);
  #rank = new Uint32Array(FIRST_ROOM);
  #size = 0;

  constructor(db: WriteDb, sourceId: number, lastOldEntity: number) {
    this.#db = db;
    this.#sourceId = sourceId;
    this.#lastOldEntity = lastOldEntity;
  }

  /** Whether `write` has to come before the next `add`. */
  get isFull(): boolean {
    return this.#size === ROOM;
  }

  add(head: number, relationId: number, tail: number, rank: number): void {
    if (this.#size === this.#head.length) this.#grow();
    const at = this.#size++;
    this.#head[at] = head;
    this.#relation[at] = relationId;
    this.#tail[at] = tail;
    this.#rank[at] = rank;
  }

  #grow(): void {
    this.#head = twiceAsLong(this.#head);
    this.#relation = twiceAsLong(this.#relation);
    this.#tail = twiceAsLong(this.#tail);
    this.#rank = twiceAsLong(this.#rank);
  }

  /**
   * Writes the collected edges in steps of microseconds up to some milliseconds; yields the result of each edge once,
   * `undefined` after other steps. Of equal edges the first is kept.
   */
  *write(): Generator<Added | undefined, void> {
    const byHead = yield* this.#sorted(positions(this.#size), [this.#tail, this.#relation, this.#head]);
    const written = new Int32Array(byHead.length);
    let count = 0;
    for (const at of byHead) {
      const known = this.#isKnownElsewhere(at);
      const inserted = insertEdge(
        this.#db,
        this.#head[at]!,
        this.#relation[at]!,
        this.#tail[at]!,
        this.#sourceId,
        this.#rank[at]!,
      );
      if (inserted) written[count++] = at;
      yield inserted && !known ? 'new' : 'merged';
    }
    const byTail = yield* this.#sorted(written.subarray(0, count), [this.#head, this.#relation, this.#tail]);
    for (const at of byTail) {
      insertByTail(this.#db, this.#head[at]!, this.#relation[at]!, this.#tail[at]!, this.#sourceId);
      yield;
    }
    this.#size = 0;
  }

  /** Sorts by the columns, the last of which decides first: a radix sort by halves of the numbers. */
  *#sorted(order: Int32Array, columns: readonly Uint32Array[]): Generator<undefined, Int32Array> {
    let sorted = order;
    for (const column of columns) {
      for (const shift of [0, 16]) {
        const halves = column.subarray(0, this.#size).map((value) => (value >>> shift) & 0xffff);
        const highest = halves.reduce((most, half) => Math.max(most, half), 0);
        if (highest > 0) sorted = countingSort(sorted, halves, highest + 1);
        yield;
      }
    }
    return sorted;
  }

  #isKnownElsewhere(at: number): boolean {
    const [head, tail] = [this.#head[at]!, this.#tail[at]!];
    if (head > this.#lastOldEntity || tail > this.#lastOldEntity) return false;
    const sql = 'SELECT 1 FROM kg_edge WHERE head = ? AND relation_id = ? AND tail = ? LIMIT 1';
    return this.#db.rows(sql, head, this.#relation[at]!, tail).length > 0;
  }
}

const twiceAsLong = ({ buffer, byteLength }: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> =>
  new Uint32Array(buffer.transfer(2 * byteLength));

/** Returns whether the edge is new to its source. */
function insertEdge(db: WriteDb, ...edge: EdgeRow): boolean {
  const sql =
    'INSERT OR IGNORE INTO kg_edge (head, relation_id, tail, source_id, rank) VALUES (?, ?, ?, ?, ?)';
  return db.run(sql, ...edge).changes === 1;
}

function insertByTail(db: WriteDb, head: number, relationId: number, tail: number, sourceId: number): void {
  const sql =
    'INSERT OR IGNORE INTO kg_edge_by_tail (tail, relation_id, head, source_id) VALUES (?, ?, ?, ?)';
  db.run(sql, tail, relationId, head, sourceId);
}

interface EdgeKey {
  readonly head: number;
  readonly relationId: number;
  readonly tail: number;
  readonly sourceId: number;
}

/** Adds one edge, ranked behind the head's other ones of the relation. */
export function putEdge(db: WriteDb, { head, relationId, tail, sourceId }: EdgeKey): void {
  const sql = 'SELECT ifnull(max(rank) + 1, 0) FROM kg_edge WHERE head = ? AND relation_id = ?';
  insertEdge(db, head, relationId, tail, sourceId, Number(db.rows(sql, head, relationId)[0]?.[0]));
  insertByTail(db, head, relationId, tail, sourceId);
}

const IdRow = z.object({ id: z.number() });

/** Returns the id of a relation, which is added if there is none of the name. */
export const relationId = (db: WriteDb, name: string): number =>
  db.get(IdRow, 'SELECT id FROM kg_relation WHERE name = ?', name)?.id ??
  db.run('INSERT INTO kg_relation (name) VALUES (?)', name).lastInsertRowid;

export const dropUnusedRelation = (db: WriteDb, name: string) =>
  db.run(
    'DELETE FROM kg_relation WHERE name = ? AND NOT EXISTS (SELECT 1 FROM kg_edge WHERE relation_id = kg_relation.id)',
    name,
  );

/** Has a source claim an entity's own name, so that no undo of another source removes the entity. */
export const claimEntity = (db: WriteDb, entity: number, sourceId: number) =>
  db.run(
    `INSERT OR IGNORE INTO kg_name_source (name_id, source_id)
     SELECT n.id, ? FROM kg_name n JOIN kg_entity e ON e.id = n.entity_id AND e.norm = n.norm WHERE e.id = ?`,
    ...[sourceId, entity],
  );

/** Gives up the claims on an entity's names when no edge of the source needs them, unless they are the last ones. */
export const dropClaims = (db: WriteDb, entity: number, source: number) =>
  db.run(
    `DELETE FROM kg_name_source WHERE source_id = ? AND name_id IN (SELECT id FROM kg_name WHERE entity_id = ?)
        AND NOT EXISTS (SELECT 1 FROM kg_edge WHERE head = ? AND source_id = ?)
        AND NOT EXISTS (SELECT 1 FROM kg_edge_by_tail WHERE tail = ? AND source_id = ?)
        AND EXISTS (SELECT 1 FROM kg_name_source o WHERE o.name_id = kg_name_source.name_id AND o.source_id <> ?)`,
    ...[source, entity, entity, source, entity, source, source],
  );

/** Returns whether there was such an edge. */
export function deleteEdge(db: WriteDb, { head, relationId, tail, sourceId }: EdgeKey): boolean {
  const deleted = ['kg_edge', 'kg_edge_by_tail'].map(
    (table) => db.run(`DELETE FROM ${table} WHERE ${SAME_EDGE}`, head, relationId, tail, sourceId).changes,
  );
  return deleted[0] === 1;
}

/** Deletes the source's edges with heads in a range, end exclusive; returns the relations that other edges there have. */
export function deleteEdges(db: WriteDb, sourceId: number, from: number, to: number): number[] {
  db.run('DELETE FROM kg_edge WHERE head >= ? AND head < ? AND source_id = ?', from, to, sourceId);
  const left = 'SELECT DISTINCT relation_id FROM kg_edge WHERE head >= ? AND head < ?';
  return db.rows(left, from, to).map(([id]) => Number(id));
}

/** Deletes the source's keys with tails in a range, end exclusive. */
export function deleteEdgesByTail(db: WriteDb, sourceId: number, from: number, to: number): void {
  db.run('DELETE FROM kg_edge_by_tail WHERE tail >= ? AND tail < ? AND source_id = ?', from, to, sourceId);
}

const SAME_EDGE = 'head = ? AND relation_id = ? AND tail = ? AND source_id = ?';

/** Gives all edges of an entity to another one, without those that it has already or that would lead to itself. */
export function moveEdges(db: WriteDb, from: number, to: number): void {
  for (const [head, relation, tail, source, rank] of edgesOf(db, from)) {
    deleteEdge(db, { head, relationId: relation, tail, sourceId: source });
    const [newHead, newTail] = [head === from ? to : head, tail === from ? to : tail];
    if (newHead === newTail) continue;
    putRankedEdge(db, newHead, relation, newTail, source, rank);
  }
}

/** Adds one edge with its rank; returns whether it is new to its source. */
export function putRankedEdge(db: WriteDb, ...[head, relation, tail, source, rank]: EdgeRow): boolean {
  insertByTail(db, head, relation, tail, source);
  return insertEdge(db, head, relation, tail, source, rank);
}

export type EdgeRow = readonly [head: number, relation: number, tail: number, source: number, rank: number];

/** Returns all edges of an entity, by source. */
export function edgesOf(db: ReadDb, entity: number): EdgeRow[] {
  const rows = db.rows(
    `SELECT head, relation_id, tail, source_id, rank FROM kg_edge WHERE head = ?
     UNION ALL
     SELECT head, relation_id, tail, source_id, rank FROM kg_edge_by_tail JOIN kg_edge USING (head, relation_id, tail, source_id)
      WHERE tail = ?`,
    entity,
    entity,
  );
  return rows as unknown as EdgeRow[]; // safe: the columns of the query are integers
}
