/** Reads the rows of tables as annotated documents, by columns that a person has chosen, and previews that. */

import type { AnnotatedDocument } from '../../shared/domain/annotation.ts';
import {
  MAX_PREVIEW_CELL,
  MAX_PREVIEW_REFUSALS,
  MAX_PREVIEW_ROWS,
  type RefusedRow,
} from '../../shared/domain/data-preview.ts';
import { MAX_TEXT } from '../../shared/domain/limits.ts';
import type { TableColumns, TablePreview } from '../../shared/domain/table-columns.ts';
import { message } from '../../shared/messages/message.ts';
import { AppError, toErrorData } from '../../shared/result.ts';
import { UniqueNames } from '../reading/unique-names.ts';
import type { NamedFile, ReadAnnotations } from './annotations/format.ts';
import { Losses } from './annotations/losses.ts';
import { fromRow } from './annotations/row-meta.ts';
import { columnOf, type DocumentTable, noColumn, openTable } from './document-tables.ts';
import { guessColumns } from './guess-columns.ts';
import { itemsOfRow } from './table-items.ts';
import { bad } from './training-lines.ts';

/** Number of rows for guessing columns. */
const GUESS_ROWS = 200;
const REFUSED = 'losses.refused-rows';
const EMPTY = 'losses.empty-documents';

/**
 * Reads all files by the same columns. Rows without text, and rows that cannot be read, are counted as losses.
 * @throws AppError `bad-input` for a file without the columns, or without a single document
 */
export function readTables(files: readonly NamedFile[], columns: TableColumns): ReadAnnotations {
  const losses = new Losses();
  const names = new UniqueNames();
  const documents: AnnotatedDocument[] = [];
  for (const file of files) {
    const table = openTable(file, columns.sheet);
    checkColumns(file.name, table, columns);
    let [first, read]: [RefusedRow | undefined, number] = [undefined, 0];
    for (const row of documentsOf(table, columns, file.name, losses)) {
      if ('reason' in row) {
        first ??= row;
        losses.add(REFUSED, `${file.name}:${row.line}`);
      } else if (row.text.trim() === '') losses.add(EMPTY, row.name);
      else {
        read++;
        documents.push({ ...row, name: names.unused(row.name) });
      }
    }
    if (read === 0) throw nothingRead(file.name, first);
  }
  return { documents, losses: losses.list() };
}

function nothingRead(name: string, first: RefusedRow | undefined): AppError {
  const why =
    first === undefined ? '' : message('fault.in-line', { line: first.line, problem: first.reason });
  return new AppError('bad-input', 'data.no-readable-row', { name, why }, { kept: 'kept.nothing-imported' });
}

/**
 * Previews a file by the given or guessed columns.
 * @param sheet whose columns are guessed
 * @throws AppError for an unreadable file or missing columns
 */
export function previewTable(file: NamedFile, given?: TableColumns, sheetName?: string): TablePreview {
  const table = openTable(file, given?.sheet ?? sheetName);
  const head = headOf(table);
  const guessed =
    given ??
    guessColumns(
      table.columns,
      head.map(({ row }) => row),
    );
  const sheet = table.sheet === undefined ? {} : { sheet: table.sheet };
  const chosen = guessed === undefined ? undefined : { ...guessed, ...sheet };
  if (given !== undefined) checkColumns(file.name, table, given);
  return {
    format: table.format,
    sheets: [...table.sheets],
    columns: [...table.columns],
    rows: head
      .slice(0, MAX_PREVIEW_ROWS)
      .map(({ line, row }) => ({ line, cells: cellsOf(row, table.columns) })),
    ...(chosen === undefined ? {} : { chosen }),
    ...outcome(table, chosen, file.name),
  };
}

function headOf({ rows }: DocumentTable): { line: number; row: Record<string, unknown> }[] {
  const head: { line: number; row: Record<string, unknown> }[] = [];
  for (const { line, read } of rows) {
    try {
      head.push({ line, row: read() });
    } catch {
      // Rows that cannot be read are told by the outcome.
    }
    if (head.length >= GUESS_ROWS) break;
  }
  return head;
}

