/**
 * Reads labelled documents as JSON lines, also gzipped: `{"id"?, "text", "entities": [{"start", "end", "type",
 * "text"?}]}`. One malformed line refuses the whole file, so that no model learns from half of it unnoticed.
 */

import { MAX_TEXT } from '../../shared/contract/index.ts';
import type { DataFormat, RefusedRow } from '../../shared/domain/data-preview.ts';
import type { LabelledDocument, LabelledSpan } from '../../shared/domain/training.ts';
import { words } from '../../shared/messages/words.ts';
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
    hint: 'One JSON object a line: {"text": …, "entities": [{"start", "end", "type"}]}, offsets counted in UTF-16 code units from 0, end exclusive. (每行一个 JSON 对象，偏移从 0 开始，不含结尾)',
  });
}

export interface LineFormat<Document> {
  /** Kind of the file; absent: by its name. */
  readonly format?: DataFormat;
  /** @param number of the document, its id if it has none. @throws AppError naming the field */
  parse(line: Record<string, unknown>, number: string): Document;
  /** Expected form of a line. */
  readonly hint: string;
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
        throw badLine(`${name}, line ${row.line} (第 ${row.line} 行)`, error, hint);
      onRefused({ line: row.line, reason: toErrorData(error).message });
    }
  }
  if (documents.length === 0) throw new AppError('bad-input', 'data.no-document', { name }, { hint });
  return documents;
}

function badLine(where: string, error: unknown, hint: string): AppError {
  const { message } = toErrorData(error);
  return new AppError('bad-input', `${where}: ${words(message, 'en')}`, {
    kept: 'kept.nothing-imported',
    hint,
    cause: error,
  });
}

/** Expected and actual type of a field. */
export function bad(field: string, what: string, zh: string): AppError {
  return new AppError('bad-input', `${field}: ${what} (${zh})`);
}

function parseLine(value: Record<string, unknown>, number: string): LabelledDocument {
  const { entities } = value;
  const text = checkText(value.text, 'text');
  if (!Array.isArray(entities)) throw bad('entities', 'is missing or no list', '缺少实体列表');
  const given = entities.map((entity: unknown, i) => parseEntity(entity, `entities[${i}]`, text));
  return { id: idOf(value.id, number), text, entities: settle(given, text) };
}

/** @throws AppError naming the field */
export function checkText(text: unknown, field: string): string {
  if (typeof text !== 'string') throw bad(field, 'is missing or no text', '缺少文本');
  if (text.trim() === '') throw bad(field, 'is empty', '文本为空');
  if (text.length > MAX_TEXT) throw bad(field, `has over ${MAX_TEXT} characters`, '文本过长');
  return text;
}

export function idOf(id: unknown, number: string): string {
  if (id === undefined || id === null) return number;
  if (typeof id === 'string' && id !== '') return id;
  if (typeof id === 'number') return String(id);
  throw bad('id', 'is neither text nor number', '编号格式错误');
}

interface GivenEntity extends LabelledSpan {
  readonly field: string;
  readonly words: string | undefined;
}

function parseEntity(entity: unknown, field: string, text: string): GivenEntity {
  if (!isRecord(entity)) throw bad(field, 'is no JSON object', '不是 JSON 对象');
  const { type, text: words } = entity;
  const start = offset(entity.start, `${field}.start`);
  const end = offset(entity.end, `${field}.end`);
  if (start >= end) throw bad(`${field}.end`, `${end} is not after start ${start}`, '结尾不在开头之后');
  if (end > text.length)
    throw bad(`${field}.end`, `${end} is past the end of the text, ${text.length}`, '超出文本长度');
  if (typeof type !== 'string' || type.trim() === '')
    throw bad(`${field}.type`, 'is missing or empty', '缺少类型');
  if (type.length > MAX_TYPE_CHARS)
    throw bad(`${field}.type`, `has over ${MAX_TYPE_CHARS} characters`, '类型名过长');
  if (type === '__proto__') throw bad(`${field}.type`, 'cannot be __proto__', '类型名不可用');
  if (words !== undefined && words !== null && typeof words !== 'string')
    throw bad(`${field}.text`, 'is no text', '不是文本');
  return { start, end, type, field, words: words ?? undefined };
}

function offset(value: unknown, field: string): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
  throw bad(field, `${JSON.stringify(value) ?? 'missing'} is no whole number from 0`, '不是非负整数');
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
      throw bad(field, 'begins or ends inside a character', '边界位于字符内部');
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
    `${JSON.stringify(words)} does not stand at ${start} to ${end}, there is ${JSON.stringify(text.slice(start, end))}`,
    '文本与偏移不符',
  );
}

function splitsCharacter(text: string, at: number): boolean {
  return /^[\udc00-\udfff]/.test(text.charAt(at)) && /^[\ud800-\udbff]/.test(text.charAt(at - 1));
}
