/** Annotation projects: create, list, rename, members, delete. Every change is audited in its transaction. */

import type { AnnotationSchema } from '../../../shared/domain/annotation-schema.ts';
import type { Project, ProjectSettings, ProjectSummary } from '../../../shared/domain/project.ts';
import { AppError } from '../../../shared/result.ts';
import { listHeads } from '../../db/repositories/annotation/documents.ts';
import * as projects from '../../db/repositories/annotation/projects.ts';
import { openReminders } from '../../db/repositories/annotation/threads.ts';
import { appendAudit } from '../../db/repositories/audit.ts';
import { dbOf, type Session } from '../session/session.ts';
import { assignAll } from './assignment.ts';
import { refuseWhileOpen } from './edits/commit-edit.ts';
import { mayEdit, mayReadProject, requireProject } from './layer-access.ts';
import { noProject } from './not-found.ts';

export function listProjects(session: Session): ProjectSummary[] {
  const theirs = projects.listProjects(dbOf(session)).filter(({ id }) => mayReadProject(session, id));
  return theirs.map((row) => summaryOf(session, row));
}

export function getProject(session: Session, id: number): Project {
  const row = requireProject(session, id);
  return { ...summaryOf(session, row), schema: row.schema, settings: row.settings };
}

/** Throws `not-found` when no project has the name. */
export function projectNamed(session: Session, name: string): { readonly id: number; readonly name: string } {
  return projects.findProjectByName(dbOf(session), name) ?? noProject(name);
}

function summaryOf(session: Session, row: projects.ProjectRow): ProjectSummary {
  const db = dbOf(session);
  const { mineAssigned, mineDone, ...counts } = projects.countProject(db, row.id, session.actor.name);
  const { id, name, createdAt, createdBy } = row;
  const reminder = openReminders(db, id).find(({ person }) => person === session.actor.name);
  const members = projects.listMembers(db, id);
  return {
    id,
    name,
    createdAt,
    createdBy,
    ...counts,
    mine: { assigned: mineAssigned, done: mineDone },
    members,
    ...(reminder === undefined ? {} : { reminded: { at: reminder.at, by: reminder.by } }),
  };
}

/** Without members the person who makes it labels everything, if they may label. */
export function createProject(
  session: Session,
  request: {
    readonly name: string;
    readonly schema: AnnotationSchema;
    readonly settings: ProjectSettings;
    readonly members: readonly string[];
  },
): Project {
  const db = dbOf(session);
  const id = db.transaction(() => {
    refuseTaken(session, request.name);
    const at = new Date().toISOString();
    const created = projects.insertProject(db, { ...request, at, by: session.actor.name });
    const alone = mayEdit(session, session.actor.name) ? [session.actor.name] : [];
    const members = request.members.length === 0 ? alone : request.members;
    projects.setMembers(db, created, members);
    appendAudit(db, session.actor, 'project.create', `project:${created}`, { name: request.name, members });
    return created;
  });
  return changed(session, id);
}

function changed(session: Session, id: number): Project {
  session.emit('projects.changed', { projectId: id });
  return getProject(session, id);
}

/** Throws `conflict` when another project has the name. */
export function refuseTaken(session: Session, name: string): void {
  if (projects.findProjectByName(dbOf(session), name) === undefined) return;
  throw new AppError(
    'conflict',
    'projects.name-taken',
    { name },
    { kept: 'kept.nothing-changed', hint: 'hint.other-name' },
  );
}

export function renameProject(session: Session, id: number, name: string): Project {
  const db = dbOf(session);
  db.transaction(() => {
    const before = projects.findProject(db, id) ?? noProject(id);
    if (before.name === name) return;
    refuseTaken(session, name);
    projects.renameProject(db, id, name);
    appendAudit(db, session.actor, 'project.rename', `project:${id}`, { before: before.name, after: name });
  });
  return changed(session, id);
}

/** Documents are given out anew where the overlap changed; what somebody has begun stays theirs. */
export function setSettings(session: Session, id: number, settings: ProjectSettings): Project {
  const db = dbOf(session);
  db.transaction(() => {
    const before = projects.findProject(db, id) ?? noProject(id);
    projects.setProjectSettings(db, id, settings);
    if (before.settings.overlap !== settings.overlap) assignAll(db, id);
    appendAudit(db, session.actor, 'project.settings', `project:${id}`, {
      before: before.settings,
      after: settings,
    });
  });
  return changed(session, id);
}

export function setMembers(session: Session, id: number, members: readonly string[]): Project {
  const db = dbOf(session);
  db.transaction(() => {
    if (projects.findProject(db, id) === undefined) noProject(id);
    const before = projects.listMembers(db, id);
    projects.setMembers(db, id, members);
    assignAll(db, id);
    appendAudit(db, session.actor, 'project.members', `project:${id}`, { before, after: members });
  });
  return changed(session, id);
}

/** Throws `conflict` while documents are archived: these are kept until an administrator unlocks them. */
export function deleteProject(session: Session, id: number): void {
  const db = dbOf(session);
  db.transaction(() => {
    const { name } = projects.findProject(db, id) ?? noProject(id);
    refuseWhileOpen(db, id);
    const documents = listHeads(db, id);
    const locked = documents.filter(({ lockedAt }) => lockedAt !== null).length;
    if (locked > 0)
      throw new AppError(
        'conflict',
        'projects.documents-archived',
        { locked, name },
        { kept: 'kept.nothing-deleted', hint: 'hint.administrator-unlocks-them' },
      );
    projects.deleteProject(db, id);
    appendAudit(db, session.actor, 'project.delete', `project:${id}`, { name, documents: documents.length });
  });
  session.emit('projects.changed', {});
}
