/** Words for the lexicon of a run: names of the knowledge graph as it was at the start, and word vectors. */
import { z } from 'zod';
import {
  LexiconSettings,
  lexiconReads,
  lexiconVectorsRead,
} from '../../../shared/domain/lexicon-settings.ts';
import type { RunSettings } from '../../../shared/domain/training.ts';
import { withDatabase } from '../../db/connection.ts';
import { loadLexicon } from '../../db/repositories/lexicon.ts';
import type { LexiconSources } from '../../engine/tasks/lexicon-setup.ts';
import type { RunStorage } from '../../engine/train/run-types.ts';
import type { Session } from '../session/session.ts';
import { namedVectors } from './front-vectors.ts';
import type { LexiconRequest } from './process/protocol.ts';

const FILE = 'lexicon';
const Names = z.array(z.object({ name: z.string(), type: z.string() }));
type Names = z.infer<typeof Names>;

/** Returns what the settings read for their lexicon, or `undefined`. @throws AppError when vectors are missing */
export function lexiconRequest(session: Session, settings: RunSettings): LexiconRequest | undefined {
  const words = { ...settings, ...LexiconSettings.parse(settings) };
  const { graph, vectors } = lexiconReads(words);
  const which = lexiconVectorsRead(words);
  if (!graph && !vectors) return undefined;
  const { databaseFile, key } = session.workspace;
  return {
    ...(graph ? { graph: { databaseFile, key } } : {}),
    ...(which === undefined ? {} : { vectors: namedVectors(session, which) }),
  };
}

/** Returns the graph's names as at the run's start; its folder keeps them, so that a resumed run reads the same ones. */
export function graphNamesOf(
  graph: NonNullable<LexiconRequest['graph']>,
  storage: RunStorage,
): NonNullable<LexiconSources['names']> {
  const known = storage.read(FILE);
  if (known !== undefined) return Names.parse(JSON.parse(Buffer.from(known).toString('utf8')));
  const rows = withDatabase(graph, (db) => [...loadLexicon(db)]);
  const names: Names = rows
    .sort((a, b) => b.weight - a.weight) // the most connected ones first
    .map(({ name, type }) => ({ name, type }));
  storage.write(FILE, [Buffer.from(JSON.stringify(names), 'utf8')]);
  return names;
}
