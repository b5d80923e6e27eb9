/**
 * Removes a source of the knowledge graph: its edges, facts and claims on names, and the names, entities and relations
 * that no other source claims. Works in steps of a few milliseconds, so that a large source blocks nobody. Every step
 * leaves the database consistent, and starting over after a crash completes the work.
 */
import { z } from 'zod';
import type { WriteDb } from '../connection.ts';
import { idRanges } from '../id-ranges.ts';
import { deleteEdges, deleteEdgesByTail, moveEdges } from './graph-edges.ts';
import { forgetAccepted } from './predictions.ts';

const IdRow = z.object({ id: z.number() });

/** Removes a source in one transaction. */
export function removeSource(db: WriteDb, sourceId: number): void {
  db.transaction(() => {
    const steps = removalSteps(db, sourceId);
    while (steps.next().done !== true);
  });
}

/**
 * Removes a source in steps, yielding the fraction done; a transaction may hold any number of steps. From the first
 * step on the source counts as unfinished. Nothing else may change the graph between the steps.
 */
export function* removalSteps(db: WriteDb, sourceId: number): Generator<number, void> {
  db.run(`UPDATE kg_source SET state = 'importing' WHERE id = ?`, sourceId);
  forgetAccepted(db, sourceId);
  yield 0;
  const relations = new Set<number>();
  const nameless: number[] = [];
  const phases = [
    ranges(db, 'kg_edge', 'head', (from, to) => {
      for (const left of deleteEdges(db, sourceId, from, to)) relations.add(left);
    }),
    ranges(db, 'kg_edge_by_tail', 'tail', (from, to) => deleteEdgesByTail(db, sourceId, from, to)),
    ranges(db, 'kg_fact', 'entity_id', (from, to) => dropFacts(db, sourceId, from, to)),
    ranges(db, 'kg_name_source', 'name_id', (from, to) => dropNames(db, sourceId, from, to)),
    ranges(db, 'kg_entity', 'id', (from, to) => dropEntities(db, from, to, nameless)),
  ];
  for (const [index, phase] of phases.entries()) {
    for (const fraction of phase) yield (index + fraction) / phases.length;
  }
  for (const id of nameless) {
    rename(db, id);
    yield 1;
  }
  for (const { id } of db.all(IdRow, 'SELECT id FROM kg_relation')) {
    if (!relations.has(id)) db.run('DELETE FROM kg_relation WHERE id = ?', id);
  }
  db.run('DELETE FROM kg_source WHERE id = ?', sourceId);
}

/** Calls `step` for consecutive ranges of ids, end exclusive, that cover the column; yields the fraction before each. */
function* ranges(
  db: WriteDb,
  table: 'kg_edge' | 'kg_edge_by_tail' | 'kg_fact' | 'kg_name_source' | 'kg_entity',
  column: string,
  step: (from: number, to: number) => void,
): Generator<number> {
  for (const { from, to, fraction } of idRanges(db, table, column)) {
    step(from, to);
    yield fraction;
  }
}

function dropFacts(db: WriteDb, sourceId: number, from: number, to: number): void {
  db.run('DELETE FROM kg_fact WHERE entity_id >= ? AND entity_id < ? AND source_id = ?', from, to, sourceId);
}

function dropNames(db: WriteDb, sourceId: number, from: number, to: number): void {
  const { changes } = db.run(
    'DELETE FROM kg_name_source WHERE name_id >= ? AND name_id < ? AND source_id = ?',
    from,
    to,
    sourceId,
  );
  if (changes === 0) return;
  const unclaimed = `id >= ? AND id < ? AND NOT EXISTS (SELECT 1 FROM kg_name_source s WHERE s.name_id = kg_name.id)`;
  db.run(
    `INSERT INTO kg_name_fts (kg_name_fts, rowid, norm) SELECT 'delete', id, norm FROM kg_name WHERE ${unclaimed}`,
    from,
    to,
  );
  db.run(`DELETE FROM kg_name WHERE ${unclaimed}`, from, to);
}

/** Deletes entities without any name and collects those that have lost their preferred name. */
function dropEntities(db: WriteDb, from: number, to: number, nameless: number[]): void {
  db.run(
    `DELETE FROM kg_entity WHERE id >= ? AND id < ?
        AND NOT EXISTS (SELECT 1 FROM kg_name n WHERE n.entity_id = kg_entity.id)`,
    from,
    to,
  );
  const lost = `SELECT id FROM kg_entity e WHERE id >= ? AND id < ?
                   AND NOT EXISTS (SELECT 1 FROM kg_name n WHERE n.entity_id = e.id AND n.norm = e.norm)`;
  for (const { id } of db.all(IdRow, lost, from, to)) {
    nameless.push(id);
    // Frees its old name at once; no normalised name begins with a space.
    db.run(`UPDATE kg_entity SET norm = ' ' || id WHERE id = ?`, id);
  }
}

const NameRow = z.object({
  id: z.number(),
  norm: z.string(),
  name: z.string(),
  taken: z.number().nullable(),
});

/**
 * Gives an entity that has lost its preferred name its next one. Where all its names belong to other entities of the
 * type, it is merged into the first of them.
 */
function rename(db: WriteDb, entityId: number): void {
  const names = db.all(
    NameRow,
    `SELECT n.id, n.norm, n.name,
            (SELECT o.id FROM kg_entity o WHERE o.norm = n.norm AND o.type = e.type) AS taken
       FROM kg_name n JOIN kg_entity e ON e.id = n.entity_id
      WHERE n.entity_id = ? ORDER BY n.id`,
    entityId,
  );
  const free = names.find((name) => name.taken === null);
  if (free !== undefined) {
    db.run('UPDATE kg_entity SET name = ?, norm = ? WHERE id = ?', free.name, free.norm, entityId);
    return;
  }
  const target = names[0]?.taken;
  if (target === undefined || target === null) return;
  for (const name of names) moveName(db, name, target);
  db.run('UPDATE OR IGNORE kg_fact SET entity_id = ? WHERE entity_id = ?', target, entityId);
  db.run('DELETE FROM kg_fact WHERE entity_id = ?', entityId);
  moveEdges(db, entityId, target);
  db.run('DELETE FROM kg_entity WHERE id = ?', entityId);
}

/** Moves a name with its claims to another entity, which may bear it already. */
export function moveName(db: WriteDb, name: { id: number; norm: string }, target: number): void {
  const same = db.get(IdRow, 'SELECT id FROM kg_name WHERE entity_id = ? AND norm = ?', target, name.norm);
  if (same === undefined) {
    db.run('UPDATE kg_name SET entity_id = ? WHERE id = ?', target, name.id);
    return;
  }
  db.run('UPDATE OR IGNORE kg_name_source SET name_id = ? WHERE name_id = ?', same.id, name.id);
  db.run('DELETE FROM kg_name_source WHERE name_id = ?', name.id);
  deleteName(db, name);
}

/** Deletes a name that no source claims. */
export function deleteName(db: WriteDb, { id, norm }: { readonly id: number; readonly norm: string }): void {
  db.run(`INSERT INTO kg_name_fts (kg_name_fts, rowid, norm) VALUES ('delete', ?, ?)`, id, norm);
  db.run('DELETE FROM kg_name WHERE id = ?', id);
}
