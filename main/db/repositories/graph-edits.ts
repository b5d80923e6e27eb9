/**
 * Journal of what people changed in the graph. A change is kept as the rows that it removed and added, found by comparing
 * all rows around its entities before and after; undoing it exchanges the two, and is refused where a row is no longer
 * as the change left it.
 */
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { GraphChangeNote, type GraphEdit } from '../../../shared/domain/graph-edit.ts';
import { AppError } from '../../../shared/result.ts';
import { flag, insert, json } from '../columns.ts';
import type { ReadDb, WriteDb } from '../connection.ts';
import { deleteEdge, dropUnusedRelation, putRankedEdge, relationId } from './graph-edges.ts';
import { deleteName } from './graph-remove.ts';

/** Parts of the graph that a change may touch. */
export interface Scope {
  readonly entities: ReadonlySet<number>;
  /** Keys of decisions about suspicious content. */
  readonly reviews: ReadonlySet<string>;
}

type Value = string | number | null;
type Row = readonly Value[];

/**
 * Tables in the order in which rows are inserted, each with the rows around entities, whose ids are JSON. Numbers of names
 * and predictions are left out, since others may bear them by the time of an undo.
 */
const TABLES = {
  kg_entity: `SELECT id, type, norm, name FROM kg_entity WHERE id IN (SELECT value FROM json_each(?))`,
  kg_name: `SELECT entity_id, norm, name FROM kg_name WHERE entity_id IN (SELECT value FROM json_each(?))`,
  kg_name_source: `SELECT n.entity_id, n.norm, s.source_id FROM kg_name n JOIN kg_name_source s ON s.name_id = n.id
    WHERE n.entity_id IN (SELECT value FROM json_each(?))`,
  kg_fact: `SELECT entity_id, key, source_id, value FROM kg_fact WHERE entity_id IN (SELECT value FROM json_each(?))`,
  kg_edge: `WITH ids AS MATERIALIZED (SELECT value FROM json_each(?))
    SELECT x.head, r.name, x.tail, x.source_id, x.rank FROM kg_relation r JOIN (
      SELECT head, relation_id, tail, source_id, rank FROM kg_edge WHERE head IN ids
      UNION SELECT head, relation_id, tail, source_id, rank
        FROM kg_edge_by_tail JOIN kg_edge USING (head, relation_id, tail, source_id) WHERE tail IN ids
    ) x ON x.relation_id = r.id`,
  kg_prediction: `WITH ids AS MATERIALIZED (SELECT value FROM json_each(?))
    SELECT head, relation, tail, score, rank, vectors, state, source_id, decided_by, decided_at
      FROM kg_prediction WHERE head IN ids OR tail IN ids`,
  kg_review: `SELECT key, decision, type, at, actor FROM kg_review WHERE key IN (SELECT value FROM json_each(?))`,
} as const;
type Table = keyof typeof TABLES;
// safe: the keys of the object above
const NAMES = Object.keys(TABLES) as Table[];

const Rows = z.record(z.enum(NAMES), z.array(z.array(z.union([z.string(), z.number(), z.null()]))));
const Changed = z.object({
  removed: Rows,
  added: Rows,
  /** When each source that the rows name was imported: a number may be that of another source later. */
  sources: z.record(z.string(), z.string()).optional(),
});
type Rows = z.infer<typeof Rows>;
export type Changed = z.infer<typeof Changed>;

/** Returns all rows around the entities, by table. */
export function rowsAround(db: ReadDb, { entities, reviews }: Scope): Rows {
  const ids = JSON.stringify([...entities]);
  const keys = JSON.stringify([...reviews]);
  const rows = NAMES.map((table) => [table, db.rows(TABLES[table], table === 'kg_review' ? keys : ids)]);
  return Object.fromEntries(rows) as unknown as Rows; // safe: the tables' columns hold text and numbers
}

/** Returns what differs between two states of the same rows. */
export function difference(before: Rows, after: Rows): Changed {
  const without = (rows: readonly Row[], others: readonly Row[]): Row[] => {
    const known = new Set(others.map((row) => JSON.stringify(row)));
    return rows.filter((row) => !known.has(JSON.stringify(row)));
  };
  const both = NAMES.map((table) => ({
    table,
    removed: without(before[table], after[table]),
    added: without(after[table], before[table]),
  }));
  // safe: one entry a table
  const part = (side: 'removed' | 'added') =>
    Object.fromEntries(both.map((one) => [one.table, one[side]])) as Rows;
  return { removed: part('removed'), added: part('added') };
}

/** Whether anything but decisions about suspicious content changed. */
const touchesGraph = ({ removed, added }: Changed): boolean =>
  NAMES.some((table) => table !== 'kg_review' && removed[table].length + added[table].length > 0);

export const isEmpty = ({ removed, added }: Changed): boolean =>
  NAMES.every((table) => removed[table].length + added[table].length === 0);

