/** Archived records: locked for good, unless an administrator unlocks one and says why. */
import type { DocumentSummary } from '../../../shared/domain/document.ts';
import { AppError } from '../../../shared/result.ts';
import { appendAudit } from '../../db/repositories/audit.ts';
import * as documents from '../../db/repositories/records.ts';
import { dbOf, type Session } from '../session/session.ts';
import { keepDraft } from './commit-draft.ts';
import { missingDocument } from './not-found.ts';

/** Throws `archived`; call it inside the transaction of the change. */
export function requireUnlocked(session: Session, id: number): void {
  const archived = documents.getSummary(dbOf(session), id)?.archived;
  if (archived === undefined) return;
  throw new AppError(
    'archived',
    'archive.locked',
    { by: archived.by },
    {
      kept: 'archive.record-as-it-was',
      hint: 'hint.administrator-unlocks-record',
    },
  );
}

/** Locks a record as it is. An unfinished draft becomes a revision first, so that nothing is lost. */
export function archive(session: Session, id: number, reason: string): DocumentSummary {
  const db = dbOf(session);
  db.transaction(() => {
    requireUnlocked(session, id);
    const present = documents.getDocument(db, id) ?? missingDocument(id);
    const revision = keepDraft(session, present, 'draft before archiving (归档前的草稿)');
    documents.setArchived(db, id, session.actor);
    appendAudit(db, session.actor, 'document.archive', `document:${id}`, { revision, reason });
  });
  session.emit('docs.changed', { id });
  return documents.getSummary(db, id) ?? missingDocument(id);
}

/** Unlocks an archived record. The reason stands in the audit table. */
export function unarchive(session: Session, id: number, reason: string): DocumentSummary {
  const db = dbOf(session);
  if (reason.trim() === '')
    throw new AppError(
      'bad-request',
      'archive.needs-reason',
      {},
      {
        kept: 'archive.stays-archived',
      },
    );
  db.transaction(() => {
    const { archived, revision } = documents.getSummary(db, id) ?? missingDocument(id);
    if (archived === undefined) return;
    documents.setArchived(db, id, null);
    appendAudit(db, session.actor, 'document.unarchive', `document:${id}`, {
      revision,
      reason,
      archivedAt: archived.at,
      archivedBy: archived.by,
    });
  });
  session.emit('docs.changed', { id });
  return documents.getSummary(db, id) ?? missingDocument(id);
}
