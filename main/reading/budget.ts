/** Counts unpacked bytes against the limits, over all files of a request. */
import { gunzipSync } from 'node:zlib';
import { message } from '../../shared/messages/message.ts';
import { words } from '../../shared/messages/words.ts';
import { AppError, toErrorData } from '../../shared/result.ts';
import { LIMITS } from './limits.ts';

const NOTHING_IMPORTED = message('kept.nothing-imported');

/** Returns whether bytes start like a gzip file. */
export const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

/** Remaining unpacked bytes of a request. */
export class ByteBudget {
  readonly #limit: number;
  #left: number;

  constructor(limit: number = LIMITS.unpackedBytes) {
    this.#limit = limit;
    this.#left = limit;
  }

  /** @throws AppError `too-large` naming the file that exceeds the limit */
  take(bytes: number, name: string): void {
    this.check(bytes, name);
    this.#left -= bytes;
  }

  /** Checks without consuming. @throws AppError `too-large` if so many bytes would exceed the limit */
  check(bytes: number, name: string): void {
    if (bytes > this.#left) throw tooLarge(name, this.#limit);
  }

  /** Unpacks a gzip file; other bytes are returned as they are. @throws AppError `too-large`, `bad-input` if damaged */
  unpack(bytes: Uint8Array, name: string): Uint8Array {
    if (!isGzip(bytes)) {
      this.take(bytes.length, name);
      return bytes;
    }
    const byRatio = Math.max(LIMITS.ratioFrom, LIMITS.ratio * bytes.length);
    try {
      const plain = gunzipSync(bytes, { maxOutputLength: Math.max(1, Math.min(this.#left, byRatio)) });
      this.take(plain.length, name);
      return plain;
    } catch (cause) {
      if (!isOverflow(cause)) throw damagedGzip(name, cause);
      throw this.#left <= byRatio ? tooLarge(name, this.#limit) : bomb(name);
    }
  }
}

const isOverflow = (cause: unknown): boolean =>
  cause instanceof RangeError && 'code' in cause && cause.code === 'ERR_BUFFER_TOO_LARGE';

/** @throws AppError `too-large` for an excessive compression ratio */
export function checkRatio(packed: number, unpacked: number, name: string): void {
  if (unpacked > LIMITS.ratioFrom && unpacked > LIMITS.ratio * packed) throw bomb(name);
}

export const damagedGzip = (name: string, cause: unknown): AppError =>
  new AppError(
    'bad-input',
    'graph.damaged-gzip',
    { name, problem: words(toErrorData(cause).message, 'en') },
    { kept: NOTHING_IMPORTED, hint: 'hint.copy-again', cause },
  );

export const tooLarge = (name: string, limit: number): AppError =>
  new AppError(
    'too-large',
    'files.too-large-unpacked',
    { name, megabytes: limit >> 20 },
    { kept: NOTHING_IMPORTED, hint: 'hint.split-it' },
  );

const bomb = (name: string): AppError =>
  new AppError('too-large', message('files.ratio-too-high', { name, ratio: LIMITS.ratio }), {
    kept: NOTHING_IMPORTED,
    hint: 'hint.unpack-first',
  });
