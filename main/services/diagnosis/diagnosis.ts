/** Diagnosis suggestions and the clinician's decisions. Nothing here writes into a record. */
import type { Parsed } from '../../../shared/contract/index.ts';
import type { Decision, Diagnosis } from '../../../shared/domain/diagnosis.ts';
import { AppError } from '../../../shared/result.ts';
import { appendAudit } from '../../db/repositories/audit.ts';
import { listDecisions, putDecision } from '../../db/repositories/decisions.ts';
import { getDisease } from '../../db/repositories/diseases.ts';
import { getSummary } from '../../db/repositories/records.ts';
import { requireUnlocked } from '../records/archive.ts';
import { reviewOf } from '../records/corrections.ts';
import { dbOf, type Session } from '../session/session.ts';

export const rank = (
  session: Session,
  { text, top, documentId }: Parsed<'diagnosis.rank'>,
): Promise<Diagnosis> =>
  session.engine.run('rank', { text, top, review: reviewOf(session, documentId, text) });

export const decisions = (session: Session, documentId: number): Decision[] =>
  listDecisions(dbOf(session), documentId);

/** Stores a decision (accept, or override with a reason). The audit table keeps every earlier one. */
export function decide(session: Session, input: Parsed<'diagnosis.decide'>): Decision {
  const db = dbOf(session);
  const { documentId, candidate, decision, reason } = input;
  const document = getSummary(db, documentId);
  if (document === undefined) throw new AppError('not-found', 'documents.not-found', { id: documentId });
  const { id: entityId } = candidate.entity;
  const disease = getDisease(db, entityId)?.name;
  if (disease === undefined) throw new AppError('not-found', 'graph.no-entity', { id: entityId });
  const made: Decision = {
    documentId,
    entityId,
    decision,
    ...(reason === undefined ? {} : { reason }),
    at: new Date().toISOString(),
    actor: session.actor.name,
  };
  db.transaction(() => {
    requireUnlocked(session, documentId);
    putDecision(db, made, disease);
    appendAudit(db, session.actor, `diagnosis.${decision}`, `document:${documentId}`, {
      disease,
      entityId,
      score: candidate.score,
      revision: document.revision,
      ...(reason === undefined ? {} : { reason }),
    });
  });
  return made;
}
