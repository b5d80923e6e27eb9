/**
 * Writes the knowledge graph, one source at a time. Names merge under their normalised form and type; provenance is
 * kept per name, fact and edge, so `removeSource` takes back exactly what a source brought.
 */
import { z } from 'zod';
import { invariant } from '../../../shared/assert.ts';
import type { EntityType, ImportReport } from '../../../shared/domain/graph.ts';
import { normaliseName } from '../../text/normalise.ts';
import type { WriteDb } from '../connection.ts';

const IdRow = z.object({ id: z.number() });

/** What adding something changed: `merged` when the graph knew it already from this or another source. */
export type Added = 'new' | 'merged';

/** Opens a source row in state `importing`; `finishSource` settles it. */
export function beginSource(db: WriteDb, source: { name: string; format: string; sha256: string }): number {
  return db.run(
    `INSERT INTO kg_source (name, format, imported_at, sha256, state, report) VALUES (?, ?, ?, ?, 'importing', '{}')`,
    source.name,
    source.format,
    new Date().toISOString(),
    source.sha256,
  ).lastInsertRowid;
}

export function finishSource(db: WriteDb, sourceId: number, report: ImportReport, sha256: string): void {
  db.run(
    `UPDATE kg_source SET state = 'done', report = ?, sha256 = ? WHERE id = ?`,
    JSON.stringify(report),
    sha256,
    sourceId,
  );
}

/** Sources that a crash left half imported. */
export function unfinishedSources(db: WriteDb): number[] {
  return db.all(IdRow, `SELECT id FROM kg_source WHERE state = 'importing'`).map((row) => row.id);
}

/**
 * Adds entities, names, facts and edges of one source. Holds the keys it has seen in memory (about 100 bytes an
 * entity), which is what makes a million triples a matter of seconds. Every method writes at once: wrap batches
 * of calls in `db.transaction`.
 */
export class GraphWriter {
  readonly #db: WriteDb;
  readonly #sourceId: number;
  readonly #ownSynonyms: boolean;
  /** `type \0 norm` → entity id, for what this source has resolved already. */
  readonly #entities = new Map<string, number>();
  readonly #relations = new Map<string, number>();
  newEntities = 0;
  newNames = 0;

  /**
   * `ownSynonyms`: also resolve names through synonyms that this very source brought. Right for a curated source
   * that adds all its names before its edges; wrong for crawls, whose synonyms are often other diseases.
   */
  constructor(db: WriteDb, sourceId: number, options: { ownSynonyms: boolean } = { ownSynonyms: false }) {
    this.#db = db;
    this.#sourceId = sourceId;
    this.#ownSynonyms = options.ownSynonyms;
  }

  /**
   * The entity of that name and type: the one bearing it as its own name, else the only one that an *earlier*
   * source knows under it as a synonym, else a new one. Throws on an empty name.
   */
  entity(name: string, type: EntityType): number {
    const norm = normaliseName(name);
    invariant(norm !== '', 'entity: empty name');
    const key = `${type}\0${norm}`;
    const known = this.#entities.get(key);
    if (known !== undefined) return known;
    const id = this.#find(norm, type) ?? this.#create(norm, name.trim(), type);
    this.#entities.set(key, id);
    this.#putName(id, norm, name.trim());
    return id;
  }

