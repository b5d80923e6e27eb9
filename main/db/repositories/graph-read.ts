/** Reads the knowledge graph: search, entity pages, statistics, and the bulk views that the engine process loads. */
import { z } from 'zod';
import {
  type Edge,
  type EntityHit,
  type EntityPage,
  EntityType,
  ImportReport,
  type KgStats,
  PREDICTED,
} from '../../../shared/domain/graph.ts';
import { normaliseName } from '../../text/folding.ts';
import type { ReadDb } from '../connection.ts';
import { editCount } from './graph-edits.ts';

const SUMMARY_COLUMNS = `
  e.id, e.type, e.name,
  (SELECT value FROM kg_fact f WHERE f.entity_id = e.id AND f.key = 'en' ORDER BY source_id LIMIT 1) AS en,
  (SELECT value FROM kg_fact f WHERE f.entity_id = e.id AND f.key = 'icd10' ORDER BY source_id LIMIT 1) AS code`;

const SummaryRow = z
  .object({
    id: z.number(),
    type: EntityType,
    name: z.string(),
    en: z.string().nullable(),
    code: z.string().nullable(),
  })
  .transform(({ en, code, ...rest }) => ({
    ...rest,
    ...(en === null ? {} : { en }),
    ...(code === null ? {} : { code }),
  }));

const DEGREE = `(SELECT count(*) FROM kg_edge x WHERE x.head = e.id) + (SELECT count(*) FROM kg_edge_by_tail x WHERE x.tail = e.id)`;

const HitRow = z.intersection(
  SummaryRow,
  z.object({ matched: z.string(), norm: z.string(), degree: z.number() }),
);

/**
 * Returns entities with a name that contains `query`: exact names first, then prefixes, then by degree. Queries of
 * three or more characters use the trigram index; shorter ones (肺炎) a prefix range and a scan of all names.
 */
export function searchEntities(
  db: ReadDb,
  query: string,
  filter: { type?: EntityType | undefined; limit: number },
): EntityHit[] {
  const norm = normaliseName(query);
  if (norm === '') return [];
  const long = [...norm].length >= 3;
  const names = long
    ? // Selects exact names apart, so that no limit cuts them off.
      `SELECT id FROM kg_name WHERE norm = ?
       UNION SELECT id FROM (SELECT rowid AS id FROM kg_name_fts WHERE kg_name_fts MATCH ? LIMIT 5000)`
    : `SELECT id FROM (SELECT id FROM kg_name WHERE norm >= ? AND norm < ? LIMIT 5000)
       UNION SELECT id FROM (SELECT id FROM kg_name WHERE instr(norm, ?) > 1 LIMIT 5000)`;
  const sought = long ? [norm, `"${norm.replaceAll('"', '""')}"`] : [norm, `${norm}\u{10ffff}`, norm];
  const rows = db.all(
    HitRow,
    `SELECT ${SUMMARY_COLUMNS}, n.name AS matched, n.norm AS norm, ${DEGREE} AS degree
       FROM (${names}) hit JOIN kg_name n ON n.id = hit.id JOIN kg_entity e ON e.id = n.entity_id
      WHERE e.type = ifnull(?, e.type)
      ORDER BY n.norm <> ?, length(n.norm), degree DESC LIMIT 1000`,
    ...sought,
    filter.type ?? null,
    norm,
  );
  const best = new Map<number, EntityHit & { norm: string }>();
  for (const row of rows) if (!best.has(row.id)) best.set(row.id, row);
  const tier = (hit: { norm: string }) => (hit.norm === norm ? 0 : hit.norm.startsWith(norm) ? 1 : 2);
  return [...best.values()]
    .sort((a, b) => tier(a) - tier(b) || b.degree - a.degree || a.norm.length - b.norm.length)
    .slice(0, filter.limit)
    .map(({ norm: _norm, matched, ...hit }) => (matched === hit.name ? hit : { ...hit, matched }));
}

/** Splits into distinct lines, since sources may share a name. */
const distinctLines = (text: string): string[] => [...new Set(text.split('\n'))];

const NameRow = z.object({ name: z.string(), preferred: z.number(), sources: z.string().nullable() });
const FactRow = z.object({ key: z.string(), value: z.string(), source: z.string() });
const EdgeRow = z
  .object({
    relation: z.string(),
    direction: z.enum(['out', 'in']),
    rank: z.number(),
    sources: z.string(),
    predicted: z.number(),
    id: z.number(),
    type: EntityType,
    name: z.string(),
    en: z.string().nullable(),
    code: z.string().nullable(),
  })
  .transform(
    ({ relation, direction, rank, sources, predicted, ...other }): Edge => ({
      relation,
      direction,
      rank,
      sources: distinctLines(sources),
      ...(predicted === 1 && { predicted: true }),
      other: SummaryRow.parse(other),
    }),
  );

