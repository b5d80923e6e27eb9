/**
 * Sealed files: data too large for the database, kept beside it as safely. A write is atomic, a read is checked, and
 * with a key the content is encrypted (AES-256-GCM); without one, in a plain workspace, a sha256 guards it.
 *
 * Layout: a header of 48 bytes, the content, a trailer (GCM's tag of 16 bytes or the hash of 32). Header: magic (8
 * bytes), version (1), cipher (1), 2 of zero, length of the content (8), nonce (12), check of the key (12), crc32 of
 * all that (4); little endian. The trailer covers the header too.
 */
import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { basename } from 'node:path';
import { crc32 } from 'node:zlib';
import { AppError } from '../../shared/result.ts';
import { replaceFile } from './atomic-file.ts';

const MAGIC = Buffer.from('MRDNSEAL', 'latin1');
const VERSION = 1;
const PLAIN = 0;
const AES_256_GCM = 1;
const HEADER_BYTES = 48;
const NONCE_BYTES = 12;
const KEY_CHECK_BYTES = 12;
/** Bytes encrypted, hashed, read or written at once, since a file may be larger than the largest buffer. */
const PIECE = 16 * 1024 * 1024;
/** GCM must not encrypt more under one nonce (NIST SP 800-38D: 2^39 - 256 bits). */
const MAX_CONTENT = 2 ** 36 - 32;

/** Returns whether the bytes begin as a sealed file does. */
export const isSealed = (bytes: Uint8Array): boolean => MAGIC.equals(bytes.subarray(0, MAGIC.length));

/** Writes the chunks one after another. @param key 32 bytes, or null in a plain workspace */
export function writeSealed(file: string, chunks: readonly Uint8Array[], key: Uint8Array | null): void {
  const length = chunks.reduce((sum, chunk) => sum + chunk.byteLength, 0);
  if (length > MAX_CONTENT)
    throw new AppError('too-large', 'workspace.sealed-too-large', { file: basename(file), bytes: length });
  const nonce = randomBytes(NONCE_BYTES);
  const header = formatHeader({ cipher: key === null ? PLAIN : AES_256_GCM, length, nonce, key });
  const sealer = key === null ? hasher(header) : encrypter(key, nonce, header);
  replaceFile(file, (write) => {
    write(header);
    for (const chunk of chunks) for (const piece of pieces(chunk)) write(sealer.update(piece));
    write(sealer.trailer());
  });
}

/**
 * Returns the content, `undefined` when there is no such file. The whole file is checked before anything is returned.
 * @throws AppError `wrong-key` when the key is not the one it was written with, `corrupt` when a byte has changed or
 *   is missing, `newer-version`
 */
export function readSealed(file: string, key: Uint8Array | null): Uint8Array<ArrayBuffer> | undefined {
  const handle = openIfThere(file);
  if (handle === undefined) return undefined;
  try {
    return readFrom(handle, file, key);
  } finally {
    closeSync(handle);
  }
}

