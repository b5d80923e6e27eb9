/** Uses of the columns of a table, chosen or guessed before it is imported into a project. */
import { z } from 'zod';
import { RefusedRow } from './data-preview.ts';

const Column = z.string().min(1).max(500);

export const TableColumns = z.object({
  /** Columns with the text; several become sections with their names as headings. */
  text: z.array(Column).min(1).max(100),
  /** Column with the names of the documents; absent: the file and the number of the row. */
  id: Column.optional(),
  /** Column with labels of the document: a text, a list, or objects with a label and a score. */
  label: Column.optional(),
  /** Separator of labels in one cell; absent: a cell is one label. */
  separator: z.string().min(1).max(20).optional(),
  /** Column with the score of the labels, 0 to 1; labels with a score are suggestions. */
  score: Column.optional(),
  /** Column with a JSON list of entities: their start, end, type, and score if they are predictions. */
  spans: Column.optional(),
  /** Columns kept as fields of the document; absent: all others. */
  meta: z.array(Column).max(20_000).optional(),
  /** Sheet of a workbook, or table of a Word document; absent: the first one with rows. */
  sheet: z.string().max(500).optional(),
});
export type TableColumns = z.infer<typeof TableColumns>;

export const TableFormat = z.enum(['csv', 'tsv', 'json', 'xlsx', 'docx']);
export type TableFormat = z.infer<typeof TableFormat>;

const count = z.number().int().nonnegative();

export const TablePreview = z.object({
  format: TableFormat,
  /** Sheets or tables to choose from; empty for a file that is one table. */
  sheets: z.array(z.string()),
  columns: z.array(z.string()),
  /** First rows, with shortened values by column. */
  rows: z.array(z.object({ line: z.number().int(), cells: z.record(z.string(), z.string()) })),
  /** The requested or guessed columns; absent when no column looks like a text. */
  chosen: TableColumns.optional(),
  /** Result that an import of all rows would have. */
  documents: count,
  labels: count,
  spans: count,
  /** Labels and entities that would be suggestions. */
  suggestions: count,
  /** Rows without text. */
  empty: count,
  refusedCount: count,
  /** At most `MAX_PREVIEW_REFUSALS`. */
  refused: z.array(RefusedRow),
});
export type TablePreview = z.infer<typeof TablePreview>;
