/** Diseases of the graph by name and by code, for labels that stand for them. */
import { z } from 'zod';
import type { EntitySummary } from '../../../shared/domain/graph.ts';
import { normaliseName } from '../../text/normalise.ts';
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
/** Those with most edges first: of two diseases with one name the one that more is known about. */
const SELECT = `SELECT e.id, e.name, ${FACT('en')} AS en, ${FACT('icd10')} AS code FROM kg_entity e`;
const ORDER = 'ORDER BY (SELECT count(*) FROM kg_edge x WHERE x.head = e.id) DESC, e.id LIMIT 20';

/** Those that bear the name, as their own or a synonym; those whose own it is first. */
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

/** Those whose ICD code is exactly this one, whatever its case. */
export function diseasesCoded(db: ReadDb, code: string): EntitySummary[] {
  return db.all(
    Row,
    `${SELECT} WHERE e.type = 'disease' AND e.id IN
       (SELECT entity_id FROM kg_fact WHERE key = 'icd10' AND value = ? COLLATE NOCASE) ${ORDER}`,
    code,
  );
}

export function getDisease(db: ReadDb, id: number): EntitySummary | undefined {
  return db.get(Row, `${SELECT} WHERE e.type = 'disease' AND e.id = ?`, id);
}
