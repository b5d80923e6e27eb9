/**
 * Update files: an installer signed by its maker with Ed25519 (RFC 8032). Layout: magic, length of the header as 32-bit
 * big endian, header as JSON, signature of all that, installer. The header holds the installer's SHA-512, so that the
 * signature covers it too.
 */
import { createHash, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import { z } from 'zod';
import { AppError } from '../../../shared/result.ts';

const MAGIC = Buffer.from('MERIDIAN-UPDATE-1\n');
const SIGNATURE_BYTES = 64;
const MAX_HEADER = 4096;

const Header = z.object({
  version: z.string().regex(/^\d+\.\d+\.\d+$/),
  /** Debian's name. */
  architecture: z.string(),
  sha512: z.string(),
});

export interface Update {
  readonly version: string;
  readonly architecture: string;
  /** The .deb file. */
  readonly installer: Buffer;
}

/** Returns the bytes of an update file. `privateKey` is PEM. */
export function packUpdate({ version, architecture, installer }: Update, privateKey: string): Buffer {
  const header = Buffer.from(JSON.stringify({ version, architecture, sha512: sha512(installer) }));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(header.length);
  const signed = Buffer.concat([MAGIC, length, header]);
  return Buffer.concat([signed, sign(null, signed, createPrivateKey(privateKey)), installer]);
}

/** Returns what the file holds. Throws `bad-input` for another file, a foreign signature or any changed byte. */
export function openUpdate(file: Buffer, publicKey: string): Update {
  const start = MAGIC.length + 4;
  if (file.length < start || !file.subarray(0, MAGIC.length).equals(MAGIC))
    throw new AppError('bad-input', 'update.not-an-update');
  const end = start + Math.min(file.readUInt32BE(MAGIC.length), MAX_HEADER);
  const signature = file.subarray(end, end + SIGNATURE_BYTES);
  if (!verify(null, file.subarray(0, end), createPublicKey(publicKey), signature))
    throw new AppError('bad-input', 'update.wrong-signature');
  const { sha512: wanted, ...about } = Header.parse(JSON.parse(file.toString('utf8', start, end)));
  const installer = file.subarray(end + SIGNATURE_BYTES);
  if (sha512(installer) !== wanted) throw new AppError('bad-input', 'update.wrong-signature');
  return { ...about, installer };
}

const sha512 = (bytes: Buffer) => createHash('sha512').update(bytes).digest('hex');

/** Returns whether version `a` is older than `b`; both are three numbers. */
export function isOlder(a: string, b: string): boolean {
  const [left, right] = [a, b].map((version) => version.split('.').map(Number));
  const at = [0, 1, 2].find((index) => left?.[index] !== right?.[index]);
  return at !== undefined && (left?.[at] ?? 0) < (right?.[at] ?? 0);
}
