/**
 * Attempts to unlock a workspace by its passphrase. Wrong ones are counted in a file of the folder, since the audit
 * table is locked as well: they delay further attempts, and the next opening writes them to the audit table.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { message } from '../../../shared/messages/message.ts';
import { AppError } from '../../../shared/result.ts';
import type { Failures } from '../../db/repositories/accounts.ts';
import { auditAlone } from '../../db/repositories/audit.ts';
import { writeFileAtomic } from '../../workspace/atomic-file.ts';
import { type Clocks, type FailureStore, SignInDelay, systemClocks } from '../accounts/sign-in-delay.ts';
import { dbOf, type Session } from '../session/session.ts';

/** Wrong passphrases without a delay. */
const FREE_ATTEMPTS = 3;
/** The workspace has one passphrase, so failures have one name. */
const NAME = 'passphrase';

/** Times in milliseconds since 1970: `first` of the first failure, `at` of the last. */
const Kept = z.object({ failures: z.number().int().min(1), at: z.number(), first: z.number() });
type Kept = z.infer<typeof Kept>;

class FailureFile implements FailureStore {
  readonly #file: string;
  /** Failures in a folder that may not be written. */
  #unwritten: Kept | undefined;

  constructor(dir: string) {
    this.#file = join(resolve(dir), 'unlock-failures.json');
  }

  read(): Kept | undefined {
    if (!existsSync(this.#file)) return this.#unwritten;
    try {
      return Kept.parse(JSON.parse(readFileSync(this.#file, 'utf8')));
    } catch {
      return undefined; // a damaged file counts as none
    }
  }

  write(_name: string, { failures, at }: Failures): void {
    const kept = { failures, at, first: this.read()?.first ?? at };
    try {
      writeFileAtomic(this.#file, JSON.stringify(kept));
    } catch {
      this.#unwritten = kept;
    }
  }

  clear(): void {
    this.#unwritten = undefined;
    rmSync(this.#file, { force: true });
  }
}

export class UnlockAttempts {
  readonly #store: FailureFile;
  readonly #delay: SignInDelay;
  #last: Promise<unknown> = Promise.resolve();

  constructor(dir: string, clocks: Clocks = systemClocks) {
    this.#store = new FailureFile(dir);
    this.#delay = new SignInDelay(clocks, FREE_ATTEMPTS);
  }

  /** Runs one attempt at a time and counts wrong passphrases. Throws `forbidden` while a delay lasts. */
  attempt<T>(open: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(() => this.#attempt(open));
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  async #attempt<T>(open: () => Promise<T>): Promise<T> {
    const wait = this.#delay.remaining(this.#store, NAME);
    if (wait > 0) {
      const hint = message('hint.wait-seconds-only', { seconds: Math.ceil(wait / 1000) });
      throw new AppError('forbidden', 'accounts.too-many-attempts', {}, { hint });
    }
    try {
      return await open();
    } catch (error) {
      if (error instanceof AppError && error.code === 'wrong-key') this.#delay.fail(this.#store, NAME, 0);
      throw error;
    }
  }

  /** Writes wrong passphrases since the last opening and this opening to the audit table, then forgets the former. */
  record(session: Session): void {
    if (session.workspace.readonly) return;
    const db = dbOf(session);
    const failed = this.#store.read();
    db.transaction(() => {
      if (failed !== undefined)
        auditAlone(db, session.actor, 'workspace.unlock-failure', 'workspace', {
          times: failed.failures,
          since: new Date(failed.first).toISOString(),
          until: new Date(failed.at).toISOString(),
        });
      if (session.workspace.info().key === 'passphrase')
        auditAlone(db, session.actor, 'workspace.unlock', 'workspace');
    });
    this.#delay.succeed(this.#store, NAME);
  }
}
