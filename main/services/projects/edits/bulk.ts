/** Edits of many documents at once: suggestions made, all occurrences of words, suggestions accepted or rejected. */
import { type Item, type Provenance, type Relation, SpanItem } from '../../../../shared/domain/annotation.ts';
import type { Change, EditAction, EditResult, EditSummary } from '../../../../shared/domain/project.ts';
import { listAssignments, listHeads } from '../../../db/repositories/annotation/documents.ts';
import {
  itemsOf,
  otherItemsOf,
  type StoredItem,
  suggestedItemsOf,
} from '../../../db/repositories/annotation/items.ts';
import { findLayerOf, type LayerRow } from '../../../db/repositories/annotation/layers.ts';
import { findProject } from '../../../db/repositories/annotation/projects.ts';
import { largeTransaction } from '../../../db/repositories/bulk-transactions.ts';
import { dbOf, type Session } from '../../session/session.ts';
import { isFor } from '../assignment.ts';
import { requireDocument, requireProject, requireRoleToEdit } from '../layer-access.ts';
import { makeLayer } from '../layers.ts';
import { noDocument, noProject, presentDocument } from '../not-found.ts';
import { SchemaIndex } from '../schema/schema-index.ts';
import { allSteps, type Steps } from '../time-slices.ts';
import type { KnownChange, LayerChanges } from './changes.ts';
import { archived, commitEdit, type EditRequest } from './commit-edit.ts';
import { commitInSlices, inTransactions, inTurn, isLarge } from './commit-in-slices.ts';
import { emitEdit } from './events.ts';
import { findOccurrences, uncovered, wholeWords } from './occurrences.ts';

/** Items proposed for a layer. Their ids need only be distinct. */
export interface Suggestions {
  readonly documentId: number;
  readonly person: string;
  readonly items: readonly Item[];
  /** Relations between items that the layer has. */
  readonly between?: readonly Omit<Relation, 'id'>[];
}

/** Bulk edit, whose layers are found in steps inside a transaction. */
interface BulkEdit {
  readonly projectId: number;
  readonly action: EditAction;
  readonly detail: EditSummary['detail'];
  readonly by?: string | undefined;
  readonly layers: () => Steps<LayerChanges[]>;
}

/**
 * Adds suggestions to layers as one edit, without those of the same kind, type and place as an item. Returns null when
 * none are left. @param by owner of the edit's undo, if not the requester
 */
export const suggest = (...of: Parameters<typeof suggestion>): EditResult | null =>
  inOneEdit(of[0], suggestion(...of));

/** As `suggest`; a large edit is made in slices. */
export const suggestInSlices = (...of: Parameters<typeof suggestion>): Promise<EditResult | null> =>
  bulkInSlices(of[0], suggestion(...of));

function suggestion(
  session: Session,
  projectId: number,
  suggestions: readonly Suggestions[],
  detail: EditSummary['detail'] = {},
  by?: string,
): BulkEdit {
  const db = dbOf(session);
  const layers = (): Steps<LayerChanges[]> =>
    stepsOf(suggestions, ({ documentId, person, items, between = [] }) => {
      const document = presentDocument(db, documentId);
      if (document.projectId !== projectId) noDocument(documentId);
      const present = findLayerOf(db, documentId, person);
      const stored = present === undefined ? [] : itemsOf(db, present.id);
      const known = new Set(stored.map(placeOf));
      const fresh = items.filter((item) => item.kind === 'relation' || !known.has(placeOf(item)));
      const held = new Set(stored.map(({ id }) => id));
      const ends = new Set(stored.flatMap((item) => (item.kind === 'relation' ? [endsOf(item)] : [])));
      const joined = between.filter(
        (one) => held.has(one.from) && held.has(one.to) && !ends.has(endsOf(one)),
      );
      if (fresh.length + joined.length === 0) return [];
      const layer = present ?? makeLayer(session, documentId, person);
      const changes = withNewIds(layer, fresh);
      const next = layer.nextItem + fresh.length;
      for (const [n, relation] of joined.entries())
        changes.push({
          id: next + n,
          before: null,
          after: { ...relation, id: next + n, status: 'suggested' },
        });
      return [{ layerId: layer.id, changes }];
    });
  return { projectId, action: 'suggestion.add', detail, by, layers };
}

/** Finds the changed layers of one document a step. */
function* stepsOf<T>(all: Iterable<T>, layersOf: (one: T) => LayerChanges[]): Steps<LayerChanges[]> {
  const layers: LayerChanges[] = [];
  for (const one of all) {
    layers.push(...layersOf(one));
    yield;
  }
  return layers;
}

const endsOf = ({ type, from, to }: Omit<Relation, 'id'>): string => JSON.stringify([type, from, to]);

