/** Annotation, projects, discussions and learning: audited actions, each prepared in a workspace. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deleteThreads } from '../../../../../main/db/repositories/annotation/threads.ts';
import { Learning } from '../../../../../main/services/learning/learning.ts';
import { assignDocuments } from '../../../../../main/services/projects/assignment.ts';
import { remind, reopen } from '../../../../../main/services/projects/board.ts';
import { addDocuments } from '../../../../../main/services/projects/documents.ts';
import { exportProject } from '../../../../../main/services/projects/exchange/export.ts';
import { mergeLines } from '../../../../../main/services/projects/exchange/merge-project.ts';
import { readProjectLines } from '../../../../../main/services/projects/exchange/read-project-lines.ts';
import { packProject } from '../../../../../main/services/projects/exchange/write-project.ts';
import { lockDocument, openDocument, setState } from '../../../../../main/services/projects/layers.ts';
import * as projects from '../../../../../main/services/projects/projects.ts';
import {
  putBackDocuments,
  removeDocuments,
} from '../../../../../main/services/projects/removed-documents.ts';
import { openThread, reply, resolve } from '../../../../../main/services/projects/threads.ts';
import { dbOf } from '../../../../../main/services/session/session.ts';
import type { AuditAction } from '../../../../../shared/domain/audit.ts';
import { ProjectSettings } from '../../../../../shared/domain/project.ts';
import { importNamed } from '../../../../helpers/import-named.ts';
import { add, edit, makeProject, SCHEMA, span, unpackProject } from '../../../../helpers/projects.ts';
import { TRAIN_DOCUMENTS } from '../../../../helpers/training.ts';
import { openTestSession, temporaryDir } from '../../../../helpers/workspace.ts';
import { type Case, record, type Session, training } from './fixtures.ts';

const discussed = (session: Session, documentId: number) =>
  openThread(session, {
    documentId,
    anchor: { kind: 'document', fragments: [], to: [] },
    text: 'why?',
    mentions: [],
  });

const annotated = (session: Session) => {
  const { projectId, documents } = makeProject(session, ['反复胸痛三年', '头痛']);
  return { projectId, first: documents[0]!, layer: openDocument(session, documents[0]!).layer };
};

const learning = (session: Session) => {
  const texts = TRAIN_DOCUMENTS.map(({ text }) => text);
  const { projectId, documents } = makeProject(session, texts);
  for (const id of documents) {
    const opened = openDocument(session, id);
    edit(session, opened, add(span(1, 0, 2)));
    setState(session, opened.layer.id, 'done');
  }
  const { runs, all } = training(session);
  return { projectId, all, runs, learning: new Learning(session, runs) };
};

const brat = [
  { name: 'a.txt', bytes: Buffer.from('咳嗽三天') },
  { name: 'a.ann', bytes: Buffer.from('T1\tsymptom 0 2\t咳嗽\n') },
];

export const PROJECTS = {
  'annotation.edit': (session) => {
    const { first } = annotated(session);
    return () => edit(session, openDocument(session, first), add(span(1, 0, 2)));
  },
  'annotation.lock': (session) => {
    const { first } = annotated(session);
    return () => lockDocument(session, first, true, '');
  },
  'annotation.reopen': (session) => {
    const { layer } = annotated(session);
    setState(session, layer.id, 'done');
    return () => reopen(session, layer.id, 'again');
  },
  'annotation.state': (session) => {
    const { layer } = annotated(session);
    return () => setState(session, layer.id, 'done');
  },
  'annotation.unlock': (session) => {
    const { first } = annotated(session);
    lockDocument(session, first, true, '');
    return () => lockDocument(session, first, false, 'mistake');
  },
  'learning.end': async (session) => {
    const made = learning(session);
    const { runId } = made.learning.train(made.projectId);
    await made.runs.control(runId!, 'pause');
    made.runs.remove(runId!);
    // The round of a deleted run ends when somebody looks at the project.
    return () => new Learning(session, made.runs).get(made.projectId);
  },
  'learning.train': (session) => {
    const made = learning(session);
    return () => made.learning.train(made.projectId);
  },
  'project.add': (session) => {
    const { projectId } = annotated(session);
    const id = record(session);
    return () => addDocuments(session, projectId, [id]);
  },
  'project.assign': (session) => {
    const { projectId, first } = annotated(session);
    return () => assignDocuments(session, projectId, [first], ['bo']);
  },
  'project.create': (session) => () => makeProject(session, []),
  'project.delete': (session) => {
    const { projectId } = annotated(session);
    return () => projects.deleteProject(session, projectId);
  },
  'project.export': (session) => {
    const { projectId } = annotated(session);
    return () => exportProject(session, { projectId, format: 'brat', deidentify: false });
  },
  'project.import': (session) => {
    const { projectId } = annotated(session);
    return () => importNamed(session, { projectId, files: brat });
  },
  'project.members': (session) => {
    const { projectId } = annotated(session);
    return () => projects.setMembers(session, projectId, ['bo']);
  },
  'project.pack': (session) => {
    const { projectId } = annotated(session);
    return () => packProject(session, projectId, join(temporaryDir(), 'p.jsonl'));
  },
  'project.put-back': (session) => {
    const { projectId, first } = annotated(session);
    removeDocuments(session, projectId, [first]);
    return () => putBackDocuments(session, projectId, [first]);
  },
  'project.remove': (session) => {
    const { projectId, first } = annotated(session);
    return () => removeDocuments(session, projectId, [first]);
  },
  'project.merge': (session) => {
    const { projectId, first } = annotated(session);
    discussed(session, first);
    const path = join(temporaryDir(), 'p.jsonl');
    packProject(session, projectId, path);
    const lines = [...readProjectLines('p', readFileSync(path))].map(({ line }) => line);
    deleteThreads(dbOf(session), projectId);
    return () => mergeLines(session, 'p', lines, { projectId, apply: true, theirs: [] });
  },
  'project.remind': (session) => {
    const { projectId } = annotated(session);
    return () => remind(session, projectId, projects.getProject(session, projectId).members);
  },
  'project.rename': (session) => {
    const { projectId } = annotated(session);
    return () => projects.renameProject(session, projectId, 'other');
  },
  'project.settings': (session) => {
    const { projectId } = annotated(session);
    return () => projects.setSettings(session, projectId, ProjectSettings.parse({ overlap: 2 }));
  },
  'project.unpack': (session) => {
    const other = openTestSession();
    const path = join(temporaryDir(), 'p.jsonl');
    packProject(other, makeProject(other, ['头痛'], { schema: SCHEMA }).projectId, path);
    return () => unpackProject(session, { name: 'p', bytes: readFileSync(path) });
  },
  'thread.open': (session) => {
    const { first } = annotated(session);
    return () => discussed(session, first);
  },
  'thread.reply': (session) => {
    const { id } = discussed(session, annotated(session).first);
    return () => reply(session, { threadId: id, text: 'yes', mentions: [] });
  },
  'thread.resolve': (session) => {
    const { id } = discussed(session, annotated(session).first);
    return () => resolve(session, id, true);
  },
  'thread.unresolve': (session) => {
    const { id } = discussed(session, annotated(session).first);
    resolve(session, id, true);
    return () => resolve(session, id, false);
  },
} satisfies Partial<Record<AuditAction, Case>>;
