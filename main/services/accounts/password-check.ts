/** Checks passwords for every client of a workspace: one attempt at a time, delayed after failures, all audited. */
import { AppError } from '../../../shared/result.ts';
import type { Connection } from '../../db/connection.ts';
import * as repository from '../../db/repositories/accounts.ts';
import { auditAlone } from '../../db/repositories/audit.ts';
import { dbOf, type Session, systemActor } from '../session/session.ts';
import { isPassword } from './password.ts';
import { PROGRAM } from './requester.ts';
import { type Clocks, SignInDelay, systemClocks } from './sign-in-delay.ts';
import { deactivated, tooManyAttempts, wrongNameOrPassword } from './sign-in-errors.ts';

/** Most attempts that wait for their turn, of all and of one address; each takes half a second of one thread. */
const MAX_WAITING = 256;
const MAX_WAITING_OF_ADDRESS = 64;

export class PasswordCheck {
  readonly clocks: Clocks;
  readonly #session: Session;
  readonly #delay: SignInDelay;
  /** Queue of attempts, one at a time, so that each sees the failures before it. */
  #attempts: Promise<unknown> = Promise.resolve();
  /** Number of attempts that wait or are under way, by address. */
  readonly #waiting = new Map<string, number>();
  #closed = false;

  constructor(session: Session, clocks: Clocks = systemClocks) {
    this.#session = session;
    this.clocks = clocks;
    this.#delay = new SignInDelay(clocks);
  }

  /**
   * Runs one attempt after all earlier ones. Throws `forbidden` when too many wait already, of all or of this address,
   * and `engine-down` when the workspace is closed before its turn.
   */
  async inTurn<T>(address: string, work: () => Promise<T>): Promise<T> {
    const all = [...this.#waiting.values()].reduce((sum, count) => sum + count, 0);
    const own = this.#waiting.get(address) ?? 0;
    if (all >= MAX_WAITING || own >= MAX_WAITING_OF_ADDRESS)
      throw new AppError('forbidden', 'accounts.busy', {}, { hint: 'hint.try-again' });
    this.#waiting.set(address, own + 1);
    const attempt = () => {
      this.#refuseIfClosed();
      return work();
    };
    const turn = this.#attempts.then(attempt);
    this.#attempts = turn.catch(() => undefined);
    return turn.finally(() => this.#leave(address));
  }

  /** Refuses all attempts that are not done. */
  close(): void {
    this.#closed = true;
  }

  #refuseIfClosed(): void {
    if (this.#closed) throw new AppError('engine-down', 'connection.lost', {}, { kept: 'kept.screen' });
  }

  #leave(address: string): void {
    const left = (this.#waiting.get(address) ?? 1) - 1;
    if (left === 0) this.#waiting.delete(address);
    else this.#waiting.set(address, left);
  }

  /** Returns the account if the password is right. Counts and audits a failure. */
  async verified(
    known: repository.KnownAccount | undefined,
    password: string,
  ): Promise<repository.KnownAccount> {
    const who = known?.name ?? '';
    const wait = this.#delay.remaining(this.#failures, who);
    if (wait > 0) {
      this.#auditFailure(known, 'too-soon');
      throw tooManyAttempts(wait);
    }
    const right = await isPassword(password, known?.password);
    this.#refuseIfClosed();
    const person = known === undefined ? undefined : repository.findAccount(this.#db, known.name);
    if (!right || person === undefined || person.password.hash !== known?.password.hash) {
      this.#db.transaction(() => {
        this.#delay.fail(this.#failures, who, repository.latestTime(this.#db));
        this.#auditFailure(known, 'wrong');
      });
      throw wrongNameOrPassword(this.#delay.remaining(this.#failures, who));
    }
    this.#delay.succeed(this.#failures, person.name);
    if (person.active) return person;
    this.#auditFailure(known, 'inactive');
    throw deactivated(person.name);
  }

  /** Audits a failed sign-in. An unknown name is left out, since it may be a password typed into the wrong field. */
  #auditFailure(known: repository.KnownAccount | undefined, why: string): void {
    const object = known === undefined ? 'person' : `person:${known.name}`;
    auditAlone(this.#db, { name: PROGRAM + systemActor().name }, 'account.failure', object, { why });
  }

  get #failures() {
    return repository.failedSignIns(this.#db);
  }

  get #db(): Connection {
    return dbOf(this.#session);
  }
}
