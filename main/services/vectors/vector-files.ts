/** Reads and writes files of word vectors, and the checkpoint beside one in training. */
import { rmSync } from 'node:fs';
import type { VectorUnit } from '../../../shared/domain/embeddings.ts';
import type { VectorFormat } from '../../../shared/domain/vectors.ts';
import { DETECTION_BYTES, detectFormat, vectorFormat } from '../../engine/embeddings/files/vector-format.ts';
import type { VectorFile } from '../../engine/embeddings/files/vector-table.ts';
import { VectorIndex, vectorStatistics, type WordVectors } from '../../engine/embeddings/word-vectors.ts';
import type { RunStorage } from '../../engine/train/run-types.ts';
import { starterWords } from '../../inference/starter.ts';
import { readChunks, readStart, sourceFile } from '../../reading/files.ts';
import { replaceFile } from '../../workspace/atomic-file.ts';
import { readSealed, writeSealed } from '../../workspace/sealed-file.ts';

export { starterWords, type VectorFile, type WordVectors };

export interface ReadOptions {
  /** Default: detected from the content. */
  readonly format?: VectorFormat;
  /** Default: detected from the tokens. */
  readonly unit?: VectorUnit;
}

/** @throws AppError that names the line or row */
export async function readVectorFile(path: string, { format, unit }: ReadOptions = {}): Promise<VectorFile> {
  const source = sourceFile(path);
  const { read } = vectorFormat[format ?? detectFormat(await readStart(source, DETECTION_BYTES))];
  const file = await read(readChunks(source));
  return unit === undefined ? file : { ...file, vectors: { ...file.vectors, unit } };
}

/** Returns the format by the file's name: `.bin` word2vec's binary, `.glove` and `.glove.txt` GloVe's, else word2vec's text. */
export function formatOfName(path: string): VectorFormat {
  if (/\.bin$/i.test(path)) return 'word2vec-binary';
  return /\.glove(\.txt)?$/i.test(path) ? 'glove' : 'word2vec-text';
}

/** Writes the file atomically. @throws AppError when a token does not fit the format */
export function writeVectorFile(path: string, vectors: WordVectors, format: VectorFormat): void {
  replaceFile(path, (write) => {
    for (const bytes of vectorFormat[format].write(vectors)) write(bytes);
  });
}

export function summaryOf(vectors: WordVectors) {
  const { unit, dimension, tokens } = vectors;
  return { unit, dimension, tokens: tokens.length, norm: vectorStatistics(vectors).norm };
}

/** Returns the nearest tokens of each word by cosine; `undefined` for a word without a vector. */
export function neighboursOf(vectors: WordVectors, words: readonly string[], count: number) {
  const index = new VectorIndex(vectors);
  return words.map((word) => ({ word, neighbours: index.neighbours(word, count) }));
}

const checkpointPath = (out: string, name: string): string => `${out}.${name}`;

/** Stores the checkpoint of a training beside its future output file. */
export const storageBeside = (out: string): RunStorage => ({
  read: (name) => readSealed(checkpointPath(out, name), null),
  write: (name, chunks) => writeSealed(checkpointPath(out, name), chunks, null),
});

/** Deletes the checkpoint once the vectors are written. */
export function removeCheckpoint(out: string): void {
  rmSync(checkpointPath(out, 'checkpoint'), { force: true });
}
