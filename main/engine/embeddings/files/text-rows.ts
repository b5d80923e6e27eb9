/** Text rows of word2vec and GloVe files: a token and its numbers, separated by single spaces. */
import { message } from '../../../../shared/messages/message.ts';
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
  if (found === 'too-long') throw badLine(line, message('vectors.long-line', { limit: MAX_LINE }));
  const text = decodeUtf8(found.bytes);
  if (text === undefined) throw badLine(line, message('fault.no-utf8'));
  return text.trimEnd();
}

/** Parses a row. @throws AppError when it does not hold `dimension` finite numbers */
export function parseRow(
  text: string,
  line: number,
  dimension: number,
): { token: string; values: Float32Array } {
  const [token = '', ...fields] = text.split(' ');
  if (token === '') throw badLine(line, message('vectors.line-without-token'));
  if (fields.length !== dimension)
    throw badLine(line, message('vectors.field-count', { dimension, found: fields.length }));
  const values = new Float32Array(dimension);
  for (let i = 0; i < dimension; i++) {
    const value = parseFloat32(fields[i]!);
    if (value === undefined)
      throw badLine(
        line,
        message('vectors.field-not-finite', { field: i + 2, value: JSON.stringify(fields[i]) }),
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
