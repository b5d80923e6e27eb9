/** Standard terms for a run of normalisation: the names with a code in the knowledge graph as it was at the start. */
import { z } from 'zod';
import type { RunSettings } from '../../../shared/domain/training.ts';
import { type DatabaseAccess, withDatabase } from '../../db/connection.ts';
import { codedNames } from '../../db/repositories/diseases.ts';
import type { RunStorage } from '../../engine/train/run-types.ts';
import type { Session } from '../session/session.ts';

const FILE = 'terms';
const Terms = z.array(z.string());

/** Returns the database with the code list, or `undefined` where the settings read none. */
export function termsRequest({ workspace }: Session, settings: RunSettings): DatabaseAccess | undefined {
  if (settings.task !== 'normalisation' || !settings.codedTerms) return undefined;
  return { databaseFile: workspace.databaseFile, key: workspace.key };
}

/** Returns the terms, which the run's folder keeps, so that a resumed run reads the same ones. */
export function listedTerms(graph: DatabaseAccess, storage: RunStorage): readonly string[] {
  const kept = storage.read(FILE);
  if (kept !== undefined) return Terms.parse(JSON.parse(Buffer.from(kept).toString('utf8')));
  const terms = withDatabase(graph, codedNames);
  storage.write(FILE, [Buffer.from(JSON.stringify(terms), 'utf8')]);
  return terms;
}