  #find(norm: string, type: EntityType): number | undefined {
    const own = this.#db.get(IdRow, 'SELECT id FROM kg_entity WHERE norm = ? AND type = ?', norm, type);
    if (own !== undefined) return own.id;
    const asSynonym = this.#db.all(
      IdRow,
      `SELECT DISTINCT e.id FROM kg_name n
         JOIN kg_entity e ON e.id = n.entity_id AND e.type = ?
         JOIN kg_name_source s ON s.name_id = n.id AND s.source_id <> ?
        WHERE n.norm = ? LIMIT 2`,
      type,
      this.#ownSynonyms ? -1 : this.#sourceId,
      norm,
    );
    return asSynonym.length === 1 ? asSynonym[0]?.id : undefined;
  }

  #create(norm: string, name: string, type: EntityType): number {
    this.newEntities++;
    return this.#db.run('INSERT INTO kg_entity (type, norm, name) VALUES (?, ?, ?)', type, norm, name)
      .lastInsertRowid;
  }

  /** Adds a synonym (SameAs). A name equal to the entity's own is `merged`. */
  synonym(entityId: number, name: string): Added {
    const norm = normaliseName(name);
    invariant(norm !== '', 'synonym: empty name');
    return this.#putName(entityId, norm, name.trim());
  }

  #putName(entityId: number, norm: string, name: string): Added {
    const inserted = this.#db.run(
      'INSERT INTO kg_name (entity_id, norm, name) VALUES (?, ?, ?) ON CONFLICT (entity_id, norm) DO NOTHING',
      entityId,
      norm,
      name,
    );
    let nameId = inserted.lastInsertRowid;
    if (inserted.changes === 1) {
      this.newNames++;
      this.#db.run('INSERT INTO kg_name_fts (rowid, norm) VALUES (?, ?)', nameId, norm);
    } else {
      const row = this.#db.get(
        IdRow,
        'SELECT id FROM kg_name WHERE entity_id = ? AND norm = ?',
        entityId,
        norm,
      );
      nameId = row?.id ?? 0;
    }
    const claimed = this.#db.run(
      'INSERT INTO kg_name_source (name_id, source_id) VALUES (?, ?) ON CONFLICT DO NOTHING',
      nameId,
      this.#sourceId,
    );
    return inserted.changes === 1 && claimed.changes === 1 ? 'new' : 'merged';
  }

  /** Sets a fact of this source; the last value wins within a source. */
  fact(entityId: number, key: string, value: string): void {
    this.#db.run(
      `INSERT INTO kg_fact (entity_id, key, source_id, value) VALUES (?, ?, ?, ?)
       ON CONFLICT (entity_id, key, source_id) DO UPDATE SET value = excluded.value`,
      entityId,
      key,
      this.#sourceId,
      value,
    );
  }

  /** Adds head –relation→ tail; `rank` is its place in the source's list. */
  edge(head: number, relation: string, tail: number, rank: number): Added {
    const { changes } = this.#db.run(
      `INSERT INTO kg_edge (head, relation_id, tail, source_id, rank) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (head, relation_id, tail, source_id) DO NOTHING`,
      head,
      this.#relation(relation),
      tail,
      this.#sourceId,
      rank,
    );
    return changes === 1 ? 'new' : 'merged';
  }

  #relation(name: string): number {
    const known = this.#relations.get(name);
    if (known !== undefined) return known;
    const row = this.#db.get(IdRow, 'SELECT id FROM kg_relation WHERE name = ?', name);
    const id = row?.id ?? this.#db.run('INSERT INTO kg_relation (name) VALUES (?)', name).lastInsertRowid;
    this.#relations.set(name, id);
    return id;
  }
}

/**
 * Takes a source back: its edges, facts and claims on names go; names and entities that no other source claims go
 * with them; an entity whose own name goes takes the next one. One transaction.
 */
export function removeSource(db: WriteDb, sourceId: number): void {
  db.transaction(() => {
    db.run('DELETE FROM kg_edge WHERE source_id = ?', sourceId);
    db.run('DELETE FROM kg_fact WHERE source_id = ?', sourceId);
    db.run('DELETE FROM kg_name_source WHERE source_id = ?', sourceId);
    const orphan = 'SELECT id FROM kg_name WHERE id NOT IN (SELECT name_id FROM kg_name_source)';
    db.run(
      `INSERT INTO kg_name_fts (kg_name_fts, rowid, norm) SELECT 'delete', id, norm FROM kg_name WHERE id IN (${orphan})`,
    );
    db.run(`DELETE FROM kg_name WHERE id IN (${orphan})`);
    db.run('DELETE FROM kg_entity WHERE id NOT IN (SELECT entity_id FROM kg_name)');
    db.run(
      `UPDATE OR IGNORE kg_entity SET
         name = (SELECT n.name FROM kg_name n WHERE n.entity_id = kg_entity.id ORDER BY n.id LIMIT 1),
         norm = (SELECT n.norm FROM kg_name n WHERE n.entity_id = kg_entity.id ORDER BY n.id LIMIT 1)
       WHERE NOT EXISTS (SELECT 1 FROM kg_name n WHERE n.entity_id = kg_entity.id AND n.norm = kg_entity.norm)`,
    );
    db.run('DELETE FROM kg_source WHERE id = ?', sourceId);
  });
}
