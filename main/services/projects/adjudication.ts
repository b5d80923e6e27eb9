/** How well a project's annotators agree, and gold layers out of what they made. */
import type { AdjudicationGroup } from '../../../shared/domain/adjudication.ts';
import type { AgreementReport } from '../../../shared/domain/agreement.ts';
import type { Item } from '../../../shared/domain/annotation.ts';
import { type EditResult, GOLD, type OpenDocument } from '../../../shared/domain/project.ts';
import { AppError } from '../../../shared/result.ts';
import { goldItems } from '../../agreement/gold.ts';
import { adjudicationGroups } from '../../agreement/groups.ts';
import type { LayeredDocument } from '../../agreement/layers.ts';
import { agreementReport } from '../../agreement/report.ts';
import { findDocument, listHeads } from '../../db/repositories/annotation/documents.ts';
import { itemsOf } from '../../db/repositories/annotation/items.ts';
import { type LayerRow, layersOfDocument, layersOfProject } from '../../db/repositories/annotation/layers.ts';
import { findProject } from '../../db/repositories/annotation/projects.ts';
import { dbOf, type Session } from '../session.ts';
import { commitEdit } from './commit-edit.ts';
import { tellEdit } from './events.ts';
import { ensureLayer, openDocument } from './layers.ts';
import { noDocument, noProject } from './missing.ts';
import { allowEdit } from './people.ts';

/** Over all finished layers. @throws AppError where no two people have finished the same document */
export function projectAgreement(session: Session, projectId: number): AgreementReport {
  const db = dbOf(session);
  const { schema } = findProject(db, projectId) ?? noProject(projectId);
  const finished = Map.groupBy(
    layersOfProject(db, projectId).filter(isFinished),
    ({ documentId }) => documentId,
  );
  const documents = listHeads(db, projectId).flatMap(({ id }) => {
    const layers = finished.get(id);
    return layers === undefined ? [] : [layered(session, id, layers)];
  });
  return agreementReport(documents, { symmetric: symmetricOf(schema) });
}

/** What the annotators of a document made, side by side. */
export function documentGroups(session: Session, documentId: number): AdjudicationGroup[] {
  const { document, symmetric } = toAdjudicate(session, documentId);
  return adjudicationGroups(document, { symmetric });
}

/**
 * Fills an empty gold layer as one edit: what all agree on is accepted, everything else is suggested, reading by reading.
 * What is suggested there still has to be decided; to accept one reading and reject the others is to adjudicate, with the
 * same undo and history as any edit. A layer that is not empty stays as it is.
 */
export function beginAdjudication(session: Session, documentId: number): OpenDocument {
  allowEdit(session, GOLD);
  const db = dbOf(session);
  const result = db.transaction((): { readonly projectId: number; readonly edit: EditResult } | undefined => {
    const { document, symmetric, projectId } = toAdjudicate(session, documentId);
    const gold = ensureLayer(session, documentId, GOLD);
    if (gold.version > 0) return undefined;
    const groups = adjudicationGroups(document, { symmetric });
    const items = goldSuggestions(document, groups, {
      adjudicator: session.actor.name,
      firstId: gold.nextItem,
    });
    if (items.length === 0) return undefined;
    const changes = items.map((after) => ({ id: after.id, before: null, after }));
    const edit = commitEdit(session, {
      projectId,
      action: 'adjudicate',
      detail: {
        count: items.length,
        document: document.name,
        documentId,
        annotators: document.layers.length,
      },
      layers: [{ layerId: gold.id, changes }],
    });
    return { projectId, edit };
  });
  if (result !== undefined) tellEdit(session, result.projectId, result.edit);
  return openDocument(session, documentId, GOLD);
}

/** Every reading of every group as an item: accepted where all agree, else suggested. */
export function goldSuggestions(
  document: LayeredDocument,
  groups: readonly AdjudicationGroup[],
  { adjudicator, firstId }: { readonly adjudicator: string; readonly firstId: number },
): Item[] {
  const at = new Date().toISOString();
  const all = groups.map(({ id, readings }) => ({
    take: 'readings' as const,
    group: id,
    readings: [...readings.keys()],
  }));
  const { items, origins } = goldItems(document, groups, all, { adjudicator, at, firstId });
  const agreed = new Set(groups.filter(({ differs }) => differs.length === 0).map(({ id }) => id));
  const isAgreed = ({ id }: Pick<Item, 'id'>): boolean => agreed.has(origins.get(id) ?? '');
  // A relation stands on its spans: it cannot be settled before they are.
  const settled = new Set(
    items.filter((item) => item.kind !== 'relation' && isAgreed(item)).map(({ id }) => id),
  );
  const makers = new Map(groups.map((group) => [group.id, group]));
  return items.map((item) => {
    const ends = item.kind !== 'relation' || (settled.has(item.from) && settled.has(item.to));
    if (isAgreed(item) && ends) return item;
    const { acceptedBy: _by, acceptedAt: _at, ...origin } = item.provenance;
    const name = makersOf(makers.get(origins.get(item.id) ?? ''), item) ?? origin.name;
    return { ...item, status: 'suggested', provenance: { ...origin, name } };
  });
}

/** Who made it so, for the one who decides. */
function makersOf(group: AdjudicationGroup | undefined, item: Item): string | undefined {
  const reading = group?.readings.find((one) => {
    if (one.type !== item.type || one.kind !== item.kind) return false;
    if (one.kind !== 'span' || item.kind !== 'span') return true;
    return (
      JSON.stringify([one.fragments, one.attributes, one.link ?? null]) ===
      JSON.stringify([item.fragments, item.attributes, item.link ?? null])
    );
  });
  const names = new Set(reading?.votes.map(({ annotator }) => annotator));
  return names.size === 0 ? undefined : [...names].join('、');
}

const isFinished = ({ person, state }: LayerRow): boolean => person !== GOLD && state === 'done';

function toAdjudicate(session: Session, documentId: number) {
  const db = dbOf(session);
  const { projectId, name } = findDocument(db, documentId) ?? noDocument(documentId);
  const { schema } = findProject(db, projectId) ?? noProject(projectId);
  const finished = layersOfDocument(db, documentId).filter(isFinished);
  if (finished.length === 0)
    throw new AppError(
      'bad-request',
      `Nobody has finished ${name} yet, so there is nothing to adjudicate. (${name} 尚无人完成，无法裁决)`,
    );
  return { projectId, document: layered(session, documentId, finished), symmetric: symmetricOf(schema) };
}

function layered(session: Session, documentId: number, layers: readonly LayerRow[]): LayeredDocument {
  const db = dbOf(session);
  const { name, text } = findDocument(db, documentId) ?? noDocument(documentId);
  return {
    name,
    text,
    layers: layers.map(({ id, person }) => ({ annotator: person, items: itemsOf(db, id) })),
  };
}

function symmetricOf({
  relations,
}: {
  readonly relations: readonly { name: string; symmetric: boolean }[];
}): string[] {
  return relations.filter(({ symmetric }) => symmetric).map(({ name }) => name);
}
