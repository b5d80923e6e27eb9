/** Reads the documents of a training file, one a row, and its common fields. */

import type { DataFormat, RefusedRow } from '../../shared/domain/data-preview.ts';
import { MAX_TEXT } from '../../shared/domain/limits.ts';
import { type Message, message } from '../../shared/messages/message.ts';
import { AppError, toErrorData } from '../../shared/result.ts';
import { UniqueNames } from '../reading/unique-names.ts';
import { trainingRows } from './training-rows.ts';

export interface LineFormat<Document> {
  /** Kind of the file; absent: by its name. */
  readonly format?: DataFormat;
  /** Returns the documents of a row. @param number of the first one, its id if it has none. @throws AppError naming the field */
  parse(line: Record<string, unknown>, number: string): Document | readonly Document[];
  /** Expected form of a line. */
  readonly hint: Message;
  /** Called for each malformed row, which is then skipped; absent: such a row refuses the whole file. */
  readonly onRefused?: (row: RefusedRow) => void;
}

/** Reads the documents of a file, one or several per row; repeated ids get a number. */
export async function readTrainingLines<Document extends { readonly id: string }>(
  path: string,
  name: string,
  { format, parse, hint, onRefused }: LineFormat<Document>,
): Promise<Document[]> {
  const documents: Document[] = [];
  const ids = new UniqueNames(Number.POSITIVE_INFINITY);
  for await (const row of trainingRows(path, name, format)) {
    try {
      for (const document of [parse(row.read(), String(documents.length + 1))].flat() as Document[]) // safe: a list is flat
        documents.push({ ...document, id: ids.unused(document.id) });
    } catch (error) {
      if (onRefused === undefined)
        throw badLine(message('files.line', { name, line: row.line }), error, hint);
      onRefused({ line: row.line, reason: toErrorData(error).message });
    }
  }
  if (documents.length === 0) throw new AppError('bad-input', 'data.no-document', { name }, { hint });
  return documents;
}

function badLine(where: Message, error: unknown, hint: Message): AppError {
  const problem = toErrorData(error).message;
  const advice = { kept: 'kept.nothing-imported', hint, cause: error } as const;
  return new AppError('bad-input', 'system.about', { what: where, problem }, advice);
}

/** Expected and actual type of a field. */
export function bad(field: string, problem: Message): AppError {
  return new AppError('bad-input', 'system.about', { what: field, problem });
}

/** @throws AppError naming the field */
export function checkText(text: unknown, field: string): string {
  if (typeof text !== 'string') throw bad(field, message('fault.no-text'));
  if (text.trim() === '') throw bad(field, message('fault.empty'));
  if (text.length > MAX_TEXT) throw bad(field, message('fault.too-long', { limit: MAX_TEXT }));
  return text;
}

export function idOf(id: unknown, number: string): string {
  if (id === undefined || id === null) return number;
  if (typeof id === 'string' && id !== '') return id;
  if (typeof id === 'number') return String(id);
  throw bad('id', message('fault.no-text-or-number'));
}
