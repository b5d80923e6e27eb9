/** Commits one edit: compares with the stored items, checks, writes and audits, all or nothing. */
import type { EditAction, EditResult, EditSummary } from '../../../../shared/domain/project.ts';
import { type Message, message } from '../../../../shared/messages/message.ts';
import { AppError } from '../../../../shared/result.ts';
import type { ReadDb, WriteDb } from '../../../db/connection.ts';
import { findDocument } from '../../../db/repositories/annotation/documents.ts';
import {
  type EditState,
  forgetUndone,
  insertEdit,
  lastChangeOf,
  lastSchemaChange,
  type NewEdit,
  SCHEMA_LAYER,
  type StoredChange,
} from '../../../db/repositories/annotation/edits.ts';
import { ItemWrites, itemJson, itemJsonOf } from '../../../db/repositories/annotation/items.ts';
import { findLayer, touchLayer } from '../../../db/repositories/annotation/layers.ts';
import { openEditOf } from '../../../db/repositories/annotation/open-edits.ts';
import { findProject, setProjectSchema } from '../../../db/repositories/annotation/projects.ts';
import { appendAudit } from '../../../db/repositories/audit.ts';
import { dbOf, type Session } from '../../session/session.ts';
import { noDocument, noLayer, noProject } from '../not-found.ts';
import { listOf, refitLayers } from '../schema/refit-layers.ts';
import { SchemaIndex } from '../schema/schema-index.ts';
import { allSteps, type Steps } from '../time-slices.ts';
import type { KnownLayer, LayerChanges } from './changes.ts';
import { checkSteps, Violation } from './edit-checks.ts';

export interface EditRequest {
  readonly projectId: number;
  readonly action: EditAction;
  readonly detail: EditSummary['detail'];
  readonly layers: readonly LayerChanges[];
  /** Schema as JSON, if the edit changes it too. */
  readonly schema?: { readonly before: string; readonly after: string };
  /** Whether the new schema allows everything that the old one allowed. */
  readonly isWider?: boolean;
  /** Edit that this one undoes or redoes. */
  readonly ofEdit?: number;
  /** Default: `done`. */
  readonly state?: EditState;
  /** Author and owner of the undo, if not the requester. */
  readonly by?: string;
  /** Whether deleted items may return with their old ids. */
  readonly oldIds?: boolean;
}

/** Largest gap in new ids; windows that drop prepared items leave small ones. */
const MAX_GAP = 1_000_000;

/**
 * Commits an edit, alone or inside a transaction, which an error must end too.
 * Throws `conflict` when an item is not what the request says it was or another edit of the project is open,
 * `Violation` when the outcome is not allowed.
 */
export function commitEdit(session: Session, request: EditRequest): EditResult {
  const db = dbOf(session);
  return db.nestedTransaction(() => {
    const { projectId } = request;
    const project = findProject(db, projectId) ?? noProject(projectId);
    refuseWhileOpen(db, projectId);
    let schema = new SchemaIndex(project.schema);
    if (request.schema !== undefined)
      schema = changeSchema(db, projectId, project.schemaJson, request.schema);
    const prepared = allSteps(prepareSteps(db, request, schema));
    const { stored } = prepared;
    if (request.schema !== undefined) stored.unshift({ layerId: SCHEMA_LAYER, itemId: 0, ...request.schema });
    prepared.writes.write(db);
    if (request.schema !== undefined && request.isWider !== true) refuseOrphans(db, projectId, schema);
    const head = headOf(session, request);
    return finishEdit(session, request, prepared, { ...head, ...insertEdit(db, head, stored) });
  });
}

/** Throws `conflict` while an edit of very many changes is written in the project. */
export function refuseWhileOpen(db: ReadDb, projectId: number): void {
  if (openEditOf(db, projectId) === undefined) return;
  const advice = { kept: 'kept.nothing-changed', hint: 'hint.wait-until-finished' } as const;
  throw new AppError('conflict', 'projects.edit-open', {}, advice);
}

/** Edit as it is stored, without its changes. */
export function headOf(session: Session, request: EditRequest): NewEdit {
  const { projectId, action, detail } = request;
  const actor = request.by ?? session.actor.name;
  const [state, ofEdit] = [request.state ?? 'done', request.ofEdit ?? null];
  return { projectId, at: new Date().toISOString(), actor, action, detail, ofEdit, state };
}

/** Compared and checked changes of an edit. */
export interface PreparedEdit {
  readonly stored: StoredChange[];
  readonly writes: ItemWrites;
  readonly layers: readonly ChangedLayer[];
}

/** Compares and checks the changes of an edit; writes nothing. */
export function* prepareSteps(db: ReadDb, request: EditRequest, schema: SchemaIndex): Steps<PreparedEdit> {
  const prepared = { stored: [], writes: new ItemWrites() };
  const layers: ChangedLayer[] = [];
  for (const layer of request.layers)
    layers.push(yield* layerSteps(db, { request, schema, ...prepared }, layer));
  return { ...prepared, layers };
}

/** Writes what an edit changes beside items and history: its layers, the redo stack and the audit entry. */
export function finishEdit(
  session: Session,
  { projectId, by, schema }: EditRequest,
  { stored, layers }: PreparedEdit,
  { id, sha256, at, actor, action, detail, state, ofEdit }: NewEdit & { id: number; sha256: string },
): EditResult {
  const db = dbOf(session);
  for (const layer of layers) touchLayer(db, layer.id, layer.nextItem, at);
  if (state === 'done') forgetUndone(db, projectId, actor);
  appendAudit(db, session.actor, 'annotation.edit', objectOf(projectId, layers), {
    edit: id,
    project: projectId,
    action,
    changes: stored.length,
    layers: layers.length,
    sha256,
    ...(by === undefined ? {} : { by }),
    ...(ofEdit === null ? {} : { of: ofEdit }),
  });
  const changes = stored.length - (schema === undefined ? 0 : 1);
  return {
    edit: { id, at, actor, action, detail, state, changes, layers: layers.length },
    layers: [...layers],
  };
}

