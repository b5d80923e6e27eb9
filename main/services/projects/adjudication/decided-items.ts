/** Lists the decisions of an edit of gold layers for review. */
import type { DecidedItem, DecidedList } from '../../../../shared/domain/adjudication.ts';
import { type Item, startOf, wordsOf } from '../../../../shared/domain/annotation.ts';
import { findDocument } from '../../../db/repositories/annotation/documents.ts';
import {
  changesOf,
  findEdit,
  type StoredChange,
  summaryOf,
} from '../../../db/repositories/annotation/edits.ts';
import { itemFromJson, itemsOf } from '../../../db/repositories/annotation/items.ts';
import { findLayer } from '../../../db/repositories/annotation/layers.ts';
import { dbOf, type Session } from '../../session/session.ts';
import { requireRead } from '../layer-access.ts';
import { noDocument, noEdit, noLayer } from '../not-found.ts';

/** Highest number of decisions listed; the total counts all. */
const MOST = 10_000;

/** Returns the suggestions that the edit accepted or rejected, by document in order of the text, without removed ones. */
export function decidedBy(session: Session, editId: number): DecidedList {
  const db = dbOf(session);
  const edit = findEdit(db, editId) ?? noEdit(editId);
  const byLayer = Map.groupBy(changesOf(db, editId), ({ layerId }) => layerId);
  const items = [...byLayer].flatMap(([layerId, changes]) => ofLayer(session, layerId, changes));
  return {
    projectId: edit.projectId,
    edit: summaryOf(edit),
    total: items.length,
    items: items.slice(0, MOST),
  };
}

function ofLayer(session: Session, layerId: number, changes: readonly StoredChange[]): DecidedItem[] {
  const db = dbOf(session);
  const { documentId, person } = findLayer(db, layerId) ?? noLayer(layerId);
  const document = findDocument(db, documentId) ?? noDocument(documentId);
  if (document.removedAt !== null) return [];
  requireRead(session, { documentId, person });
  const { name, text } = document;
  // Ends of relations that are gone by now are taken from the edit itself.
  const known = new Map(itemsOf(db, layerId).map((item) => [item.id, item]));
  const parsed = changes.map(({ before, after }) => ({ before: parse(before), after: parse(after) }));
  for (const { before, after } of parsed) {
    const item = after ?? before;
    if (item !== null) known.set(item.id, item);
  }
  const place = (item: Item | undefined): number => {
    if (item === undefined || item.kind === 'label') return -1;
    return item.kind === 'span' ? startOf(item) : place(known.get(item.from));
  };
  const words = (item: Item | undefined): string =>
    item?.kind === 'span'
      ? wordsOf(text, item)
      : item?.kind === 'relation'
        ? `${words(known.get(item.from))} → ${words(known.get(item.to))}`
        : '';
  return parsed
    .flatMap(({ before, after }): DecidedItem[] => {
      if (before?.status === 'accepted' || after?.status === 'suggested') return [];
      const item = after ?? before;
      if (item === null) return [];
      const at = Math.max(0, place(item));
      return [{ documentId, document: name, item, words: words(item), at, taken: after !== null }];
    })
    .sort((a, b) => place(a.item) - place(b.item) || Number(b.taken) - Number(a.taken));
}

const parse = (json: string | null): Item | null => (json === null ? null : itemFromJson(json));
