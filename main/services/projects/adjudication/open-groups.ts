/** What there is to decide about a document: groups of readings, and what the gold layer holds or lacks of them. */
import {
  countOpen,
  differencesOf,
  groupsInGold,
  type OpenGroup,
  readingKey,
} from '../../../../shared/adjudication/groups-in-gold.ts';
import type { AdjudicationGroup, DocumentDifferences } from '../../../../shared/domain/adjudication.ts';
import type { Item } from '../../../../shared/domain/annotation.ts';
import type { AnnotationSchema } from '../../../../shared/domain/annotation-schema.ts';
import { type EditResult, GOLD } from '../../../../shared/domain/project.ts';
import { AppError } from '../../../../shared/result.ts';
import { goldItems } from '../../../agreement/gold.ts';
import { adjudicationGroups } from '../../../agreement/groups.ts';
import type { LayeredDocument } from '../../../agreement/layers.ts';
import { findDocument } from '../../../db/repositories/annotation/documents.ts';
import { itemFromJson } from '../../../db/repositories/annotation/item-json.ts';
import { everItemJson } from '../../../db/repositories/annotation/item-states.ts';
import { itemsOf } from '../../../db/repositories/annotation/items.ts';
import { findLayerOf, type LayerRow, layersOfDocument } from '../../../db/repositories/annotation/layers.ts';
import { findProject } from '../../../db/repositories/annotation/projects.ts';
import { dbOf, type Session } from '../../session/session.ts';
import { commitEdit } from '../edits/commit-edit.ts';
import { ensureLayer } from '../layers.ts';
import { noDocument, noProject } from '../not-found.ts';
import { isFinished, layered, symmetricOf } from './finished-layers.ts';

export interface ToAdjudicate {
  readonly projectId: number;
  readonly schema: AnnotationSchema;
  readonly document: LayeredDocument;
  readonly groups: AdjudicationGroup[];
  /** Of the gold layer. */
  readonly items: readonly Item[];
  /** What the gold layer never held: of readings that all agree on settled items, else suggestions. */
  readonly fill: readonly Item[];
}

/** Throws `bad-request` while nobody has finished the document. A finished gold layer lacks nothing. */
export function toAdjudicate(session: Session, documentId: number): ToAdjudicate {
  const db = dbOf(session);
  const { projectId, name } = findDocument(db, documentId) ?? noDocument(documentId);
  const { schema } = findProject(db, projectId) ?? noProject(projectId);
  const finished = layersOfDocument(db, documentId).filter(isFinished);
  if (finished.length === 0) throw new AppError('bad-request', 'projects.nobody-finished', { name });
  const document = layered(db, documentId, finished);
  const groups = adjudicationGroups(document, { symmetric: symmetricOf(schema) });
  const gold = findLayerOf(db, documentId, GOLD);
  const items = gold === undefined ? [] : itemsOf(db, gold.id);
  const fill =
    gold?.state === 'done'
      ? []
      : goldItems(document, groups, {
          adjudicator: session.actor.name,
          at: new Date().toISOString(),
          present: items,
          known: gold === undefined ? new Set() : everHeld(session, gold),
          firstId: gold?.nextItem ?? 1,
        });
  return { projectId, schema, document, groups, items, fill };
}

/** Readings that a gold layer ever held: what was decided against once does not come again. */
function everHeld(session: Session, { id, version }: LayerRow): Set<string> {
  const held = new Set<string>();
  if (version === 0) return held;
  for (const json of everItemJson(dbOf(session), id))
    for (const reading of itemFromJson(json).provenance.readings ?? []) held.add(readingKey(reading));
  return held;
}

/**
 * Brings into the gold layer what it never held, so too the readings of who finished later; undefined where it lacks
 * nothing. On nobody's stack of undo, since to open a document is no decision. Inside a transaction.
 */
export function fillGold(session: Session, documentId: number): EditResult | undefined {
  const { projectId, document, fill } = toAdjudicate(session, documentId);
  const gold = ensureLayer(session, documentId, GOLD);
  if (fill.length === 0) return undefined;
  const annotators = document.layers.map(({ annotator }) => annotator).join('、');
  return commitEdit(session, {
    projectId,
    action: 'adjudicate',
    detail: { take: 'begin', count: fill.length, document: document.name, documentId, annotators },
    layers: [{ layerId: gold.id, changes: fill.map((after) => ({ id: after.id, before: null, after })) }],
    by: GOLD,
  });
}

/** The groups as they are, or will be once the gold layer is filled. */
export function goldGroups({ groups, items, fill }: ToAdjudicate): OpenGroup[] {
  return groupsInGold(groups, [...items, ...fill]);
}

export function countDifferences(session: Session, documentId: number): DocumentDifferences {
  const groups = goldGroups(toAdjudicate(session, documentId));
  return { documentId, differences: differencesOf(groups).length, open: countOpen(groups) };
}
