/** Hashes and compares passwords: scrypt with one salt an account, in constant time, one computation at a time. */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { PasswordHash } from '../../db/repositories/accounts.ts';
import { deriveKey, SCRYPT } from '../../workspace/key.ts';

const HASH_BYTES = 32;
const SALT_BYTES = 16;

export async function hashPassword(password: string): Promise<PasswordHash> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await deriveKey(password, salt, SCRYPT);
  const { N: n, r, p } = SCRYPT;
  return { kdf: 'scrypt', n, r, p, salt: salt.toString('hex'), hash: hash.toString('hex') };
}

/** Returns whether the password matches. Without a hash (unknown name) it takes as long and returns false. */
export async function isPassword(password: string, kept: PasswordHash | undefined): Promise<boolean> {
  const { n, r, p, salt, hash } = kept ?? NOBODY;
  const derived = await deriveKey(password, Buffer.from(salt, 'hex'), { N: n, r, p, maxmem: SCRYPT.maxmem });
  const expected = Buffer.from(hash, 'hex');
  return expected.length === derived.length && timingSafeEqual(expected, derived) && kept !== undefined;
}

const NOBODY: PasswordHash = {
  kdf: 'scrypt',
  n: SCRYPT.N,
  r: SCRYPT.r,
  p: SCRYPT.p,
  salt: '00'.repeat(SALT_BYTES),
  hash: '00'.repeat(HASH_BYTES),
};
