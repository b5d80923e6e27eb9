/** Documents and their history. A revision is never changed; a draft is what autosave holds between revisions. */
import { z } from 'zod';

export const DocumentId = z.number().int().positive();
export type DocumentId = z.infer<typeof DocumentId>;

export const DocumentSummary = z.object({
  id: DocumentId,
  title: z.string(),
  /** Where it came from: sample, typed, pasted, or a file name. */
  origin: z.string(),
  chars: z.number().int(),
  revision: z.number().int(),
  /** Counts the autosaves since the head revision; 0 when there is no draft. */
  draft: z.number().int(),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** Since when and by whom the record is locked; absent: it may be changed. */
  archived: z.object({ at: z.string(), by: z.string() }).optional(),
});
export type DocumentSummary = z.infer<typeof DocumentSummary>;

/** `text` is the draft when there is one, else the newest revision. */
export const DocumentFull = DocumentSummary.extend({ text: z.string() });
export type DocumentFull = z.infer<typeof DocumentFull>;

export const Revision = z.object({
  number: z.number().int(),
  at: z.string(),
  actor: z.string(),
  reason: z.string(),
  chars: z.number().int(),
  sha256: z.string(),
});
export type Revision = z.infer<typeof Revision>;

export const SearchHit = z.object({
  document: DocumentSummary,
  count: z.number().int(),
  /** First matches with the words around them. */
  snippets: z.array(
    z.object({ start: z.number().int(), before: z.string(), match: z.string(), after: z.string() }),
  ),
});
export type SearchHit = z.infer<typeof SearchHit>;
