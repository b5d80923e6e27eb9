/** Reads files as streams of bytes, gzip unpacked. */
import type { Hash } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { words } from '../../shared/messages/words.ts';
import { AppError, toErrorData } from '../../shared/result.ts';
import { type ByteBudget, checkRatio, damagedGzip, isGzip } from './budget.ts';

/** Bytes per chunk. */
const CHUNK = 1024 * 1024;

export interface SourceFile {
  readonly path: string;
  /** Original file name, which an upload's path lacks. */
  readonly name: string;
  /** Size on disk. Reading stops there, even if the file grows. */
  readonly bytes: number;
}

/** Throws `not-found` for a missing file, `bad-input` for an empty or irregular one. */
export function sourceFile(path: string, name = path): SourceFile {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) throw new AppError('not-found', 'files.not-found', { name });
  if (!stats.isFile()) throw new AppError('bad-input', 'files.not-a-file', { name });
  if (stats.size === 0) throw new AppError('bad-input', 'graph.empty-file', { name });
  return { path, name, bytes: stats.size };
}

export interface ReadOptions {
  /** Reports the bytes read from disk so far. */
  readonly onRead?: (bytes: number) => void;
  /** Receives the bytes on disk. */
  readonly hash?: Hash | undefined;
  /** Limit of unpacked bytes; absent for streams that are not kept in memory. */
  readonly budget?: ByteBudget;
}

/** Reads the file's unpacked bytes. Throws `bad-input` for a damaged gzip file, `too-large` for a bomb. */
export function readChunks(file: SourceFile, options: ReadOptions = {}): AsyncGenerator<Buffer> {
  const raw = createReadStream(file.path, { highWaterMark: CHUNK, end: file.bytes - 1 });
  return unpackChunks(raw, file.name, options);
}

/** Reads the unpacked bytes of a stream, such as standard input. Throws as `readChunks`. */
export async function* unpackChunks(
  raw: AsyncIterable<Buffer>,
  name: string,
  { onRead, hash, budget }: ReadOptions = {},
): AsyncGenerator<Buffer> {
  let packed = 0;
  let unpacked = 0;
  const count = (chunk: Buffer): void => {
    packed += chunk.length;
    hash?.update(chunk);
    onRead?.(packed);
  };
  try {
    for await (const chunk of await unzipped(raw, count)) {
      unpacked += chunk.length;
      budget?.take(chunk.length, name);
      checkRatio(packed, unpacked, name);
      yield chunk;
    }
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    if (cause instanceof Error && 'code' in cause && String(cause.code).startsWith('Z_'))
      throw damagedGzip(name, cause);
    const { message } = toErrorData(cause);
    throw new AppError('bad-input', 'files.unreadable', { name, problem: words(message, 'en') }, { cause });
  }
}

async function unzipped(
  raw: AsyncIterable<Buffer>,
  count: (chunk: Buffer) => void,
): Promise<AsyncIterable<Buffer>> {
  const chunks = raw[Symbol.asyncIterator]();
  let start: Buffer = Buffer.alloc(0);
  while (start.length < 2) {
    const { value, done } = await chunks.next();
    if (done === true) break;
    count(value);
    start = Buffer.concat([start, value]);
  }
  const all = afterStart(start, chunks, count);
  if (!isGzip(start)) return all;
  const unzip = createGunzip({ chunkSize: CHUNK });
  pipeline(Readable.from(all, { objectMode: false, highWaterMark: CHUNK }), unzip, () => undefined);
  return unzip;
}

async function* afterStart(
  start: Buffer,
  chunks: AsyncIterator<Buffer>,
  count: (chunk: Buffer) => void,
): AsyncGenerator<Buffer> {
  try {
    if (start.length > 0) yield start;
    for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) {
      count(next.value);
      yield next.value;
    }
  } finally {
    await chunks.return?.();
  }
}

/** Returns the first unpacked bytes of a file, at most `limit`. */
export async function readStart(file: SourceFile, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of readChunks(file)) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= limit) break;
  }
  return Buffer.concat(chunks).subarray(0, limit);
}

/** Returns all bytes of a stream, limited by its budget. */
export async function collect(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Buffer.concat(all);
}
