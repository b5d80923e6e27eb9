/** Agreement of a project's annotators over all finished layers. */
import type { AgreementReport } from '../../../../shared/domain/agreement.ts';
import { agreementReport } from '../../../agreement/report.ts';
import type { ReadDb } from '../../../db/connection.ts';
import { listHeads } from '../../../db/repositories/annotation/documents.ts';
import { layersOfProject } from '../../../db/repositories/annotation/layers.ts';
import { findProject } from '../../../db/repositories/annotation/projects.ts';
import type { Watch } from '../../background/background.ts';
import type { Progress } from '../../background/protocol.ts';
import type { Session } from '../../session/session.ts';
import { noProject } from '../not-found.ts';
import { isFinished, layered, symmetricOf } from './finished-layers.ts';

/** @throws AppError `bad-input` where no two people have finished the same document; what `watch` brings about */
export const projectAgreement = (
  session: Session,
  projectId: number,
  watch: Watch = {},
): Promise<AgreementReport> => session.background.run('agreement', { projectId }, watch);

export function agreementOf(
  db: ReadDb,
  projectId: number,
  progress: Progress = () => undefined,
): AgreementReport {
  const { schema } = findProject(db, projectId) ?? noProject(projectId);
  const finished = Map.groupBy(
    layersOfProject(db, projectId).filter(isFinished),
    ({ documentId }) => documentId,
  );
  const heads = listHeads(db, projectId).filter(({ id }) => finished.has(id));
  const documents = heads.map(({ id }, done) => {
    progress('gathering', done, heads.length);
    return layered(db, id, finished.get(id) ?? []);
  });
  return agreementReport(documents, { symmetric: symmetricOf(schema), onProgress: progress });
}
