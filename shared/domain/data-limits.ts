import { z } from 'zod';

/** Absent: all. Fewer are taken evenly from the whole set. */
const documents = z.number().int().min(1).max(10_000_000).optional();

/** How many documents a run reads, for trials and for experiments of many runs. */
export const DATA_LIMITS = { trainDocuments: documents, devDocuments: documents } as const;

/** At most `most` of the documents, evenly spaced, in their order. */
export function limited<Document>(
  documents: readonly Document[],
  most: number | undefined,
): readonly Document[] {
  if (most === undefined || documents.length <= most) return documents;
  return Array.from({ length: most }, (_, i) => documents[placeOf(i, documents.length, most)]!);
}

/** Where the document `number` of the limited ones stands among all `count`. */
export function placeOf(number: number, count: number, most: number | undefined): number {
  return most === undefined || count <= most ? number : Math.floor((number * count) / most);
}