const changedMeanwhile = (): AppError =>
  new AppError(
    'conflict',
    'graph.changed-meanwhile',
    {},
    { kept: 'kept.nothing-changed', hint: 'hint.look-and-edit-again' },
  );

/**
 * Deletes and inserts rows; call it inside a transaction, which an error must end.
 * @throws AppError `conflict` when a row to delete is not there as given, or one to insert collides
 */
function exchange(db: WriteDb, { removed, added }: Changed): void {
  // Names refer to their entities; both are deleted and inserted one after another.
  db.run('PRAGMA defer_foreign_keys = ON');
  for (const table of NAMES.toReversed())
    for (const row of removed[table]) if (!deleteRow(db, table, row)) throw changedMeanwhile();
  for (const table of NAMES)
    for (const row of added[table])
      try {
        insertRow(db, table, row);
      } catch (error) {
        throw String(error).includes('UNIQUE') ? changedMeanwhile() : error;
      }
  dropLostRelations(db, removed);
  requireWhole(db, { removed, added });
}

/** Removes relations of which these were the last edges. */
export function dropLostRelations(db: WriteDb, { kg_edge: edges }: Rows): void {
  for (const relation of new Set(edges.map((row) => String(row[1])))) dropUnusedRelation(db, relation);
}

const COLUMNS: Readonly<Record<Exclude<Table, 'kg_edge' | 'kg_name' | 'kg_name_source'>, string>> = {
  kg_entity: 'id, type, norm, name',
  kg_fact: 'entity_id, key, source_id, value',
  kg_prediction: 'head, relation, tail, score, rank, vectors, state, source_id, decided_by, decided_at',
  kg_review: 'key, decision, type, at, actor',
};

const NAME_ID = 'SELECT id FROM kg_name WHERE entity_id = ? AND norm = ?';

/** Returns whether the row was there. */
function deleteRow(db: WriteDb, table: Table, row: Row): boolean {
  if (table === 'kg_edge') {
    const [head, relation, tail, sourceId] = row;
    const key = { head: Number(head), relationId: relationId(db, String(relation)), tail: Number(tail) };
    return deleteEdge(db, { ...key, sourceId: Number(sourceId) });
  }
  if (table === 'kg_name_source') {
    const sql = `DELETE FROM kg_name_source WHERE name_id = (${NAME_ID}) AND source_id = ?`;
    return db.run(sql, ...row).changes === 1;
  }
  if (table === 'kg_name') {
    const [entity = null, norm = null] = row;
    const id = db.rows(NAME_ID, entity, norm)[0]?.[0];
    if (id === undefined) return false;
    // A name that another source claims meanwhile stays.
    const isClaimed = db.rows('SELECT 1 FROM kg_name_source WHERE name_id = ? LIMIT 1', id).length > 0;
    if (!isClaimed) deleteName(db, { id: Number(id), norm: String(norm) });
    return true;
  }
  const where = COLUMNS[table].split(', ').map((column) => `${column} IS ?`);
  return db.run(`DELETE FROM ${table} WHERE ${where.join(' AND ')}`, ...row).changes === 1;
}

function insertRow(db: WriteDb, table: Table, row: Row): void {
  if (table === 'kg_edge') {
    const [head, relation, tail, source, rank] = row;
    const edge = [
      Number(head),
      relationId(db, String(relation)),
      Number(tail),
      Number(source),
      Number(rank),
    ] as const;
    if (!putRankedEdge(db, ...edge)) throw changedMeanwhile();
    return;
  }
  if (table === 'kg_name_source') {
    db.run(`INSERT INTO kg_name_source (name_id, source_id) VALUES ((${NAME_ID}), ?)`, ...row);
    return;
  }
  if (table === 'kg_name') {
    const [entity = null, norm = null, name = null] = row;
    if (db.rows(NAME_ID, entity, norm).length > 0) {
      db.run('UPDATE kg_name SET name = ? WHERE entity_id = ? AND norm = ?', name, entity, norm);
      return;
    }
    const sql = 'INSERT INTO kg_name (entity_id, norm, name) VALUES (?, ?, ?)';
    const { lastInsertRowid } = db.run(sql, entity, norm, name);
    db.run('INSERT INTO kg_name_fts (rowid, norm) VALUES (?, ?)', lastInsertRowid, norm);
    return;
  }
  const marks = row.map(() => '?').join(', ');
  db.run(`INSERT INTO ${table} (${COLUMNS[table]}) VALUES (${marks})`, ...row);
}

