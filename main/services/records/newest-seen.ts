import { AppError } from '../../../shared/result.ts';
import { getSummary } from '../../db/repositories/records.ts';
import { dbOf, type Session } from '../session/session.ts';
import { requireUnlocked } from './archive.ts';
import { throwRecordNotFound } from './not-found.ts';

/** Version of a record that a window shows: revision, and draft version (0: none). */
export interface SeenVersion {
  readonly base: number;
  readonly draft: number;
}

/** Throws `conflict` unless the caller has seen the newest revision and draft: no text is overwritten unseen. */
export function requireNewestSeen(session: Session, id: number, seen: SeenVersion): void {
  requireUnlocked(session, id);
  const summary = getSummary(dbOf(session), id) ?? throwRecordNotFound(id);
  if (summary.revision === seen.base && summary.draft === seen.draft) return;
  throw new AppError(
    'conflict',
    'documents.changed-meanwhile',
    {},
    { kept: 'documents.both-kept', hint: 'hint.compare-in-history' },
  );
}
