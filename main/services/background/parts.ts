/** Cuts answers into parts that are transferred in a few milliseconds, and joins them again. */
import type { AnnotatedDocument, Item } from '../../../shared/domain/annotation.ts';

/** Size of a part in characters. */
const PART_SIZE = 200_000;
/** Size of an annotation, counted as characters. */
const ITEM_SIZE = 200;
const ITEMS_OF_PIECE = PART_SIZE / ITEM_SIZE;

/** A document, or further items of the document before it. */
export type DocumentPiece = AnnotatedDocument | { readonly text: ''; readonly items: readonly Item[] };

/** Cuts documents with many items into several pieces. */
export function* piecesOf(documents: readonly AnnotatedDocument[]): Generator<DocumentPiece> {
  for (const document of documents) {
    const { items } = document;
    yield items.length > ITEMS_OF_PIECE ? { ...document, items: items.slice(0, ITEMS_OF_PIECE) } : document;
    for (let at = ITEMS_OF_PIECE; at < items.length; at += ITEMS_OF_PIECE)
      yield { text: '', items: items.slice(at, at + ITEMS_OF_PIECE) };
  }
}

/** Appends pieces to documents read before. */
export function joinPieces(documents: AnnotatedDocument[], pieces: readonly DocumentPiece[]): void {
  for (const piece of pieces) {
    if ('name' in piece) documents.push({ ...piece, items: [...piece.items] });
    else documents.at(-1)?.items.push(...piece.items);
  }
}

export const sizeOfText = ({
  text,
  items,
}: {
  readonly text: string;
  readonly items?: readonly Item[];
}): number => text.length + ITEM_SIZE * (1 + (items?.length ?? 0));

/** @param sizeOf size of one in characters */
export function* inParts<T>(all: Iterable<T>, sizeOf: (one: T) => number): Generator<T[]> {
  let part: T[] = [];
  let size = 0;
  for (const one of all) {
    part.push(one);
    size += sizeOf(one);
    if (size < PART_SIZE) continue;
    yield part;
    [part, size] = [[], 0];
  }
  if (part.length > 0) yield part;
}