export function getEntity(db: ReadDb, id: number, edgeLimit: number): EntityPage | undefined {
  const summary = db.get(SummaryRow, `SELECT ${SUMMARY_COLUMNS} FROM kg_entity e WHERE e.id = ?`, id);
  if (summary === undefined) return undefined;
  const names = db.all(
    NameRow,
    `SELECT n.name, n.norm = e.norm AS preferred,
            group_concat(iif(s.format = '${PREDICTED}', NULL, s.name), char(10) ORDER BY s.id) AS sources
       FROM kg_name n JOIN kg_entity e ON e.id = n.entity_id
       JOIN kg_name_source ns ON ns.name_id = n.id JOIN kg_source s ON s.id = ns.source_id
      WHERE n.entity_id = ? GROUP BY n.id ORDER BY preferred DESC, n.id`,
    id,
  );
  const facts = factsOf(db, id);
  const edges = db.all(
    EdgeRow,
    `SELECT r.name AS relation, d.direction, min(d.rank) AS rank, group_concat(s.name, char(10) ORDER BY s.id) AS sources,
            min(s.format = '${PREDICTED}') AS predicted, ${SUMMARY_COLUMNS}
       FROM (SELECT 'out' AS direction, relation_id, tail AS other, source_id, rank FROM kg_edge WHERE head = ?
             UNION ALL
             SELECT 'in', relation_id, head, source_id, rank
               FROM kg_edge_by_tail JOIN kg_edge USING (head, relation_id, tail, source_id) WHERE tail = ?) d
       JOIN kg_relation r ON r.id = d.relation_id
       JOIN kg_source s ON s.id = d.source_id
       JOIN kg_entity e ON e.id = d.other
      GROUP BY d.direction, d.relation_id, d.other
      ORDER BY d.direction DESC, d.relation_id, rank, e.id LIMIT ?`,
    id,
    id,
    edgeLimit,
  );
  const { edgeCount } = db.get(
    z.object({ edgeCount: z.number() }),
    `SELECT (SELECT count(*) FROM (SELECT DISTINCT relation_id, tail FROM kg_edge WHERE head = ?)) +
            (SELECT count(*) FROM (SELECT DISTINCT relation_id, head FROM kg_edge_by_tail WHERE tail = ?)) AS edgeCount`,
    id,
    id,
  ) ?? { edgeCount: 0 };
  return {
    ...summary,
    names: names.map(({ name, preferred, sources }) => ({
      name,
      preferred: preferred === 1,
      sources: sources === null ? [] : distinctLines(sources),
    })),
    ...facts,
    edges,
    edgeCount,
  };
}

/** The earliest source of a fact wins; all that give its value are named. */
function factsOf(db: ReadDb, id: number): Pick<EntityPage, 'facts' | 'factSources'> {
  const facts: Record<string, string> = {};
  const factSources: Record<string, string[]> = {};
  for (const { key, value, source } of db.all(
    FactRow,
    `SELECT f.key, f.value, s.name AS source FROM kg_fact f JOIN kg_source s ON s.id = f.source_id
      WHERE f.entity_id = ? ORDER BY s.id, f.key`,
    id,
  )) {
    facts[key] ??= value;
    if (facts[key] !== value) continue;
    factSources[key] = [...new Set([...(factSources[key] ?? []), source])];
  }
  return { facts, factSources };
}

const CountRow = z.object({ key: z.string(), n: z.number() });

/** Newest statistics of each workspace, with the state of the sources when they were counted. */
const lastStats = new WeakMap<ReadDb, { readonly sources: string; readonly stats: KgStats }>();

/** Counts the whole graph, about a second for a million edges. Cached until the sources change. */
export function graphStats(db: ReadDb): KgStats {
  const rows = [...db.iterate('SELECT id, state, imported_at, sha256, report FROM kg_source ORDER BY id')];
  const sources = JSON.stringify([rows, editCount(db)]);
  const last = lastStats.get(db);
  if (last?.sources === sources) return last.stats;
  const stats = countGraph(db);
  if (rows.every(([, state]) => state === 'done')) lastStats.set(db, { sources, stats });
  return stats;
}

function countGraph(db: ReadDb): KgStats {
  const types = countTypes(db);
  const relations: Record<string, number> = {};
  for (const { key, n } of db.all(
    CountRow,
    `SELECT r.name AS key, e.n FROM kg_relation r JOIN
       (SELECT relation_id, count(*) AS n FROM (SELECT DISTINCT head, relation_id, tail FROM kg_edge)
         GROUP BY relation_id) e ON e.relation_id = r.id ORDER BY e.n DESC`,
  )) {
    relations[key] = n;
  }
  const total = (counts: Record<string, number>) => Object.values(counts).reduce((sum, n) => sum + n, 0);
  const entities = total(types);
  const names = db.get(z.object({ n: z.number() }), 'SELECT count(*) AS n FROM kg_name')?.n ?? 0;
  const triples = total(relations) + names - entities;
  if (names > entities) relations.SameAs = names - entities;
  return { entities, names, triples, types, relations, sources: listSources(db) };
}

/** Counts entities by type, most frequent first, in one scan without sorting. */
function countTypes(db: ReadDb): Record<string, number> {
  const sums = EntityType.options.map((type) => `ifnull(sum(type = '${type}'), 0)`).join();
  const [counts = []] = db.iterate(`SELECT ${sums} FROM kg_entity`);
  const found = EntityType.options
    .map((type, i) => [type, Number(counts[i])] as const)
    .filter(([, n]) => n > 0);
  return Object.fromEntries(found.sort((a, b) => b[1] - a[1]));
}

const SourceRow = z
  .object({
    id: z.number(),
    name: z.string(),
    format: z.string(),
    imported_at: z.string(),
    sha256: z.string(),
    report: z.string(),
  })
  .transform(({ imported_at, report, ...rest }) => ({
    ...rest,
    importedAt: imported_at,
    report: ImportReport.parse(JSON.parse(report)),
  }));

export function listSources(db: ReadDb): KgStats['sources'] {
  return db.all(
    SourceRow,
    `SELECT id, name, format, imported_at, sha256, report FROM kg_source WHERE state = 'done' ORDER BY id`,
  );
}

/** Yields all entities that have a fact, with its value, in no particular order. */
export function* entitiesByFact(
  db: ReadDb,
  key: string,
): IterableIterator<[value: string, entityId: number]> {
  for (const [value, id] of db.iterate('SELECT value, entity_id FROM kg_fact WHERE key = ?', key)) {
    yield [String(value), Number(id)];
  }
}
