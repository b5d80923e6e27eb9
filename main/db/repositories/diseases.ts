/** Finds diseases of the graph by name and by code, for labels that stand for them. */
import { z } from 'zod';
import type { EntitySummary } from '../../../shared/domain/graph.ts';
import { normaliseName } from '../../text/folding.ts';
import type { ReadDb } from '../connection.ts';

const Row = z
  .object({ id: z.number(), name: z.string(), en: z.string().nullable(), code: z.string().nullable() })
  .transform(
    ({ en, code, ...rest }): EntitySummary => ({
      ...rest,
      type: 'disease',
      ...(en === null ? {} : { en }),
      ...(code === null ? {} : { code }),
    }),
  );

const FACT = (key: string): string =>
  `(SELECT value FROM kg_fact f WHERE f.entity_id = e.id AND f.key = '${key}' ORDER BY source_id LIMIT 1)`;
/** Selects diseases. `ORDER` puts those with most edges first: of two with one name the one with more knowledge. */
const SELECT = `SELECT e.id, e.name, ${FACT('en')} AS en, ${FACT('icd10')} AS code FROM kg_entity e`;
const ORDER = 'ORDER BY (SELECT count(*) FROM kg_edge x WHERE x.head = e.id) DESC, e.id LIMIT 20';

/** Returns diseases with this preferred name, then those with this synonym. */
export function diseasesNamed(db: ReadDb, name: string): EntitySummary[] {
  const norm = normaliseName(name);
  if (norm === '') return [];
  const found = db.all(
    Row,
    `${SELECT} WHERE e.type = 'disease' AND e.id IN (SELECT entity_id FROM kg_name WHERE norm = ?) ${ORDER}`,
    norm,
  );
  const isOwn = (entity: EntitySummary): boolean => normaliseName(entity.name) === norm;
  return [...found.filter(isOwn), ...found.filter((entity) => !isOwn(entity))];
}

/** Returns diseases with this ICD code, ignoring case. */
export const diseasesCoded = (db: ReadDb, code: string): EntitySummary[] =>
  db.all(
    Row,
    `${SELECT} WHERE e.type = 'disease' AND e.id IN
       (SELECT entity_id FROM kg_fact WHERE key = 'icd10' AND value = ? COLLATE NOCASE) ${ORDER}`,
    code,
  );

/** Returns the different names with a code, by name. */
export const codedNames = (db: ReadDb): string[] =>
  db
    .all(
      z.object({ name: z.string() }),
      "SELECT DISTINCT e.name FROM kg_entity e JOIN kg_fact f ON f.entity_id = e.id WHERE f.key = 'icd10' ORDER BY e.name",
    )
    .map(({ name }) => name);

export const getDisease = (db: ReadDb, id: number): EntitySummary | undefined =>
  db.get(Row, `${SELECT} WHERE e.type = 'disease' AND e.id = ?`, id);

const Department = z.object({ id: z.number(), name: z.string() });
const Id = z.object({ id: z.number() });

/** Returns the department of a name or synonym with the ids of its diseases, or `undefined`. */
export function departmentNamed(
  db: ReadDb,
  name: string,
): { readonly entity: EntitySummary; readonly diseases: number[] } | undefined {
  const [found] = db.all(
    Department,
    `SELECT e.id, e.name FROM kg_entity e
      WHERE e.type = 'department' AND e.id IN (SELECT entity_id FROM kg_name WHERE norm = ?) ${ORDER}`,
    normaliseName(name),
  );
  if (found === undefined) return undefined;
  const diseases = db.all(
    Id,
    `SELECT DISTINCT head AS id FROM kg_edge_by_tail
      WHERE tail = ? AND relation_id = (SELECT id FROM kg_relation WHERE name = 'InDepartment')`,
    found.id,
  );
  return { entity: { ...found, type: 'department' }, diseases: diseases.map(({ id }) => id) };
}
