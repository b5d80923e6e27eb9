/** Word vector formats by name. */
import type { VectorFormat } from '../../../../shared/domain/vectors.ts';
import type { WordVectors } from '../word-vectors.ts';
import type { ByteStream } from './byte-reader.ts';
import { decodeUtf8, type VectorFile } from './vector-table.ts';
import { readWord2VecBinary, writeWord2VecBinary } from './word2vec-binary.ts';
import { parseHeader } from './word2vec-header.ts';
import { readGloveText, readWord2VecText, writeGloveText, writeWord2VecText } from './word2vec-text.ts';

interface Format {
  read(stream: ByteStream): Promise<VectorFile>;
  write(vectors: WordVectors): Generator<Uint8Array>;
}

export const vectorFormat: Readonly<Record<VectorFormat, Format>> = {
  'word2vec-text': { read: readWord2VecText, write: writeWord2VecText },
  'word2vec-binary': { read: readWord2VecBinary, write: writeWord2VecBinary },
  glove: { read: readGloveText, write: writeGloveText },
};

/** Number of bytes that `detectFormat` needs. */
export const DETECTION_BYTES = 4096;
const NEWLINE = 0x0a;

/**
 * Detects the format from a file's first bytes: GloVe without a header line, else text or binary by the bytes after
 * it.
 */
export function detectFormat(start: Uint8Array): VectorFormat {
  const end = start.indexOf(NEWLINE);
  const first = end < 0 ? undefined : decodeUtf8(start.subarray(0, end));
  if (first === undefined || parseHeader(first) === undefined) return 'glove';
  return looksLikeText(start.subarray(end + 1)) ? 'word2vec-text' : 'word2vec-binary';
}

/** Binary floats soon contain control characters or invalid UTF-8. */
function looksLikeText(bytes: Uint8Array): boolean {
  if (bytes.some((byte) => byte < 0x09 || (byte > 0x0d && byte < 0x20))) return false;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true }); // may end inside a character
    return true;
  } catch {
    return false;
  }
}