type ChangedLayer = EditResult['layers'][number];

/** Returns the audited object: the document of an edit within one, else the project. */
function objectOf(projectId: number, layers: readonly ChangedLayer[]): string {
  const documents = new Set(layers.map(({ documentId }) => documentId));
  const [only] = documents;
  return documents.size === 1 ? `project-document:${only}` : `project:${projectId}`;
}

function changeSchema(
  db: WriteDb,
  projectId: number,
  present: string,
  { before, after }: { before: string; after: string },
): SchemaIndex {
  if (present !== before) {
    const change = changeBy(lastSchemaChange(db, projectId));
    throw new AppError('conflict', 'projects.schema-changed', { change }, { kept: 'kept.nothing-changed' });
  }
  setProjectSchema(db, projectId, after);
  return new SchemaIndex(findProject(db, projectId)!.schema);
}

/** Throws when items would lose their type. An undo may do that too, since the type may have been used meanwhile. */
function refuseOrphans(db: WriteDb, projectId: number, schema: SchemaIndex): void {
  const { orphans, first } = refitLayers(db, projectId, schema, []);
  if (first === undefined) return;
  const list = listOf(orphans);
  throw new Violation(first, message('projects.orphans', { total: orphans.total, types: list }));
}

interface EditContext {
  readonly request: EditRequest;
  readonly schema: SchemaIndex;
  readonly stored: StoredChange[];
  readonly writes: ItemWrites;
}

function* layerSteps(db: ReadDb, making: EditContext, changed: LayerChanges): Steps<ChangedLayer> {
  const { request, schema, stored, writes } = making;
  const { layerId, changes } = changed;
  const { layer, document } = changed.known ?? knownLayer(db, layerId);
  if (layer.projectId !== request.projectId) noLayer(layerId);
  if (document.lockedAt !== null) throw archived(document.name, document.lockedBy);
  const first = stored.length;
  yield* compareSteps(db, layer, changed, request.oldIds ?? false, stored);
  yield* checkSteps(db, layerId, document.text, schema, changes);
  let nextItem = layer.nextItem;
  for (const [n, { id, before, after }] of changes.entries()) {
    yield;
    if (id >= nextItem) nextItem = id + 1;
    if (after === null) writes.remove(layerId, id);
    else writes.put(layerId, after, stored[first + n]?.after ?? itemJson(after), before === null);
  }
  const { documentId, person, version } = layer;
  const plain = changes.map(({ id, before, after }) => ({ id, before, after }));
  return { id: layerId, documentId, person, version: version + 1, nextItem, changes: plain };
}

function knownLayer(db: ReadDb, layerId: number): KnownLayer {
  const layer = findLayer(db, layerId) ?? noLayer(layerId);
  return { layer, document: findDocument(db, layer.documentId) ?? noDocument(layer.documentId) };
}

/** Throws `conflict` unless every `before` is stored. Adds the changes to `stored` in order. */
function* compareSteps(
  db: ReadDb,
  layer: { readonly id: number; readonly nextItem: number },
  { changes, isCurrent = false }: LayerChanges,
  oldIds: boolean,
  stored: StoredChange[],
): Steps<void> {
  const seen = new Set<number>();
  const presentOf = itemJsonOf(db, layer, changes.length);
  for (const { id, before, after, json } of changes) {
    yield;
    if (seen.has(id)) throw wrongChange(message('projects.item-twice', { id }));
    seen.add(id);
    if (before === null && after === null) throw wrongChange(message('projects.item-unchanged', { id }));
    if ((before !== null && before.id !== id) || (after !== null && after.id !== id))
      throw wrongChange(message('projects.item-other-id', { id }));
    const beforeJson = before === null ? null : (json?.before ?? itemJson(before));
    const afterJson = after === null ? null : (json?.after ?? itemJson(after));
    // An id that was never assigned needs no look-up.
    const isNew = before === null && id >= layer.nextItem;
    if (!isNew && !isCurrent && presentOf(id) !== beforeJson) throw changedMeanwhile(db, layer.id, id);
    if (before === null && !oldIds && (!isNew || id >= layer.nextItem + MAX_GAP))
      throw changedMeanwhile(db, layer.id, id);
    stored.push({ layerId: layer.id, itemId: id, before: beforeJson, after: afterJson });
  }
}

const wrongChange = (problem: Message): AppError =>
  new AppError('bad-request', 'projects.wrong-edit', { problem }, { kept: 'kept.nothing-changed' });

/** Returns the `conflict` error with author and time of the other change. */
function changedMeanwhile(db: ReadDb, layerId: number, itemId: number): AppError {
  const change = changeBy(lastChangeOf(db, layerId, itemId));
  const advice = { kept: 'kept.theirs', hint: 'hint.look-then-decide' } as const;
  return new AppError('conflict', 'projects.annotations-changed', { change }, advice);
}

export const changeBy = (last: { actor: string; at: string } | undefined): Message | string =>
  last === undefined ? '' : message('projects.by-at', { actor: last.actor, at: last.at });

export function archived(name: string, by: string | null): AppError {
  const advice = { kept: 'kept.nothing-changed', hint: 'hint.administrator-unlocks' } as const;
  return by === null
    ? new AppError('conflict', 'projects.document-archived', { name }, advice)
    : new AppError('conflict', 'projects.document-archived-by', { name, by }, advice);
}
