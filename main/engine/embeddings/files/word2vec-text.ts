/** word2vec's text format as gensim reads and writes it: a line `rows dimension`, then a row a line. */
import { message } from '../../../../shared/messages/message.ts';
import type { WordVectors } from '../word-vectors.ts';
import { ByteReader, type ByteStream } from './byte-reader.ts';
import { parseRow, readLine, textRows } from './text-rows.ts';
import { badLine, badVectors, checkTokens, type VectorFile, VectorTable } from './vector-table.ts';
import { formatHeader, parseHeader } from './word2vec-header.ts';

/** @throws AppError that names the line */
export async function readWord2VecText(stream: ByteStream): Promise<VectorFile> {
  const reader = new ByteReader(stream);
  const header = parseHeader((await readLine(reader, 1)) ?? '');
  if (header === undefined) throw badLine(1, message('vectors.no-heading'));
  const table = new VectorTable(header.dimension, header.rows);
  for (let line = 2; ; line++) {
    const text = await readLine(reader, line);
    if (line > header.rows + 1) {
      if (text === undefined) return table.finish();
      if (text !== '') throw badLine(line, message('vectors.too-many-rows', { rows: header.rows }));
      continue;
    }
    if (text === undefined)
      throw badVectors(message('vectors.row-count', { announced: header.rows, found: line - 2 }));
    const { token, values } = parseRow(text, line, header.dimension);
    table.add(token, values);
  }
}

/** @throws AppError when a token holds a space or a line feed */
export function* writeWord2VecText(vectors: WordVectors): Generator<Uint8Array> {
  checkTokens(vectors.tokens, /[ \n]/);
  yield formatHeader({ rows: vectors.tokens.length, dimension: vectors.dimension });
  yield* textRows(vectors);
}

/**
 * Reads GloVe's text format: a row a line without a header; the first row determines the dimension.
 * @throws AppError that names the line
 */
export async function readGloveText(stream: ByteStream): Promise<VectorFile> {
  const reader = new ByteReader(stream);
  let text = await readLine(reader, 1);
  if (text === undefined || text === '') throw badVectors(message('data.empty-table'));
  if (parseHeader(text) !== undefined) throw badLine(1, message('vectors.word2vec-header'));
  const table = new VectorTable(text.split(' ').length - 1);
  for (let line = 1; text !== undefined; text = await readLine(reader, ++line)) {
    const { token, values } = parseRow(text, line, table.dimension);
    table.add(token, values);
  }
  return table.finish();
}

/** @throws AppError when a token holds a space or a line feed */
export function* writeGloveText(vectors: WordVectors): Generator<Uint8Array> {
  checkTokens(vectors.tokens, /[ \n]/);
  yield* textRows(vectors);
}
