/** Edits requested by windows: changes of one layer. */
import {
  type Change,
  type EditAction,
  type EditResult,
  type EditSummary,
  GOLD,
} from '../../../../shared/domain/project.ts';
import { AppError } from '../../../../shared/result.ts';
import { itemJson } from '../../../db/repositories/annotation/item-json.ts';
import { findLayer } from '../../../db/repositories/annotation/layers.ts';
import { authorizedActor } from '../../accounts/requester.ts';
import { dbOf, type Session } from '../../session/session.ts';
import { requireEdit } from '../layer-access.ts';
import { noLayer, presentDocument } from '../not-found.ts';
import { commitEdit } from './commit-edit.ts';
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
export function apply(session: Session, { layerId, action, detail, changes }: LayerEdit): EditResult {
  if (RESERVED.has(action)) throw new AppError('bad-request', 'projects.no-edit-of-its-own', { action });
  const db = dbOf(session);
  const { layer, result } = db.transaction(() => {
    const known = findLayer(db, layerId) ?? noLayer(layerId);
    requireEdit(session, known);
    const document = presentDocument(db, known.documentId);
    const at = new Date().toISOString();
    if (!authorizedActor(session).everything)
      for (const change of changes) refuseForged(change, session.actor.name, known.person === GOLD);
    const accepted = changes.map((change) => withAcceptance(change, session.actor.name, at));
    const edit = {
      projectId: known.projectId,
      action,
      detail: { count: changes.length, ...detail, document: document.name, documentId: document.id },
      layers: [{ layerId, changes: accepted, known: { layer: known, document } }],
    };
    return { layer: known, result: commitEdit(session, edit) };
  });
  emitEdit(session, layer.projectId, result);
  return result;
}

/** Longest time in milliseconds between making an edit and sending it. */
const MAX_DELAY = 24 * 3600 * 1000;

/** Throws `bad-request` when an edit names another person, time or source than it has, or claims what a model found. */
function refuseForged({ id, before, after }: Change, person: string, isGold: boolean): void {
  if (after === null) return;
  const { kind, name, version, confidence, at, acceptedBy, acceptedAt, readings } = after.provenance;
  const isNow = (time = new Date().toISOString()): boolean =>
    Math.abs(Date.now() - Date.parse(time)) <= MAX_DELAY;
  const isOwn =
    kind === 'dictionary' ||
    (kind === 'human' && name === person && version === undefined && confidence === undefined);
  const isNew = isOwn && acceptedBy === undefined && isNow(at) && (isGold || readings === undefined);
  const accepts = before?.status === 'suggested' && after.status === 'accepted';
  const isAccepted = (acceptedBy ?? person) === person && isNow(acceptedAt);
  if (before === null ? isNew : !accepts || isAccepted) return;
  throw new AppError('bad-request', 'projects.origin-forged', { id }, { kept: 'kept.nothing-changed' });
}

/** Keeps an item's provenance and adds who accepted the suggestion. */
function withAcceptance(change: Change, person: string, at: string): Change {
  const { id, before, after } = change;
  if (before === null || after === null) return change;
  const { acceptedBy, acceptedAt, ...origin } = before.provenance;
  const { acceptedBy: _by, acceptedAt: askedAt, ...claimed } = after.provenance;
  if (itemJson({ ...before, provenance: origin }) !== itemJson({ ...before, provenance: claimed }))
    throw new AppError('bad-request', 'projects.origin-fixed', { id }, { kept: 'kept.nothing-changed' });
  const isAccepted = before.status === 'suggested' && after.status === 'accepted';
  const provenance = isAccepted
    ? { ...origin, acceptedBy: person, acceptedAt: askedAt ?? at }
    : after.status === 'suggested' || acceptedBy === undefined
      ? origin
      : { ...origin, acceptedBy, ...(acceptedAt === undefined ? {} : { acceptedAt }) };
  return { id, before, after: { ...after, provenance } };
}
