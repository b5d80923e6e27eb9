/** Sealed bytes: values encrypted one by one (AES-256-GCM), each bound to its place. Layout: nonce 12, ciphertext, tag 16. */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { AppError } from '../../shared/result.ts';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Most bytes of one value, so that damage or malice cannot fill the memory. */
const MAX_BYTES = 256 * 1024 * 1024;

/** Derives an independent key of 32 bytes from a secret (HKDF-SHA-256, RFC 5869). @param purpose differs for each key */
export const derivedKey = (secret: Uint8Array, purpose: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', secret, new Uint8Array(), purpose, 32));

/** Compresses and encrypts a value. @param place where it is kept: it opens nowhere else */
export function sealBytes(key: Uint8Array, place: string, value: string | Uint8Array): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(place, 'utf8'));
  const body = cipher.update(deflateRawSync(value, { level: 1 }));
  return Buffer.concat([nonce, body, cipher.final(), cipher.getAuthTag()]);
}

/** Decrypts a value. @throws AppError `corrupt` when it was changed, moved or sealed with another key */
export function openSealed(key: Uint8Array, place: string, sealed: Uint8Array): Buffer {
  try {
    const nonce = sealed.subarray(0, NONCE_BYTES);
    const tag = sealed.subarray(-TAG_BYTES);
    const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(place, 'utf8')).setAuthTag(tag);
    const body = decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES));
    return inflateRawSync(Buffer.concat([body, decipher.final()]), { maxOutputLength: MAX_BYTES });
  } catch (cause) {
    throw new AppError('corrupt', 'batch.damaged', { place }, { kept: 'kept.it-unchanged', cause });
  }
}
