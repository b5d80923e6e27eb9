/** Types of words by the names of the knowledge graph. */
import { z } from 'zod';
import { EntityType } from '../../../shared/domain/graph.ts';
import { normaliseName } from '../../text/folding.ts';
import type { ReadDb } from '../connection.ts';

/** Returns the first two characters of all names of entities of these types. */
export const beginningsOfNames = (db: ReadDb, types: readonly string[]): ReadonlySet<string> =>
  new Set(
    db
      .rows(
        `SELECT DISTINCT substr(n.norm, 1, 2) FROM kg_name n JOIN kg_entity e ON e.id = n.entity_id
          WHERE e.type IN (${types.map(() => '?').join(', ')})`,
        ...types,
      )
      .map(([beginning]) => String(beginning)),
  );

const Row = z.object({ type: EntityType });

/** Returns the type of the entity with this name: preferred names come before synonyms, then older entities first. */
export const typeOfName = (db: ReadDb, name: string): EntityType | undefined =>
  db.get(
    Row,
    `SELECT e.type AS type FROM kg_name n JOIN kg_entity e ON e.id = n.entity_id
      WHERE n.norm = ? ORDER BY n.norm <> e.norm, e.id LIMIT 1`,
    normaliseName(name),
  )?.type;

/** Returns the normalised names whose type, as `typeOfName` tells it, is one of these. */
export const namesOfTypes = (db: ReadDb, types: readonly string[]): Set<string> =>
  new Set(
    db
      .rows(
        `SELECT norm FROM (SELECT n.norm AS norm, e.type AS type,
            row_number() OVER (PARTITION BY n.norm ORDER BY n.norm <> e.norm, e.id) AS place
          FROM kg_name n JOIN kg_entity e ON e.id = n.entity_id)
         WHERE place = 1 AND type IN (${types.map(() => '?').join(', ')})`,
        ...types,
      )
      .map(([norm]) => String(norm)),
  );