type Outcome = Omit<TablePreview, 'format' | 'sheets' | 'columns' | 'rows' | 'chosen'>;

function outcome(table: DocumentTable, columns: TableColumns | undefined, name: string): Outcome {
  const sum = { documents: 0, labels: 0, spans: 0, suggestions: 0, empty: 0, refusedCount: 0 };
  const refused: RefusedRow[] = [];
  if (columns === undefined) return { ...sum, refused };
  for (const row of documentsOf(table, columns, name, new Losses())) {
    if ('reason' in row) {
      sum.refusedCount++;
      if (refused.length < MAX_PREVIEW_REFUSALS) refused.push(row);
    } else if (row.text.trim() === '') sum.empty++;
    else {
      sum.documents++;
      for (const { kind, status } of row.items) {
        if (kind === 'label') sum.labels++;
        else sum.spans++;
        if (status === 'suggested') sum.suggestions++;
      }
    }
  }
  return { ...sum, refused };
}

/** Yields documents with their own names, or the reasons why rows are none. */
function* documentsOf(
  table: DocumentTable,
  columns: TableColumns,
  file: string,
  losses: Losses,
): Generator<AnnotatedDocument | RefusedRow> {
  let number = 0;
  for (const { line, read } of table.rows) {
    number++;
    try {
      yield documentOf(read(), columns, { file, number, losses });
    } catch (error) {
      const { code, message: reason } = toErrorData(error);
      if (code !== 'bad-input') throw error;
      yield { line, reason };
    }
  }
}

interface Place {
  readonly file: string;
  readonly number: number;
  readonly losses: Losses;
}

function documentOf(
  row: Readonly<Record<string, unknown>>,
  columns: TableColumns,
  place: Place,
): AnnotatedDocument {
  const text = textOf(row, columns.text);
  if (text.length > MAX_TEXT)
    throw bad(columns.text[0] ?? '', message('fault.too-long', { limit: MAX_TEXT }));
  const read = [...columns.text, columns.id, columns.label, columns.score, columns.spans];
  const kept = (field: string): boolean => columns.meta?.includes(field) ?? !read.includes(field);
  const others = Object.entries(row).filter(
    ([field, value]) => kept(field) && isFilled(value) && field !== 'id',
  );
  const id = columns.id === undefined ? undefined : cellText(columnOf(row, columns.id)).trim();
  const fields = { ...Object.fromEntries(others), ...(id === undefined || id === '' ? {} : { id }) };
  const named = fromRow(fields, new Set(), { ...place, names: new UniqueNames() });
  return { ...named, text, items: text === '' ? [] : itemsOfRow(row, text, columns, place.file) };
}

const isFilled = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

/** Text of one column, or of several as sections under their names. */
function textOf(row: Readonly<Record<string, unknown>>, columns: readonly string[]): string {
  const [only, ...more] = columns;
  if (only !== undefined && more.length === 0) return cellText(columnOf(row, only));
  return columns
    .map((column) => [column, cellText(columnOf(row, column)).trim()])
    .filter(([, body]) => body !== '')
    .map(([column, body]) => `${column}：${body}\n`)
    .join('');
}

function cellText(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((part) => typeof part === 'string')) return value.join('\n');
  return JSON.stringify(value);
}

function cellsOf(row: Readonly<Record<string, unknown>>, columns: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    columns
      .map((column): [string, string] => [column, cellText(columnOf(row, column)).slice(0, MAX_PREVIEW_CELL)])
      .filter(([column, cell]) => cell !== '' && column !== '__proto__'),
  );
}

function checkColumns(name: string, table: DocumentTable, columns: TableColumns): void {
  const { text, id, label, score, spans, meta = [] } = columns;
  const known = new Set(table.columns);
  for (const column of [...text, id, label, score, spans, ...meta])
    if (column !== undefined && !known.has(column) && !isPrefix(column, table.columns))
      throw noColumn(name, column, table);
}

/** A column may be an object whose fields are columns of their own. */
const isPrefix = (column: string, columns: readonly string[]): boolean =>
  columns.some((other) => other.startsWith(`${column}.`));
