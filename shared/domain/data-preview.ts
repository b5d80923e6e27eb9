/** Preview of a file of labelled texts before it becomes a data set. */
import { z } from 'zod';
import { Message } from '../messages/message.ts';

export const ClassifiedFields = z.object({
  /** Field with the text; `a.b` is field b of a, `a,b` is both. Several strings are joined by line breaks. */
  text: z.string().min(1).max(500),
  /** Field with the second text of a pair; absent for pairs: both texts stand in fields of known names. */
  second: z.string().min(1).max(500).optional(),
  /** Field with the labels: texts, numbers or lists of them. */
  label: z.string().min(1).max(500),
  /** Separator of labels in one string; absent: a string is one label. */
  separator: z.string().min(1).max(20).optional(),
  /** Field with the parent of the labels; absent: labels stand side by side. */
  parent: z.string().min(1).max(500).optional(),
});
export type ClassifiedFields = z.infer<typeof ClassifiedFields>;

export const DataFormat = z.enum(['jsonl', 'csv', 'tsv']);
export type DataFormat = z.infer<typeof DataFormat>;

/** A row that cannot become a document. */
export const RefusedRow = z.object({
  /** First line of the row, from 1. */
  line: z.number().int(),
  reason: Message,
});
export type RefusedRow = z.infer<typeof RefusedRow>;

export const MAX_PREVIEW_ROWS = 20;
export const MAX_PREVIEW_REFUSALS = 200;
/** Characters of a value to show. */
export const MAX_PREVIEW_CELL = 300;

export const DataPreview = z.object({
  format: DataFormat,
  /** Fields of the first rows, nested ones as `a.b`. */
  fields: z.array(z.string()),
  /** Shortened values of the first rows, by field. */
  rows: z.array(z.object({ line: z.number().int(), cells: z.record(z.string(), z.string()) })),
  /** The requested or guessed fields; absent when no fields fit. */
  chosen: ClassifiedFields.optional(),
  /** Number of rows that become documents, and how many of these have several labels. */
  documents: z.number().int(),
  several: z.number().int(),
  /** Most frequent first. */
  labels: z.array(z.object({ label: z.string(), count: z.number().int() })),
  refusedCount: z.number().int(),
  /** At most `MAX_PREVIEW_REFUSALS`. */
  refused: z.array(RefusedRow),
});
export type DataPreview = z.infer<typeof DataPreview>;
