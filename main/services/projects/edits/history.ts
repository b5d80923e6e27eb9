/** History of a layer: its edits, its items after any of them, differences, and restoring. */
import type { Item } from '../../../../shared/domain/annotation.ts';
import type { Change, EditResult, EditSummary } from '../../../../shared/domain/project.ts';
import { AppError } from '../../../../shared/result.ts';
import { editsOfLayer, findEdit, itemsBefore, summaryOf } from '../../../db/repositories/annotation/edits.ts';
import { itemFromJson, itemsOf } from '../../../db/repositories/annotation/items.ts';
import { findLayer, type LayerRow } from '../../../db/repositories/annotation/layers.ts';
import { dbOf, type Session } from '../../session/session.ts';
import { requireEdit, requireRead } from '../layer-access.ts';
import { noEdit, noLayer } from '../not-found.ts';
import { changesBetween } from './changes.ts';
import { commitEdit } from './commit-edit.ts';
import { emitEdit } from './events.ts';

function layerToRead(session: Session, layerId: number): LayerRow {
  const layer = findLayer(dbOf(session), layerId) ?? noLayer(layerId);
  requireRead(session, layer);
  return layer;
}

/** Returns edits, newest first. @param before only edits older than this one */
export function history(
  session: Session,
  layerId: number,
  before: number | undefined,
  limit: number,
): EditSummary[] {
  layerToRead(session, layerId);
  return editsOfLayer(dbOf(session), layerId, before ?? Number.MAX_SAFE_INTEGER, limit).map(summaryOf);
}

/** Returns the items just after an edit of the project, which need not belong to this layer. */
export function itemsAt(session: Session, layerId: number, edit: number): Item[] {
  const { projectId } = layerToRead(session, layerId);
  if (findEdit(dbOf(session), edit)?.projectId !== projectId) noEdit(edit);
  return itemsAfter(session, layerId, edit);
}

function itemsAfter(session: Session, layerId: number, edit: number): Item[] {
  const db = dbOf(session);
  const items = new Map(itemsOf(db, layerId).map((item) => [item.id, item]));
  for (const [id, was] of itemsBefore(db, layerId, edit)) {
    if (was === null) items.delete(id);
    else items.set(id, itemFromJson(was));
  }
  return [...items.values()].sort((a, b) => a.id - b.id);
}

/** Returns the changes between two states. @param from null: empty layer. @param to null: present items */
export function diff(session: Session, layerId: number, from: number | null, to: number | null): Change[] {
  layerToRead(session, layerId);
  const before = from === null ? [] : itemsAt(session, layerId, from);
  const after = to === null ? itemsOf(dbOf(session), layerId) : itemsAt(session, layerId, to);
  return changesBetween(before, after);
}

/** Restores a layer to its state after an edit by a new edit; edits between stay in the history. */
export function restore(session: Session, layerId: number, edit: number): EditResult {
  const db = dbOf(session);
  const { projectId } = layerToRead(session, layerId);
  const result = db.transaction(() => {
    requireEdit(session, findLayer(db, layerId) ?? noLayer(layerId));
    const changes = changesBetween(itemsOf(db, layerId), itemsAt(session, layerId, edit));
    if (changes.length === 0)
      throw new AppError('bad-request', 'projects.as-it-was', {}, { kept: 'kept.nothing-changed' });
    return commitEdit(session, {
      projectId,
      action: 'restore',
      detail: { edit, count: changes.length },
      layers: [{ layerId, changes }],
      oldIds: true,
    });
  });
  emitEdit(session, projectId, result);
  return result;
}
