/**
 * Workspace key: 256 random bits, kept in the system's keychain, wrapped by a passphrase (scrypt + AES-256-GCM), or in
 * a key file outside the workspace that only its owner may read.
 */

import {
  createCipheriv,
  createDecipheriv,
  randomBytes,
  randomUUID,
  type ScryptOptions,
  scrypt,
  scryptSync,
} from 'node:crypto';
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { isStrongEnough, MIN_PASSWORD } from '../../shared/domain/account.ts';
import { message } from '../../shared/messages/message.ts';
import { AppError } from '../../shared/result.ts';
import { writeFileAtomic } from './atomic-file.ts';

const KEY_BYTES = 32;

/** scrypt at about 128 MiB and half a second: N = 2^17, r = 8 (OWASP's recommendation). */
export const SCRYPT = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 };

const Hex = z.string().regex(/^[0-9a-f]+$/);

/** Key wrapped by a passphrase. */
export const PassphraseWrap = z.object({
  kind: z.literal('passphrase'),
  kdf: z.literal('scrypt'),
  n: z
    .number()
    .int()
    .max(2 ** 20),
  r: z.number().int().max(32),
  p: z.number().int().max(16),
  salt: Hex,
  iv: Hex,
  tag: Hex,
  data: Hex,
});
export type PassphraseWrap = z.infer<typeof PassphraseWrap>;

export const KeyWrap = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('keychain'), data: z.string() }),
  PassphraseWrap,
  z.object({ kind: z.literal('keyfile'), file: z.string() }),
  z.object({ kind: z.literal('plain') }),
]);
export type KeyWrap = z.infer<typeof KeyWrap>;

export const newKey = (): Uint8Array => randomBytes(KEY_BYTES);

/** Last queued computation. Each takes 128 MiB for half a second, so they run one after another. */
let last: Promise<unknown> = Promise.resolve();

/** Derives a key of 32 bytes from a passphrase or password on another thread. */
export function deriveKey(passphrase: string, salt: Uint8Array, options: ScryptOptions): Promise<Buffer> {
  const work = () =>
    new Promise<Buffer>((done, failed) => {
      scrypt(passphrase.normalize('NFC'), salt, KEY_BYTES, options, (error, key) =>
        error === null ? done(key) : failed(error),
      );
    });
  const turn = last.then(work, work);
  last = turn.catch(() => undefined);
  return turn;
}

/** Keys derived ahead from one passphrase, by the salts of the wrappings: deriving one takes half a second. */
export type DerivedKeys = ReadonlyMap<string, Uint8Array>;

/** Derives the keys of these wrappings on another thread. Leaves out those with parameters that scrypt refuses. */
export async function deriveKeys(
  wraps: readonly (KeyWrap | undefined)[],
  passphrase: string,
): Promise<DerivedKeys> {
  const derived = new Map<string, Uint8Array>();
  for (const wrap of wraps) {
    if (wrap?.kind !== 'passphrase') continue;
    const key = await deriveKey(passphrase, Buffer.from(wrap.salt, 'hex'), parametersOf(wrap)).catch(
      () => null,
    );
    if (key !== null) derived.set(wrap.salt, key);
  }
  return derived;
}

const parametersOf = ({ n, r, p }: PassphraseWrap): ScryptOptions => ({ N: n, r, p, maxmem: SCRYPT.maxmem });

/** Key that wraps another one, derived from a passphrase with a salt of its own. */
export interface WrappingKey {
  readonly salt: Buffer;
  readonly derived: Uint8Array;
}

/** @throws AppError `bad-request` for a passphrase that is too short */
export async function newWrappingKey(passphrase: string): Promise<WrappingKey> {
  requireStrongEnough(passphrase);
  const salt = randomBytes(16);
  return { salt, derived: await deriveKey(passphrase, salt, SCRYPT) };
}

