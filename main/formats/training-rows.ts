/** Reads rows of training files: JSON lines, or a table with a heading (CSV, TSV); each also gzipped. */
import type { DataFormat } from '../../shared/domain/data-preview.ts';
import { message } from '../../shared/messages/message.ts';
import { words } from '../../shared/messages/words.ts';
import { AppError, toErrorData } from '../../shared/result.ts';
import { ByteBudget } from '../reading/budget.ts';
import { delimiterOf, type TableProblem, type TableRecord, tableRecords } from '../reading/csv.ts';
import { decodeText } from '../reading/decode.ts';
import { collect, readChunks, sourceFile } from '../reading/files.ts';
import { isRecord, parseShallowJson } from '../reading/json.ts';
import { readLines } from '../reading/lines.ts';
import { UniqueNames } from '../reading/unique-names.ts';

export interface TrainingRow {
  /** First line of the row, from 1. */
  readonly line: number;
  /** @throws AppError with the reason for a malformed row */
  read(): Record<string, unknown>;
}

/** Returns the kind of a file by its name, `jsonl` by default. */
export function dataFormat(path: string): DataFormat {
  const name = path.toLowerCase().replace(/\.gz$/, '');
  if (name.endsWith('.csv')) return 'csv';
  return name.endsWith('.tsv') || name.endsWith('.tab') ? 'tsv' : 'jsonl';
}

/**
 * Reads rows in order, without empty lines.
 * @param name of the file, for messages
 * @throws AppError for an unreadable file
 */
export async function* trainingRows(
  path: string,
  name: string,
  format: DataFormat = dataFormat(path),
): AsyncGenerator<TrainingRow> {
  // The whole file is kept in memory for training.
  const chunks = readChunks(sourceFile(path, name), { budget: new ByteBudget() });
  if (format === 'jsonl') yield* jsonRows(chunks);
  else yield* tableRows(decodeText(await collect(chunks), name).text, format, name).rows;
}

async function* jsonRows(chunks: AsyncIterable<Buffer>): AsyncGenerator<TrainingRow> {
  for await (const { number: line, text, problem } of readLines(chunks)) {
    if (problem === undefined && text.trim() === '') continue;
    yield { line, read: () => parseRecord(text.replace(/^\ufeff/, ''), problem) };
  }
}

function parseRecord(line: string, problem: TableProblem | undefined): Record<string, unknown> {
  if (problem !== undefined) throw new AppError('bad-input', problem, {});
  let value: unknown;
  try {
    value = parseShallowJson(line);
  } catch (cause) {
    throw new AppError(
      'bad-input',
      'files.bad-json',
      { problem: words(toErrorData(cause).message, 'en') },
      { cause },
    );
  }
  if (!isRecord(value)) throw new AppError('bad-input', 'data.line-not-an-object');
  return value;
}

/** Returns the column names and the rows of a table. @throws AppError `bad-input` for a malformed heading */
export function tableRows(
  text: string,
  format: 'csv' | 'tsv',
  name: string,
): { readonly names: readonly string[]; readonly rows: Iterable<TrainingRow> } {
  const records = tableRecords(text, format === 'tsv' ? '\t' : delimiterOf(text));
  const heading = records.next();
  const problem = heading.done === true ? 'data.empty-table' : heading.value.problem;
  if (heading.done === true || problem !== undefined)
    throw new AppError('bad-input', 'data.broken-heading', {
      name,
      problem: message(problem ?? 'data.empty-table'),
    });
  const names = uniqueNames(heading.value.fields);
  return { names, rows: rowsOf(records, names) };
}

function* rowsOf(records: Iterable<TableRecord>, names: readonly string[]): Generator<TrainingRow> {
  for (const { line, fields, problem } of records)
    yield { line, read: () => tableRow(names, fields, problem) };
}

/** Leaves out empty fields and parses JSON lists. */
function tableRow(
  names: readonly string[],
  fields: readonly string[],
  problem: TableProblem | undefined,
): Record<string, unknown> {
  if (problem !== undefined) throw new AppError('bad-input', problem, {});
  if (fields.length > names.length)
    throw new AppError('bad-input', 'data.field-count', { fields: fields.length, heading: names.length });
  const row: Record<string, unknown> = {};
  for (const [i, field] of fields.entries()) if (field.trim() !== '') row[names[i]!] = listOr(field);
  return row;
}

export function listOr(field: string): unknown {
  const trimmed = field.trim();
  if (!trimmed.startsWith('[') || !trimmed.endsWith(']')) return field;
  try {
    const value: unknown = parseShallowJson(trimmed);
    return Array.isArray(value) ? value : field;
  } catch {
    return field;
  }
}

/** Returns column names; unnamed columns get their number, repeated ones a suffix. */
export function uniqueNames(fields: readonly string[]): string[] {
  const names = new UniqueNames(Number.POSITIVE_INFINITY);
  return fields.map((field, i) =>
    names.unused(field.trim() === '' || field.trim() === '__proto__' ? `#${i + 1}` : field.trim()),
  );
}
