/** Writes a layer of a project as files of any format. Only reads the database. */

import { GOLD } from '../../../../shared/domain/project.ts';
import { message } from '../../../../shared/messages/message.ts';
import { AppError } from '../../../../shared/result.ts';
import type { ReadDb } from '../../../db/connection.ts';
import { itemsOf } from '../../../db/repositories/annotation/items.ts';
import { layersOfProject } from '../../../db/repositories/annotation/layers.ts';
import { findProject } from '../../../db/repositories/annotation/projects.ts';
import { withoutPersonsInSchema } from '../../../deid/annotated-parts.ts';
import { formatOf } from '../../../formats/annotations/index.ts';
import { LOST, Losses, mergeLosses } from '../../../formats/annotations/losses.ts';
import { asOneFile } from '../../annotation-files/write-files.ts';
import type { Progress, TaskInput, WrittenLayer } from '../../background/protocol.ts';
import {
  deidentifierWith,
  deidentifyDocuments,
  type IdentifiedDocument,
} from '../../deid/deidentify-records.ts';
import { isTooMuchLeft } from '../../deid/look-limits.ts';
import { noDocument, noProject, presentDocument } from '../not-found.ts';

export async function writeLayer(
  db: ReadDb,
  request: TaskInput<'writeLayer'>,
  progress: Progress,
): Promise<WrittenLayer> {
  const { schema } = findProject(db, request.projectId) ?? noProject(request.projectId);
  const left = new Losses();
  const documents = annotatedDocuments(db, request, progress, left);
  const hidden =
    request.hiding === null
      ? { documents, losses: [], look: undefined, hideBeside: (text: string) => text }
      : await deidentifyDocuments(
          db,
          {
            ...deidentifierWith(db, request.hiding.secret),
            level: request.hiding.level,
            generalise: request.hiding.generalise,
          },
          documents,
          request.hiding,
          progress,
        );
  const { look } = hidden;
  if (look !== undefined) {
    const refused = request.lookOnly === true || isTooMuchLeft(db, look);
    if (refused) return { files: [], documents: documents.length, losses: [], look };
  }
  progress('writing');
  const { files, losses } = formatOf(request.format).write(hidden.documents, {
    schema: look === undefined ? schema : withoutPersonsInSchema(schema, hidden.hideBeside),
    ...(request.scheme === undefined ? {} : { scheme: request.scheme }),
  });
  return {
    files: request.archive === undefined ? files : [asOneFile(hidden.hideBeside(request.archive), files)],
    documents: documents.length,
    losses: mergeLosses([...left.list(), ...hidden.losses, ...losses]),
    ...(look !== undefined && { look }),
  };
}

export type LayerRequest = Pick<TaskInput<'writeLayer'>, 'projectId' | 'person' | 'documents' | 'finished'>;

/**
 * Returns a layer as annotated documents; without `documents`, all that have the layer.
 * @param losses counts the documents left out: those with an open gold layer without a decision, and on request those
 *   that are not finished
 */
export function annotatedDocuments(
  db: ReadDb,
  { projectId, person, documents: ids, finished = false }: LayerRequest,
  progress: Progress = () => undefined,
  losses = new Losses(),
): IdentifiedDocument[] {
  const layers = new Map(layersOfProject(db, projectId, person).map((layer) => [layer.documentId, layer]));
  const wanted = ids === undefined ? [...layers.keys()] : [...new Set(ids)];
  const documents = wanted.flatMap((id, done): IdentifiedDocument[] => {
    progress('gathering', done, wanted.length);
    const { name, text, meta, projectId: of } = presentDocument(db, id);
    if (of !== projectId) noDocument(id);
    const layer = layers.get(id) ?? unlabelled(name, person);
    const items = itemsOf(db, layer.id);
    const isDecided = layer.state === 'done' || items.some(({ status }) => status === 'accepted');
    if (finished && layer.state !== 'done') {
      losses.add(LOST.unfinished, name);
      return [];
    }
    if (person !== GOLD || isDecided) return [{ id, name, text, meta, items }];
    losses.add(LOST.undecided, name);
    return [];
  });
  if (documents.length === 0)
    throw new AppError('not-found', 'projects.nothing-of', { person: person || message('projects.gold') });
  return documents;
}

function unlabelled(name: string, person: string): never {
  throw new AppError('not-found', 'projects.no-layer', { name, person: person || message('projects.gold') });
}