function newWrappingKeySync(passphrase: string): WrappingKey {
  requireStrongEnough(passphrase);
  const salt = randomBytes(16);
  return { salt, derived: scryptSync(passphrase.normalize('NFC'), salt, KEY_BYTES, SCRYPT) };
}

/** Throws `bad-request` for a new passphrase that is too short. */
export function requireStrongEnough(passphrase: string): void {
  if (isStrongEnough(passphrase)) return;
  throw new AppError(
    'bad-request',
    'workspace.passphrase-length',
    { least: MIN_PASSWORD },
    { kept: 'kept.nothing-changed' },
  );
}

/** Wraps a key. A passphrase that comes as text blocks the thread for half a second. */
export function wrapWithPassphrase(key: Uint8Array, passphrase: string | WrappingKey): PassphraseWrap {
  const { salt, derived } = typeof passphrase === 'string' ? newWrappingKeySync(passphrase) : passphrase;
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', derived, iv);
  const data = Buffer.concat([cipher.update(key), cipher.final()]);
  return {
    kind: 'passphrase',
    kdf: 'scrypt',
    n: SCRYPT.N,
    r: SCRYPT.r,
    p: SCRYPT.p,
    salt: salt.toString('hex'),
    iv: iv.toString('hex'),
    tag: cipher.getAuthTag().toString('hex'),
    data: data.toString('hex'),
  };
}

/** Unwraps a key. Throws `wrong-key` when the passphrase does not fit, `corrupt` when the wrapping is damaged. */
export function unwrapWithPassphrase(
  wrap: PassphraseWrap,
  passphrase: string,
  derived?: DerivedKeys,
): Uint8Array {
  const { opened, decipher } = decrypted(wrap, passphrase, derived);
  try {
    return Buffer.concat([opened, decipher.final()]);
  } catch (cause) {
    throw new AppError(
      'wrong-key',
      'workspace.wrong-passphrase',
      {},
      { kept: 'kept.nothing-changed', hint: 'hint.try-again-capitals', cause },
    );
  }
}

function decrypted(wrap: PassphraseWrap, passphrase: string, derived?: DerivedKeys) {
  try {
    const salt = Buffer.from(wrap.salt, 'hex');
    const key =
      derived?.get(wrap.salt) ?? scryptSync(passphrase.normalize('NFC'), salt, KEY_BYTES, parametersOf(wrap));
    const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(wrap.iv, 'hex'));
    decipher.setAuthTag(Buffer.from(wrap.tag, 'hex'));
    return { opened: decipher.update(Buffer.from(wrap.data, 'hex')), decipher };
  } catch (cause) {
    throw new AppError('corrupt', 'workspace.key-damaged', {}, { kept: 'kept.it-untouched', cause });
  }
}

/** Returns a path that no key file has had before, so that no key is ever written over. */
export function newKeyFilePath(configDir: string, workspaceId: string): string {
  return join(keyFolder(configDir), `${workspaceId}.${randomUUID()}.key`);
}

export const keyFolder = (configDir: string): string => join(configDir, 'keys');

export function writeKeyFile(file: string, key: Uint8Array): void {
  writeFileAtomic(file, `${Buffer.from(key).toString('hex')}\n`, 0o600);
}

export function readKeyFile(file: string): Uint8Array {
  if (!existsSync(file)) {
    throw new AppError(
      'wrong-key',
      'workspace.key-file-missing',
      { file },
      { kept: 'kept.workspace-untouched', hint: 'hint.put-key-file-back' },
    );
  }
  if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0) {
    throw new AppError(
      'wrong-key',
      'workspace.key-file-readable',
      { file },
      { hint: message('hint.chmod', { file }) },
    );
  }
  const text = readFileSync(file, 'utf8').trim();
  if (!/^[0-9a-f]{64}$/.test(text)) throw new AppError('wrong-key', 'workspace.no-key-file', { file });
  return Buffer.from(text, 'hex');
}

export function removeKeyFile(file: string): void {
  rmSync(file, { force: true });
}
