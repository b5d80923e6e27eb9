/** Rows of a file of training texts: JSON lines, or a table with a heading (CSV, TSV); each also gzipped. */

import { closeSync, createReadStream, openSync, readSync, statSync } from 'node:fs';
import type { Readable } from 'node:stream';
import type { DataFormat } from '../../shared/domain/data-preview.ts';
import { words } from '../../shared/messages/words.ts';
import { AppError, toErrorData } from '../../shared/result.ts';
import { byteLines, decodeLine, unzip } from './byte-lines.ts';
import { decodeText } from './decode.ts';
import { delimiterOf, tableRecords } from './table-records.ts';

/** Most bytes of a file, unpacked: all of it is held in memory to train. */
export const MAX_LABELLED_BYTES = 512 * 1024 * 1024;

export interface TrainingRow {
  /** Where it begins, from 1. */
  readonly line: number;
  /** @throws AppError saying why it is no row */
  read(): Record<string, unknown>;
}

/** What a file is by its name; `jsonl` unless that says otherwise. */
export function dataFormat(path: string): DataFormat {
  const name = path.toLowerCase().replace(/\.gz$/, '');
  if (name.endsWith('.csv')) return 'csv';
  return name.endsWith('.tsv') || name.endsWith('.tab') ? 'tsv' : 'jsonl';
}

/**
 * Rows in their order; empty lines are left out. @param name as people know the file, for messages
 * @throws AppError when the file cannot be read at all
 */
export async function* trainingRows(
  path: string,
  name: string,
  format: DataFormat = dataFormat(path),
): AsyncGenerator<TrainingRow> {
  const file = openFile(path, name);
  if (format === 'jsonl') yield* jsonRows(file, name);
  else yield* tableRows(await wholeText(file, name), format, name);
}

function openFile(path: string, name: string): Readable {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) throw new AppError('not-found', `There is no file ${name}. (文件不存在)`);
  if (!stats.isFile()) throw new AppError('bad-input', `${name} is not a file. (不是文件)`);
  if (stats.size === 0) throw new AppError('bad-input', `${name} is empty. (文件为空)`);
  const file = createReadStream(path);
  return isGzip(path) ? unzip(file) : file;
}

function isGzip(path: string): boolean {
  const magic = Buffer.alloc(2);
  const handle = openSync(path, 'r');
  try {
    readSync(handle, magic, 0, 2, 0);
  } finally {
    closeSync(handle);
  }
  return magic[0] === 0x1f && magic[1] === 0x8b;
}

async function* jsonRows(file: Readable, name: string): AsyncGenerator<TrainingRow> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let line = 0;
  let bytes = 0;
  for await (const raw of byteLines(file, name)) {
    line++;
    bytes += raw.length + 1;
    if (bytes > MAX_LABELLED_BYTES) throw tooLarge(name);
    const row = jsonRow(line, () => decodeLine(decoder, raw));
    if (row !== undefined) yield row;
  }
}

function jsonRow(line: number, decode: () => string): TrainingRow | undefined {
  let text: string;
  try {
    text = decode();
  } catch (error) {
    return {
      line,
      read: () => {
        throw error;
      },
    };
  }
  if (text.trim() === '') return undefined;
  return { line, read: () => parseRecord(text) };
}

function parseRecord(line: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (cause) {
    throw new AppError('bad-input', `no JSON: ${words(toErrorData(cause).message, 'en')} (JSON 格式错误)`, {
      cause,
    });
  }
  if (!isRecord(value)) throw new AppError('bad-input', 'line: is no JSON object (不是 JSON 对象)');
  return value;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

async function wholeText(file: Readable, name: string): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of file) {
      const piece = Buffer.from(chunk);
      bytes += piece.length;
      if (bytes > MAX_LABELLED_BYTES) throw tooLarge(name);
      chunks.push(piece);
    }
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw new AppError(
      'bad-input',
      `${name} cannot be read: ${words(toErrorData(cause).message, 'en')}. (文件无法读取)`,
      {
        cause,
      },
    );
  }
  return decodeText(Buffer.concat(chunks), name).text;
}

function* tableRows(text: string, format: 'csv' | 'tsv', name: string): Generator<TrainingRow> {
  const records = tableRecords(text, format === 'tsv' ? '\t' : delimiterOf(text));
  const heading = records.next();
  if (heading.done === true || heading.value.problem !== undefined)
    throw new AppError('bad-input', `${name} has no line of field names. (缺少表头)`);
  const names = uniqueNames(heading.value.fields);
  for (const { line, fields, problem } of records) {
    yield { line, read: () => tableRow(names, fields, problem) };
  }
}

/** Empty fields are missing; one that holds a JSON list is that list. */
function tableRow(
  names: readonly string[],
  fields: readonly string[],
  problem: string | undefined,
): Record<string, unknown> {
  if (problem !== undefined) throw new AppError('bad-input', problem);
  if (fields.length > names.length) {
    throw new AppError(
      'bad-input',
      `has ${fields.length} fields, the heading ${names.length} (字段数多于表头)`,
    );
  }
  const row: Record<string, unknown> = {};
  for (const [i, field] of fields.entries()) if (field.trim() !== '') row[names[i]!] = listOr(field);
  return row;
}

function listOr(field: string): unknown {
  const trimmed = field.trim();
  if (!trimmed.startsWith('[') || !trimmed.endsWith(']')) return field;
  try {
    const value: unknown = JSON.parse(trimmed);
    return Array.isArray(value) ? value : field;
  } catch {
    return field;
  }
}

/** Names as they stand; nameless columns by their number, equal ones with a number. */
function uniqueNames(fields: readonly string[]): string[] {
  const used = new Set<string>();
  return fields.map((field, i) => {
    const stem = field.trim() === '' || field.trim() === '__proto__' ? `#${i + 1}` : field.trim();
    let name = stem;
    for (let n = 2; used.has(name); n++) name = `${stem} (${n})`;
    used.add(name);
    return name;
  });
}

function tooLarge(name: string): AppError {
  return new AppError('too-large', `${name} has over ${MAX_LABELLED_BYTES >> 20} MB of text. (文件过大)`, {
    kept: 'Nothing was imported. (未导入任何内容)',
    hint: 'Split it into several data sets. (请拆分为多个数据集)',
  });
}