function placeOf(item: Item): string {
  const place = item.kind === 'span' ? item.fragments.map(({ start, end }) => [start, end]) : item.id;
  return JSON.stringify([item.kind, item.type, item.kind === 'label' ? 0 : place]);
}

/** Numbers items from the layer's next id. Leaves out relations whose ends are not among them. */
function withNewIds(layer: Pick<LayerRow, 'nextItem'>, items: readonly Item[]): Change[] {
  const ids = new Map(items.map(({ id }, n) => [id, layer.nextItem + n]));
  return items.flatMap((item): Change[] => {
    const id = ids.get(item.id) ?? 0;
    if (item.kind !== 'relation') return [{ id, before: null, after: { ...item, id, status: 'suggested' } }];
    const [from, to] = [ids.get(item.from), ids.get(item.to)];
    if (from === undefined || to === undefined) return [];
    return [{ id, before: null, after: { ...item, id, from, to, status: 'suggested' } }];
  });
}

function inOneEdit(session: Session, edit: BulkEdit): EditResult | null {
  const db = dbOf(session);
  const result = largeTransaction(db, () => {
    if (findProject(db, edit.projectId) === undefined) noProject(edit.projectId);
    const request = requestOf(edit, allSteps(edit.layers()));
    return request === null ? null : commitEdit(session, request);
  });
  if (result !== null) emitEdit(session, edit.projectId, result);
  return result;
}

/** As `inOneEdit`; a large edit is found and made in slices, and any waits for a large one of its project. */
const bulkInSlices = (session: Session, edit: BulkEdit): Promise<EditResult | null> =>
  inTurn(session, edit.projectId, async () => {
    const request = requestOf(edit, await inTransactions(session, edit.layers()));
    if (request === null || !isLarge(request)) return inOneEdit(session, edit);
    const result = await commitInSlices(session, request);
    emitEdit(session, edit.projectId, result);
    return result;
  });

/** Returns the edit of these layers; null when none is changed. */
function requestOf(
  { projectId, action, detail, by }: BulkEdit,
  found: readonly LayerChanges[],
): EditRequest | null {
  const layers = found.filter(({ changes }) => changes.length > 0);
  if (layers.length === 0) return null;
  const count = layers.reduce((sum, { changes }) => sum + changes.length, 0);
  const told = { count, documents: layers.length, ...detail };
  return { projectId, action, detail: told, layers, ...(by === undefined ? {} : { by }) };
}

/**
 * Returns the documents of a bulk edit: the named ones, none of which may be archived, or the requester's (without any
 * assignment: all) that are not archived.
 */
function chosen(session: Session, projectId: number, documents: readonly number[] | undefined): number[] {
  requireProject(session, projectId);
  const db = dbOf(session);
  const heads = listHeads(db, projectId);
  if (documents !== undefined) {
    const known = new Map(heads.map((head) => [head.id, head]));
    for (const id of documents) {
      const head = known.get(id) ?? noDocument(id);
      requireDocument(session, id);
      if (head.lockedAt !== null) throw archived(head.name, null);
    }
    return [...new Set(documents)];
  }
  const assigned = listAssignments(db, projectId);
  const mine = ({ id }: { id: number }): boolean =>
    isFor(assigned, id, session.actor.name) || findLayerOf(db, id, session.actor.name) !== undefined;
  return heads.filter((head) => head.lockedAt === null && mine(head)).map(({ id }) => id);
}

export interface MarkAll {
  readonly projectId: number;
  readonly documents?: readonly number[] | undefined;
  readonly words: string;
  readonly type: string;
  readonly ignoreCase: boolean;
}

/** Suggests every occurrence that no item of the type contains, in the requester's layers. */
export const markAll = (session: Session, request: MarkAll): EditResult | null =>
  inOneEdit(session, marking(session, request));

/** As `markAll`; a large edit is made in slices. */
export const markAllInSlices = (session: Session, request: MarkAll): Promise<EditResult | null> =>
  bulkInSlices(session, marking(session, request));

function marking(session: Session, request: MarkAll): BulkEdit {
  const { projectId, type, ignoreCase } = request;
  const words = wholeWords(request.words);
  const db = dbOf(session);
  const me = session.actor.name;
  requireRoleToEdit(session, me);
  const provenance: Provenance = { kind: 'human', name: me, at: new Date().toISOString() };
  const fragments = [{ start: 0, end: 1 }];
  const marked = SpanItem.parse({ kind: 'span', id: 1, type, fragments, status: 'suggested', provenance });
  const layers = (): Steps<LayerChanges[]> =>
    stepsOf(chosen(session, projectId, request.documents), (documentId) => {
      const { text } = presentDocument(db, documentId);
      const found = findOccurrences(text, words, ignoreCase);
      if (found.length === 0) return [];
      const present = findLayerOf(db, documentId, me);
      const places = present === undefined ? found : uncovered(found, itemsOf(db, present.id), type);
      if (places.length === 0) return [];
      const layer = present ?? makeLayer(session, documentId, me);
      const items = places.map((place, n): SpanItem => ({ ...marked, id: n + 1, fragments: [place] }));
      return [{ layerId: layer.id, changes: withNewIds(layer, items) }];
    });
  return { projectId, action: 'span.mark-all', detail: { words, type }, layers };
}

