/** Removes documents from a project, with all that belongs to them, and puts them back. */

import {
  GOLD,
  type ImportedDocuments,
  type ProjectDocumentId,
  type Removal,
  type RemovedDocument,
} from '../../../shared/domain/project.ts';
import type { WriteDb } from '../../db/connection.ts';
import * as documents from '../../db/repositories/annotation/documents.ts';
import { type CountedLayer, countLayers } from '../../db/repositories/annotation/layers.ts';
import { appendAudit } from '../../db/repositories/audit.ts';
import { dbOf, type Session } from '../session/session.ts';
import { assignAll } from './assignment.ts';
import { archived } from './edits/commit-edit.ts';
import { requireProject } from './layer-access.ts';
import { noDocument, presentDocument } from './not-found.ts';

/** Returns what a removal would take out of sight. Throws as `removeDocuments`. */
export function removalOf(session: Session, projectId: number, ids: readonly ProjectDocumentId[]): Removal {
  const db = dbOf(session);
  requireProject(session, projectId);
  const layers = countLayers(db, projectId);
  const chosen = [...new Set(ids)];
  for (const id of chosen) {
    const { projectId: of, name, lockedAt, lockedBy } = presentDocument(db, id);
    if (of !== projectId) noDocument(id);
    if (lockedAt !== null) throw archived(name, lockedBy);
  }
  return { documents: chosen.length, ...workIn(chosen.flatMap((id) => layers.get(id) ?? [])) };
}

/** Counts the people with work in layers, and the items. A layer that was only opened is no work. */
function workIn(layers: readonly CountedLayer[]): Pick<Removal, 'annotators' | 'items' | 'gold'> {
  const begun = layers.filter(({ version, state }) => version > 0 || state === 'done');
  const people = new Set(begun.map(({ person }) => person));
  return {
    annotators: [...people].filter((person) => person !== GOLD).length,
    items: begun.reduce((sum, { accepted, suggested }) => sum + accepted + suggested, 0),
    gold: begun.filter(({ person }) => person === GOLD).length,
  };
}

/**
 * Takes documents out of lists, queues, exports and measures. Their annotations, history and assignments are kept.
 * Throws `conflict` for archived and removed documents; nothing is changed then.
 */
export function removeDocuments(
  session: Session,
  projectId: number,
  ids: readonly ProjectDocumentId[],
): Removal {
  const db = dbOf(session);
  const removal = db.transaction(() => {
    const counted = removalOf(session, projectId, ids);
    const removed = { at: new Date().toISOString(), by: session.actor.name };
    for (const id of ids) documents.setRemoved(db, id, removed);
    appendAudit(db, session.actor, 'project.remove', `project:${projectId}`, {
      ...counted,
      ids: rangesOf(ids),
    });
    return counted;
  });
  session.emit('projects.changed', { projectId });
  return removal;
}

/** Lists the removed documents of a project, last removed first. */
export function removedDocuments(session: Session, projectId: number): RemovedDocument[] {
  const db = dbOf(session);
  requireProject(session, projectId);
  const layers = countLayers(db, projectId, 'all');
  return documents
    .listRemoved(db, projectId)
    .map((document) => ({ ...document, ...workIn(layers.get(document.id) ?? []) }));
}

/** Puts removed documents back as they were. Documents that are not removed are left as they are. */
export function putBackDocuments(
  session: Session,
  projectId: number,
  ids: readonly ProjectDocumentId[],
): void {
  const db = dbOf(session);
  db.transaction(() => {
    requireProject(session, projectId);
    const removed = new Set(documents.listRemoved(db, projectId).map(({ id }) => id));
    for (const id of ids) if (!removed.has(id)) presentIn(db, projectId, id);
    putBack(
      session,
      projectId,
      ids.filter((id) => removed.has(id)),
    );
  });
  session.emit('projects.changed', { projectId });
}

function presentIn(db: WriteDb, projectId: number, id: number): void {
  if (presentDocument(db, id).projectId !== projectId) noDocument(id);
}

/** Puts removed documents back inside a transaction. */
export function putBack(session: Session, projectId: number, ids: readonly ProjectDocumentId[]): void {
  if (ids.length === 0) return;
  const db = dbOf(session);
  for (const id of ids) documents.setRemoved(db, id, null);
  assignAll(db, projectId);
  appendAudit(db, session.actor, 'project.put-back', `project:${projectId}`, {
    documents: ids.length,
    ids: rangesOf(ids),
  });
}

/** Returns the count for an import's report. */
export const restoredOf = (ids: readonly ProjectDocumentId[]): Pick<ImportedDocuments, 'restored'> =>
  ids.length === 0 ? {} : { restored: ids.length };

/** Returns ids as ranges of first and last, in order. */
function rangesOf(ids: readonly number[]): [first: number, last: number][] {
  const ranges: [number, number][] = [];
  for (const id of [...new Set(ids)].sort((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last !== undefined && last[1] === id - 1) last[1] = id;
    else ranges.push([id, id]);
  }
  return ranges;
}
