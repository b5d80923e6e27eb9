/** Reads records one by one from a file of any length or from standard input: .txt, .jsonl, each also gzipped. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { MAX_TEXT } from '../../shared/domain/limits.ts';
import type { Message } from '../../shared/messages/message.ts';
import { AppError } from '../../shared/result.ts';
import { ByteBudget } from '../reading/budget.ts';
import {
  collect,
  readChunks,
  readStart,
  type SourceFile,
  sourceFile,
  unpackChunks,
} from '../reading/files.ts';
import { parseShallowJson } from '../reading/json.ts';
import { LIMITS } from '../reading/limits.ts';
import { readLines } from '../reading/lines.ts';
import { type EmrRecord, recordFromJson } from './emr-json.ts';
import { FHIR_LINE, readDocuments } from './read-documents.ts';
import { Refusals } from './refusals.ts';

export type StreamItem =
  | { readonly kind: 'record'; readonly record: EmrRecord }
  | { readonly kind: 'refused'; readonly line: number; readonly reason: Message };

/**
 * `input` is a path, or `-` for standard input (text or JSON lines). Malformed lines are yielded as refused; a file
 * without any record throws `bad-input`.
 */
export async function* readRecords(input: string): AsyncGenerator<StreamItem> {
  if (input === '-') {
    yield* fromStandardInput();
    return;
  }
  const file = sourceFile(input);
  const isLines = /\.(jsonl|ndjson)(\.gz)?$/i.test(input);
  if (isLines && !(await isFhirFile(file))) yield* fromLines(readChunks(file), input);
  else yield* fromBytes(basename(input), readFileSync(input));
}

/** Resources of FHIR refer to each other, so that their lines are read together. */
const isFhirFile = async (file: SourceFile): Promise<boolean> =>
  FHIR_LINE.test((await readStart(file, START)).toString('utf8'));

const START = 8192;

async function* fromBytes(name: string, bytes: Uint8Array): AsyncGenerator<StreamItem> {
  const { documents, refused } = await readDocuments(name, bytes);
  for (const { line, reason } of refused) yield { kind: 'refused', line, reason };
  for (const record of documents) yield { kind: 'record', record };
}

/** Reads JSON lines one by one; a list or a text as a whole. */
async function* fromStandardInput(): AsyncGenerator<StreamItem> {
  const name = 'standard input';
  const chunks = unpackChunks(process.stdin, name);
  const first = await chunks.next();
  const start = first.done === true ? Buffer.alloc(0) : first.value;
  const all = joined(start, chunks);
  const sign = start.subarray(0, 1024).toString('utf8').replace('\ufeff', '').trimStart()[0];
  const isResource = FHIR_LINE.test(start.toString('utf8', 0, START).replace('\ufeff', ''));
  if (sign === '{' && !isResource) {
    yield* fromLines(all, name);
    return;
  }
  const budget = new ByteBudget(LIMITS.recordFileBytes);
  const bytes = await collect(unpackChunks(all, name, { budget }));
  yield* fromBytes(isResource || sign === '[' ? 'stdin.json' : 'stdin.txt', bytes);
}

async function* joined(start: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield start;
  yield* rest;
}

async function* fromLines(chunks: AsyncIterable<Buffer>, name: string): AsyncGenerator<StreamItem> {
  const refused = new Refusals();
  let records = 0;
  for await (const { number: line, text, problem } of readLines(chunks)) {
    if (problem === undefined && text.trim() === '') continue;
    try {
      if (problem !== undefined) throw new AppError('bad-input', problem);
      const record = recordFromJson(parseShallowJson(text.replace(/^\ufeff/, '')), records + 1);
      if (record.text.length > MAX_TEXT)
        throw new AppError('too-large', 'documents.over-limit', { limit: MAX_TEXT });
      records++;
      yield { kind: 'record', record };
    } catch (error) {
      const told = refused.add(line, error);
      refused.check(name, records);
      if (told !== undefined) yield { kind: 'refused', ...told };
    }
  }
  if (records === 0) throw refused.nothingRead(name);
}