export interface Decision {
  readonly projectId: number;
  readonly documents?: readonly number[] | undefined;
  readonly decision: 'accept' | 'reject';
  readonly type?: string | undefined;
  readonly threshold?: number | undefined;
}

/** Accepts or rejects suggestions; null if none match. A threshold never matches suggestions without confidence. */
export const decide = (session: Session, request: Decision): EditResult | null =>
  inOneEdit(session, deciding(session, request));

/** As `decide`; a large edit is made in slices. */
export const decideInSlices = (session: Session, request: Decision): Promise<EditResult | null> =>
  bulkInSlices(session, deciding(session, request));

function deciding(session: Session, request: Decision): BulkEdit {
  const { projectId, decision, type, threshold } = request;
  const db = dbOf(session);
  const me = session.actor.name;
  requireRoleToEdit(session, me);
  const at = new Date().toISOString();
  const schema = new SchemaIndex((findProject(db, projectId) ?? noProject(projectId)).schema);
  const meant = (item: Item): boolean =>
    (type === undefined || item.type === type) && withinThreshold(item, decision, threshold);
  const detail = {
    ...(type === undefined ? {} : { type }),
    ...(threshold === undefined ? {} : { threshold }),
  };
  const action = decision === 'accept' ? 'suggestion.accept' : 'suggestion.reject';
  function* layers(): Steps<LayerChanges[]> {
    const found: LayerChanges[] = [];
    for (const documentId of chosen(session, projectId, request.documents)) {
      const layer = findLayerOf(db, documentId, me);
      if (layer === undefined) continue;
      const suggested: StoredItem[] = [];
      for (const stored of suggestedItemsOf(db, layer.id)) yield void suggested.push(stored);
      const wanted = suggested.filter(({ item }) => meant(item));
      if (wanted.length === 0) continue;
      const others = otherItemsOf(db, layer.id);
      const changes: KnownChange[] = [];
      if (decision === 'accept')
        for (const stored of acceptable(wanted, suggested, others, schema))
          yield void changes.push(accept(stored, me, at));
      else for (const stored of withTheirRelations(wanted, others)) yield void changes.push(reject(stored));
      found.push({ layerId: layer.id, changes, isCurrent: true });
    }
    return found;
  }
  return { projectId, action, detail, layers };
}

function withinThreshold(item: Item, decision: 'accept' | 'reject', threshold: number | undefined): boolean {
  if (threshold === undefined) return true;
  const { confidence } = item.provenance;
  if (confidence === undefined) return false;
  return decision === 'accept' ? confidence >= threshold : confidence < threshold;
}

function accept({ item, json }: StoredItem, person: string, at: string): KnownChange {
  const provenance = { ...item.provenance, acceptedBy: person, acceptedAt: at };
  return {
    id: item.id,
    before: item,
    after: { ...item, status: 'accepted', provenance },
    json: { before: json },
  };
}

function reject({ item, json }: StoredItem): KnownChange {
  return { id: item.id, before: item, after: null, json: { before: json } };
}

/** Leaves out relations with an end that stays a suggestion, and labels whose group is taken. */
function acceptable(
  wanted: readonly StoredItem[],
  suggested: readonly StoredItem[],
  others: readonly StoredItem[],
  schema: SchemaIndex,
): StoredItem[] {
  const open = new Set(suggested.map(({ item }) => item.id));
  for (const { item } of wanted) open.delete(item.id);
  const groupOf = (label: string): string => JSON.stringify([schema.groupOf(label) || label]);
  const taken = new Set(
    others
      .filter(({ item }) => item.kind === 'label' && item.status === 'accepted')
      .map(({ item }) => groupOf(item.type)),
  );
  return wanted.filter(({ item }) => {
    if (item.kind === 'relation') return !open.has(item.from) && !open.has(item.to);
    if (item.kind === 'span') return true;
    if (taken.has(groupOf(item.type))) return false;
    taken.add(groupOf(item.type));
    return true;
  });
}

/** Adds the relations of rejected spans. Accepted relations have accepted ends, so none of them is lost. */
function withTheirRelations(wanted: readonly StoredItem[], others: readonly StoredItem[]): StoredItem[] {
  const gone = new Set(wanted.map(({ item }) => item.id));
  const relations = others.filter(
    ({ item }) =>
      item.kind === 'relation' && !gone.has(item.id) && (gone.has(item.from) || gone.has(item.to)),
  );
  return [...wanted, ...relations];
}
