import { readFileSync } from 'node:fs';
import type { Handlers } from '../../../shared/contract.ts';
import type { annotationContract } from '../../../shared/contract-annotation.ts';
import { unpack } from '../../services/annotation-files/unpack.ts';
import { asOneFile } from '../../services/annotation-files/write-files.ts';
import type { Uploads } from '../../services/data/uploads.ts';
import { beginAdjudication, documentGroups, projectAgreement } from '../../services/projects/adjudication.ts';
import * as assignment from '../../services/projects/assignment.ts';
import * as bulk from '../../services/projects/bulk.ts';
import * as documents from '../../services/projects/documents.ts';
import * as edits from '../../services/projects/edits.ts';
import { forWindows } from '../../services/projects/events.ts';
import { exportProject, fileNameOf } from '../../services/projects/export.ts';
import * as history from '../../services/projects/history.ts';
import { importFiles } from '../../services/projects/import.ts';
import * as layers from '../../services/projects/layers.ts';
import { occurrences } from '../../services/projects/occurrences.ts';
import * as projects from '../../services/projects/projects.ts';
import { nextDocument, queue } from '../../services/projects/queue.ts';
import { changeSchema, orphans } from '../../services/projects/schema-change.ts';
import { redo, undo, undoState } from '../../services/projects/undo.ts';
import type { Session } from '../../services/session.ts';
import { toFileData } from './file-data.ts';

type Part = Pick<Handlers, keyof typeof annotationContract>;

const DONE = { done: true } as const;

export function annotationHandlers(session: () => Session, uploads: Uploads): Part {
  return {
    'projects.list': () => projects.listProjects(session()),
    'projects.get': ({ projectId }) => projects.getProject(session(), projectId),
    'projects.create': (wish) => projects.createProject(session(), wish),
    'projects.rename': ({ projectId, name }) => projects.renameProject(session(), projectId, name),
    'projects.settings': ({ projectId, settings }) => projects.setSettings(session(), projectId, settings),
    'projects.delete': ({ projectId }) => {
      projects.deleteProject(session(), projectId);
      return DONE;
    },
    'projects.orphans': ({ projectId, schema, rules }) => orphans(session(), projectId, schema, rules),
    'projects.schema': ({ projectId, schema, rules }) => changeSchema(session(), projectId, schema, rules),
    'projects.members': ({ projectId, members }) => projects.setMembers(session(), projectId, members),
    'projects.assign': ({ projectId, documents: ids, people }) => {
      assignment.assignDocuments(session(), projectId, ids, people);
      return DONE;
    },
    'projects.import': ({ uploadIds, ...wish }) =>
      uploads.consume(uploadIds, (files) =>
        importFiles(session(), {
          ...wish,
          files: files.flatMap(({ name, path }) => unpack(name, readFileSync(path))),
        }),
      ),
    'projects.addDocuments': ({ projectId, documents: ids }) =>
      documents.addDocuments(session(), projectId, ids),
    'projects.export': (wish) => {
      const { files, documents: count, losses } = exportProject(session(), wish);
      const { name } = projects.getProject(session(), wish.projectId);
      const file = toFileData(asOneFile(fileNameOf(name), files));
      return { file, documents: count, losses: [...losses] };
    },

    'annotation.queue': ({ projectId }) => queue(session(), projectId),
    'annotation.next': ({ projectId, after }) => nextDocument(session(), projectId, after),
    'annotation.open': ({ documentId, person }) => layers.openDocument(session(), documentId, person),
    'annotation.layers': ({ documentId }) => layers.documentLayers(session(), documentId),
    'annotation.apply': (edit) => forWindows(edits.apply(session(), edit)),
    'annotation.decide': (wish) => orNull(bulk.decide(session(), wish)),
    'annotation.markAll': (wish) => orNull(bulk.markAll(session(), wish)),
    'annotation.undo': ({ projectId }) => orNull(undo(session(), projectId)),
    'annotation.redo': ({ projectId }) => orNull(redo(session(), projectId)),
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
    'agreement.report': ({ projectId }) => projectAgreement(session(), projectId),
    'adjudication.groups': ({ documentId }) => documentGroups(session(), documentId),
    'adjudication.begin': ({ documentId }) => beginAdjudication(session(), documentId),
  };
}

function orNull(result: ReturnType<typeof undo>): ReturnType<typeof undo> {
  return result === null ? null : forWindows(result);
}
