/** Opens files as tables of documents: CSV, TSV, JSON, sheets of .xlsx, tables of .docx. */
import type { TableFormat } from '../../shared/domain/table-columns.ts';
import { message } from '../../shared/messages/message.ts';
import { AppError } from '../../shared/result.ts';
import { decodeText } from '../reading/decode.ts';
import { isRecord } from '../reading/json.ts';
import { LIMITS } from '../reading/limits.ts';
import type { NamedFile } from './annotations/format.ts';
import { jsonRows, sampleRows } from './annotations/json-rows.ts';
import { docxTables } from './docx.ts';
import { recordFromJson } from './emr-json.ts';
import { listOr, type TrainingRow, tableRows, uniqueNames } from './training-rows.ts';
import { type Sheet, type SheetRow, xlsxSheets } from './xlsx.ts';

export interface DocumentTable {
  readonly format: TableFormat;
  /** Sheets or tables of the file by name; empty for a file that is one table. */
  readonly sheets: readonly string[];
  /** The one that is open. */
  readonly sheet?: string;
  readonly columns: readonly string[];
  readonly rows: readonly TrainingRow[];
}

const JSON_FILE = /\.(json|jsonl|ndjson)$/i;
/** Maximum nesting of columns, `a.b.c`. */
const NESTING = 3;

/** @param sheet absent: the first one with rows. @throws AppError `bad-input`, `too-large` */
export function openTable({ name, bytes }: NamedFile, sheet?: string): DocumentTable {
  const ending = /\.[^.]+$/.exec(name)?.[0].toLowerCase() ?? '';
  switch (ending) {
    case '.csv':
    case '.tsv':
    case '.tab': {
      const format = ending === '.csv' ? 'csv' : 'tsv';
      const { names, rows } = tableRows(decodeText(bytes, name).text, format, name);
      return { format, sheets: [], columns: names, rows: [...rows] };
    }
    case '.xlsx':
      return openSheet('xlsx', name, xlsxSheets(bytes, name), sheet);
    case '.docx':
      return openSheet('docx', name, wordTables(bytes, name), sheet);
    case '.json':
    case '.jsonl':
    case '.ndjson':
      return jsonTable({ name, bytes });
    default:
      throw new AppError('bad-input', 'tables.no-table', { name }, { hint: 'hint.table-of-documents' });
  }
}

const wordTables = (bytes: Uint8Array, name: string): Sheet[] =>
  docxTables(bytes, name).tables.map((rows, n) => ({ name: String(n + 1), read: () => [...rows] }));

/**
 * Returns whether a file is read by columns: a table, JSON rows whose fields would otherwise be lost, or a Word document
 * that has most of its text in tables.
 * @param isLost whether a field is an annotation that reading the texts alone would lose
 */
export function isTable(file: NamedFile, isLost: (field: string, value: unknown) => boolean): boolean {
  if (/\.(csv|tsv|tab|xlsx)$/i.test(file.name)) return true;
  if (JSON_FILE.test(file.name))
    return sampleRows(file).some((row) => {
      try {
        const { rest } = recordFromJson(row, 1, 1);
        return Object.entries(rest?.fields ?? {}).some(([field, value]) => isLost(field, value));
      } catch {
        return Object.keys(row).length > 0;
      }
    });
  if (!/\.docx$/i.test(file.name)) return false;
  const { tables, outside } = docxTables(file.bytes, file.name);
  const inside = tables.flat().reduce((sum, { cells }) => sum + [...cells.values()].join('').length, 0);
  return inside > outside && tables.some((rows) => rows.length > 1 && (rows[0]?.cells.size ?? 0) > 1);
}

function jsonTable(file: NamedFile): DocumentTable {
  const values = [...jsonRows(file)].map(({ value }) => value);
  const columns = new Set<string>();
  for (const value of values) addPaths(value, '', NESTING, columns);
  return {
    format: 'json',
    sheets: [],
    columns: [...columns],
    rows: values.map((value, i) => ({ line: i + 1, read: () => value })),
  };
}

/** Adds the names of fields; those of objects as `a.b`. */
function addPaths(
  value: Readonly<Record<string, unknown>>,
  above: string,
  depth: number,
  to: Set<string>,
): void {
  for (const [field, inner] of Object.entries(value)) {
    if (to.size >= LIMITS.columns) return;
    if (isRecord(inner) && depth > 1) addPaths(inner, `${above}${field}.`, depth - 1, to);
    else to.add(`${above}${field}`);
  }
}

/** Returns the value of a column, a field of this name or one within objects. */
export function columnOf(row: Readonly<Record<string, unknown>>, column: string): unknown {
  if (Object.hasOwn(row, column)) return row[column];
  let value: unknown = row;
  for (const name of column.split('.')) {
    if (!isRecord(value) || !Object.hasOwn(value, name)) return undefined;
    value = value[name];
  }
  return value;
}

function openSheet(
  format: 'xlsx' | 'docx',
  name: string,
  sheets: readonly Sheet[],
  wanted: string | undefined,
): DocumentTable {
  const names = sheets.map((sheet) => sheet.name);
  const chosen = wanted === undefined ? sheets : sheets.filter((sheet) => sheet.name === wanted);
  if (chosen.length === 0 && wanted !== undefined)
    throw new AppError('bad-input', 'tables.no-such-sheet', { name, sheet: wanted, sheets: names });
  for (const sheet of chosen) {
    const rows = sheet.read();
    if (rows.length < 2) continue;
    return { format, sheets: names, sheet: sheet.name, ...withHeading(rows) };
  }
  throw new AppError('bad-input', 'tables.no-rows', { name }, { hint: 'hint.table-of-documents' });
}

/** Rows searched for a heading below a title. */
const TITLE_ROWS = 20;

/** The heading is the first row with several cells, below titles; columns without a name have their number. */
function withHeading(rows: readonly SheetRow[]): Pick<DocumentTable, 'columns' | 'rows'> {
  const titled = rows.slice(0, TITLE_ROWS).findIndex(({ cells }) => cells.size > 1);
  const heading = Math.max(0, titled);
  const used = new Set<number>();
  for (const { cells } of rows.slice(heading)) for (const column of cells.keys()) used.add(column);
  const places = [...used].sort((a, b) => a - b);
  const head = rows[heading]?.cells;
  const given = places.map((place) => {
    const text = head?.get(place)?.replace(/\s+/g, ' ').trim() ?? '';
    return text === '' ? `#${place + 1}` : text.slice(0, 400);
  });
  const columns = uniqueNames(given);
  const named = new Map(places.map((place, i) => [place, columns[i]!]));
  return {
    columns,
    rows: rows.slice(heading + 1).map(({ line, cells }) => ({
      line,
      read: () => {
        const row: Record<string, unknown> = {};
        for (const [place, text] of cells) row[named.get(place)!] = listOr(text);
        return row;
      },
    })),
  };
}

/** Returns the error for columns that a table does not have. */
export const noColumn = (name: string, column: string, { columns }: DocumentTable): AppError =>
  new AppError(
    'bad-input',
    'tables.no-column',
    { name, column, columns: columns.slice(0, 50) },
    { kept: 'kept.nothing-imported', hint: message('hint.table-of-documents') },
  );
