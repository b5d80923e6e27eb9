/** word2vec's text format as gensim reads and writes it: a line `rows dimension`, then a row a line. */
import type { WordVectors } from '../word-vectors.ts';
import { ByteReader, type ByteStream } from './byte-reader.ts';
import { parseRow, readLine, textRows } from './text-rows.ts';
import { badLine, badVectors, checkTokens, type VectorFile, VectorTable } from './vector-table.ts';
import { formatHeader, parseHeader } from './word2vec-header.ts';

/** @throws AppError that names the line */
export async function readWord2VecText(stream: ByteStream): Promise<VectorFile> {
  const reader = new ByteReader(stream);
  const header = parseHeader((await readLine(reader, 1)) ?? '');
  if (header === undefined)
    throw badLine(
      1,
      'expected the number of rows and the dimension; GloVe files have no such line',
      '应为词数和维数',
    );
  const table = new VectorTable(header.dimension);
  for (let line = 2; ; line++) {
    const text = await readLine(reader, line);
    if (line > header.rows + 1) {
      if (text === undefined) return table.finish();
      if (text !== '') throw badLine(line, `more rows than the ${header.rows} of line 1`, '超出首行所述词数');
      continue;
    }
    if (text === undefined) {
      throw badVectors(
        `it ends after ${line - 2} of the ${header.rows} rows that line 1 tells of`,
        `首行称有 ${header.rows} 行，实有 ${line - 2} 行`,
      );
    }
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
