/** Archives records: an archived record is locked until an administrator unlocks it with a reason. */

import type { DocumentSummary } from '../../../shared/domain/document.ts';
import { message } from '../../../shared/messages/message.ts';
import { AppError } from '../../../shared/result.ts';
import { appendAudit } from '../../db/repositories/audit.ts';
import * as documents from '../../db/repositories/records.ts';
import { dbOf, type Session } from '../session/session.ts';
import { commitDraft } from './commit-draft.ts';
import { throwRecordNotFound } from './not-found.ts';

/** Throws `archived`; call it inside the transaction of the change. */
export function requireUnlocked(session: Session, id: number): void {
  const archived = documents.getSummary(dbOf(session), id)?.archived;
  if (archived === undefined) return;
  throw new AppError(
    'archived',
    'archive.locked',
    { by: archived.by },
    { kept: 'archive.record-as-it-was', hint: 'hint.administrator-unlocks-record' },
  );
}

/** Archives a record. A draft becomes a revision first, so that nothing is lost. */
export function archive(session: Session, id: number, reason: string): DocumentSummary {
  const db = dbOf(session);
  db.transaction(() => {
    requireUnlocked(session, id);
    const present = documents.getRecord(db, id) ?? throwRecordNotFound(id);
    const revision = commitDraft(session, present, message('revision.draft-before-archiving'));
    documents.setArchived(db, id, session.actor);
    appendAudit(db, session.actor, 'document.archive', `document:${id}`, { revision, reason });
  });
  session.emit('docs.changed', { id });
  return documents.getSummary(db, id) ?? throwRecordNotFound(id);
}

/** Unlocks an archived record. The audit table keeps the reason. */
export function unarchive(session: Session, id: number, reason: string): DocumentSummary {
  const db = dbOf(session);
  if (reason.trim() === '')
    throw new AppError('bad-request', 'archive.needs-reason', {}, { kept: 'archive.stays-archived' });
  db.transaction(() => {
    const { archived, revision } = documents.getSummary(db, id) ?? throwRecordNotFound(id);
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
  return documents.getSummary(db, id) ?? throwRecordNotFound(id);
}
