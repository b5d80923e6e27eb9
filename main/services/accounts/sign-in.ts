/**
 * Sign-in of one client: one account for the windows of this program, or of one browser. In memory only, so that a
 * restart asks again. Locks after idle time; the account stays known and the windows keep their content.
 */

import { randomUUID } from 'node:crypto';
import { contract, type Method } from '../../../shared/contract/index.ts';
import type { AccountStatus, OpenSession } from '../../../shared/domain/account.ts';
import type { AuditAction } from '../../../shared/domain/audit.ts';
import { AppError } from '../../../shared/result.ts';
import type { Connection } from '../../db/connection.ts';
import * as repository from '../../db/repositories/accounts.ts';
import { type Actor, auditAlone } from '../../db/repositories/audit.ts';
import { dbOf, type Session, systemActor } from '../session/session.ts';
import { idleMinutes, refuseNameAsPassword } from './accounts.ts';
import { hashPassword } from './password.ts';
import type { PasswordCheck } from './password-check.ts';
import { mayCall, requirePermission } from './permissions.ts';
import { type AuthorizedActor, PROGRAM, unrestricted } from './requester.ts';
import { newPasswordRequired, windowLocked } from './sign-in-errors.ts';

const MINUTE_MS = 60_000;

export interface SignInOptions {
  /** Network address of the client; absent: a window of this machine. */
  readonly address?: string;
  /** Milliseconds after which a person must sign in again, however busy they are; absent: never. */
  readonly longestMs?: number;
}

interface Moment {
  /** One clock stops while the machine sleeps, the other may be set. */
  readonly steady: number;
  readonly wall: number;
}

interface Presence {
  readonly name: string;
  readonly since: Moment;
  locked: boolean;
  /** Last input in any window. */
  used: Moment;
}

export class SignIn {
  readonly id = randomUUID();
  readonly #session: Session;
  readonly #check: PasswordCheck;
  readonly #tell: (status: AccountStatus) => void;
  readonly #options: SignInOptions;
  #presence: Presence | undefined;
  #told: string;

  constructor(
    session: Session,
    check: PasswordCheck,
    tell: (status: AccountStatus) => void,
    options: SignInOptions = {},
  ) {
    this.#session = session;
    this.#check = check;
    this.#tell = tell;
    this.#options = options;
    this.#told = JSON.stringify(this.status());
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
    return this.watching === null;
  }

  /** Account that events are for, also while its windows are locked: they keep their content. */
  get watching(): AuthorizedActor | null {
    const { acting } = this;
    if (acting !== null || this.#presence?.locked !== true) return acting;
    const person = this.#person();
    if (person === undefined || person.mustChange) return null;
    return { name: person.name, roles: person.roles, everything: false };
  }

  /** Describes this sign-in for administrators; `undefined` while nobody is in. */
  get described(): Omit<OpenSession, 'own'> | undefined {
    const [here, person] = [this.#presence, this.#person()];
    if (here === undefined || person === undefined) return undefined;
    const time = (at: Moment) => new Date(at.wall).toISOString();
    const { id, locked } = { id: this.id, locked: here.locked };
    const address = this.#options.address ?? '';
    return { id, name: person.name, since: time(here.since), usedAt: time(here.used), locked, address };
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
    return this.#check.inTurn(this.#options.address ?? '', async () => {
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
      const person = await this.#check.verified(known, password);
      if (here !== undefined && here.name !== person.name) this.signOut();
      this.#enter(person.name, here?.name === person.name ? 'account.unlock' : 'account.sign-in');
      return this.status();
    });
  }

  /** Signs in the first account, whose password has just been chosen. */
  enterFirst(name: string): void {
    this.#enter(name, 'account.sign-in');
  }

  /** @param why other than being asked for by the person. @param by who ended it, if not the person */
  signOut(why?: 'gone' | 'ended', by?: string): AccountStatus {
    const here = this.#presence;
    this.#presence = undefined;
    if (here !== undefined) {
      const detail = why === undefined ? {} : { why };
      auditAlone(this.#db, { name: by ?? here.name }, 'account.sign-out', `person:${here.name}`, detail);
    }
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
    const { steady, wall } = this.#now();
    here.used = { steady: Math.max(here.used.steady, steady - ago), wall: wall - ago };
  }

  /** Changes the signed-in account's password, also when a new one is required first. */
  changePassword(old: string, password: string): Promise<AccountStatus> {
    return this.#check.inTurn(this.#options.address ?? '', async () => {
      const known = this.#person();
      if (known === undefined) throw new AppError('locked', 'accounts.sign-in-first');
      refuseNameAsPassword(known.name, password);
      const person = await this.#check.verified(known, old);
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
    this.#tell(status);
  }

  #enter(name: string, action: 'account.sign-in' | 'account.unlock'): void {
    this.#db.transaction(() => {
      repository.setSignedIn(this.#db, name);
      this.#audit({ name }, action);
    });
    const now = this.#now();
    this.#presence = { name, locked: false, since: now, used: now };
    this.refresh();
  }

  #now(): Moment {
    const { clocks } = this.#check;
    return { steady: clocks.steady(), wall: clocks.wall() };
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
    if (here === undefined) return;
    const now = this.#now();
    const passed = (since: Moment) => Math.max(now.steady - since.steady, now.wall - since.wall);
    if (passed(here.since) >= (this.#options.longestMs ?? Number.POSITIVE_INFINITY)) {
      this.#presence = undefined;
      this.#audit(here, 'account.sign-out', { why: 'expired' });
      return;
    }
    const limit = idleMinutes(this.#db) * MINUTE_MS;
    if (limit > 0 && passed(here.used) >= limit) this.#lock('idle');
  }

  #lock(why: 'asked' | 'idle'): void {
    const here = this.#presence;
    if (here === undefined || here.locked) return;
    here.locked = true;
    this.#audit(here, 'account.lock', { why });
  }

  #audit(
    { name }: { readonly name: string },
    action: AuditAction,
    detail: Record<string, unknown> = {},
  ): void {
    auditAlone(this.#db, { name }, action, `person:${name}`, detail);
  }
}

// safe: the keys of the contract
const METHODS = Object.keys(contract) as Method[];
