import { invariant } from '../../../shared/assert.ts';
import type { annotationContract } from '../../../shared/contract/annotation.ts';
import type { Handlers } from '../../../shared/contract/index.ts';
import type { threadsContract } from '../../../shared/contract/threads.ts';
import type { EditResult } from '../../../shared/domain/project.ts';
import type { Uploads } from '../../services/data/uploads.ts';
import { addCorrected } from '../../services/learning/corrected-records.ts';
import { beginAdjudication, documentGroups } from '../../services/projects/adjudication/adjudication.ts';
import { projectAgreement } from '../../services/projects/adjudication/agreement.ts';
import { decidedBy } from '../../services/projects/adjudication/decided-items.ts';
import { projectDifferences, takeMajority } from '../../services/projects/adjudication/majority.ts';
import * as assignment from '../../services/projects/assignment.ts';
import * as board from '../../services/projects/board.ts';
import { findInProject, nextDocument, queue } from '../../services/projects/document-queue.ts';
import * as documents from '../../services/projects/documents.ts';
import * as bulk from '../../services/projects/edits/bulk.ts';
import * as edits from '../../services/projects/edits/edits.ts';
import { forWindows } from '../../services/projects/edits/events.ts';
import * as history from '../../services/projects/edits/history.ts';
import { occurrences } from '../../services/projects/edits/occurrences.ts';
import { moveInSlices, undoState } from '../../services/projects/edits/undo.ts';
import { exportProject, lookAtProject } from '../../services/projects/exchange/export.ts';
import { importFiles, previewImport } from '../../services/projects/exchange/import.ts';
import * as layers from '../../services/projects/layers.ts';
import * as projects from '../../services/projects/projects.ts';
import * as removed from '../../services/projects/removed-documents.ts';
import { changeSchema, orphans } from '../../services/projects/schema/schema-change.ts';
import * as threads from '../../services/projects/threads.ts';
import { cancellableWithProgress, type Session } from '../../services/session/session.ts';
import { toFileData } from './file-data.ts';

type Part = Pick<Handlers, keyof typeof annotationContract | keyof typeof threadsContract>;

const DONE = { done: true } as const;

