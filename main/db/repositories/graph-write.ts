/**
 * Writes the knowledge graph, one source at a time. Names merge under their normalised form and type; provenance is
 * kept per name, fact and edge, so `removeSource` (graph-remove.ts) takes back exactly what a source brought.
 */
import { z } from 'zod';
import { invariant } from '../../../shared/assert.ts';
import { EntityType, type ImportReport } from '../../../shared/domain/graph.ts';
import { AppError } from '../../../shared/result.ts';
import { normaliseName } from '../../text/folding.ts';
import { insert } from '../columns.ts';
import type { WriteDb } from '../connection.ts';
import { isOtherProcessAlive } from '../process-alive.ts';
import { type Added, EdgeWriter, relationId } from './graph-edges.ts';

export { removeSource } from './graph-remove.ts';

const IdRow = z.object({ id: z.number() });

/** Inserts a source in state `importing`; `finishSource` ends the import. */
export const beginSource = (db: WriteDb, source: { name: string; format: string; sha256: string }): number =>
  insert(db, 'kg_source', {
    name: source.name,
    format: source.format,
    sha256: source.sha256,
    importedAt: new Date().toISOString(),
    state: 'importing',
    owner: process.pid,
    report: {},
  });

export function finishSource(db: WriteDb, sourceId: number, report: ImportReport, sha256: string): void {
  const { changes } = db.run(
    `UPDATE kg_source SET state = 'done', report = ?, sha256 = ? WHERE id = ? AND state = 'importing'`,
    JSON.stringify(report),
    sha256,
    sourceId,
  );
  if (changes === 1) return;
  throw new AppError('conflict', 'graph.import-taken-back');
}

/** Returns sources that a crash left half imported, without those that live processes are importing. */
export function unfinishedSources(db: WriteDb): number[] {
  const Row = z.object({ id: z.number(), owner: z.number() });
  return db
    .all(Row, `SELECT id, owner FROM kg_source WHERE state = 'importing'`)
    .filter(({ owner }) => !isOtherProcessAlive(owner))
    .map(({ id }) => id);
}

/** Entity with its type in the graph. */
export interface Resolved {
  readonly id: number;
  readonly type: EntityType;
}

/** Entity with a name, as its preferred (`own`) name or as a synonym, and the earliest source that says so. */
const Bearer = z.object({
  id: z.number(),
  type: EntityType,
  own: z.number(),
  first: z.number(),
  earlier: z.number().nullable(),
});
type Bearer = z.infer<typeof Bearer>;

/** Entities cached by name. A full cache is cleared, which affects only speed. */
const MAX_REMEMBERED = 1_000_000;

/**
 * Adds entities, names, facts and edges of one source. Caches resolved names (about 150 bytes an entity), so that a
 * million triples take seconds. Edges are collected for `edges.write`; every other method writes at once: wrap batches
 * of calls in `db.transaction`.
 */
export class GraphWriter {
  readonly #db: WriteDb;
  readonly #sourceId: number;
  readonly #ownSynonyms: boolean;
  /** Cache of resolved entities by `type \0 norm`. */
  readonly #resolved = new Map<string, Resolved>();
  readonly #relations = new Map<string, number>();
  readonly edges: EdgeWriter;
  newEntities = 0;
  newNames = 0;

  /**
   * @param options.ownSynonyms resolves names through synonyms of this source too. Set it for a curated source that
   *   adds all its names before its edges, not for crawls, whose synonyms are often other diseases.
   */
  constructor(db: WriteDb, sourceId: number, options: { ownSynonyms: boolean } = { ownSynonyms: false }) {
    this.#db = db;
    this.#sourceId = sourceId;
    this.#ownSynonyms = options.ownSynonyms;
    const lastOldEntity = db.get(IdRow, 'SELECT ifnull(max(id), 0) AS id FROM kg_entity')?.id ?? 0;
    this.edges = new EdgeWriter(db, sourceId, lastOldEntity);
  }

  entity(name: string, type: EntityType, alternatives: readonly EntityType[] = []): number {
    return this.resolve(name, type, alternatives).id;
  }

