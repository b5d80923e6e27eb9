/** Access of the requester to projects, documents and layers. Adjudicators and administrators have access to all. */
import { GOLD } from '../../../shared/domain/project.ts';
import { AppError } from '../../../shared/result.ts';
import {
  findDocument,
  listAssignments,
  type ProjectDocumentRow,
} from '../../db/repositories/annotation/documents.ts';
import { findLayerOf } from '../../db/repositories/annotation/layers.ts';
import { findProject, listMembers, type ProjectRow } from '../../db/repositories/annotation/projects.ts';
import { mayEditLayer, mayReadLayer, requireEditLayer, requireReadLayer } from '../accounts/permissions.ts';
import { type AuthorizedActor, authorizedActor } from '../accounts/requester.ts';
import { dbOf, type Session } from '../session/session.ts';
import { isFor } from './assignment.ts';
import { noDocument, noProject, notRemoved } from './not-found.ts';

/** Place of a layer: its document, and its person; '' for the gold one. */
interface LayerPlace {
  readonly documentId: number;
  readonly person: string;
}

export const mayEdit = (session: Session, person: string): boolean =>
  mayEditLayer(authorizedActor(session), person);

export const mayRead = (session: Session, person: string): boolean =>
  mayReadLayer(authorizedActor(session), person);

/** Returns the layer's document. Throws `forbidden`, also for a document that is not the requester's. */
export function requireEdit(session: Session, { documentId, person }: LayerPlace): ProjectDocumentRow {
  requireEditLayer(authorizedActor(session), person);
  return requireDocument(session, documentId);
}

/** Returns the layer's document. Throws `forbidden`, also for a document that is not the requester's. */
export function requireRead(session: Session, { documentId, person }: LayerPlace): ProjectDocumentRow {
  requireReadLayer(authorizedActor(session), person);
  return requireDocument(session, documentId);
}

/** Throws `forbidden` for roles that do not allow layers of this person, whichever the document. */
export function requireRoleToRead(session: Session, person: string): void {
  requireReadLayer(authorizedActor(session), person);
}

/** Throws `forbidden` for roles that do not allow a change of this person's layers, whichever the document. */
export function requireRoleToEdit(session: Session, person: string): void {
  requireEditLayer(authorizedActor(session), person);
}

/**
 * Returns whether the documents of a project are a person's: for members, those assigned to them and those they have a
 * layer of; all while nothing is assigned. Nobody else has any, not even of their own earlier work.
 * @param actor the requester unless given
 */
export function documentsOf(
  session: Session,
  projectId: number,
  actor = authorizedActor(session),
): (documentId: number) => boolean {
  const db = dbOf(session);
  if (mayReadLayer(actor, GOLD)) return () => true;
  if (!mayReadProject(session, projectId, actor)) return () => false;
  const assigned = listAssignments(db, projectId);
  return (id) => isFor(assigned, id, actor.name) || findLayerOf(db, id, actor.name) !== undefined;
}

/**
 * Returns the document. Throws `forbidden` when it is not the requester's, `not-found` when there is none, `conflict`
 * when it was removed.
 */
export function requireDocument(session: Session, id: number): ProjectDocumentRow {
  const document = findDocument(dbOf(session), id) ?? noDocument(id);
  if (documentsOf(session, document.projectId)(id)) return notRemoved(document);
  throw notYours('projects.document-of-others');
}

/** Returns whether the document of a project, removed or not, is a person's. */
export function mayReadDocument(session: Session, id: number, actor: AuthorizedActor): boolean {
  const document = findDocument(dbOf(session), id);
  return document !== undefined && documentsOf(session, document.projectId, actor)(id);
}

/**
 * Returns whether a person is a member, or may lead projects.
 * @param actor the requester unless given
 */
export function mayReadProject(
  session: Session,
  projectId: number,
  actor = authorizedActor(session),
): boolean {
  return mayReadLayer(actor, GOLD) || listMembers(dbOf(session), projectId).includes(actor.name);
}

/** Returns the project. Throws `forbidden` when the requester has no part in it, `not-found` when there is none. */
export function requireProject(session: Session, id: number): ProjectRow {
  const project = findProject(dbOf(session), id) ?? noProject(id);
  if (mayReadProject(session, id)) return project;
  throw notYours('projects.project-of-others');
}

const notYours = (id: 'projects.document-of-others' | 'projects.project-of-others'): AppError =>
  new AppError('forbidden', id, {}, { kept: 'kept.nothing-changed', hint: 'hint.ask-for-role' });
