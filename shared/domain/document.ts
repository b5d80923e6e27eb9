/** Documents and their history. A revision never changes; a draft holds the autosaved text since the last revision. */

import { z } from 'zod';
import { Message } from '../messages/message.ts';
import { PatientId } from './limits.ts';

export const DocumentId = z.number().int().positive();
export type DocumentId = z.infer<typeof DocumentId>;

export const DocumentSummary = z.object({
  id: DocumentId,
  title: z.string(),
  /** Origin: sample, typed, pasted, or a file name. */
  origin: z.string(),
  chars: z.number().int(),
  revision: z.number().int(),
  /** Number of autosaves since the head revision; 0 without a draft. */
  draft: z.number().int(),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** Time and author of the record's lock; absent: unlocked. */
  archived: z.object({ at: z.string(), by: z.string() }).optional(),
  /** When the record was written, as its file tells. */
  dated: z.string().optional(),
  patient: z.object({ id: PatientId, name: z.string() }).optional(),
  /** Confidence in percent of a text read from pictures of pages, which nobody has checked yet. */
  scan: z.number().int().optional(),
});
export type DocumentSummary = z.infer<typeof DocumentSummary>;

/** `text` is the draft if there is one, else the newest revision. */
export const DocumentFull = DocumentSummary.extend({ text: z.string() });
export type DocumentFull = z.infer<typeof DocumentFull>;

export const Revision = z.object({
  number: z.number().int(),
  at: z.string(),
  actor: z.string(),
  reason: Message,
  chars: z.number().int(),
  sha256: z.string(),
});
export type Revision = z.infer<typeof Revision>;

/** Rows of a list, and the number of rows that the whole list has. */
export const DocumentPage = z.object({ documents: z.array(DocumentSummary), total: z.number().int() });
export type DocumentPage = z.infer<typeof DocumentPage>;

/** Filter of documents: all conditions apply. */
export const DocumentFilter = z.object({
  ids: z.array(DocumentId).max(10_000).optional(),
  patient: PatientId.optional(),
  /** Exact title. */
  title: z.string().max(200).optional(),
  /** Part of the title; ASCII letters match in either case. */
  words: z.string().max(200).optional(),
});
export type DocumentFilter = z.infer<typeof DocumentFilter>;

/** Orders of the list of records: as added, newest first, last changed first, by title, by their own date, newest first. */
export const DOCUMENT_LIST_ORDERS = ['added', 'newest', 'changed', 'title', 'dated'] as const;
export const DocumentOrder = z.enum(DOCUMENT_LIST_ORDERS);
export type DocumentOrder = z.infer<typeof DocumentOrder>;

/** Size of the corpus that all documents are. */
export const DocumentTotals = z.object({ documents: z.number().int(), characters: z.number().int() });
export type DocumentTotals = z.infer<typeof DocumentTotals>;

export const SearchHit = z.object({
  document: DocumentSummary,
  count: z.number().int(),
  /** First matches with context. */
  snippets: z.array(
    z.object({ start: z.number().int(), before: z.string(), match: z.string(), after: z.string() }),
  ),
});
export type SearchHit = z.infer<typeof SearchHit>;

/** Records that name something: the first ones, and the numbers of all records and matches. */
export const NamingRecords = z.object({
  hits: z.array(SearchHit),
  records: z.number().int(),
  matches: z.number().int(),
});
export type NamingRecords = z.infer<typeof NamingRecords>;

/** Place in the hits of a search: the records from `at` on are ranked, and the first `skip` of them were shown before. */
export const SearchPlace = z.object({ at: z.number().int().min(0), skip: z.number().int().min(0) });
export type SearchPlace = z.infer<typeof SearchPlace>;

export const SearchPage = z.object({
  hits: z.array(SearchHit),
  /** Place of the following hits; absent after the last. */
  next: SearchPlace.optional(),
  /** Set for questions about findings and values: all records, and those not read yet; asking again goes on with them. */
  records: z.number().int().optional(),
  left: z.number().int().optional(),
});
export type SearchPage = z.infer<typeof SearchPage>;

/** Formats in which records leave the workspace as files: `docx` is a report, `record-docx` the record alone. */
export const FileFormat = z.enum(['txt', 'jsonl', 'html', 'docx', 'record-docx', 'fhir-r4']);

/** Pages of a report, and of the record alone. A host that cannot print into a file gives HTML to print instead. */
export const PageFormat = z.enum(['pdf', 'record-pdf']);
export type PageFormat = z.infer<typeof PageFormat>;

export const ExportFormat = z.enum([...FileFormat.options, ...PageFormat.options]);
export type ExportFormat = z.infer<typeof ExportFormat>;
