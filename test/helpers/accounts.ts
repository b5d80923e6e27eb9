/** People in throw-away workspaces, and clocks that tests set. */
import { afterAll, beforeAll } from 'vitest';
import { hasAccounts, insertAccount } from '../../main/db/repositories/accounts.ts';
import { PasswordCheck } from '../../main/services/accounts/password-check.ts';
import { SignIn } from '../../main/services/accounts/sign-in.ts';
import type { Clocks } from '../../main/services/accounts/sign-in-delay.ts';
import { dbOf, type Session } from '../../main/services/session/session.ts';
import { SCRYPT } from '../../main/workspace/key.ts';
import type { Role } from '../../shared/domain/account.ts';
import { AppError } from '../../shared/result.ts';
import { PASSWORD, quickHash } from './passwords.ts';

const { N } = SCRYPT;

/** Makes scrypt cheap for the tests of a file: its real cost is half a second a key. `password.test.ts` checks the real one. */
export function cheapenScrypt(): void {
  beforeAll(() => {
    SCRYPT.N = 2 ** 10;
  });
  afterAll(() => {
    SCRYPT.N = N;
  });
}

export class TestClocks implements Clocks {
  #steady = 1000;
  #wall = Date.UTC(2026, 0, 5, 8);

  steady(): number {
    return this.#steady;
  }

  wall(): number {
    return this.#wall;
  }

  /** Time passes, as it does. */
  pass(ms: number): void {
    this.#steady += ms;
    this.#wall += ms;
  }

  /** Somebody sets the system's clock. */
  set(ms: number): void {
    this.#wall += ms;
  }

  /** A new process: its steady clock begins anew. */
  restarted(): TestClocks {
    const next = new TestClocks();
    next.#steady = 7;
    next.#wall = this.#wall;
    return next;
  }
}

/** Somebody with `PASSWORD`, made as the service makes people, but for a hash that is weak and quick. */
export function person(session: Session, name: string, ...roles: Role[]): void {
  const db = dbOf(session);
  const first = !hasAccounts(db);
  insertAccount(db, {
    name,
    roles: first ? [...roles, 'administrator'] : roles,
    password: quickHash(PASSWORD),
    mustChange: !first,
    createdBy: session.actor.name,
  });
}

/** The sign-in of one client. Clients of one workspace share a check; each has one of its own unless given. */
export const openSignIn = (
  session: Session,
  clocks: Clocks = new TestClocks(),
  check = new PasswordCheck(session, clocks),
): SignIn => new SignIn(session, check, (status) => session.emit('account.changed', status));

/** The code that something is refused with; `none` if it is not. */
export async function codeOf(work: () => unknown): Promise<string> {
  try {
    await work();
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
  return 'none';
}
