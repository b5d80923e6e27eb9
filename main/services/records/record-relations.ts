/** Relations between mentions of records, as people decided on them. Nothing here writes into a record's text. */
import type { Parsed } from '../../../shared/contract/index.ts';
import type { DecidedRelation } from '../../../shared/domain/record-relations.ts';
import { appendAudit } from '../../db/repositories/audit.ts';
import * as repository from '../../db/repositories/record-relations.ts';
import { getSummary } from '../../db/repositories/records.ts';
import { dbOf, type Session } from '../session/session.ts';
import { requireUnlocked } from './archive.ts';
import { throwRecordNotFound } from './not-found.ts';

export const listRelations = (session: Session, documentId: number): DecidedRelation[] =>
  repository.listRelations(dbOf(session), documentId);

/**
 * Accepts or rejects a relation, or takes a decision back with `waiting`. The audit table keeps every decision, without
 * the words of the record. @throws AppError `not-found`; `archived`
 */
export function decideRelation(
  session: Session,
  { documentId, relation, model, state }: Parsed<'relations.decide'>,
): void {
  const db = dbOf(session);
  db.transaction(() => {
    const { revision } = getSummary(db, documentId) ?? throwRecordNotFound(documentId);
    requireUnlocked(session, documentId);
    const before = repository.findRelation(db, documentId, relation)?.state ?? 'waiting';
    if (before === state) return;
    const made = { at: new Date().toISOString(), actor: session.actor.name };
    if (state === 'waiting') repository.removeRelation(db, documentId, relation);
    else repository.putRelation(db, documentId, { ...relation, ...made, model, state });
    const { type, head, tail, confidence } = relation;
    appendAudit(db, session.actor, 'document.relation', `document:${documentId}`, {
      ...{ relation: type, head: head.type, tail: tail.type },
      ...{ at: [head.start, tail.start], confidence, model, revision, before, after: state },
    });
  });
}
