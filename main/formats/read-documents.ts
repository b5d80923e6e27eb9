/** Reads a file into documents: .txt, .docx, .json, .jsonl, each also gzipped. */
import { MAX_TEXT } from '../../shared/contract.ts';
import { fileTooLarge } from '../../shared/file-size.ts';
import { words } from '../../shared/messages/words.ts';
import { AppError, toErrorData } from '../../shared/result.ts';
import { ByteBudget, isGzip } from '../reading/budget.ts';
import { decodeText } from '../reading/decode.ts';
import { parseShallowJson } from '../reading/json.ts';
import { LIMITS } from '../reading/limits.ts';
import { linesOf } from '../reading/lines.ts';
import { docxText } from './docx.ts';
import { type EmrRecord, recordFromJson } from './emr-json.ts';
import { Refusals, type RefusedLine } from './refusals.ts';

export interface ReadResult {
  readonly documents: readonly EmrRecord[];
  /** The first lines that were refused; the rest of the file counts. */
  readonly refused: readonly RefusedLine[];
  readonly refusedCount: number;
}

/** Throws `bad-input` or `too-large` when nothing of the file can be used. */
export async function readDocuments(name: string, bytes: Uint8Array): Promise<ReadResult> {
  if (bytes.length === 0) throw new AppError('bad-input', `${name} is empty. (文件为空)`);
  if (bytes.length > LIMITS.recordFileBytes) throw fileTooLarge(name, bytes.length);
  const data = new ByteBudget(LIMITS.recordFileBytes).unpack(bytes, name);
  const base = isGzip(bytes) ? name.replace(/\.gz$/i, '') : name;
  const ending = /\.[^.]+$/.exec(base)?.[0].toLowerCase() ?? '';
  switch (ending) {
    case '.docx':
      return one(base, await docxText(data, name));
    case '.jsonl':
    case '.ndjson':
      return jsonLines(decodeText(data, name).text, name);
    case '.json':
      return json(decodeText(data, name).text, name);
    case '.doc':
    case '.pdf':
    case '.rtf':
    case '.xls':
    case '.xlsx':
      throw new AppError('bad-input', `${name}: ${ending} files cannot be opened. (不支持此格式)`, {
        hint: 'Save it as .docx or .txt. (请另存为 .docx 或 .txt)',
      });
    default:
      return one(base, decodeText(data, name).text);
  }
}

function one(name: string, text: string): ReadResult {
  const title = name.replace(/^.*[\\/]/, '').replace(/\.[^.]+$/, '') || name;
  return {
    documents: [bounded({ id: title, title: title.slice(0, 200), text, composed: false }, name)],
    refused: [],
    refusedCount: 0,
  };
}

function bounded(record: EmrRecord, name: string): EmrRecord {
  if (record.text.trim() === '') throw new AppError('bad-input', `${name}: no text in it. (没有文本内容)`);
  if (record.text.length > MAX_TEXT) {
    throw new AppError(
      'too-large',
      `${name}: one document of ${record.text.length} characters; at most ${MAX_TEXT} are supported. (单个文档过长)`,
      {
        kept: 'Nothing was changed. (未做任何更改)',
        hint: 'Split it into single records. (请拆分为单份病历)',
      },
    );
  }
  return { ...record, title: record.title.slice(0, 200) };
}

function json(text: string, name: string): ReadResult {
  let value: unknown;
  try {
    value = parseShallowJson(text);
  } catch (cause) {
    if (cause instanceof AppError) throw new AppError('bad-input', `${name}: ${cause.message}`, { cause });
    // Many .json files of this field are JSON lines.
    if (text.includes('\n')) return jsonLines(text, name);
    throw new AppError(
      'bad-input',
      `${name} is not valid JSON: ${words(toErrorData(cause).message, 'en')}. (JSON 格式错误)`,
      { cause },
    );
  }
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return collect(
    values.map((item, index) => ({ line: index + 1, read: () => item })),
    name,
  );
}

function jsonLines(text: string, name: string): ReadResult {
  return collect(readableLines(text), name);
}

interface Item {
  readonly line: number;
  /** @throws AppError or SyntaxError for what is no record */
  read(): unknown;
}

function* readableLines(text: string): Generator<Item> {
  for (const { text: line, number } of linesOf(text))
    if (line.trim() !== '') yield { line: number, read: () => parseShallowJson(line) };
}

function collect(items: Iterable<Item>, name: string): ReadResult {
  const documents: EmrRecord[] = [];
  const refused = new Refusals();
  for (const { line, read } of items) {
    try {
      documents.push(bounded(recordFromJson(read(), documents.length + 1), `${name}:${line}`));
    } catch (error) {
      refused.add(line, error);
      refused.check(name, documents.length);
    }
  }
  if (documents.length === 0) throw refused.nothingRead(name);
  return { documents, refused: refused.first, refusedCount: refused.count };
}
