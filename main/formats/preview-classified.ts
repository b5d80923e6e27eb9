/** Previews a file of labelled texts: first rows, fields, and the outcome of every row. */

import { type ClassifyTask, isPairTask } from '../../shared/domain/classification.ts';
import {
  type ClassifiedFields,
  type DataPreview,
  MAX_PREVIEW_CELL,
  MAX_PREVIEW_REFUSALS,
  MAX_PREVIEW_ROWS,
  type RefusedRow,
} from '../../shared/domain/data-preview.ts';
import { taskRow } from '../../shared/domain/tasks.ts';
import { message } from '../../shared/messages/message.ts';
import { AppError, toErrorData } from '../../shared/result.ts';
import { isRecord } from '../reading/json.ts';
import { answersBeside } from './candidate-rows.ts';
import { pairFields, parseClassified, parsePairs } from './read-classified.ts';
import { dataFormat, trainingRows } from './training-rows.ts';

/** Number of rows for guessing fields. */
const GUESS_ROWS = 200;
/** Maximum nesting of fields. */
const DEPTH = 3;

/** @param fields with text and labels; absent: guessed @throws AppError for an unreadable file or invalid first rows */
export async function previewClassified(
  path: string,
  name: string,
  { task, fields }: { readonly task: ClassifyTask; readonly fields?: ClassifiedFields | undefined },
): Promise<DataPreview> {
  const head = await firstRows(path, name);
  const columns = columnsOf(head.map(({ values }) => values));
  const chosen = fields ?? suggestFields(columns, task);
  return {
    format: dataFormat(path),
    fields: [...columns.keys()],
    rows: head.slice(0, MAX_PREVIEW_ROWS).map(({ line, values }) => ({ line, cells: cellsOf(values) })),
    ...(chosen === undefined ? {} : { chosen }),
    ...(await readAll(path, name, task, chosen)),
  };
}

interface HeadRow {
  readonly line: number;
  readonly values: ReadonlyMap<string, readonly unknown[]>;
}

async function firstRows(path: string, name: string): Promise<HeadRow[]> {
  const rows: HeadRow[] = [];
  let refusal: RefusedRow | undefined;
  for await (const row of trainingRows(path, name)) {
    try {
      rows.push({ line: row.line, values: flatten(row.read()) });
    } catch (error) {
      refusal ??= { line: row.line, reason: toErrorData(error).message };
    }
    if (rows.length >= GUESS_ROWS) break;
    if (rows.length === 0 && row.line > GUESS_ROWS) break;
  }
  if (rows.length > 0) return rows;
  const why =
    refusal === undefined ? '' : message('fault.in-line', { line: refusal.line, problem: refusal.reason });
  const advice = { kept: 'kept.nothing-imported', hint: 'hint.table-forms' } as const;
  throw new AppError('bad-input', 'data.no-readable-row', { name, why }, advice);
}

/** Returns values by path, through lists and objects. */
function flatten(row: Record<string, unknown>): Map<string, unknown[]> {
  const values = new Map<string, unknown[]>();
  const visit = (value: unknown, path: string, depth: number): void => {
    if (Array.isArray(value)) for (const member of value) visit(member, path, depth);
    else if (isRecord(value) && depth < DEPTH)
      for (const [key, inner] of Object.entries(value)) visit(inner, `${path}.${key}`, depth + 1);
    else if (value !== null && value !== undefined) values.set(path, [...(values.get(path) ?? []), value]);
  };
  for (const [key, value] of Object.entries(row)) visit(value, key, 0);
  return values;
}

/** Returns values of each field in the first rows, in order of first occurrence. */
function columnsOf(rows: readonly ReadonlyMap<string, readonly unknown[]>[]): Map<string, unknown[][]> {
  const columns = new Map<string, unknown[][]>();
  for (const row of rows)
    for (const [name, values] of row) columns.set(name, [...(columns.get(name) ?? []), [...values]]);
  return columns;
}

function cellsOf(values: ReadonlyMap<string, readonly unknown[]>): Record<string, string> {
  const text = (found: readonly unknown[]): string =>
    found.map((value) => (typeof value === 'string' ? value : JSON.stringify(value))).join(' | ');
  return Object.fromEntries(
    [...values].map(([name, found]) => [name, text(found).slice(0, MAX_PREVIEW_CELL)]),
  );
}

type Reading = Pick<DataPreview, 'documents' | 'several' | 'labels' | 'refusedCount' | 'refused'>;

