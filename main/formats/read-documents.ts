/** Reads a file into documents: .txt, .docx, .json, .jsonl, each also gzipped. */

import { gunzipSync } from 'node:zlib';
import { MAX_TEXT } from '../../shared/contract.ts';
import { fileTooLarge, MAX_FILE_BYTES } from '../../shared/file-size.ts';
import type { Message } from '../../shared/messages/message.ts';
import { words } from '../../shared/messages/words.ts';
import { AppError, toErrorData } from '../../shared/result.ts';
import { decodeText } from './decode.ts';
import { type EmrRecord, recordFromJson } from './emr-json.ts';

export interface ReadResult {
  readonly documents: readonly EmrRecord[];
  /** Lines that were refused; the rest of the file counts. */
  readonly refused: readonly { readonly line: number; readonly reason: Message }[];
}

/** Throws `bad-input` or `too-large` when nothing of the file can be used. */
export async function readDocuments(name: string, bytes: Uint8Array): Promise<ReadResult> {
  const { data, base } = unpack(name, bytes);
  if (data.length > MAX_FILE_BYTES) throw fileTooLarge(name, data.length);
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

function unpack(name: string, bytes: Uint8Array): { data: Uint8Array; base: string } {
  if (bytes.length === 0) throw new AppError('bad-input', `${name} is empty. (文件为空)`);
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return { data: bytes, base: name };
  try {
    return {
      data: gunzipSync(bytes, { maxOutputLength: MAX_FILE_BYTES + 1 }),
      base: name.replace(/\.gz$/i, ''),
    };
  } catch (cause) {
    const tooBig =
      cause instanceof RangeError || (cause instanceof Error && /larger than/.test(cause.message));
    if (tooBig) throw fileTooLarge(name, MAX_FILE_BYTES + 1);
    throw new AppError('bad-input', `${name} is a damaged gzip file. (gzip 文件已损坏)`, { cause });
  }
}

function one(name: string, text: string): ReadResult {
  const title = name.replace(/^.*[\\/]/, '').replace(/\.[^.]+$/, '') || name;
  return {
    documents: [bounded({ id: title, title: title.slice(0, 200), text, composed: false }, name)],
    refused: [],
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

async function docxText(data: Uint8Array, name: string): Promise<string> {
  const { default: mammoth } = await import('mammoth');
  try {
    const { value } = await mammoth.extractRawText({ buffer: Buffer.from(data) });
    return value.replace(/\n\n/g, '\n');
  } catch (cause) {
    throw new AppError('bad-input', `${name} is not a readable .docx file. (无法读取的 docx 文件)`, {
      cause,
    });
  }
}

function json(text: string, name: string): ReadResult {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    // Many .json files of this field are JSON lines.
    if (text.includes('\n')) return jsonLines(text, name);
    throw new AppError(
      'bad-input',
      `${name} is not valid JSON: ${words(toErrorData(cause).message, 'en')}. (JSON 格式错误)`,
      { cause },
    );
  }
  const values = Array.isArray(value) ? value : [value];
  return collect(
    values.map((item, index) => ({ line: index + 1, read: () => item as unknown })),
    name,
  );
}

function jsonLines(text: string, name: string): ReadResult {
  const lines = text.split(/\r?\n/);
  return collect(
    lines.flatMap((line, index) =>
      line.trim() === '' ? [] : [{ line: index + 1, read: (): unknown => JSON.parse(line) }],
    ),
    name,
  );
}

function collect(items: readonly { line: number; read: () => unknown }[], name: string): ReadResult {
  const documents: EmrRecord[] = [];
  const refused: { line: number; reason: Message }[] = [];
  for (const { line, read } of items) {
    try {
      documents.push(bounded(recordFromJson(read(), documents.length + 1), `${name}:${line}`));
    } catch (error) {
      refused.push({ line, reason: toErrorData(error).message });
    }
  }
  if (documents.length === 0) {
    const why = refused[0] === undefined ? '' : ` Line ${refused[0].line}: ${words(refused[0].reason, 'en')}`;
    throw new AppError('bad-input', `${name}: no record could be read.${why} (没有可读取的病历)`);
  }
  return { documents, refused };
}
