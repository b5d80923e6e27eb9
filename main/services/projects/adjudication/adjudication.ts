/** Adjudication: builds gold layers from annotators' layers. */
import type { AdjudicationGroup } from '../../../../shared/domain/adjudication.ts';
import { GOLD, type OpenDocument } from '../../../../shared/domain/project.ts';
import { dbOf, type Session } from '../../session/session.ts';
import { emitEdit } from '../edits/events.ts';
import { requireRoleToEdit } from '../layer-access.ts';
import { openDocument } from '../layers.ts';
import { adjudicationOf, fillGold } from './open-groups.ts';

/** Returns the readings of a document's annotators side by side. */
export const documentGroups = (session: Session, documentId: number): AdjudicationGroup[] =>
  adjudicationOf(session, documentId).groups;

/**
 * Opens the gold layer, filled with all readings to decide. Accepting one reading and rejecting the others is an edit
 * with undo and history like any other.
 */
export function beginAdjudication(session: Session, documentId: number): OpenDocument {
  requireRoleToEdit(session, GOLD);
  const filled = dbOf(session).transaction(() => fillGold(session, documentId));
  const opened = openDocument(session, documentId, GOLD);
  if (filled !== undefined) emitEdit(session, opened.projectId, filled);
  return opened;
}
