/** How well a project's annotators agree, and gold layers out of what they made. */
import type { AdjudicationGroup } from '../../../shared/domain/adjudication.ts';
import type { AgreementReport } from '../../../shared/domain/agreement.ts';
import { GOLD, type OpenDocument } from '../../../shared/domain/project.ts';
import { agreementReport } from '../../agreement/report.ts';
import { listHeads } from '../../db/repositories/annotation/documents.ts';
import { layersOfProject } from '../../db/repositories/annotation/layers.ts';
import { findProject } from '../../db/repositories/annotation/projects.ts';
import { dbOf, type Session } from '../session.ts';
import { tellEdit } from './events.ts';
import { openDocument } from './layers.ts';
import { noProject } from './missing.ts';
import { allowEdit } from './people.ts';
import { fillGold, isFinished, layered, symmetricOf, toAdjudicate } from './to-adjudicate.ts';

/** Over all finished layers. @throws AppError where no two people have finished the same document */
export function projectAgreement(session: Session, projectId: number): AgreementReport {
  const db = dbOf(session);
  const { schema } = findProject(db, projectId) ?? noProject(projectId);
  const finished = Map.groupBy(
    layersOfProject(db, projectId).filter(isFinished),
    ({ documentId }) => documentId,
  );
  const documents = listHeads(db, projectId).flatMap(({ id }) => {
    const layers = finished.get(id);
    return layers === undefined ? [] : [layered(session, id, layers)];
  });
  return agreementReport(documents, { symmetric: symmetricOf(schema) });
}

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
