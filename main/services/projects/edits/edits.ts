/** Edits that windows ask for: changes of one layer, and changes of suggestions' standing. */
import type { Change, EditAction, EditResult, EditSummary } from '../../../../shared/domain/project.ts';
import { AppError } from '../../../../shared/result.ts';
import { findDocument } from '../../../db/repositories/annotation/documents.ts';
import { itemJson } from '../../../db/repositories/annotation/item-json.ts';
import { findLayer } from '../../../db/repositories/annotation/layers.ts';
import { dbOf, type Session } from '../../session/session.ts';
import { allowEdit } from '../layer-access.ts';
import { noDocument, noLayer } from '../not-found.ts';
import { commitEdit } from './commit-edit.ts';
import { tellEdit } from './events.ts';

/** Made by requests of their own. */
const RESERVED: ReadonlySet<EditAction> = new Set(['undo', 'redo', 'schema', 'import', 'restore']);

export interface LayerEdit {
  readonly layerId: number;
  readonly action: EditAction;
  readonly detail: EditSummary['detail'];
  readonly changes: readonly Change[];
}

/** Throws `conflict` when a `before` is not what is stored now; nothing is changed then. */
export function apply(session: Session, { layerId, action, detail, changes }: LayerEdit): EditResult {
  if (RESERVED.has(action)) throw new AppError('bad-request', 'projects.no-edit-of-its-own', { action });
  const db = dbOf(session);
  const { layer, result } = db.transaction(() => {
    const known = findLayer(db, layerId) ?? noLayer(layerId);
    const document = findDocument(db, known.documentId) ?? noDocument(known.documentId);
    allowEdit(session, known.person);
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
  tellEdit(session, layer.projectId, result);
  return result;
}

/** Where an item came from stays; who accepts a suggestion is added to it. */
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
