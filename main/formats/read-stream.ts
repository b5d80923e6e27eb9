/** Records one by one from a file of any length or from standard input: .txt, .jsonl, each also gzipped. */
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { AppError, toErrorData } from '../../shared/result.ts';
import { type EmrRecord, recordFromJson } from './emr-json.ts';
import { readDocuments } from './read-documents.ts';

export type StreamItem =
  | { readonly kind: 'record'; readonly record: EmrRecord }
  | { readonly kind: 'refused'; readonly line: number; readonly reason: string };

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
    yield* fromLines(/\.gz$/i.test(input) ? file.pipe(createGunzip()) : file, input);
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
  const bytes = Buffer.concat(chunks);
  const isJson = bytes.subarray(0, 1024).toString('utf8').trimStart().startsWith('{');
  if (isJson) yield* fromLines(Readable.from([bytes]), 'standard input');
  else yield* fromBytes('stdin.txt', bytes);
}

async function* fromLines(stream: NodeJS.ReadableStream, name: string): AsyncGenerator<StreamItem> {
  let failure: unknown;
  stream.on('error', (error) => {
    failure = error;
  });
  let line = 0;
  let records = 0;
  let firstRefusal = '';
  for await (const text of createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY })) {
    line++;
    if (text.trim() === '') continue;
    if (text.includes('\ufffd')) {
      yield { kind: 'refused', line, reason: 'invalid UTF-8' };
      continue;
    }
    try {
      yield { kind: 'record', record: recordFromJson(JSON.parse(text), records + 1) };
      records++;
    } catch (error) {
      const reason = toErrorData(error).message;
      if (firstRefusal === '') firstRefusal = ` Line ${line}: ${reason}`;
      yield { kind: 'refused', line, reason };
    }
  }
  if (failure !== undefined) {
    throw new AppError(
      'bad-input',
      `${name} cannot be read: ${toErrorData(failure).message}. (文件无法读取)`,
      { cause: failure },
    );
  }
  if (records === 0)
    throw new AppError('bad-input', `${name}: no record could be read.${firstRefusal} (没有可读取的病历)`);
}
