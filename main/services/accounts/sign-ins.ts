/** The sign-ins of all clients of a workspace: who is in, from where, and how an administrator ends one. */
import type { AccountStatus, OpenSession } from '../../../shared/domain/account.ts';
import { AppError } from '../../../shared/result.ts';
import type { Session } from '../session/session.ts';
import { PasswordCheck } from './password-check.ts';
import { SignIn, type SignInOptions } from './sign-in.ts';
import type { Clocks } from './sign-in-delay.ts';

/** Milliseconds between checks for idle time and for accounts that another process changed. */
const LOOK_MS = 2000;

export class SignIns {
  readonly #session: Session;
  readonly #check: PasswordCheck;
  readonly #timer: ReturnType<typeof setInterval>;
  readonly #open = new Set<SignIn>();

  constructor(session: Session, clocks?: Clocks) {
    this.#session = session;
    this.#check = new PasswordCheck(session, clocks);
    this.#timer = setInterval(() => this.#lookQuietly(), LOOK_MS);
    this.#timer.unref();
  }

  /** Opens the sign-in of one client, in which nobody is in yet. @param tell gets each change of it */
  open(options: SignInOptions, tell: (status: AccountStatus) => void): SignIn {
    const signIn = new SignIn(this.#session, this.#check, tell, options);
    this.#open.add(signIn);
    return signIn;
  }

  /** Signs out a client that is gone. */
  drop(signIn: SignIn): void {
    signIn.signOut('gone');
    this.#open.delete(signIn);
  }

  close(): void {
    clearInterval(this.#timer);
    this.#check.close();
    this.#open.clear();
  }

  /** Tells every client of changes. @param people whether accounts changed */
  refresh(people = false): void {
    for (const signIn of this.#open) signIn.refresh(people);
  }

  /** Returns where somebody is signed in, the newest first. @param own the client that asks */
  list(own: SignIn): OpenSession[] {
    return [...this.#open]
      .flatMap((signIn) => signIn.described ?? [])
      .map((session) => ({ ...session, own: session.id === own.id }))
      .sort((a, b) => b.since.localeCompare(a.since));
  }

  /** Signs somebody out; what their window has not saved stays in it. Throws `not-found`. */
  end(id: string, by: string): void {
    const signIn = [...this.#open].find((open) => open.id === id && open.described !== undefined);
    if (signIn === undefined) throw new AppError('not-found', 'accounts.no-session');
    signIn.signOut('ended', by);
  }

  #lookQuietly(): void {
    try {
      this.refresh();
    } catch (error) {
      console.error('sign-in:', error); // another process holds the database; the next check comes soon
    }
  }
}
