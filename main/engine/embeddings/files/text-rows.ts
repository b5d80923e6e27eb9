/** Text rows of word2vec and GloVe files: a token and its numbers, separated by single spaces. */
import { message } from '../../../../shared/messages/message.ts';
import { vectorOf, type WordVectors } from '../word-vectors.ts';
import type { ByteReader } from './byte-reader.ts';
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

const MOST_DIGITS = 9;
/** Smaller numbers have fewer than the 6 digits tried first. */
const LEAST_NORMAL = 2 ** -126;
/** Outside these limits numpy writes an exponent. */
const LEAST_PLAIN = 1e-4;
const MOST_PLAIN = 1e6;

/**
 * Formats float32 as the shortest decimal that parses back to the same number, in numpy's (and gensim's) style.
 * @param value a finite float32
 */
export function formatFloat32(value: number): string {
  if (value === 0) return Object.is(value, -0) ? '-0.0' : '0.0';
  const size = Math.abs(value);
  const [digits = '', exponent = ''] = shortest(value).split('e');
  const mantissa = digits.includes('.') ? digits.replace(/\.?0+$/, '') : digits;
  if (size >= LEAST_PLAIN && size < MOST_PLAIN) {
    const plain = String(Number(`${mantissa}e${exponent}`));
    return plain.includes('.') ? plain : `${plain}.0`;
  }
  const sign = exponent.startsWith('-') ? '-' : '+';
  return `${mantissa}e${sign}${exponent.slice(1).padStart(2, '0')}`;
}

function shortest(value: number): string {
  const first = Math.abs(value) < LEAST_NORMAL ? 1 : 6;
  for (let digits = first; digits < MOST_DIGITS; digits++) {
    const text = value.toExponential(digits - 1);
    if (Math.fround(Number(text)) === value) return text;
  }
  return value.toExponential(MOST_DIGITS - 1);
}

const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

/** Parses a decimal number to float32; returns `undefined` for anything else, and on overflow. */
export function parseFloat32(text: string): number | undefined {
  if (!DECIMAL.test(text)) return undefined;
  const value = Math.fround(Number(text));
  return Number.isFinite(value) ? value : undefined;
}