function openIfThere(file: string): number | undefined {
  try {
    return openSync(file, 'r');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

function readFrom(handle: number, file: string, key: Uint8Array | null): Uint8Array<ArrayBuffer> {
  const { size } = fstatSync(handle);
  if (size < HEADER_BYTES) throw damaged(file, `it has only ${size} bytes`);
  const bytes = new Uint8Array(HEADER_BYTES);
  readFully(handle, bytes, 0, file);
  const header = parseHeader(Buffer.from(bytes.buffer), file);
  checkKey(header, file, key);
  const trailerBytes = key === null ? 32 : 16;
  if (size !== HEADER_BYTES + header.length + trailerBytes)
    throw damaged(file, `it has ${size} of ${HEADER_BYTES + header.length + trailerBytes} bytes`);
  const trailer = new Uint8Array(trailerBytes);
  readFully(handle, trailer, HEADER_BYTES + header.length, file);
  const content = new Uint8Array(header.length);
  readFully(handle, content, HEADER_BYTES, file);
  const opener = key === null ? hasher(bytes) : decrypter(key, header.nonce, bytes);
  for (const piece of pieces(content)) {
    const opened = opener.update(piece);
    if (opened !== piece) piece.set(opened);
  }
  if (!opener.fits(trailer)) throw damaged(file, 'its content has changed');
  return content;
}

function readFully(handle: number, into: Uint8Array, position: number, file: string): void {
  for (let done = 0; done < into.byteLength; ) {
    const count = Math.min(PIECE, into.byteLength - done);
    const read = readSync(handle, into, done, count, position + done);
    if (read === 0) throw damaged(file, 'it ends too early');
    done += read;
  }
}

function* pieces(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.byteLength; at += PIECE) yield bytes.subarray(at, at + PIECE);
}

interface Sealer {
  update(piece: Uint8Array): Uint8Array;
  /** Returns the bytes after the last piece. */
  trailer(): Uint8Array;
}

interface Opener {
  update(piece: Uint8Array): Uint8Array;
  fits(trailer: Uint8Array): boolean;
}

function hasher(header: Uint8Array): Sealer & Opener {
  const hash = createHash('sha256').update(header);
  return {
    update(piece) {
      hash.update(piece);
      return piece;
    },
    trailer: () => hash.digest(),
    fits: (trailer) => hash.digest().equals(trailer),
  };
}

function encrypter(key: Uint8Array, nonce: Uint8Array, header: Uint8Array): Sealer {
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(header);
  return {
    update: (piece) => cipher.update(piece),
    trailer() {
      cipher.final(); // GCM is a stream: nothing is left to come
      return cipher.getAuthTag();
    },
  };
}

function decrypter(key: Uint8Array, nonce: Uint8Array, header: Uint8Array): Opener {
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: 16 }).setAAD(header);
  return {
    update: (piece) => decipher.update(piece),
    fits(trailer) {
      decipher.setAuthTag(trailer);
      try {
        decipher.final();
        return true;
      } catch {
        return false;
      }
    },
  };
}

interface Header {
  readonly cipher: number;
  /** Bytes of the content. */
  readonly length: number;
  readonly nonce: Uint8Array;
  readonly keyCheck: Uint8Array;
}

function formatHeader({
  cipher,
  length,
  nonce,
  key,
}: Omit<Header, 'keyCheck'> & { key: Uint8Array | null }): Uint8Array {
  const header = Buffer.alloc(HEADER_BYTES);
  MAGIC.copy(header);
  header.writeUInt8(VERSION, 8);
  header.writeUInt8(cipher, 9);
  header.writeBigUInt64LE(BigInt(length), 12);
  header.set(nonce, 20);
  header.set(keyCheckOf(key, nonce), 32);
  header.writeUInt32LE(crc32(header.subarray(0, 44)), 44);
  return header;
}

/** Tells a wrong key from damage, which GCM alone cannot. */
function keyCheckOf(key: Uint8Array | null, nonce: Uint8Array): Uint8Array {
  if (key === null) return new Uint8Array(KEY_CHECK_BYTES);
  return createHmac('sha256', key).update('key check').update(nonce).digest().subarray(0, KEY_CHECK_BYTES);
}

function parseHeader(header: Buffer, file: string): Header {
  if (!isSealed(header)) throw damaged(file, 'it is no sealed file');
  if (crc32(header.subarray(0, 44)) !== header.readUInt32LE(44))
    throw damaged(file, 'its header has changed');
  if (header[8] !== VERSION)
    throw new AppError(
      'newer-version',
      'workspace.sealed-newer',
      { file: basename(file) },
      { kept: 'kept.it-untouched' },
    );
  const length = header.readBigUInt64LE(12);
  if (length > MAX_CONTENT) throw damaged(file, 'its header has changed');
  return {
    cipher: header[9] ?? PLAIN,
    length: Number(length),
    nonce: header.subarray(20, 32),
    keyCheck: header.subarray(32, 44),
  };
}

function checkKey({ cipher, nonce, keyCheck }: Header, file: string, key: Uint8Array | null): void {
  if (
    cipher === (key === null ? PLAIN : AES_256_GCM) &&
    keyCheckOf(key, nonce).every((b, i) => b === keyCheck[i])
  )
    return;
  throw new AppError(
    'wrong-key',
    'workspace.sealed-other-key',
    { file: basename(file) },
    { kept: 'kept.it-untouched', hint: 'hint.file-of-this-workspace' },
  );
}

const damaged = (file: string, how: string): AppError =>
  new AppError(
    'corrupt',
    'workspace.sealed-damaged',
    { file: basename(file), how },
    { kept: 'kept.it-unchanged', hint: 'hint.copy-or-import-again' },
  );
