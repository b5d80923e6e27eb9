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

/** Most attempts that wait for their turn; each takes half a second of one thread. */
const MAX_WAITING = 32;

export class PasswordCheck {
  readonly clocks: Clocks;
  readonly #session: Session;
  readonly #delay: SignInDelay;
  /** Queue of attempts, one at a time, so that each sees the failures before it. */
  #attempts: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  constructor(session: Session, clocks: Clocks = systemClocks) {
    this.#session = session;
    this.clocks = clocks;
    this.#delay = new SignInDelay(clocks);
  }

  /** Runs one attempt after all earlier ones. Throws `forbidden` when too many wait already. */
  async inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.#waiting >= MAX_WAITING)
      throw new AppError('forbidden', 'accounts.busy', {}, { hint: 'hint.try-again' });
    this.#waiting++;
    const turn = this.#attempts.then(work, work);
    this.#attempts = turn.catch(() => undefined);
    return turn.finally(() => {
      this.#waiting--;
    });
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
