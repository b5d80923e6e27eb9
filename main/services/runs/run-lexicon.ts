/** Words for the lexicon of a run: names of the knowledge graph as it was at the start, and word vectors. */
import { z } from 'zod';
import {
  LexiconSettings,
  lexiconReads,
  lexiconVectorsRead,
} from '../../../shared/domain/lexicon-settings.ts';
import type { RunSettings } from '../../../shared/domain/training.ts';
import { memberSettings } from '../../../shared/run-settings.ts';
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

/** Returns what the models of a run read for their lexicons, or `undefined`. @throws AppError when vectors are missing */
export function lexiconRequest(session: Session, settings: RunSettings): LexiconRequest | undefined {
  if (settings.task === 'pretrain') return undefined;
  const members = memberSettings(settings).map((own) => ({ ...own, ...LexiconSettings.parse(own) }));
  const graph = members.some((own) => lexiconReads(own).graph);
  const which = members.map(lexiconVectorsRead).find((name) => name !== undefined);
  if (!graph && which === undefined) return undefined;
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