  /**
   * Returns the entity with this preferred name and type. Otherwise returns the one of that type or, in their order, of
   * the types in `alternatives`, to which the *earliest* source gives the name, unless that is ambiguous. Otherwise
   * creates one. Names from this source do not count (except with `ownSynonyms`), so importing a source twice resolves
   * every name as the first time. Throws on an empty name.
   */
  resolve(name: string, type: EntityType, alternatives: readonly EntityType[] = []): Resolved {
    const norm = normaliseName(name);
    invariant(norm !== '', 'resolve: empty name');
    const key = `${type}\0${norm}`;
    const known = this.#resolved.get(key);
    if (known !== undefined) return known;
    const found = this.#find(norm, type, alternatives) ?? { id: this.#create(norm, name.trim(), type), type };
    if (this.#resolved.size >= MAX_REMEMBERED) this.#resolved.clear();
    this.#resolved.set(key, found);
    this.#putName(found.id, norm, name.trim());
    return found;
  }

  #find(norm: string, type: EntityType, alternatives: readonly EntityType[]): Resolved | undefined {
    const bearers = this.#db.all(
      Bearer,
      `SELECT e.id, e.type, n.norm = e.norm AS own, min(s.source_id) AS first,
              min(s.source_id) FILTER (WHERE s.source_id <> ?) AS earlier
         FROM kg_name n JOIN kg_entity e ON e.id = n.entity_id JOIN kg_name_source s ON s.name_id = n.id
        WHERE n.norm = ? GROUP BY e.id`,
      this.#sourceId,
      norm,
    );
    if (bearers.length === 0) return undefined;
    const own = bearers.find((b) => b.type === type && b.own === 1);
    if (own !== undefined) return own;
    const usable = this.#ownSynonyms ? bearers : bearers.filter((b) => b.earlier !== null);
    return mostTrusted(usable, [type, ...alternatives]);
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
    const added = putName(this.#db, this.#sourceId, { entityId, norm, name });
    if (added.isNew) this.newNames++;
    return added.isNew && added.isClaimed ? 'new' : 'merged';
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

  /** Collects head –relation→ tail; `rank` is its place in the source's list. */
  edge(head: number, relation: string, tail: number, rank: number): void {
    this.edges.add(head, this.#relation(relation), tail, rank);
  }

  #relation(name: string): number {
    const id = this.#relations.get(name) ?? relationId(this.#db, name);
    this.#relations.set(name, id);
    return id;
  }
}

/** Adds a name of an entity, if it lacks it, and the claim of the source. */
export function putName(
  db: WriteDb,
  sourceId: number,
  { entityId, norm, name }: { readonly entityId: number; readonly norm: string; readonly name: string },
): { readonly isNew: boolean; readonly isClaimed: boolean } {
  const inserted = db.run(
    'INSERT INTO kg_name (entity_id, norm, name) VALUES (?, ?, ?) ON CONFLICT (entity_id, norm) DO NOTHING',
    entityId,
    norm,
    name,
  );
  const isNew = inserted.changes === 1;
  if (isNew) db.run('INSERT INTO kg_name_fts (rowid, norm) VALUES (?, ?)', inserted.lastInsertRowid, norm);
  const nameId = isNew
    ? inserted.lastInsertRowid
    : (db.get(IdRow, 'SELECT id FROM kg_name WHERE entity_id = ? AND norm = ?', entityId, norm)?.id ?? 0);
  const claimed = db.run(
    'INSERT INTO kg_name_source (name_id, source_id) VALUES (?, ?) ON CONFLICT DO NOTHING',
    nameId,
    sourceId,
  );
  return { isNew, isClaimed: claimed.changes === 1 };
}

/**
 * Returns, of the entities that the earliest source gives this name, the one of the first type in `types`; a preferred
 * name comes before a synonym. Returns `undefined` when two are equal in that.
 */
function mostTrusted(bearers: readonly Bearer[], types: readonly EntityType[]): Bearer | undefined {
  const order = (a: Bearer, b: Bearer) =>
    a.first - b.first || types.indexOf(a.type) - types.indexOf(b.type) || b.own - a.own;
  const [best, next] = bearers.filter((b) => types.includes(b.type)).sort(order);
  return best === undefined || (next !== undefined && order(best, next) === 0) ? undefined : best;
}
