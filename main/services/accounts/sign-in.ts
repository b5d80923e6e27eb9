/**
 * Who is signed in to this process: one person for all its windows, kept in memory only, so that a restart asks again.
 * Left alone for too long it locks; the person is still known, and what they typed is still in the window.
 */

import { contract, type Method } from '../../../shared/contract/index.ts';
import type { AccountStatus } from '../../../shared/domain/account.ts';
import { AppError } from '../../../shared/result.ts';
import type { Connection } from '../../db/connection.ts';
import * as repository from '../../db/repositories/accounts.ts';
import { type Actor, appendAudit } from '../../db/repositories/audit.ts';
import { dbOf, type Session, systemActor } from '../session/session.ts';
import { idleMinutes, refuseNameAsPassword } from './accounts.ts';
import { hashPassword, isPassword } from './password.ts';
import { allow, mayCall } from './permissions.ts';
import { type Acting, PROGRAM, requester, unrestricted } from './requester.ts';
import { type Clocks, Patience, systemClocks } from './sign-in-delay.ts';
import { choosePassword, deactivated, tooSoon, windowLocked, wrong } from './sign-in-errors.ts';

/** How often it looks whether somebody has gone, or another process has changed people. */
const LOOK_MS = 2000;
const MINUTE_MS = 60_000;

interface Presence {
  readonly name: string;
  locked: boolean;
  /** Of the last key or pointer in any window, by both clocks: one stops when the machine sleeps, one may be set. */
  steady: number;
  wall: number;
}

export class SignIn {
  readonly #session: Session;
  readonly #clocks: Clocks;
  readonly #patience: Patience;
  readonly #timer: ReturnType<typeof setInterval>;
  #presence: Presence | undefined;
  #told: string;
  /** One attempt at a time: each sees the failures before it. */
  #attempts: Promise<unknown> = Promise.resolve();

  constructor(session: Session, clocks: Clocks = systemClocks) {
    this.#session = session;
    this.#clocks = clocks;
    this.#patience = new Patience(clocks);
    this.#told = JSON.stringify(this.status());
    this.#timer = setInterval(() => this.#lookQuietly(), LOOK_MS);
    this.#timer.unref();
  }

