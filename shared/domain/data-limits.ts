import { z } from 'zod';

/** Absent: all. Fewer are sampled evenly from the whole set. */
const documents = z.number().int().min(1).max(10_000_000).optional();

/** Number of documents that a run reads, for trials and for experiments of many runs. */
export const DATA_LIMITS = { trainDocuments: documents, devDocuments: documents } as const;

/** Returns at most `most` documents, evenly spaced, in order. */
export function limited<Document>(
  documents: readonly Document[],
  most: number | undefined,
): readonly Document[] {
  if (most === undefined || documents.length <= most) return documents;
  return Array.from({ length: most }, (_, i) => documents[placeOf(i, documents.length, most)]!);
}

/** Returns the index in the full set of a document of the limited set. */
export const placeOf = (number: number, count: number, most: number | undefined): number =>
  most === undefined || count <= most ? number : Math.floor((number * count) / most);
