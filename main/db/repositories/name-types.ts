/** Types of words by the names of the knowledge graph. */
import { z } from 'zod';
import { EntityType } from '../../../shared/domain/graph.ts';
import { normaliseName } from '../../text/folding.ts';
import type { ReadDb } from '../connection.ts';

const Row = z.object({ type: EntityType });

/** Returns the type of the entity with this name: preferred names come before synonyms, then older entities first. */
export const typeOfName = (db: ReadDb, name: string): EntityType | undefined =>
  db.get(
    Row,
    `SELECT e.type AS type FROM kg_name n JOIN kg_entity e ON e.id = n.entity_id
      WHERE n.norm = ? ORDER BY n.norm <> e.norm, e.id LIMIT 1`,
    normaliseName(name),
  )?.type;
