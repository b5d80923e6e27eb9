/** GloVe's text format: a row a line without a header; the first row determines the dimension. */
import { message } from '../../../../shared/messages/message.ts';
import type { WordVectors } from '../word-vectors.ts';
import { ByteReader, type ByteStream } from './byte-reader.ts';
import { parseRow, readLine, textRows } from './text-rows.ts';
import { badLine, badVectors, checkTokens, type VectorFile, VectorTable } from './vector-table.ts';
import { parseHeader } from './word2vec-header.ts';

/** @throws AppError that names the line */
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
