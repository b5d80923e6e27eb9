/**
 * Reads the whole knowledge graph in bulk for diagnosis ranking: raw rows in columns, no object per row, since a
 * graph may have a million edges.
 */
import { EntityType } from '../../../shared/domain/graph.ts';
import type { ReadDb } from '../connection.ts';
import { rowsByRange } from '../id-ranges.ts';

/** Relations that a ranking may use as evidence, and IsA, which measures how near findings are. */
export const EVIDENCE_RELATIONS = [
  'HasSymptom',
  'HasSign',
  'HasFinding',
  'CausedBy',
  'HasComplication',
  'TreatedByDrug',
  'TreatedBy',
  'NeedsExam',
  'LocatedIn',
  'IsA',
] as const;
export type EvidenceRelation = (typeof EVIDENCE_RELATIONS)[number];

/** Facts that a ranking uses or shows. */
export const EVIDENCE_FACTS = ['en', 'icd10', 'sex', 'age', 'frequency', 'urgent'] as const;
export type EvidenceFact = (typeof EVIDENCE_FACTS)[number];

/** Groups of columns of equal length; row i of a group is element i of its columns. */
export interface EvidenceData {
  /** Entities in ascending order of id. `type` indexes `EntityType.options`, `norm` is the folded preferred name. */
  readonly entities: {
    readonly id: readonly number[];
    readonly type: readonly number[];
    readonly name: readonly string[];
    readonly norm: readonly string[];
  };
  /**
   * Distinct (head, relation, tail), by head; `relation` indexes `EVIDENCE_RELATIONS`. `rank` is the place in the list
   * of the earliest source with this edge: curated sources come first, and their order is meaningful.
   */
  readonly edges: {
    readonly head: readonly number[];
    readonly relation: readonly number[];
    readonly tail: readonly number[];
    readonly rank: readonly number[];
  };
  /** Accepted predictions, as `predictedKey` of ids; `relation` indexes `EVIDENCE_RELATIONS`. */
  readonly predicted?: ReadonlySet<string>;
  /** `key` indexes `EVIDENCE_FACTS`; one value per entity and key, that of the earliest source. */
  readonly facts: {
    readonly entity: readonly number[];
    readonly key: readonly number[];
    readonly value: readonly string[];
  };
  /** Folded names of diseases and findings besides the preferred one. */
  readonly aliases: { readonly entity: readonly number[]; readonly norm: readonly string[] };
}

export function loadEvidence(db: ReadDb): EvidenceData {
  return {
    entities: loadEntities(db),
    edges: loadEdges(db),
    predicted: loadPredicted(db),
    facts: loadFacts(db),
    aliases: loadAliases(db),
  };
}

export const predictedKey = (head: number, relation: number, tail: number): string =>
  `${head} ${relation} ${tail}`;

/** Edges that no imported source has. */
function loadPredicted(db: ReadDb): Set<string> {
  const codes = relationCodes(db);
  const rows = db.rows(
    `SELECT DISTINCT head, relation_id, tail FROM kg_prediction p
       JOIN kg_relation r ON r.name = p.relation JOIN kg_edge USING (head, tail)
      WHERE p.state = 'accepted' AND relation_id = r.id
      GROUP BY head, relation_id, tail HAVING count(*) = 1`,
  );
  return new Set(
    rows.map(([head, relation, tail]) =>
      predictedKey(Number(head), codes.get(Number(relation)) ?? -1, Number(tail)),
    ),
  );
}

function loadEntities(db: ReadDb): EvidenceData['entities'] {
  const codes = new Map<string, number>(EntityType.options.map((type, code) => [type, code]));
  const other = EntityType.options.indexOf('other');
  const id: number[] = [];
  const type: number[] = [];
  const name: string[] = [];
  const norm: string[] = [];
  const sql = 'SELECT id, type, name, norm FROM kg_entity WHERE id >= ? AND id < ? ORDER BY id';
  for (const rows of rowsByRange(db, { table: 'kg_entity', column: 'id' }, sql)) {
    for (const row of rows) {
      id.push(Number(row[0]));
      type.push(codes.get(String(row[1])) ?? other);
      name.push(String(row[2]));
      norm.push(String(row[3]));
    }
  }
  return { id, type, name, norm };
}

function loadEdges(db: ReadDb): EvidenceData['edges'] {
  const codes = relationCodes(db);
  const head: number[] = [];
  const relation: number[] = [];
  const tail: number[] = [];
  const rank: number[] = [];
  // Order of the primary key: needs no sorting, and the earliest source of an edge comes first.
  const sql = `SELECT head, relation_id, tail, rank FROM kg_edge
    WHERE head >= ? AND head < ? ORDER BY head, relation_id, tail, source_id`;
  let last = -1;
  for (const rows of rowsByRange(db, { table: 'kg_edge', column: 'head' }, sql)) {
    for (const row of rows) {
      const code = codes.get(Number(row[1]));
      if (code === undefined) continue;
      const from = Number(row[0]);
      const to = Number(row[2]);
      if (last >= 0 && tail[last] === to && relation[last] === code && head[last] === from) continue;
      head.push(from);
      relation.push(code);
      tail.push(to);
      rank.push(Number(row[3]));
      last++;
    }
  }
  return { head, relation, tail, rank };
}

/** Row id of a relation → its index in `EVIDENCE_RELATIONS`. */
function relationCodes(db: ReadDb): Map<number, number> {
  const codes = new Map<number, number>();
  const known: readonly string[] = EVIDENCE_RELATIONS;
  for (const row of db.iterate('SELECT id, name FROM kg_relation')) {
    const code = known.indexOf(String(row[1]));
    if (code >= 0) codes.set(Number(row[0]), code);
  }
  return codes;
}

function loadFacts(db: ReadDb): EvidenceData['facts'] {
  const entity: number[] = [];
  const key: number[] = [];
  const value: string[] = [];
  const known: readonly string[] = EVIDENCE_FACTS;
  const marks = EVIDENCE_FACTS.map(() => '?').join(', ');
  const rows = db.iterate(
    `SELECT entity_id, key, value FROM kg_fact WHERE key IN (${marks}) ORDER BY entity_id, key, source_id`,
    ...EVIDENCE_FACTS,
  );
  let last = -1;
  for (const row of rows) {
    const code = known.indexOf(String(row[1]));
    const of = Number(row[0]);
    if (last >= 0 && entity[last] === of && key[last] === code) continue;
    entity.push(of);
    key.push(code);
    value.push(String(row[2]));
    last++;
  }
  return { entity, key, value };
}

function loadAliases(db: ReadDb): EvidenceData['aliases'] {
  const entity: number[] = [];
  const norm: string[] = [];
  const rows = db.iterate(
    `SELECT n.entity_id, n.norm FROM kg_name n JOIN kg_entity e ON e.id = n.entity_id
      WHERE e.type IN ('disease', 'symptom', 'sign', 'finding') AND n.norm <> e.norm ORDER BY n.entity_id, n.norm`,
  );
  for (const row of rows) {
    entity.push(Number(row[0]));
    norm.push(String(row[1]));
  }
  return { entity, norm };
}
