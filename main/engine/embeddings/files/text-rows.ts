/** Text rows of word2vec and GloVe files: a token and its numbers, separated by single spaces. */
import { vectorOf, type WordVectors } from '../word-vectors.ts';
import type { ByteReader } from './byte-reader.ts';
import { formatFloat32, parseFloat32 } from './float32-text.ts';
import { badLine, decodeUtf8 } from './vector-table.ts';

const NEWLINE = 0x0a;
/** Longest line in bytes; a row of 65,536 long numbers is shorter. */
const MAX_LINE = 2 ** 22;
/** Rows written at once. */
const BATCH = 256;

/**
 * Returns the next line without its end and leading white space, or `undefined`. @param line line number for errors,
 * from 1
 */
export async function readLine(reader: ByteReader, line: number): Promise<string | undefined> {
  const found = await reader.until(NEWLINE, MAX_LINE);
  if (found === undefined) return undefined;
  if (found === 'too-long') throw badLine(line, `longer than ${MAX_LINE} bytes`, '过长');
  const text = decodeUtf8(found.bytes);
  if (text === undefined) throw badLine(line, 'no UTF-8 text', '不是 UTF-8 文本');
  return text.trimEnd();
}

/** Parses a row. @throws AppError when it does not hold `dimension` finite numbers */
export function parseRow(
  text: string,
  line: number,
  dimension: number,
): { token: string; values: Float32Array } {
  const [token = '', ...fields] = text.split(' ');
  if (token === '') throw badLine(line, 'it begins with no token', '缺少词');
  if (fields.length !== dimension) {
    throw badLine(
      line,
      `expected a token and ${dimension} numbers, found ${fields.length} fields after the first`,
      `应有 ${dimension} 个数，实有 ${fields.length} 个`,
    );
  }
  const values = new Float32Array(dimension);
  for (let i = 0; i < dimension; i++) {
    const value = parseFloat32(fields[i]!);
    if (value === undefined)
      throw badLine(
        line,
        `field ${i + 2}, ${JSON.stringify(fields[i])}, is no finite number`,
        '含有无效数值',
      );
    values[i] = value;
  }
  return { token, values };
}

/** Yields all rows as UTF-8 text in chunks. */
export function* textRows(vectors: WordVectors): Generator<Uint8Array> {
  const encoder = new TextEncoder();
  for (let first = 0; first < vectors.tokens.length; first += BATCH) {
    const rows = vectors.tokens.slice(first, first + BATCH).map((token, i) => {
      const numbers = Array.from(vectorOf(vectors, first + i), formatFloat32);
      return `${token} ${numbers.join(' ')}\n`;
    });
    yield encoder.encode(rows.join(''));
  }
}
