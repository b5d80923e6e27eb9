/** Undo and redo: per person and project, across documents, also after a restart. */
import { type EditResult, GOLD, type UndoState } from '../../../../shared/domain/project.ts';
import { AppError } from '../../../../shared/result.ts';
import { findDocument } from '../../../db/repositories/annotation/documents.ts';
import {
  changesOf,
  type EditRow,
  findEdit,
  lastChangeOf,
  nextRedo,
  nextUndo,
  SCHEMA_LAYER,
  setEditState,
  summaryOf,
} from '../../../db/repositories/annotation/edits.ts';
import { itemFromJson, itemsOf } from '../../../db/repositories/annotation/items.ts';
import {
  findLayer,
  type LayerRow,
  layersOfProject,
  setLayerState,
} from '../../../db/repositories/annotation/layers.ts';
import { largeTransaction } from '../../../db/repositories/bulk-transactions.ts';
import { dbOf, type Session } from '../../session/session.ts';
import { requireEdit, requireProject, requireRoleToEdit } from '../layer-access.ts';
import { noLayer } from '../not-found.ts';
import { allSteps, inSlices, type Steps } from '../time-slices.ts';
import type { KnownChange, LayerChanges } from './changes.ts';
import { changeBy, commitEdit, type EditRequest } from './commit-edit.ts';
import { commitInSlices, inTurn, isLarge, MAX_AT_ONCE } from './commit-in-slices.ts';
import { Violation } from './edit-checks.ts';
import { emitEdit } from './events.ts';

export function undoState(session: Session, projectId: number): UndoState {
  requireProject(session, projectId);
  const db = dbOf(session);
  const undo = nextUndo(db, projectId, session.actor.name);
  const redo = nextRedo(db, projectId, session.actor.name);
  return {
    undo: undo === undefined ? null : summaryOf(undo),
    redo: redo === undefined ? null : summaryOf(redo),
  };
}

/** Undoes an edit; null if there is none. Throws `conflict` when somebody changed the same items since. */
export const undo = (session: Session, projectId: number): EditResult | null =>
  move(session, projectId, 'undo');

/** Redoes an edit; null if there is none. */
export const redo = (session: Session, projectId: number): EditResult | null =>
  move(session, projectId, 'redo');

function move(session: Session, projectId: number, way: 'undo' | 'redo'): EditResult | null {
  requireProject(session, projectId);
  const db = dbOf(session);
  const result = largeTransaction(db, () => {
    const next = way === 'undo' ? nextUndo : nextRedo;
    const edit = next(db, projectId, session.actor.name);
    if (edit === undefined) return null;
    const request = allSteps(requestSteps(session, edit, way));
    try {
      const moved = commitEdit(session, request);
      keepMove(session, edit, way, moved);
      return moved;
    } catch (error) {
      throw withConflictMessage(session, edit, way, error);
    }
  });
  if (result !== null) emitEdit(session, projectId, result);
  return result;
}

/** As `undo` and `redo`; a large edit is undone in slices, and any waits for a large one of its project. */
export const moveInSlices = (
  session: Session,
  projectId: number,
  way: 'undo' | 'redo',
): Promise<EditResult | null> =>
  inTurn(session, projectId, async () => {
    requireProject(session, projectId);
    const edit = (way === 'undo' ? nextUndo : nextRedo)(dbOf(session), projectId, session.actor.name);
    if (edit === undefined || edit.changes <= MAX_AT_ONCE) return move(session, projectId, way);
    const request = await inSlices(requestSteps(session, edit, way));
    if (!isLarge(request)) return move(session, projectId, way);
    try {
      const result = await commitInSlices(session, request, (moved) => keepMove(session, edit, way, moved));
      emitEdit(session, projectId, result);
      return result;
    } catch (error) {
      throw withConflictMessage(session, edit, way, error);
    }
  });

/** Records on the stack that the edit was undone or redone. Throws `conflict` when it has left the stack meanwhile. */
function keepMove(session: Session, edit: EditRow, way: 'undo' | 'redo', moved: EditResult): void {
  const db = dbOf(session);
  if (findEdit(db, edit.id)?.state !== edit.state) {
    const advice = { kept: 'kept.nothing-changed' } as const;
    throw new AppError('conflict', 'projects.annotations-changed', { change: '' }, advice);
  }
  setEditState(db, edit.id, way === 'undo' ? 'undone' : 'done');
  if (edit.action === 'import') updateImportedGold(session, edit.projectId, moved, way);
}

/** Reopens imported gold layers on undo, so that nobody trains on empty ones, and finishes them on redo. */
function updateImportedGold(
  session: Session,
  projectId: number,
  { layers, edit }: EditResult,
  way: 'undo' | 'redo',
): void {
  const db = dbOf(session);
  const changed = new Set(layers.map(({ id }) => id));
  for (const { id, version } of layersOfProject(db, projectId, GOLD, 'all')) {
    // Imported documents without items are in no edit.
    if (!changed.has(id) && version > 0) continue;
    if (way === 'undo' && itemsOf(db, id).length > 0) continue;
    setLayerState(db, id, way === 'undo' ? 'open' : 'done', edit.at);
  }
}

function* requestSteps(session: Session, edit: EditRow, way: 'undo' | 'redo'): Steps<EditRequest> {
  const layers = new Map<number, KnownChange[]>();
  let schema: EditRequest['schema'];
  for (const { layerId, itemId, ...change } of changesOf(dbOf(session), edit.id)) {
    yield;
    const [before, after] = way === 'undo' ? [change.after, change.before] : [change.before, change.after];
    if (layerId === SCHEMA_LAYER) {
      schema = { before: before ?? '', after: after ?? '' };
      continue;
    }
    const changes = layers.get(layerId) ?? [];
    changes.push({
      id: itemId,
      before: before === null ? null : itemFromJson(before),
      after: after === null ? null : itemFromJson(after),
      json: { before, after },
    });
    layers.set(layerId, changes);
  }
  const changed: LayerChanges[] = [...layers].map(([layerId, changes]) => ({ layerId, changes }));
  // Schema changes, imports and what was suggested to all assignees were allowed in all layers.
  if (edit.action !== 'schema' && edit.action !== 'import' && edit.detail.to !== 'assigned')
    for (const { layerId } of changed)
      requireUndo(session, findLayer(dbOf(session), layerId) ?? noLayer(layerId));
  return {
    projectId: edit.projectId,
    action: way,
    detail: { ...edit.detail, action: edit.action },
    layers: changed,
    ...(schema === undefined ? {} : { schema }),
    ofEdit: edit.id,
    state: 'inverse',
    oldIds: true,
  };
}

/** Throws as `requireEdit`. An edit of several documents is undone in removed ones too. */
function requireUndo(session: Session, layer: LayerRow): void {
  const isRemoved = findDocument(dbOf(session), layer.documentId)?.removedAt != null;
  if (isRemoved) requireRoleToEdit(session, layer.person);
  else requireEdit(session, layer);
}

/** Turns a `Violation` by later changes into a `conflict` that names their author; returns other errors as they are. */
function withConflictMessage(session: Session, edit: EditRow, way: 'undo' | 'redo', error: unknown): unknown {
  if (!(error instanceof Violation)) return error;
  const change = changeBy(lastChangeOf(dbOf(session), error.layerId, error.itemId));
  const params = { id: edit.id, change, problem: error.localized };
  const advice = { kept: 'kept.nothing-changed', cause: error } as const;
  return new AppError('conflict', `projects.${way}-blocked`, params, advice);
}
