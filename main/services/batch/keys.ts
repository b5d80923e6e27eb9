/**
 * Keys of batch runs. Each run and each file that travels with runs has a key of its own, derived from a random secret
 * of the workspace; the workspace's key is not involved. An invitation hands the key of one run to a worker.
 */
import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { AppError } from '../../../shared/result.ts';
import { readMark, writeMark } from '../../db/repositories/settings.ts';
import { newKey, PassphraseWrap, unwrapWithPassphrase, wrapWithPassphrase } from '../../workspace/key.ts';
import { derivedKey } from '../../workspace/sealed-bytes.ts';
import { dbOf, type Session } from '../session/session.ts';

const SECRET = 'batch.secret';

function batchSecret(session: Session): Uint8Array {
  const db = dbOf(session);
  return db.transaction(() => {
    const known = readMark(db, SECRET);
    if (known !== undefined) return Buffer.from(known, 'hex');
    const made = newKey();
    writeMark(db, SECRET, Buffer.from(made).toString('hex'));
    return made;
  });
}

export const runKey = (session: Session, run: string): Uint8Array =>
  derivedKey(batchSecret(session), `run ${run}`);

/** Key of the sealed file with this content: a workspace stores a content once. */
export const partKey = (session: Session, sha256: string): Uint8Array =>
  derivedKey(batchSecret(session), `part ${sha256}`);

/** Secret of the dates and surrogates of a run, so that the workspace's own never leaves it. */
export const runSecret = (session: Session, run: string): string =>
  Buffer.from(derivedKey(batchSecret(session), `deid ${run}`)).toString('hex');

/** Name of a sealed file in the database; tells nothing of its content. */
export const partId = (key: Uint8Array): string => createHash('sha256').update(key).digest('hex');

const Invitation = z.object({
  format: z.literal('meridian-batch-invitation'),
  version: z.literal(1),
  run: z.uuid(),
  name: z.string(),
  key: PassphraseWrap,
});

export interface Invited {
  readonly run: string;
  readonly name: string;
  readonly key: Uint8Array;
}

/** Returns an invitation's file and its passphrase: 128 random bits, to be handed over another way than the file. */
export function invite({ run, name, key }: Invited): { readonly file: string; readonly passphrase: string } {
  const passphrase = randomBytes(16).toString('hex').match(/.{4}/g)?.join('-') ?? '';
  const wrapped = wrapWithPassphrase(key, passphrase);
  const invitation = { format: 'meridian-batch-invitation', version: 1, run, name, key: wrapped };
  return { file: `${JSON.stringify(Invitation.parse(invitation))}\n`, passphrase };
}

/** Opens an invitation. @throws AppError `bad-input` for any other file, `wrong-key` when the passphrase is not its own */
export function openInvitation(path: string, passphrase: string): Invited {
  const invitation = Invitation.safeParse(jsonIn(path));
  if (!invitation.success) throw new AppError('bad-input', 'batch.no-invitation', { path });
  const { run, name, key } = invitation.data;
  return { run, name, key: unwrapWithPassphrase(key, passphrase.trim()) };
}

function jsonIn(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (cause) {
    if (cause instanceof SyntaxError) return undefined;
    throw new AppError('not-found', 'system.no-such-file', { path }, { cause });
  }
}
