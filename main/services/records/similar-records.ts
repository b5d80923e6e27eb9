/** Records similar to a text. Only records are compared: documents of projects are never among them. */
import type { Parsed } from '../../../shared/contract/index.ts';
import type { SimilarPage } from '../../../shared/domain/similar.ts';
import { SimilarRecords } from '../../inference/similar-records.ts';
import { linkerStore, loadLinker } from '../graph/linker.ts';
import { dbOf, type Session } from '../session/session.ts';

/** Milliseconds of reading records before an answer. */
const BUDGET_MS = 1_000;

/** Finds records similar to a text in the engine's process. */
export const similarRecords = (
  session: Session,
  question: Omit<Parsed<'docs.similar'>, 'ticket'>,
  signal?: AbortSignal,
): Promise<SimilarPage> => session.engine.run('similar', { ...question, budgetMs: BUDGET_MS }, signal);

/** Opens the search in this process, as the command line uses it. */
export const openSimilarRecords = (session: Session, linker = loadLinker(session)): SimilarRecords =>
  new SimilarRecords({ db: dbOf(session), linker, store: linkerStore(session) });
