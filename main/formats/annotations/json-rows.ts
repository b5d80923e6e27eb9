/**
 * Reads rows of JSON files: a list of objects, JSON lines, or one object. Each row can locate its fields for errors.
 */
import type { z } from 'zod';
import { type Message, message } from '../../../shared/messages/message.ts';
import { AppError } from '../../../shared/result.ts';
import { fileText } from '../../reading/decode.ts';
import { isRecord, isTooDeep } from '../../reading/json.ts';
import { linesOf } from '../../reading/lines.ts';
import { brokenFormat, type NamedFile } from './format.ts';
import { parseJson } from './json-numbers.ts';
import { type JsonPath, JsonProblem, JsonScanner } from './json-scanner.ts';
import { LOST, type Losses } from './losses.ts';
import { brokenAt, placeOf } from './text-file.ts';

export interface JsonRow {
  readonly value: Readonly<Record<string, unknown>>;
  /** Whether it is a line of JSON lines, not a member of a list. */
  readonly isLine: boolean;
  /** Returns an error at a field of this row, which it names. */
  broken(path: JsonPath, problem: Message): AppError;
}

/** @throws AppError at the line and column of invalid JSON or of a row that is not an object */
export function* jsonRows(file: NamedFile): Generator<JsonRow> {
  const text = fileText(file);
  if (isOneValue(text)) yield* listRows(file.name, text);
  else yield* lineRows(file.name, text);
}

/** Returns the first rows of a file for format detection; none for invalid JSON. */
export function sampleRows(file: NamedFile, count = 20): readonly JsonRow['value'][] {
  try {
    const text = fileText(file);
    return isOneValue(text) ? sampleList(text, count) : sampleLines(text, count);
  } catch {
    return [];
  }
}

/** Reads a list or an object over several lines; lines with one object each are JSON lines. */
function isOneValue(text: string): boolean {
  const start = /^\s*([[{])/.exec(text)?.[1];
  if (start !== '{') return start === '[';
  const [first] = nonEmptyLines(text);
  return first === undefined || parse(first.text) === undefined;
}

function* nonEmptyLines(text: string) {
  for (const line of linesOf(text)) if (line.text.trim() !== '') yield line;
}

function parse(text: string): { value: unknown } | undefined {
  if (isTooDeep(text)) return undefined;
  try {
    return { value: parseJson(text) };
  } catch {
    return undefined;
  }
}

function* listRows(file: string, text: string): Generator<JsonRow> {
  const parsed = parse(text);
  // A broken first line of JSON lines resembles an object over several lines, and has the right error too.
  if (parsed === undefined) throw syntaxError(file, text, 1);
  const isList = Array.isArray(parsed.value);
  const values: readonly unknown[] = Array.isArray(parsed.value) ? parsed.value : [parsed.value];
  for (const [i, value] of values.entries()) {
    const broken: JsonRow['broken'] = (path, problem) =>
      brokenAt(
        file,
        text,
        new JsonScanner(text).locate(isList ? [i, ...path] : path),
        ofField(path, problem),
      );
    if (!isRecord(value)) throw broken([], message('fault.no-object'));
    yield { value, isLine: false, broken };
  }
}

function* lineRows(file: string, text: string): Generator<JsonRow> {
  for (const line of nonEmptyLines(text)) {
    const parsed = parse(line.text);
    if (parsed === undefined) throw syntaxError(file, line.text, line.number);
    const broken: JsonRow['broken'] = (path, problem) =>
      brokenFormat(
        { file, line: line.number, column: new JsonScanner(line.text).locate(path) + 1 },
        ofField(path, problem),
      );
    if (!isRecord(parsed.value)) throw broken([], message('fault.no-object'));
    yield { value: parsed.value, isLine: true, broken };
  }
}

/** The problem with the path of its field, such as `entities.0.end`. */
export const ofField = (path: JsonPath, problem: Message): Message =>
  path.length === 0 ? problem : message('system.about', { what: path.map(String).join('.'), problem });

function syntaxError(file: string, text: string, firstLine: number): AppError {
  try {
    new JsonScanner(text).checkWhole();
  } catch (problem) {
    if (!(problem instanceof JsonProblem)) throw problem;
    const { line, column } = placeOf(text, problem.offset);
    return brokenFormat({ file, line: line + firstLine - 1, column }, problem.problem);
  }
  return brokenFormat({ file, line: firstLine, column: 1 }, message('json.none'));
}

function sampleList(text: string, count: number): JsonRow['value'][] {
  const start = text.search(/\S/);
  if (text[start] === '{') return [parseJson(text)].filter(isRecord);
  const rows: JsonRow['value'][] = [];
  const comma = /\s*,/y;
  for (comma.lastIndex = start + 1; rows.length < count; ) {
    const from = comma.lastIndex;
    const end = new JsonScanner(text, from).endOfValue();
    const value: unknown = parseJson(text.slice(from, end));
    if (!isRecord(value)) return [];
    rows.push(value);
    comma.lastIndex = end;
    if (!comma.test(text)) break;
  }
  return rows;
}

function sampleLines(text: string, count: number): JsonRow['value'][] {
  const rows: JsonRow['value'][] = [];
  for (const line of nonEmptyLines(text)) {
    const value: unknown = parseJson(line.text);
    if (!isRecord(value)) return [];
    rows.push(value);
    if (rows.length === count) break;
  }
  return rows;
}

/** Parses a value of a row by a schema; throws at the place of the fault. */
export function checked<T>(schema: z.ZodType<T>, value: unknown, row: JsonRow, at: JsonPath = []): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const path = issue?.path ?? [];
  throw row.broken([...at, ...path], message('fault.wrong-field', { problem: issue?.message ?? '' }));
}

const JSON_ENDING = /\.(json|jsonl|ndjson)$/i;

/** Selects the files with rows: a single file, or those with a known extension. @param losses counts the others */
export function rowFiles(
  files: readonly NamedFile[],
  format: string,
  losses?: Losses,
  ending = JSON_ENDING,
): readonly NamedFile[] {
  const fits = ({ name }: NamedFile): boolean => files.length === 1 || ending.test(name);
  const fitting = files.filter(fits);
  if (fitting.length === 0)
    throw new AppError(
      'bad-input',
      'annotations.no-file-of-format',
      { format },
      { kept: 'kept.nothing-imported' },
    );
  for (const file of files) if (!fits(file)) losses?.add(LOST.otherFiles, file.name);
  return fitting;
}