/** Entities without their own name, and rows of entities that are gone. */
const FAULTS = [
  `SELECT 1 FROM json_each(?) i LEFT JOIN kg_entity e ON e.id = i.value WHERE e.id IS NOT NULL
     AND NOT EXISTS (SELECT 1 FROM kg_name n JOIN kg_name_source s ON s.name_id = n.id
                      WHERE n.entity_id = e.id AND n.norm = e.norm)`,
  `SELECT 1 FROM json_each(?) i WHERE i.value NOT IN (SELECT id FROM kg_entity)
     AND (EXISTS (SELECT 1 FROM kg_edge WHERE head = i.value) OR EXISTS (SELECT 1 FROM kg_edge_by_tail WHERE tail = i.value)
       OR EXISTS (SELECT 1 FROM kg_name WHERE entity_id = i.value) OR EXISTS (SELECT 1 FROM kg_fact WHERE entity_id = i.value))`,
];

/** Refuses a state of the graph in which rows refer to what is not there. */
function requireWhole(db: ReadDb, { removed, added }: Changed): void {
  const all = (table: Table) => [...removed[table], ...added[table]];
  const entities = new Set([
    ...all('kg_entity').map(([id]) => id),
    ...all('kg_name').map(([id]) => id),
    ...all('kg_fact').map(([id]) => id),
    ...all('kg_edge').flatMap((row) => [row[0], row[2]]),
  ]);
  const ids = JSON.stringify([...entities]);
  if (FAULTS.some((sql) => db.rows(`${sql} LIMIT 1`, ids).length > 0)) throw changedMeanwhile();
}

/** Returns when each source of the rows was imported, by its number. */
function sourcesOf(db: ReadDb, { removed, added }: Changed): Record<string, string> {
  const ids = [removed, added].flatMap((rows) => [
    ...rows.kg_name_source.map((row) => row[2]),
    ...rows.kg_fact.map((row) => row[2]),
    ...rows.kg_edge.map((row) => row[3]),
  ]);
  const sql = 'SELECT id, imported_at FROM kg_source WHERE id IN (SELECT value FROM json_each(?))';
  const found = db.rows(sql, JSON.stringify([...new Set(ids)]));
  return Object.fromEntries(found.map(([id, at]) => [String(id), String(at)]));
}

const EditRow = z.object({
  id: z.number(),
  at: z.string(),
  actor: z.string(),
  undone: flag,
  notes: json(z.array(GraphChangeNote)),
  changes: z.number(),
});
const EDIT = 'SELECT id, at, actor, undone, notes, changes FROM kg_edit';

export const listEdits = (db: ReadDb, limit: number): GraphEdit[] =>
  db.all(EditRow, `${EDIT} ORDER BY id DESC LIMIT ?`, limit);

export const getEdit = (db: ReadDb, id: number): GraphEdit | undefined =>
  db.get(EditRow, `${EDIT} WHERE id = ?`, id);

/** Returns the newest edit of a person that can be undone, or with `undone` the oldest one undone after it. */
export function nextEdit(db: ReadDb, actor: string, undone: boolean): GraphEdit | undefined {
  const last = `SELECT ifnull(max(id), 0) FROM kg_edit WHERE actor = ? AND undone = 0`;
  return undone
    ? db.get(EditRow, `${EDIT} WHERE actor = ? AND undone = 1 AND id > (${last}) ORDER BY id`, actor, actor)
    : db.get(EditRow, `${EDIT} WHERE actor = ? AND undone = 0 ORDER BY id DESC`, actor);
}

/** Keeps an edit whose rows are written; returns its id. */
export function addEdit(
  db: WriteDb,
  edit: { readonly actor: string; readonly notes: readonly GraphChangeNote[]; readonly changes: number },
  changed: Changed,
): number {
  const turns = touchesGraph(changed) ? 1 : 0;
  const at = new Date().toISOString();
  return insert(db, 'kg_edit', {
    ...{ at, ...edit, undone: false, turns },
    rows: { ...changed, sources: sourcesOf(db, changed) },
  });
}

/**
 * Undoes an edit or does it again; returns whether the graph itself changed. Call it inside a transaction.
 * @throws AppError `conflict` when the rows are no longer as they were left
 */
export function turnEdit(db: WriteDb, id: number): boolean {
  const row = db.get(
    z.object({ undone: flag, rows: json(Changed) }),
    'SELECT undone, rows FROM kg_edit WHERE id = ?',
    id,
  );
  if (row === undefined) throw changedMeanwhile();
  const { removed, added, sources } = row.rows;
  if (!isDeepStrictEqual(sources, sourcesOf(db, row.rows))) throw changedMeanwhile();
  exchange(db, row.undone ? row.rows : { removed: added, added: removed });
  db.run('UPDATE kg_edit SET undone = 1 - undone, turns = turns + (turns > 0) WHERE id = ?', id);
  return touchesGraph(row.rows);
}

/** Returns a number that grows with every change of the graph by people. */
export const editCount = (db: ReadDb): number =>
  Number(db.rows('SELECT ifnull(sum(turns), 0) FROM kg_edit')[0]?.[0]);
