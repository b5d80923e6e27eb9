/** A file of texts with labels, as it looks before it becomes a data set. */

import { z } from 'zod';
import { Message } from '../messages/message.ts';

export const ClassifiedFields = z.object({
  /** Name of the field with the text; `a.b` is field b of a, `a,b` is both. Strings found are joined by line breaks. */
  text: z.string().min(1).max(500),
  /** Of the field with labels: texts, numbers or lists of them. */
  label: z.string().min(1).max(500),
  /** Stands between labels in one string; absent: a string is one label. */
  separator: z.string().min(1).max(20).optional(),
});
export type ClassifiedFields = z.infer<typeof ClassifiedFields>;

export const DataFormat = z.enum(['jsonl', 'csv', 'tsv']);
export type DataFormat = z.infer<typeof DataFormat>;

/** A row that cannot become a document. */
export const RefusedRow = z.object({
  /** Where it begins in the file, from 1. */
  line: z.number().int(),
  reason: Message,
});
export type RefusedRow = z.infer<typeof RefusedRow>;

export const MAX_PREVIEW_ROWS = 20;
export const MAX_PREVIEW_REFUSALS = 200;
/** Characters of a value that are shown. */
export const MAX_PREVIEW_CELL = 300;

export const DataPreview = z.object({
  format: DataFormat,
  /** Names of what the first rows hold, nested ones as `a.b`. */
  fields: z.array(z.string()),
  /** The first rows: values by field, shortened. */
  rows: z.array(z.object({ line: z.number().int(), cells: z.record(z.string(), z.string()) })),
  /** The fields asked for, or those that seem to hold text and labels; absent when none do. */
  chosen: ClassifiedFields.optional(),
  /** By the fields chosen: rows that become documents, and how many of these have several labels. */
  documents: z.number().int(),
  several: z.number().int(),
  /** Most frequent first. */
  labels: z.array(z.object({ label: z.string(), count: z.number().int() })),
  refusedCount: z.number().int(),
  /** At most `MAX_PREVIEW_REFUSALS`. */
  refused: z.array(RefusedRow),
});
export type DataPreview = z.infer<typeof DataPreview>;
