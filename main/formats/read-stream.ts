/** Records one by one from a file of any length or from standard input: .txt, .jsonl, each also gzipped. */

import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import { MAX_TEXT } from '../../shared/contract.ts';
import type { Message } from '../../shared/messages/message.ts';
import { words } from '../../shared/messages/words.ts';
import { AppError, toErrorData } from '../../shared/result.ts';
import { byteLines, decodeLine, unzip } from './byte-lines.ts';
import { type EmrRecord, recordFromJson } from './emr-json.ts';
import { readDocuments } from './read-documents.ts';

export type StreamItem =
  | { readonly kind: 'record'; readonly record: EmrRecord }
  | { readonly kind: 'refused'; readonly line: number; readonly reason: Message };

/**
 * `input` is a path or `-` for standard input, which may be text or JSON lines. A line that is no record is yielded
 * as refused; a file of which nothing can be read throws `bad-input`.
 */
export async function* readRecords(input: string): AsyncGenerator<StreamItem> {
  if (input === '-') {
    yield* fromStandardInput();
    return;
  }
  if (!existsSync(input)) throw new AppError('not-found', `There is no file ${input}. (文件不存在)`);
  if (/\.(jsonl|ndjson)(\.gz)?$/i.test(input)) {
    const file = createReadStream(input);
    yield* fromLines(/\.gz$/i.test(input) ? unzip(file) : file, input);
    return;
  }
  yield* fromBytes(basename(input), readFileSync(input));
}

async function* fromBytes(name: string, bytes: Uint8Array): AsyncGenerator<StreamItem> {
  const { documents, refused } = await readDocuments(name, bytes);
  for (const { line, reason } of refused) yield { kind: 'refused', line, reason };
  for (const record of documents) yield { kind: 'record', record };
}

async function* fromStandardInput(): AsyncGenerator<StreamItem> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk));
  const given = Buffer.concat(chunks);
  const bytes = given[0] === 0x1f && given[1] === 0x8b ? unzipped(given) : given;
  const first = bytes.subarray(0, 1024).toString('utf8').replace('\ufeff', '').trimStart()[0];
  if (first === '{') yield* fromLines(Readable.from([bytes]), 'standard input');
  else yield* fromBytes(first === '[' ? 'stdin.json' : 'stdin.txt', bytes);
}

function unzipped(bytes: Buffer): Buffer {
  try {
    return gunzipSync(bytes);
  } catch (cause) {
    throw new AppError('bad-input', 'standard input is a damaged gzip stream. (gzip 数据已损坏)', { cause });
  }
}

async function* fromLines(stream: NodeJS.ReadableStream, name: string): AsyncGenerator<StreamItem> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let line = 0;
  let records = 0;
  let firstRefusal = '';
  for await (const bytes of byteLines(stream, name)) {
    line++;
    try {
      const text = decodeLine(decoder, bytes);
      if (text.trim() === '') continue;
      const record = recordFromJson(JSON.parse(text), records + 1);
      if (record.text.length > MAX_TEXT)
        throw new AppError('too-large', `over ${MAX_TEXT} characters (文本过长)`);
      records++;
      yield { kind: 'record', record };
    } catch (error) {
      const reason = toErrorData(error).message;
      if (firstRefusal === '') firstRefusal = ` Line ${line}: ${words(reason, 'en')}`;
      yield { kind: 'refused', line, reason };
    }
  }
  if (records > 0) return;
  throw new AppError('bad-input', `${name}: no record could be read.${firstRefusal} (没有可读取的病历)`);
}
