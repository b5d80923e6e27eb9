/** Records similar to a text. Only records are compared: documents of projects are never among them. */
import type { Parsed } from '../../../shared/contract/index.ts';
import type { SimilarPage } from '../../../shared/domain/similar.ts';
import type { Session } from '../session/session.ts';

/** Milliseconds of reading records before an answer. */
const BUDGET_MS = 1_000;

/** Finds records similar to a text in the engine's process. */
export const similarRecords = (
  session: Session,
  question: Omit<Parsed<'docs.similar'>, 'ticket'>,
  signal?: AbortSignal,
): Promise<SimilarPage> => session.engine.run('similar', { ...question, budgetMs: BUDGET_MS }, signal);
