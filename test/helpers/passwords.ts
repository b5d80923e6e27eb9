/** The password of people in tests, and a hash of it that is weak and quick. */
import { randomBytes, scryptSync } from 'node:crypto';
import type { PasswordHash } from '../../main/db/repositories/accounts.ts';

export const PASSWORD = '春眠不觉晓，处处闻啼鸟';

export function quickHash(password: string): PasswordHash {
  const [n, r, p, salt] = [16, 8, 1, randomBytes(16)];
  const hash = scryptSync(password.normalize('NFC'), salt, 32, { N: n, r, p });
  return { kdf: 'scrypt', n, r, p, salt: salt.toString('hex'), hash: hash.toString('hex') };
}
