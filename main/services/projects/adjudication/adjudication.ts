/** Gold layers out of what a project's annotators made. */
import type { AdjudicationGroup } from '../../../../shared/domain/adjudication.ts';
import { GOLD, type OpenDocument } from '../../../../shared/domain/project.ts';
import { dbOf, type Session } from '../../session/session.ts';
import { tellEdit } from '../edits/events.ts';
import { allowEdit } from '../layer-access.ts';
import { openDocument } from '../layers.ts';
import { fillGold, toAdjudicate } from './open-groups.ts';

/** What the annotators of a document made, side by side. */
export function documentGroups(session: Session, documentId: number): AdjudicationGroup[] {
  return toAdjudicate(session, documentId).groups;
}

/**
 * The gold layer with everything in it that there is to decide. To accept one reading and reject the others is to
 * adjudicate, with the same undo and history as any edit.
 */
export function beginAdjudication(session: Session, documentId: number): OpenDocument {
  allowEdit(session, GOLD);
  const filled = dbOf(session).transaction(() => fillGold(session, documentId));
  const opened = openDocument(session, documentId, GOLD);
  if (filled !== undefined) tellEdit(session, opened.projectId, filled);
  return opened;
}
