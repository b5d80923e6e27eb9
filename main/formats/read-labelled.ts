/**
 * Reads labelled documents as JSON lines, also gzipped: `{"id"?, "text", "entities": [{"start", "end", "type",
 * "text"?}]}`. One malformed line refuses the whole file, so that no model learns from half of it unnoticed.
 */

import { MAX_TEXT } from '../../shared/contract/index.ts';
import type { DataFormat, RefusedRow } from '../../shared/domain/data-preview.ts';
import type { LabelledDocument, LabelledSpan } from '../../shared/domain/training.ts';
import { type Message, message } from '../../shared/messages/message.ts';
import { AppError, toErrorData } from '../../shared/result.ts';
import { isRecord } from '../reading/json.ts';
import { UniqueNames } from '../reading/unique-names.ts';
import { toCodeUnits } from './code-points.ts';
import { trainingRows } from './training-rows.ts';

const MAX_TYPE_CHARS = 100;

/** @param name of the file, for messages */
export function readLabelled(path: string, name: string): Promise<LabelledDocument[]> {
  return readTrainingLines(path, name, {
    format: 'jsonl',
    parse: parseLine,
    hint: message('hint.labelled-form'),
  });
}

export interface LineFormat<Document> {
  /** Kind of the file; absent: by its name. */
  readonly format?: DataFormat;
  /** @param number of the document, its id if it has none. @throws AppError naming the field */
  parse(line: Record<string, unknown>, number: string): Document;
  /** Expected form of a line. */
  readonly hint: Message;
  /** Called for each malformed row, which is then skipped; absent: such a row refuses the whole file. */
  readonly onRefused?: (row: RefusedRow) => void;
}

/** Reads the documents of a file, one per row; repeated ids get a number. */
export async function readTrainingLines<Document extends { readonly id: string }>(
  path: string,
  name: string,
  { format, parse, hint, onRefused }: LineFormat<Document>,
): Promise<Document[]> {
  const documents: Document[] = [];
  const ids = new UniqueNames(Number.POSITIVE_INFINITY);
  for await (const row of trainingRows(path, name, format)) {
    try {
      const document = parse(row.read(), String(documents.length + 1));
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

function parseLine(value: Record<string, unknown>, number: string): LabelledDocument {
  const { entities } = value;
  const text = checkText(value.text, 'text');
  if (!Array.isArray(entities)) throw bad('entities', message('fault.no-list'));
  const given = entities.map((entity: unknown, i) => parseEntity(entity, `entities[${i}]`, text));
  return { id: idOf(value.id, number), text, entities: settle(given, text) };
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

interface GivenEntity extends LabelledSpan {
  readonly field: string;
  readonly words: string | undefined;
}

function parseEntity(entity: unknown, field: string, text: string): GivenEntity {
  if (!isRecord(entity)) throw bad(field, message('fault.no-object'));
  const { type, text: words } = entity;
  const start = offset(entity.start, `${field}.start`);
  const end = offset(entity.end, `${field}.end`);
  if (start >= end) throw bad(`${field}.end`, message('fault.end-before-start', { start, end }));
  if (end > text.length)
    throw bad(`${field}.end`, message('fault.past-end', { offset: end, length: text.length }));
  if (typeof type !== 'string' || type.trim() === '') throw bad(`${field}.type`, message('fault.missing'));
  if (type.length > MAX_TYPE_CHARS)
    throw bad(`${field}.type`, message('fault.too-long', { limit: MAX_TYPE_CHARS }));
  if (type === '__proto__') throw bad(`${field}.type`, message('fault.reserved'));
  if (words !== undefined && words !== null && typeof words !== 'string')
    throw bad(`${field}.text`, message('fault.not-text'));
  return { start, end, type, field, words: words ?? undefined };
}

function offset(value: unknown, field: string): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
  throw bad(
    field,
    message('fault.no-whole-number', { value: JSON.stringify(value) ?? message('fault.nothing') }),
  );
}

/**
 * Returns spans in code units, sorted and distinct. Offsets may also count code points, as in Python; in texts with
 * characters beyond U+FFFF the entities' words decide.
 */
function settle(given: readonly GivenEntity[], text: string): LabelledSpan[] {
  const misfit = given.find((entity) => !fits(entity, text));
  let spans = given;
  if (misfit !== undefined) {
    const units = toCodeUnits(text);
    const recounted =
      units === undefined
        ? []
        : given.flatMap((entity) => {
            const [start, end] = [units[entity.start], units[entity.end]];
            return start === undefined || end === undefined ? [] : [{ ...entity, start, end }];
          });
    if (recounted.length < given.length || !recounted.every((entity) => fits(entity, text))) {
      throw misfitError(misfit, text);
    }
    spans = recounted;
  }
  for (const { start, end, field } of spans) {
    if (splitsCharacter(text, start) || splitsCharacter(text, end))
      throw bad(field, message('fault.inside-character'));
  }
  const unique = new Map(
    spans.map(({ start, end, type }) => [`${start} ${end} ${type}`, { start, end, type }]),
  );
  return [...unique.values()].sort(
    (a, b) => a.start - b.start || a.end - b.end || (a.type < b.type ? -1 : 1),
  );
}

function fits({ start, end, words }: GivenEntity, text: string): boolean {
  return words === undefined || text.slice(start, end) === words;
}

function misfitError({ start, end, words, field }: GivenEntity, text: string): AppError {
  return bad(
    `${field}.text`,
    message('fault.other-words', {
      words: JSON.stringify(words),
      place: `${start}-${end}`,
      found: JSON.stringify(text.slice(start, end)),
    }),
  );
}

function splitsCharacter(text: string, at: number): boolean {
  return /^[\udc00-\udfff]/.test(text.charAt(at)) && /^[\ud800-\udbff]/.test(text.charAt(at - 1));
}