async function readAll(
  path: string,
  name: string,
  task: ClassifyTask,
  fields: ClassifiedFields | undefined,
): Promise<Reading> {
  const counts = new Map<string, number>();
  const refused: RefusedRow[] = [];
  let [documents, several, refusedCount] = [0, 0, 0];
  const answers = await answersBeside(path);
  const parse = (values: Record<string, unknown>, number: string, chosen: ClassifiedFields) =>
    isPairTask(task)
      ? parsePairs(values, number, chosen, answers)
      : [parseClassified(values, number, chosen, task)];
  if (fields !== undefined) {
    for await (const row of trainingRows(path, name)) {
      try {
        for (const { labels } of parse(row.read(), String(row.line), fields)) {
          documents++;
          if (labels.length > 1) several++;
          for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1);
        }
      } catch (error) {
        refusedCount++;
        if (refused.length < MAX_PREVIEW_REFUSALS)
          refused.push({ line: row.line, reason: toErrorData(error).message });
      }
    }
  }
  const labels = [...counts]
    .map(([label, count]) => ({ label, count }))
    .sort((a, b) => b.count - a.count || (a.label < b.label ? -1 : 1));
  return { documents, several, labels, refusedCount, refused };
}

/** Values in rows with the field. */
export type Columns = ReadonlyMap<string, readonly (readonly unknown[])[]>;

const TEXT_NAMES =
  /^(text|texts|content|sentence|document|emr|query|question|正文|文本|内容|病历|病史|现病史|主诉|问题|句子)$/i;
export const LABEL_NAMES =
  /^(labels?|class(es)?|category|categories|tags?|intent|diagnos[ei]s|department|标签|类别|分类|类型|诊断|科室|疾病|意图)$/i;
/** Label separators, least ambiguous first. */
const SEPARATORS = ['##', '|', '；', ';', '、', '，', ',', '/'] as const;
const MOST_LABEL_CHARS = 60;
/** Minimum share of rows with the separator. */
const SEPARATED = 0.1;

/** Returns undefined when no two fields resemble text and labels. */
function suggestFields(columns: Columns, task: ClassifyTask): ClassifiedFields | undefined {
  const [text, second] = isPairTask(task) ? pairFields([...columns.keys()]) : [textField(columns)];
  if (text === undefined) return undefined;
  const label = labelField(columns, [text, ...(second === undefined ? [] : [second])]);
  if (label === undefined) return undefined;
  if (second !== undefined) return { text, second, label };
  const separator = taskRow(task)?.several === true ? separatorOf(columns.get(label) ?? []) : undefined;
  return { text, label, ...(separator === undefined ? {} : { separator }) };
}

/** Returns a field named like a text, else the one with the longest strings. */
export function textField(columns: Columns): string | undefined {
  const candidates = [...columns].filter(([, rows]) => meanLength(rows) > 0);
  const named = candidates.find(([name]) => TEXT_NAMES.test(lastName(name)));
  const [longest] = candidates.toSorted((a, b) => meanLength(b[1]) - meanLength(a[1]));
  return (named ?? longest)?.[0];
}

/** Returns a field named like a label, else the one of short values with the fewest distinct ones. */
function labelField(columns: Columns, texts: readonly string[]): string | undefined {
  const candidates = [...columns].filter(([name]) => !texts.includes(name) && lastName(name) !== 'id');
  const named = candidates.find(([name]) => LABEL_NAMES.test(lastName(name)));
  const short = candidates.filter(([, rows]) => meanLength(rows) <= MOST_LABEL_CHARS);
  const [fewest] = short.toSorted((a, b) => variety(a[1]) - variety(b[1]));
  return (named ?? fewest)?.[0];
}

const lastName = (path: string): string => path.split('.').at(-1) ?? path;

/** Returns the characters of a row's strings; 0 without any. */
function meanLength(rows: readonly (readonly unknown[])[]): number {
  const length = (values: readonly unknown[]): number =>
    values.reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 0), 0);
  return rows.reduce((sum, values) => sum + length(values), 0) / Math.max(1, rows.length);
}

/** Returns the share of distinct values. */
function variety(rows: readonly (readonly unknown[])[]): number {
  const values = rows.flat().map(String);
  return new Set(values).size / Math.max(1, values.length);
}

function separatorOf(rows: readonly (readonly unknown[])[]): string | undefined {
  const strings = rows.flat().filter((value) => typeof value === 'string');
  return SEPARATORS.find(
    (separator) => strings.filter((value) => value.includes(separator)).length > SEPARATED * strings.length,
  );
}
