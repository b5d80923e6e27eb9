/** Imports into a test workspace, and the graph in words that tests can compare. */

import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { WriteDb } from '../../main/db/connection.ts';
import { type ImportOptions, type ImportProgress, importGraph } from '../../main/kg/import/index.ts';
import type { ImportReport } from '../../shared/domain/graph.ts';
import { words } from '../../shared/messages/words.ts';
import { temporaryDir } from './workspace.ts';

export const kgFixtures = join(import.meta.dirname, '..', 'fixtures', 'kg');

/** Runs an import to its end; `each` sees the progress. */
export async function drive(
  steps: AsyncGenerator<ImportProgress, ImportReport>,
  each: (progress: ImportProgress) => void = () => undefined,
): Promise<ImportReport> {
  for (;;) {
    const step = await steps.next();
    if (step.done === true) return step.value;
    each(step.value);
  }
}

export function importFile(
  db: WriteDb,
  path: string,
  options: Partial<ImportOptions> & { name?: string } = {},
): Promise<ImportReport> {
  const { name = basename(path), ...rest } = options;
  return drive(importGraph(db, { name, path }, { format: 'auto', ...rest }));
}

/** Writes a file into a throw-away folder and returns its path. */
export function temporaryFile(name: string, content: string | Uint8Array): string {
  const path = join(temporaryDir(), name);
  writeFileSync(path, content);
  return path;
}

/** The number of refusals by reason, the Chinese part of the reason left out. */
export function refusals(report: ImportReport): Record<string, number> {
  return Object.fromEntries(report.refused.map(({ reason, count }) => [words(reason, 'en'), count]));
}

/** Edges as `disease:甲 HasSymptom symptom:乙 #0`, sorted. */
export function edges(db: WriteDb): string[] {
  return texts(
    db,
    `SELECT DISTINCT h.type || ':' || h.name || ' ' || r.name || ' ' || t.type || ':' || t.name || ' #' || x.rank
       FROM kg_edge x JOIN kg_entity h ON h.id = x.head JOIN kg_entity t ON t.id = x.tail
       JOIN kg_relation r ON r.id = x.relation_id`,
  );
}

/** Names as `disease:甲 = 乙`, an entity's own as `disease:甲`, sorted. */
export function names(db: WriteDb): string[] {
  return texts(
    db,
    `SELECT e.type || ':' || e.name || iif(n.norm = e.norm, '', ' = ' || n.name)
       FROM kg_name n JOIN kg_entity e ON e.id = n.entity_id`,
  );
}

/** Facts as `甲 icd10 A00`, sorted. */
export function facts(db: WriteDb): string[] {
  return texts(
    db,
    `SELECT DISTINCT e.name || ' ' || f.key || ' ' || f.value FROM kg_fact f JOIN kg_entity e ON e.id = f.entity_id`,
  );
}

function texts(db: WriteDb, sql: string): string[] {
  return [...db.iterate(sql)].map(([text]) => String(text)).sort();
}

const TABLES = [
  'kg_entity',
  'kg_name',
  'kg_name_source',
  'kg_fact',
  'kg_relation',
  'kg_edge',
  'kg_edge_by_tail',
  'kg_source',
];

/** Every row of the graph, ids included. */
export function snapshot(db: WriteDb): Record<string, string[]> {
  const rows = (table: string) =>
    [...db.iterate(`SELECT * FROM ${table}`)].map((row) => JSON.stringify(row)).sort();
  return Object.fromEntries(TABLES.map((table) => [table, rows(table)]));
}

/** Lists faults of the graph: dangling ids, entities without their own name, a search index that disagrees. */
export function inconsistencies(db: WriteDb): string[] {
  db.run(`INSERT INTO kg_name_fts (kg_name_fts, rank) VALUES ('integrity-check', 1)`);
  const checks = {
    'edge without its head': 'SELECT 1 FROM kg_edge WHERE head NOT IN (SELECT id FROM kg_entity)',
    'edge without its tail': 'SELECT 1 FROM kg_edge WHERE tail NOT IN (SELECT id FROM kg_entity)',
    'edge without its key by tail':
      'SELECT head, relation_id, tail, source_id FROM kg_edge EXCEPT SELECT head, relation_id, tail, source_id FROM kg_edge_by_tail',
    'key by tail without its edge':
      'SELECT head, relation_id, tail, source_id FROM kg_edge_by_tail EXCEPT SELECT head, relation_id, tail, source_id FROM kg_edge',
    'edge without its relation':
      'SELECT 1 FROM kg_edge WHERE relation_id NOT IN (SELECT id FROM kg_relation)',
    'edge without its source': 'SELECT 1 FROM kg_edge WHERE source_id NOT IN (SELECT id FROM kg_source)',
    'edge to itself': 'SELECT 1 FROM kg_edge WHERE head = tail',
    'fact without its entity': 'SELECT 1 FROM kg_fact WHERE entity_id NOT IN (SELECT id FROM kg_entity)',
    'name without a source': 'SELECT 1 FROM kg_name WHERE id NOT IN (SELECT name_id FROM kg_name_source)',
    'claim without its name': 'SELECT 1 FROM kg_name_source WHERE name_id NOT IN (SELECT id FROM kg_name)',
    'claim without its source':
      'SELECT 1 FROM kg_name_source WHERE source_id NOT IN (SELECT id FROM kg_source)',
    'entity without its own name':
      'SELECT 1 FROM kg_entity e WHERE NOT EXISTS (SELECT 1 FROM kg_name n WHERE n.entity_id = e.id AND n.norm = e.norm)',
    'unused relation': 'SELECT 1 FROM kg_relation WHERE id NOT IN (SELECT relation_id FROM kg_edge)',
  };
  return Object.entries(checks).flatMap(([problem, sql]) =>
    [...db.iterate(sql)].length > 0 ? [problem] : [],
  );
}
