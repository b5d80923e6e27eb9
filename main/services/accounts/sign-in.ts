/**
 * Sign-in state of this process: one account for all its windows, in memory only, so that a restart asks again. Locks
 * after idle time; the account stays known and the windows keep their content.
 */

import { contract, type Method } from '../../../shared/contract/index.ts';
import type { AccountStatus } from '../../../shared/domain/account.ts';
import type { AuditAction } from '../../../shared/domain/audit.ts';
import { AppError } from '../../../shared/result.ts';
import type { Connection } from '../../db/connection.ts';
import * as repository from '../../db/repositories/accounts.ts';
import { type Actor, auditAlone } from '../../db/repositories/audit.ts';
import { dbOf, type Session, systemActor } from '../session/session.ts';
import { idleMinutes, refuseNameAsPassword } from './accounts.ts';
import { hashPassword, isPassword } from './password.ts';
import { mayCall, requirePermission } from './permissions.ts';
import { type AuthorizedActor, PROGRAM, requester, unrestricted } from './requester.ts';
import { type Clocks, SignInDelay, systemClocks } from './sign-in-delay.ts';
import {
  deactivated,
  newPasswordRequired,
  tooManyAttempts,
  windowLocked,
  wrongNameOrPassword,
} from './sign-in-errors.ts';

/** Milliseconds between checks for idle time and for accounts that another process changed. */
const LOOK_MS = 2000;
const MINUTE_MS = 60_000;

interface Presence {
  readonly name: string;
  locked: boolean;
  /** Last input in any window by both clocks: one stops while the machine sleeps, the other may be set. */
  steady: number;
  wall: number;
}

export class SignIn {
  readonly #session: Session;
  readonly #clocks: Clocks;
  readonly #signInDelay: SignInDelay;
  readonly #timer: ReturnType<typeof setInterval>;
  #presence: Presence | undefined;
  #told: string;
  /** Queue of attempts, one at a time, so that each sees the failures before it. */
  #attempts: Promise<unknown> = Promise.resolve();

  constructor(session: Session, clocks: Clocks = systemClocks) {
    this.#session = session;
    this.#clocks = clocks;
    this.#signInDelay = new SignInDelay(clocks);
    this.#told = JSON.stringify(this.status());
    this.#timer = setInterval(() => this.#lookQuietly(), LOOK_MS);
    this.#timer.unref();
  }

