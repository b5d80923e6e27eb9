/** Open decisions of a document: groups of readings, and their items in the gold layer. */
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
import { everItemJson } from '../../../db/repositories/annotation/item-states.ts';
import { itemFromJson, itemsOf } from '../../../db/repositories/annotation/items.ts';
import { findLayerOf, type LayerRow, layersOfDocument } from '../../../db/repositories/annotation/layers.ts';
import { findProject } from '../../../db/repositories/annotation/projects.ts';
import { dbOf, type Session } from '../../session/session.ts';
import { commitEdit } from '../edits/commit-edit.ts';
import { ensureLayer } from '../layers.ts';
import { noProject, presentDocument } from '../not-found.ts';
import { isFinished, layered, symmetricOf } from './finished-layers.ts';

export interface DocumentAdjudication {
  readonly projectId: number;
  readonly schema: AnnotationSchema;
  readonly document: LayeredDocument;
  readonly groups: AdjudicationGroup[];
  /** Items of the gold layer. */
  readonly items: readonly Item[];
  /** Items that the gold layer never held: accepted where all readings agree, else suggestions. */
  readonly fill: readonly Item[];
}

/** Returns a document's adjudication. Throws `bad-request` while nobody has finished it. */
export function adjudicationOf(session: Session, documentId: number): DocumentAdjudication {
  const db = dbOf(session);
  const { projectId, name } = presentDocument(db, documentId);
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

/** Returns the readings that a gold layer ever held, so that rejected ones do not return. */
function everHeld(session: Session, { id, version }: LayerRow): Set<string> {
  const held = new Set<string>();
  if (version === 0) return held;
  for (const json of everItemJson(dbOf(session), id))
    for (const reading of itemFromJson(json).provenance.readings ?? []) held.add(readingKey(reading));
  return held;
}

/**
 * Adds the readings that the gold layer never held, including those finished later. Returns `undefined` if there are
 * none. The edit is on nobody's undo stack, since opening a document is no decision. Call it inside a transaction.
 */
export function fillGold(session: Session, documentId: number): EditResult | undefined {
  const { projectId, document, fill } = adjudicationOf(session, documentId);
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

/** Returns the groups as they are once the gold layer is filled. */
export const goldGroups = ({ groups, items, fill }: DocumentAdjudication): OpenGroup[] =>
  groupsInGold(groups, [...items, ...fill]);

export function countDifferences(session: Session, documentId: number): DocumentDifferences {
  const groups = goldGroups(adjudicationOf(session, documentId));
  return { documentId, differences: differencesOf(groups).length, open: countOpen(groups) };
}
