/** Opens layers for windows and changes their state. */

import type { LayerState, OpenDocument, OpenLayer } from '../../../shared/domain/project.ts';
import { AppError } from '../../../shared/result.ts';
import type { ReadDb } from '../../db/connection.ts';
import { setLock } from '../../db/repositories/annotation/documents.ts';
import { itemsOf } from '../../db/repositories/annotation/items.ts';
import * as layers from '../../db/repositories/annotation/layers.ts';
import { findProject } from '../../db/repositories/annotation/projects.ts';
import { appendAudit } from '../../db/repositories/audit.ts';
import { dbOf, type Session } from '../session/session.ts';
import { archived } from './edits/commit-edit.ts';
import { mayEdit, requireEdit, requireRead } from './layer-access.ts';
import { noLayer, presentDocument } from './not-found.ts';
import { SchemaIndex } from './schema/schema-index.ts';

/** Makes the layer when there is none yet, for who may edit it. @param person absent: the person who asks */
export function openDocument(
  session: Session,
  documentId: number,
  person = session.actor.name,
): OpenDocument {
  const db = dbOf(session);
  const { document, layer } = db.transaction(() => {
    const document = requireRead(session, { documentId, person });
    return { document, layer: ensureLayer(session, document.id, person) };
  });
  const { id, projectId, name, text, meta, lockedAt, lockedBy } = document;
  return { id, projectId, name, text, meta, lockedAt, lockedBy, layer: toOpen(session, layer) };
}

/** The layer of a person, made when it is theirs to make. Inside a transaction. */
export function ensureLayer(session: Session, documentId: number, person: string): layers.LayerRow {
  const db = dbOf(session);
  const present = layers.findLayerOf(db, documentId, person);
  if (present !== undefined) return present;
  if (!mayEdit(session, person)) throw new AppError('not-found', 'projects.not-begun', { person });
  return makeLayer(session, documentId, person);
}

export function makeLayer(session: Session, documentId: number, person: string): layers.LayerRow {
  const db = dbOf(session);
  const id = layers.insertLayer(db, documentId, person, new Date().toISOString());
  return layers.findLayer(db, id) ?? noLayer(id);
}

/** Returns a layer with its items, for windows. */
export function toOpen(session: Session, layer: layers.LayerRow): OpenLayer {
  const { id, documentId, person, state, version, nextItem } = layer;
  return { id, documentId, person, state, version, nextItem, items: itemsOf(dbOf(session), id) };
}

/** Returns every layer of a document that the requester may read, gold first. */
export function documentLayers(session: Session, documentId: number): OpenLayer[] {
  const db = dbOf(session);
  presentDocument(db, documentId);
  const found = layers.layersOfDocument(db, documentId);
  for (const layer of found) requireRead(session, layer);
  return found.map((layer) => toOpen(session, layer));
}

export function setState(session: Session, layerId: number, state: LayerState): OpenLayer {
  const db = dbOf(session);
  const layer = db.transaction(() => {
    const before = layers.findLayer(db, layerId) ?? noLayer(layerId);
    const document = requireEdit(session, before);
    if (document.lockedAt !== null) throw archived(document.name, document.lockedBy);
    if (before.state === state) return before;
    if (state === 'done') refuseIncomplete(db, document.projectId, layerId);
    layers.setLayerState(db, layerId, state, new Date().toISOString());
    appendAudit(db, session.actor, 'annotation.state', `project-document:${document.id}`, {
      person: before.person,
      before: before.state,
      after: state,
    });
    return layers.findLayer(db, layerId) ?? noLayer(layerId);
  });
  session.emit('projects.changed', { projectId: layer.projectId });
  return toOpen(session, layer);
}

/** Throws `bad-request` while items lack required values. */
function refuseIncomplete(db: ReadDb, projectId: number, layerId: number): void {
  const project = findProject(db, projectId);
  if (project === undefined) return;
  const { count, first } = new SchemaIndex(project.schema).lacking(itemsOf(db, layerId));
  if (first === undefined) return;
  throw new AppError(
    'bad-request',
    'projects.required-missing',
    { count, attribute: first.attribute.title || first.attribute.name, type: first.item.type },
    { kept: 'kept.nothing-changed', hint: 'hint.fill-required' },
  );
}

/** Archives a document or, with a reason, opens it again. */
export function lockDocument(session: Session, documentId: number, locked: boolean, reason: string): void {
  const db = dbOf(session);
  const projectId = db.transaction(() => {
    const document = presentDocument(db, documentId);
    if ((document.lockedAt !== null) === locked) return document.projectId;
    if (!locked && reason.trim() === '')
      throw new AppError('bad-request', 'projects.unlock-needs-reason', {}, { kept: 'kept.nothing-changed' });
    setLock(db, documentId, locked ? { at: new Date().toISOString(), by: session.actor.name } : null);
    appendAudit(
      db,
      session.actor,
      locked ? 'annotation.lock' : 'annotation.unlock',
      `project-document:${documentId}`,
      { document: document.name, reason },
    );
    return document.projectId;
  });
  session.emit('projects.changed', { projectId });
}
