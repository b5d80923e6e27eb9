/** Reads a file of bytes, unpacking gzip, as a stream that tells how far it is. */
import type { Hash } from 'node:crypto';
import { closeSync, createReadStream, openSync, readSync, statSync } from 'node:fs';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { AppError } from '../../../shared/result.ts';

/** Bytes handed on at a time. */
const CHUNK = 1024 * 1024;

export interface SourceFile {
  readonly path: string;
  /** The file's own name as people know it, which an upload's path does not tell. */
  readonly name: string;
  /** Size on disk. */
  readonly bytes: number;
}

/** Throws `not-found` when there is no such file, `bad-input` when it is empty or no file. */
export function sourceFile(path: string, name: string): SourceFile {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) throw new AppError('not-found', `There is no file ${name}. (文件不存在)`);
  if (!stats.isFile()) throw new AppError('bad-input', `${name} is not a file. (不是文件)`);
  if (stats.size === 0) throw new AppError('bad-input', `${name} is empty: 0 bytes. (文件为空)`);
  return { path, name, bytes: stats.size };
}

/**
 * The file's unpacked bytes. `onRead` gets the bytes read from disk so far; `hash` what stands on disk. Throws
 * `bad-input` for a damaged gzip file.
 */
export async function* readChunks(
  file: SourceFile,
  onRead: (bytes: number) => void = () => undefined,
  hash?: Hash,
): AsyncGenerator<Buffer> {
  const raw = counted(file.path, onRead, hash);
  if (!isGzip(file.path)) {
    yield* raw;
    return;
  }
  const unzipped = createGunzip({ chunkSize: CHUNK });
  pipeline(Readable.from(raw, { objectMode: false, highWaterMark: CHUNK }), unzipped, () => undefined);
  try {
    for await (const chunk of unzipped) yield chunk;
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
    if (!code.startsWith('Z_')) throw cause;
    throw new AppError(
      'bad-input',
      `${file.name} is a damaged gzip file or was cut short: ${code}. (gzip 文件已损坏或不完整)`,
      { hint: 'Copy or download it again. (请重新复制或下载该文件)', cause },
    );
  }
}

async function* counted(
  path: string,
  onRead: (bytes: number) => void,
  hash: Hash | undefined,
): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: CHUNK })) {
    bytes += chunk.length;
    hash?.update(chunk);
    onRead(bytes);
    yield chunk;
  }
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

/** The first unpacked bytes of a file, at most `limit`. */
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