export const annotationHandlers = (session: () => Session, uploads: Uploads): Part => ({
  'projects.list': () => projects.listProjects(session()),
  'projects.get': ({ projectId }) => projects.getProject(session(), projectId),
  'projects.create': (request) => projects.createProject(session(), request),
  'projects.rename': ({ projectId, name }) => projects.renameProject(session(), projectId, name),
  'projects.settings': ({ projectId, settings }) => projects.setSettings(session(), projectId, settings),
  'projects.delete': ({ projectId }) => {
    projects.deleteProject(session(), projectId);
    return DONE;
  },
  'projects.orphans': ({ projectId, schema, rules }) => orphans(session(), projectId, schema, rules),
  'projects.schema': ({ projectId, schema, rules }) => changeSchema(session(), projectId, schema, rules),
  'projects.members': ({ projectId, members }) => projects.setMembers(session(), projectId, members),
  'projects.assign': ({ projectId, documents: ids, people, each }) => {
    assignment.assignDocuments(session(), projectId, ids, people, each);
    return DONE;
  },
  'projects.import': ({ uploadIds, ticket, ...request }) =>
    uploads.consume(
      uploadIds,
      (files) =>
        cancellableWithProgress(session(), ticket, (watch) =>
          importFiles(session(), { ...request, files }, watch),
        ),
      ({ waits }) => waits === true,
    ),
  'projects.previewTable': ({ uploadIds, columns, sheet }) =>
    previewImport(session(), { files: uploadIds.map((id) => uploads.get(id)), columns, sheet }),
  'projects.addDocuments': ({ projectId, documents: ids }) =>
    documents.addDocuments(session(), projectId, ids),
  'projects.addCorrected': (request) => addCorrected(session(), request),
  'projects.removal': ({ projectId, documents: ids }) => removed.removalOf(session(), projectId, ids),
  'projects.removeDocuments': ({ projectId, documents: ids }) =>
    removed.removeDocuments(session(), projectId, ids),
  'projects.removedDocuments': ({ projectId }) => removed.removedDocuments(session(), projectId),
  'projects.putBackDocuments': ({ projectId, documents: ids }) => {
    removed.putBackDocuments(session(), projectId, ids);
    return DONE;
  },
  'projects.export': async ({ ticket, ...request }) => {
    const written = await cancellableWithProgress(session(), ticket, (watch) =>
      exportProject(session(), { ...request, asOne: true }, watch),
    );
    const [file] = written.files;
    invariant(file !== undefined, 'several files come as one');
    return { file: toFileData(file), documents: written.documents, losses: [...written.losses] };
  },

  'projects.look': ({ ticket, ...request }) =>
    cancellableWithProgress(session(), ticket, (watch) => lookAtProject(session(), request, watch)),

  'projects.board': ({ projectId }) => board.projectBoard(session(), projectId),
  'projects.remind': ({ projectId, people }) => {
    board.remind(session(), projectId, people);
    return DONE;
  },
  'annotation.reopen': ({ layerId, comment }) => board.reopen(session(), layerId, comment),
  'threads.list': ({ documentId }) => threads.listThreads(session(), documentId),
  'threads.open': (request) => threads.openThread(session(), request),
  'threads.reply': (request) => threads.reply(session(), request),
  'threads.resolve': ({ threadId, resolved }) => threads.resolve(session(), threadId, resolved),

  'annotation.queue': ({ projectId }) => queue(session(), projectId),
  'annotation.find': ({ projectId, find }) => findInProject(session(), projectId, find),
  'annotation.next': ({ projectId, after }) => nextDocument(session(), projectId, after),
  'annotation.open': ({ documentId, person }) => layers.openDocument(session(), documentId, person),
  'annotation.layers': ({ documentId }) => layers.documentLayers(session(), documentId),
  'annotation.apply': async (edit) => forWindows(await edits.applyInSlices(session(), edit)),
  'annotation.decide': async (request) => orNull(await bulk.decideInSlices(session(), request)),
  'annotation.markAll': async (request) => orNull(await bulk.markAllInSlices(session(), request)),
  'annotation.undo': async ({ projectId }) => orNull(await moveInSlices(session(), projectId, 'undo')),
  'annotation.redo': async ({ projectId }) => orNull(await moveInSlices(session(), projectId, 'redo')),
  'annotation.undoState': ({ projectId }) => undoState(session(), projectId),
  'annotation.setState': ({ layerId, state }) => layers.setState(session(), layerId, state),
  'annotation.lock': ({ documentId, locked, reason }) => {
    layers.lockDocument(session(), documentId, locked, reason);
    return DONE;
  },
  'annotation.history': ({ layerId, before, limit }) => history.history(session(), layerId, before, limit),
  'annotation.at': ({ layerId, edit }) => history.itemsAt(session(), layerId, edit),
  'annotation.diff': ({ layerId, from, to }) => history.diff(session(), layerId, from, to),
  'annotation.restore': ({ layerId, edit }) => forWindows(history.restore(session(), layerId, edit)),
  'annotation.occurrences': ({ documentId, words, ignoreCase }) =>
    occurrences(session(), documentId, words, ignoreCase),
  'agreement.report': ({ projectId, ticket }) =>
    cancellableWithProgress(session(), ticket, (watch) => projectAgreement(session(), projectId, watch)),
  'adjudication.groups': ({ documentId }) => documentGroups(session(), documentId),
  'adjudication.begin': ({ documentId }) => beginAdjudication(session(), documentId),
  'adjudication.differences': ({ projectId }) => projectDifferences(session(), projectId),
  'adjudication.majority': ({ projectId, documents: ids, annotator }) =>
    takeMajority(session(), projectId, ids, annotator),
  'adjudication.decided': ({ edit }) => decidedBy(session(), edit),
});

const orNull = (result: EditResult | null): EditResult | null =>
  result === null ? null : forWindows(result);