  close(): void {
    clearInterval(this.#timer);
  }

  /** Actor for the audit table: the requester, else the signed-in account, else the program. */
  get actor(): Actor {
    return requester() ?? this.present;
  }

  /** Actor of a request that arrives now. */
  get present(): Actor {
    if (!repository.hasAccounts(this.#db)) return systemActor();
    return { name: this.#presence?.name ?? PROGRAM + systemActor().name };
  }

  /** Signed-in account with its roles; null while nobody is signed in, or the windows are locked. */
  get acting(): AuthorizedActor | null {
    if (!repository.hasAccounts(this.#db)) return unrestricted(systemActor().name);
    this.#lockIfIdle();
    const person = this.#person();
    if (person === undefined || this.#presence?.locked !== false || person.mustChange) return null;
    return { name: person.name, roles: person.roles, everything: false };
  }

  /** Whether there are accounts and nobody is signed in; locked windows have somebody. */
  get isOut(): boolean {
    return this.acting === null && this.#presence?.locked !== true;
  }

  /** Throws `locked` or `forbidden` when the signed-in account may not call `method`. */
  admit(method: Method): void {
    const { acting } = this;
    if (acting === null && !mayCall(null, method)) {
      const locked = this.#presence?.locked === true;
      if (this.#person()?.mustChange && !locked) throw newPasswordRequired();
      if (locked) throw windowLocked();
    }
    requirePermission(acting, method);
  }

  status(): AccountStatus {
    const { acting } = this;
    const person = this.#person();
    return {
      state: this.#state(acting, person),
      person: person === undefined ? null : { name: person.name, roles: person.roles },
      idleMinutes: idleMinutes(this.#db),
      refused: METHODS.filter((method) => !mayCall(acting, method)),
    };
  }

  /** Signs in. Throws `wrong-key`; `forbidden` during a delay or when deactivated; `conflict` if another is signed in. */
  signIn(name: string, password: string): Promise<AccountStatus> {
    return this.#inTurn(async () => {
      const here = this.#presence;
      const known = repository.findAccount(this.#db, name);
      if (here !== undefined && !here.locked && this.#person() !== undefined && here.name !== known?.name) {
        throw new AppError(
          'conflict',
          'accounts.is-signed-in',
          { name: here.name },
          { hint: 'hint.sign-out-first' },
        );
      }
      const person = await this.#verified(known, password);
      if (here !== undefined && here.name !== person.name) this.signOut();
      this.#enter(person.name, here?.name === person.name ? 'account.unlock' : 'account.sign-in');
      return this.status();
    });
  }

  /** Signs in the first account, whose password has just been chosen. */
  enterFirst(name: string): void {
    this.#enter(name, 'account.sign-in');
  }

  signOut(): AccountStatus {
    const here = this.#presence;
    this.#presence = undefined;
    if (here !== undefined) this.#audit(here, 'account.sign-out');
    this.refresh();
    return this.status();
  }

  lock(why: 'asked' | 'idle' = 'asked'): AccountStatus {
    this.#lock(why);
    this.refresh();
    return this.status();
  }

  /** Notes input in a window `ago` milliseconds ago. */
  active(ago: number): void {
    const here = this.#presence;
    if (here === undefined || here.locked) return;
    here.steady = Math.max(here.steady, this.#clocks.steady() - ago);
    here.wall = this.#clocks.wall() - ago;
  }

  /** Changes the signed-in account's password, also when a new one is required first. */
  changePassword(old: string, password: string): Promise<AccountStatus> {
    return this.#inTurn(async () => {
      const known = this.#person();
      if (known === undefined) throw new AppError('locked', 'accounts.sign-in-first');
      refuseNameAsPassword(known.name, password);
      const person = await this.#verified(known, old);
      if (password.normalize('NFC') === old.normalize('NFC')) {
        throw new AppError('bad-request', 'accounts.same-password', {}, { kept: 'kept.nothing-changed' });
      }
      const hash = await hashPassword(password);
      this.#db.transaction(() => {
        repository.setPassword(this.#db, person.name, hash, false);
        this.#audit(person, 'account.change-password');
      });
      this.refresh();
      return this.status();
    });
  }

  /** Locks after idle time and notifies the windows of changes. @param people whether other accounts changed */
  refresh(people = false): void {
    const status = this.status();
    const text = JSON.stringify(status);
    if (text === this.#told && !people) return;
    this.#told = text;
    this.#session.emit('account.changed', status);
  }

  #lookQuietly(): void {
    try {
      this.refresh();
    } catch (error) {
      console.error('sign-in:', error); // another process holds the database; the next check comes soon
    }
  }

  #enter(name: string, action: 'account.sign-in' | 'account.unlock'): void {
    this.#db.transaction(() => {
      repository.setSignedIn(this.#db, name);
      this.#audit({ name }, action);
    });
    this.#presence = { name, locked: false, steady: this.#clocks.steady(), wall: this.#clocks.wall() };
    this.refresh();
  }

  get #failures() {
    return repository.failedSignIns(this.#db);
  }

  get #db(): Connection {
    return dbOf(this.#session);
  }

  /** Reads the account from the database, since another process may have changed or deactivated it. */
  #person(): repository.KnownAccount | undefined {
    if (this.#presence === undefined) return undefined;
    const person = repository.findAccount(this.#db, this.#presence.name);
    return person?.active === true ? person : undefined;
  }

  #state(
    acting: AuthorizedActor | null,
    person: repository.KnownAccount | undefined,
  ): AccountStatus['state'] {
    if (acting?.everything === true) return 'none';
    if (person === undefined) return 'signed-out';
    if (this.#presence?.locked === true) return 'locked';
    return person.mustChange ? 'new-password' : 'signed-in';
  }

  #lockIfIdle(): void {
    const here = this.#presence;
    const limit = idleMinutes(this.#db) * MINUTE_MS;
    if (here === undefined || limit === 0) return;
    const idle = Math.max(this.#clocks.steady() - here.steady, this.#clocks.wall() - here.wall);
    if (idle >= limit) this.#lock('idle');
  }

  #lock(why: 'asked' | 'idle'): void {
    const here = this.#presence;
    if (here === undefined || here.locked) return;
    here.locked = true;
    this.#audit(here, 'account.lock', { why });
  }

  /** Returns the account if the password is right. Counts and audits a failure. */
  async #verified(
    known: repository.KnownAccount | undefined,
    password: string,
  ): Promise<repository.KnownAccount> {
    const who = known?.name ?? '';
    const wait = this.#signInDelay.remaining(this.#failures, who);
    if (wait > 0) {
      this.#auditFailure(known, 'too-soon');
      throw tooManyAttempts(wait);
    }
    const right = await isPassword(password, known?.password);
    const person = known === undefined ? undefined : repository.findAccount(this.#db, known.name);
    if (!right || person === undefined || person.password.hash !== known?.password.hash) {
      this.#db.transaction(() => {
        this.#signInDelay.fail(this.#failures, who, repository.latestTime(this.#db));
        this.#auditFailure(known, 'wrong');
      });
      throw wrongNameOrPassword(this.#signInDelay.remaining(this.#failures, who));
    }
    this.#signInDelay.succeed(this.#failures, person.name);
    if (person.active) return person;
    this.#auditFailure(known, 'inactive');
    throw deactivated(person.name);
  }

  /** Audits a failed sign-in. An unknown name is left out, since it may be a password typed into the wrong field. */
  #auditFailure(known: repository.KnownAccount | undefined, why: string): void {
    const object = known === undefined ? 'person' : `person:${known.name}`;
    auditAlone(this.#db, { name: PROGRAM + systemActor().name }, 'account.failure', object, { why });
  }

  #audit(
    { name }: { readonly name: string },
    action: AuditAction,
    detail: Record<string, unknown> = {},
  ): void {
    auditAlone(this.#db, { name }, action, `person:${name}`, detail);
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#attempts.then(work, work);
    this.#attempts = turn.catch(() => undefined);
    return turn;
  }
}

// safe: the keys of the contract
const METHODS = Object.keys(contract) as Method[];
