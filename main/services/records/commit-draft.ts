import type { DocumentFull } from '../../../shared/domain/document.ts';
import type { Message } from '../../../shared/messages/message.ts';
import { appendAudit } from '../../db/repositories/audit.ts';
import * as documents from '../../db/repositories/records.ts';
import { dbOf, type Session } from '../session/session.ts';

/** Makes a draft a revision before it is replaced or locked. Returns the newest revision's number. */
export function commitDraft(session: Session, present: DocumentFull, reason: Message): number {
  if (present.draft === 0) return present.revision;
  const db = dbOf(session);
  const { id, text } = present;
  const after = documents.commitRevision(db, session.actor, id, text, reason);
  appendAudit(db, session.actor, 'document.revise', `document:${id}`, {
    before: present.revision,
    after,
    chars: text.length,
    sha256: documents.textSum(text),
    reason,
  });
  return after;
}
