/**
 * word2vec's binary format as gensim reads and writes it: a line `rows dimension`, then for each row the token, a
 * space and little-endian float32 values. The original program adds a line feed after each row.
 */
import { endianness } from 'node:os';
import { type Message, message } from '../../../../shared/messages/message.ts';
import { vectorOf, type WordVectors } from '../word-vectors.ts';
import { ByteReader, type ByteStream } from './byte-reader.ts';
import {
  badLine,
  badVectors,
  checkTokens,
  decodeUtf8,
  type VectorFile,
  VectorTable,
} from './vector-table.ts';
import { formatHeader, parseHeader, type Word2VecHeader } from './word2vec-header.ts';

const NEWLINE = 0x0a;
const SPACE = 0x20;
const MAX_HEADER = 100;
const MAX_TOKEN = 65_536;
/** Rows written at once. */
const BATCH = 256;

/** @throws AppError that names the row */
export async function readWord2VecBinary(stream: ByteStream): Promise<VectorFile> {
  const reader = new ByteReader(stream);
  const header = await readHeader(reader);
  const table = new VectorTable(header.dimension, header.rows);
  for (let row = 1; row <= header.rows; row++) {
    const token = await readToken(reader, row, header.rows);
    const bytes = await reader.exactly(4 * header.dimension);
    if (bytes === undefined) throw endsEarly(row, header.rows);
    const values = floatsOf(bytes);
    if (!values.every(Number.isFinite)) throw badRow(row, message('vectors.not-finite'));
    table.add(token, values);
  }
  const rest = await reader.until(NEWLINE, 1);
  if (rest !== undefined && (rest === 'too-long' || rest.bytes.length > 0 || (await reader.exactly(1))))
    throw badVectors(message('vectors.bytes-after-end', { rows: header.rows }));
  return table.finish();
}

async function readHeader(reader: ByteReader): Promise<Word2VecHeader> {
  const found = await reader.until(NEWLINE, MAX_HEADER);
  const text = found === undefined || found === 'too-long' ? undefined : decodeUtf8(found.bytes);
  const header = text === undefined ? undefined : parseHeader(text);
  if (header !== undefined) return header;
  throw badLine(1, message('vectors.no-heading'));
}

/** Reads the token of a row; a leading line feed belongs to the previous row. */
async function readToken(reader: ByteReader, row: number, rows: number): Promise<string> {
  const found = await reader.until(SPACE, MAX_TOKEN);
  if (found === undefined || (found !== 'too-long' && !found.complete)) throw endsEarly(row, rows);
  if (found === 'too-long') throw badRow(row, message('vectors.no-token', { limit: MAX_TOKEN }));
  const token = decodeUtf8(found.bytes)?.replace(/^\n+/, '');
  if (token === undefined) throw badRow(row, message('fault.no-utf8'));
  if (token === '') throw badRow(row, message('vectors.no-token', { limit: MAX_TOKEN }));
  return token;
}

const endsEarly = (row: number, rows: number): Error =>
  badVectors(message('vectors.row-count', { announced: rows, found: row - 1 }));

const badRow = (row: number, problem: Message): Error =>
  badVectors(message('fault.in-row', { row, problem }));

function floatsOf(bytes: Uint8Array): Float32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Float32Array.from({ length: bytes.byteLength / 4 }, (_, i) => view.getFloat32(4 * i, true));
}

/** @throws AppError when a token holds a space or begins with a line feed */
export function* writeWord2VecBinary(vectors: WordVectors): Generator<Uint8Array> {
  checkTokens(vectors.tokens, / |^\n/);
  yield formatHeader({ rows: vectors.tokens.length, dimension: vectors.dimension });
  for (let first = 0; first < vectors.tokens.length; first += BATCH) {
    const rows = vectors.tokens
      .slice(first, first + BATCH)
      .flatMap((token, i) => [Buffer.from(`${token} `), littleEndian(vectorOf(vectors, first + i))]);
    yield Buffer.concat(rows);
  }
}

function littleEndian(values: Float32Array): Buffer {
  const bytes = Buffer.from(values.buffer, values.byteOffset, values.byteLength);
  return endianness() === 'LE' ? bytes : Buffer.from(bytes).swap32();
}
