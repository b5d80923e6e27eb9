/** Files of word vectors on disk, and the checkpoint beside one that is being trained. */
import { closeSync, createReadStream, existsSync, openSync, readSync, rmSync } from 'node:fs';
import type { VectorUnit } from '../../../shared/domain/embeddings.ts';
import { AppError } from '../../../shared/result.ts';
import {
  DETECTION_BYTES,
  detectFormat,
  type VectorFormat,
  vectorFormat,
} from '../../engine/embeddings/files/vector-format.ts';
import type { VectorFile } from '../../engine/embeddings/files/vector-table.ts';
import type { WordVectors } from '../../engine/embeddings/word-vectors.ts';
import type { RunStorage } from '../../engine/train/run-types.ts';
import { unzip } from '../../formats/byte-lines.ts';
import { replaceFile } from '../../workspace/atomic-file.ts';
import { readSealed, writeSealed } from '../../workspace/sealed-file.ts';

export interface ReadOptions {
  /** Told from the content unless said. */
  readonly format?: VectorFormat;
  /** Guessed from the tokens unless said. */
  readonly unit?: VectorUnit;
}

/** @throws AppError that names the line or row */
export async function readVectorFile(path: string, { format, unit }: ReadOptions = {}): Promise<VectorFile> {
  if (!existsSync(path)) throw new AppError('not-found', `There is no file ${path}. (文件不存在)`);
  const zipped = /\.gz$/i.test(path);
  const { read } = vectorFormat[format ?? (await formatOf(path, zipped))];
  const stream = createReadStream(path, { highWaterMark: 1 << 20 });
  const file = await read(zipped ? unzip(stream) : stream);
  return unit === undefined ? file : { ...file, vectors: { ...file.vectors, unit } };
}

async function formatOf(path: string, zipped: boolean): Promise<VectorFormat> {
  return detectFormat(zipped ? await startOfUnzipped(path) : startOfFile(path));
}

function startOfFile(path: string): Uint8Array {
  const handle = openSync(path, 'r');
  try {
    const start = new Uint8Array(DETECTION_BYTES);
    return start.subarray(0, readSync(handle, start));
  } finally {
    closeSync(handle);
  }
}

async function startOfUnzipped(path: string): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of unzip(createReadStream(path))) {
    const bytes = Buffer.from(chunk);
    chunks.push(bytes);
    length += bytes.length;
    if (length >= DETECTION_BYTES) break;
  }
  return Buffer.concat(chunks).subarray(0, DETECTION_BYTES);
}

/** What a file's name says: `.bin` word2vec's binary format, `.glove` and `.glove.txt` GloVe's, else word2vec's text. */
export function formatOfName(path: string): VectorFormat {
  if (/\.bin$/i.test(path)) return 'word2vec-binary';
  return /\.glove(\.txt)?$/i.test(path) ? 'glove' : 'word2vec-text';
}

/** The file is the old one or the new one, never half of either. @throws AppError when a token does not fit the format */
export function writeVectorFile(path: string, vectors: WordVectors, format: VectorFormat): void {
  replaceFile(path, (write) => {
    for (const bytes of vectorFormat[format].write(vectors)) write(bytes);
  });
}

const checkpointPath = (out: string, name: string): string => `${out}.${name}`;

/** Keeps the checkpoint of a training beside the file that it will write. */
export function storageBeside(out: string): RunStorage {
  return {
    read: (name) => readSealed(checkpointPath(out, name), null),
    write: (name, chunks) => writeSealed(checkpointPath(out, name), chunks, null),
  };
}

/** When the vectors are written, their checkpoint is of no use any more. */
export function removeCheckpoint(out: string): void {
  rmSync(checkpointPath(out, 'checkpoint'), { force: true });
}
