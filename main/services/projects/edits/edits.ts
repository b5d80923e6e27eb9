/** Edits requested by windows: changes of one layer. */
import type { Item, Provenance } from '../../../../shared/domain/annotation.ts';
import {
  type Change,
  type EditAction,
  type EditResult,
  type EditSummary,
  GOLD,
} from '../../../../shared/domain/project.ts';
import { AppError } from '../../../../shared/result.ts';
import { itemFromJson, itemJson, itemJsonOf } from '../../../db/repositories/annotation/items.ts';
import { findLayer } from '../../../db/repositories/annotation/layers.ts';
import { authorizedActor } from '../../accounts/requester.ts';
import { dbOf, type Session } from '../../session/session.ts';
import { requireEdit } from '../layer-access.ts';
import { noLayer } from '../not-found.ts';
import { allSteps, inSlices, type Steps } from '../time-slices.ts';
import type { KnownChange } from './changes.ts';
import { commitEdit, type EditRequest } from './commit-edit.ts';
import { commitInSlices, inTurn, MAX_AT_ONCE } from './commit-in-slices.ts';
import { emitEdit } from './events.ts';

/** Actions with requests of their own. */
const RESERVED: ReadonlySet<EditAction> = new Set(['undo', 'redo', 'schema', 'import', 'restore']);

export interface LayerEdit {
  readonly layerId: number;
  readonly action: EditAction;
  readonly detail: EditSummary['detail'];
  readonly changes: readonly Change[];
}

/** Applies changes to a layer. Throws `conflict` when a `before` is not stored; nothing is changed then. */
export function apply(session: Session, edit: LayerEdit): EditResult {
  const { projectId, result } = dbOf(session).transaction(() => {
    const request = allSteps(requestSteps(session, edit));
    return { projectId: request.projectId, result: commitEdit(session, request) };
  });
  emitEdit(session, projectId, result);
  return result;
}

/** As `apply`; a large edit is made in slices, and any edit waits for a large one of its project. */
export async function applyInSlices(session: Session, edit: LayerEdit): Promise<EditResult> {
  const { projectId } = findLayer(dbOf(session), edit.layerId) ?? noLayer(edit.layerId);
  return inTurn(session, projectId, async () => {
    if (edit.changes.length <= MAX_AT_ONCE) return apply(session, edit);
    const request = await inSlices(requestSteps(session, edit));
    const result = await commitInSlices(session, request);
    emitEdit(session, projectId, result);
    return result;
  });
}

function* requestSteps(
  session: Session,
  { layerId, action, detail, changes }: LayerEdit,
): Steps<EditRequest> {
  if (RESERVED.has(action)) throw new AppError('bad-request', 'projects.no-edit-of-its-own', { action });
  const db = dbOf(session);
  const layer = findLayer(db, layerId) ?? noLayer(layerId);
  const document = requireEdit(session, layer);
  const isTrusted = authorizedActor(session).everything;
  const jsonOf = itemJsonOf(db, layer, changes.length);
  const at = new Date().toISOString();
  const accepted: KnownChange[] = [];
  for (const change of changes) {
    if (!isTrusted) refuseForged(change, session.actor.name, layer.person === GOLD);
    accepted.push(withOrigin(asStored(change, jsonOf), session.actor.name, at));
    yield;
  }
  return {
    projectId: layer.projectId,
    action,
    detail: { count: changes.length, ...detail, document: document.name, documentId: document.id },
    layers: [{ layerId, changes: accepted, known: { layer, document } }],
  };
}

/** Throws `bad-request` when an edit names another person or source than it has, or claims what a model found. */
function refuseForged({ id, before, after }: Change, person: string, isGold: boolean): void {
  if (after === null) return;
  const { kind, name, version, confidence, acceptedBy, readings } = after.provenance;
  const isOwn =
    kind === 'dictionary' ||
    (kind === 'human' && name === person && version === undefined && confidence === undefined);
  const isNew = isOwn && acceptedBy === undefined && (isGold || readings === undefined);
  const accepts = before?.status === 'suggested' && after.status === 'accepted';
  const isAccepted = (acceptedBy ?? person) === person;
  if (before === null ? isNew : !accepts || isAccepted) return;
  throw new AppError('bad-request', 'projects.origin-forged', { id }, { kept: 'kept.nothing-changed' });
}

/** Replaces `before` by the stored item where the two differ in their times only, which the service sets. */
function asStored(change: Change, jsonOf: (id: number) => string | null): KnownChange {
  if (change.before === null) return change;
  const json = jsonOf(change.id);
  if (json === null) return change;
  const stored = itemFromJson(json);
  if (itemJson(withTimes(change.before, stored.provenance)) !== json) return change;
  return { ...change, before: stored, json: { before: json } };
}

function withTimes(item: Item, { at, acceptedAt }: Provenance): Item {
  const { at: _at, acceptedAt: _accepted, ...provenance } = item.provenance;
  return { ...item, provenance: { ...provenance, at, acceptedAt } };
}

/** Sets the time of a new item. Keeps the origin of others and adds who accepted a suggestion, and when. */
function withOrigin(change: KnownChange, person: string, at: string): KnownChange {
  const { before, after } = change;
  if (after === null) return change;
  if (before === null) {
    const acceptedAt = after.provenance.acceptedBy === undefined ? undefined : at;
    return { ...change, after: withTimes(after, { ...after.provenance, at, acceptedAt }) };
  }
  const { acceptedBy: _by, acceptedAt: _accepted, ...origin } = before.provenance;
  refuseOtherOrigin(change.id, before, after, origin);
  const isAccepted = before.status === 'suggested' && after.status === 'accepted';
  const provenance = isAccepted
    ? { ...origin, acceptedBy: person, acceptedAt: at }
    : after.status === 'suggested'
      ? origin
      : before.provenance;
  return { ...change, after: { ...after, provenance } };
}

function refuseOtherOrigin(id: number, before: Item, after: Item, origin: Provenance): void {
  const { acceptedBy: _by, acceptedAt: _accepted, at: _at, ...claimed } = after.provenance;
  const asClaimed = { ...before, provenance: { ...claimed, at: origin.at } };
  if (itemJson({ ...before, provenance: origin }) === itemJson(asClaimed)) return;
  throw new AppError('bad-request', 'projects.origin-fixed', { id }, { kept: 'kept.nothing-changed' });
}