  close(): void {
    clearInterval(this.#timer);
  }

  /** Whose name stands in the audit table: of who asked, else of who is signed in, else the program's own. */
  get actor(): Actor {
    return requester() ?? this.present;
  }

  /** For whom a request that comes now acts. */
  get present(): Actor {
    if (!repository.hasPeople(this.#db)) return systemActor();
    return { name: this.#presence?.name ?? PROGRAM + systemActor().name };
  }

  /** Who may act now; null while nobody is signed in, or the session is locked. */
  get acting(): Acting | null {
    if (!repository.hasPeople(this.#db)) return unrestricted(systemActor().name);
    this.#lockIfIdle();
    const person = this.#person();
    if (person === undefined || this.#presence?.locked !== false || person.mustChange) return null;
    return { name: person.name, roles: person.roles, everything: false };
  }

  /** Throws `locked` or `forbidden` when `method` is refused to whoever is here now. */
  admit(method: Method): void {
    const { acting } = this;
    if (acting === null && !mayCall(null, method)) {
      const locked = this.#presence?.locked === true;
      if (this.#person()?.mustChange && !locked) throw choosePassword();
      if (locked) throw windowLocked();
    }
    allow(acting, method);
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

  /** Throws `wrong-key`, or `forbidden` while a wait is on or for somebody deactivated; `conflict` if another is here. */
  signIn(name: string, password: string): Promise<AccountStatus> {
    return this.#inTurn(async () => {
      const here = this.#presence;
      const known = repository.findPerson(this.#db, name);
      if (here !== undefined && !here.locked && this.#person() !== undefined && here.name !== known?.name) {
        throw new AppError(
          'conflict',
          'accounts.is-signed-in',
          { name: here.name },
          {
            hint: 'hint.sign-out-first',
          },
        );
      }
      const person = await this.#verified(known, password, 'account.failure');
      if (here !== undefined && here.name !== person.name) this.signOut();
      this.#enter(person.name, here?.name === person.name ? 'account.unlock' : 'account.sign-in');
      return this.status();
    });
  }

  /** Without asking for the password that the first person has just chosen. */
  enterFirst(name: string): void {
    this.#enter(name, 'account.sign-in');
  }

  signOut(): AccountStatus {
    const here = this.#presence;
    this.#presence = undefined;
    if (here !== undefined) this.#audit(here, 'account.sign-out');
    this.look();
    return this.status();
  }

  lock(why: 'asked' | 'idle' = 'asked'): AccountStatus {
    this.#lock(why);
    this.look();
    return this.status();
  }

  /** Somebody has used a window `ago` milliseconds ago. */
  active(ago: number): void {
    const here = this.#presence;
    if (here === undefined || here.locked) return;
    here.steady = Math.max(here.steady, this.#clocks.steady() - ago);
    here.wall = this.#clocks.wall() - ago;
  }

  /** Of the person who is here, also when a new one is required first. */
  changePassword(old: string, password: string): Promise<AccountStatus> {
    return this.#inTurn(async () => {
      const known = this.#person();
      if (known === undefined) throw new AppError('locked', 'accounts.sign-in-first');
      refuseNameAsPassword(known.name, password);
      const person = await this.#verified(known, old, 'account.failure');
      if (password.normalize('NFC') === old.normalize('NFC')) {
        throw new AppError(
          'bad-request',
          'accounts.same-password',
          {},
          {
            kept: 'kept.nothing-changed',
          },
        );
      }
      const hash = await hashPassword(password);
      this.#db.transaction(() => {
        repository.setPassword(this.#db, person.name, hash, false);
        this.#audit(person, 'account.change-password');
      });
      this.look();
      return this.status();
    });
  }

  /** Locks if it is time, and tells the windows what has changed, by whomever; `people`: something about others. */
  look(people = false): void {
    const status = this.status();
    const text = JSON.stringify(status);
    if (text === this.#told && !people) return;
    this.#told = text;
    this.#session.emit('account.changed', status);
  }

  #lookQuietly(): void {
    try {
      this.look();
    } catch (error) {
      console.error('sign-in:', error); // another process holds the database; the next look comes soon
    }
  }

  #enter(name: string, action: 'account.sign-in' | 'account.unlock'): void {
    this.#db.transaction(() => {
      repository.setSignedIn(this.#db, name);
      this.#audit({ name }, action);
    });
    this.#presence = { name, locked: false, steady: this.#clocks.steady(), wall: this.#clocks.wall() };
    this.look();
  }

  get #db(): Connection {
    return dbOf(this.#session);
  }

  /** As the database knows them now: another process may have changed or deactivated them. */
  #person(): repository.KnownAccount | undefined {
    if (this.#presence === undefined) return undefined;
    const person = repository.findPerson(this.#db, this.#presence.name);
    return person?.active === true ? person : undefined;
  }

  #state(acting: Acting | null, person: repository.KnownAccount | undefined): AccountStatus['state'] {
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

  /** The person as they are after the password was found right; a failure is counted and audited. */
  async #verified(
    known: repository.KnownAccount | undefined,
    password: string,
    action: string,
  ): Promise<repository.KnownAccount> {
    const who = known?.name ?? '';
    const wait = this.#patience.remaining(this.#db, who);
    if (wait > 0) {
      this.#auditFailure(known, action, 'too-soon');
      throw tooSoon(wait);
    }
    const right = await isPassword(password, known?.password);
    const person = known === undefined ? undefined : repository.findPerson(this.#db, known.name);
    if (!right || person === undefined || person.password.hash !== known?.password.hash) {
      this.#db.transaction(() => {
        this.#patience.fail(this.#db, who, repository.latestTime(this.#db));
        this.#auditFailure(known, action, 'wrong');
      });
      throw wrong(this.#patience.remaining(this.#db, who));
    }
    this.#patience.succeed(this.#db, person.name);
    if (person.active) return person;
    this.#auditFailure(known, action, 'inactive');
    throw deactivated(person.name);
  }

  /** A name that nobody bears is not written down: it may be a password typed into the wrong field. */
  #auditFailure(known: repository.KnownAccount | undefined, action: string, why: string): void {
    const object = known === undefined ? 'person' : `person:${known.name}`;
    appendAudit(this.#db, { name: PROGRAM + systemActor().name }, action, object, { why });
  }

  #audit({ name }: { readonly name: string }, action: string, detail: Record<string, unknown> = {}): void {
    appendAudit(this.#db, { name }, action, `person:${name}`, detail);
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#attempts.then(work, work);
    this.#attempts = turn.catch(() => undefined);
    return turn;
  }
}

// safe: the keys of the contract
const METHODS = Object.keys(contract) as Method[];
