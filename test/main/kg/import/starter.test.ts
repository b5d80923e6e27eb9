/** The starter graph that ships: that its tables are whole, and what in it may need an editor's eye. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { graphStats } from '../../../../main/db/repositories/graph-read.ts';
import { importStarter, STARTER_NAME } from '../../../../main/kg/import/index.ts';
import { Workspace } from '../../../../main/workspace/workspace.ts';
import {
  EntityType,
  type ImportReport,
  type KnownRelation,
  RELATIONS,
} from '../../../../shared/domain/graph.ts';
import { drive, inconsistencies } from '../../../helpers/kg.ts';

/** Types that the tail of a relation may have; the head is a disease, but for IsA. */
const TAILS: Omit<Record<KnownRelation, readonly EntityType[]>, 'IsA' | 'SameAs'> = {
  HasSymptom: ['symptom'],
  HasSign: ['sign'],
  HasFinding: ['finding'],
  NeedsExam: ['exam'],
  TreatedByDrug: ['drug'],
  TreatedBy: ['treatment'],
  HasComplication: ['disease', 'finding', 'symptom', 'sign'],
  CausedBy: ['cause', 'disease', 'finding', 'symptom', 'sign'],
  LocatedIn: ['anatomy'],
  InDepartment: ['department'],
  DifferentialFrom: ['disease', 'finding', 'symptom', 'sign'],
};

const EDGES = `kg_edge x JOIN kg_relation r ON r.id = x.relation_id
  JOIN kg_entity h ON h.id = x.head JOIN kg_entity t ON t.id = x.tail`;
/** The diseases with a row of their own have a frequency; others are only named in lists. */
const DESCRIBED = `SELECT entity_id FROM kg_fact WHERE key = 'frequency'`;

describe('the starter graph', () => {
  const dir = mkdtempSync(join(tmpdir(), 'meridian-test-'));
  const workspace = Workspace.open(join(dir, 'workspace'), { configDir: join(dir, 'config') });
  const { db } = workspace;
  let report: ImportReport;
  const rows = (sql: string) => [...db.iterate(sql)].map((row) => row.join(' '));
  const facts = (key: string) =>
    rows(`SELECT DISTINCT value FROM kg_fact WHERE key = '${key}' ORDER BY value`);

  beforeAll(async () => {
    report = await drive(importStarter(db));
  });
  afterAll(() => {
    workspace.close();
    rmSync(dir, { recursive: true, force: true });
  });

  it('comes in whole, as one source', () => {
    expect(report.refused).toEqual([]);
    expect(inconsistencies(db)).toEqual([]);
    const stats = graphStats(db);
    expect(stats.sources.map(({ name }) => name)).toEqual([STARTER_NAME]);
    expect(stats.triples).toBeGreaterThanOrEqual(6000);
    expect(rows(DESCRIBED).length).toBeGreaterThanOrEqual(250);
  });

  it.each([
    ['symptoms, signs or findings', `'HasSymptom', 'HasSign', 'HasFinding'`],
    ['exams', `'NeedsExam'`],
    ['a department', `'InDepartment'`],
  ])('has %s for every disease', (_what, relations) => {
    const having = `SELECT x.head FROM ${EDGES} WHERE r.name IN (${relations})`;
    expect(rows(`SELECT name FROM kg_entity WHERE id IN (${DESCRIBED}) AND id NOT IN (${having})`)).toEqual(
      [],
    );
  });

  it('has facts in the agreed words', () => {
    expect(facts('urgent')).toEqual(['1']);
    expect(facts('frequency')).toEqual(['常见', '少见', '罕见'].sort());
    expect(facts('sex')).toEqual(['女', '男'].sort());
    expect(facts('age').filter((age) => !/^\d+(\.\d+)?-(\d+(\.\d+)?)?$/.test(age))).toEqual([]);
    expect(facts('icd10').filter((code) => !/^[A-Z]\d{2}(\.[\dA-Za-z]+)?$/.test(code))).toEqual([]);
  });

  it('links only what its relations are for', () => {
    const stats = graphStats(db);
    expect(Object.keys(stats.types).filter((type) => !EntityType.safeParse(type).success)).toEqual([]);
    expect(Object.keys(stats.relations).filter((relation) => !(relation in RELATIONS))).toEqual([]);
    for (const [relation, types] of Object.entries(TAILS)) {
      const allowed = types.map((type) => `'${type}'`).join();
      const strange = `h.type <> 'disease' OR t.type NOT IN (${allowed})`;
      const wrong = `SELECT h.name, r.name, t.type, t.name FROM ${EDGES} WHERE r.name = '${relation}' AND (${strange})`;
      expect(rows(wrong)).toEqual([]);
    }
    const acrossTypes = `SELECT h.name, t.name FROM ${EDGES} WHERE r.name = 'IsA' AND h.type <> t.type`;
    expect(rows(acrossTypes)).toEqual([]);
  });

  it('tells its near-duplicates', () => {
    const found = nearDuplicates(rows);
    console.log(`near-duplicates in the starter graph: ${found.length}\n${found.join('\n')}`);
  });

  it('merges wholly with itself', async () => {
    const again = await drive(importStarter(db));
    expect(again).toMatchObject({ triples: 0, newEntities: 0, newNames: 0 });
  });
});

/** Names that are an entity's own and a synonym of another of its type, or synonyms of two: rarely meant so. */
function nearDuplicates(rows: (sql: string) => string[]): string[] {
  return [
    ...rows(
      `SELECT e.type || ': ' || own.name || ' is also another name of ' || e.name
         FROM kg_name n JOIN kg_entity e ON e.id = n.entity_id
         JOIN kg_entity own ON own.norm = n.norm AND own.type = e.type AND own.id <> e.id
        ORDER BY e.type, e.name`,
    ),
    ...rows(
      `SELECT e.type || ': ' || min(n.name) || ' is another name of ' || group_concat(e.name, ' and of ')
         FROM kg_name n JOIN kg_entity e ON e.id = n.entity_id WHERE n.norm <> e.norm
        GROUP BY e.type, n.norm HAVING count(*) > 1 ORDER BY e.type`,
    ),
  ];
}
