/** Edits requested by windows: changes of one layer. */
import type { Change, EditAction, EditResult, EditSummary } from '../../../../shared/domain/project.ts';
import { AppError } from '../../../../shared/result.ts';
import { findDocument } from '../../../db/repositories/annotation/documents.ts';
import { itemJson } from '../../../db/repositories/annotation/item-json.ts';
import { findLayer } from '../../../db/repositories/annotation/layers.ts';
import { dbOf, type Session } from '../../session/session.ts';
import { requireEdit } from '../layer-access.ts';
import { noDocument, noLayer } from '../not-found.ts';
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
    const document = findDocument(db, known.documentId) ?? noDocument(known.documentId);
    requireEdit(session, known.person);
    const at = new Date().toISOString();
    const accepted = changes.map((change) => withAcceptance(change, session.actor.name, at));
    const edit = {
      projectId: known.projectId,
      action,
      detail: { count: changes.length, document: document.name, documentId: document.id, ...detail },
      layers: [{ layerId, changes: accepted, known: { layer: known, document } }],
    };
    return { layer: known, result: commitEdit(session, edit) };
  });
  emitEdit(session, layer.projectId, result);
  return result;
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
