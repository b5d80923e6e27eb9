/**
 * Who acts. A request acts for whoever was signed in when it came, also if that person has signed out before it is
 * done: the name travels with the request's asynchronous calls.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { Role } from '../../../shared/domain/account.ts';
import { AppError } from '../../../shared/result.ts';
import { findPerson, hasPeople } from '../../db/repositories/accounts.ts';
import type { Actor } from '../../db/repositories/audit.ts';
import { dbOf, type Session, systemActor } from '../session/session.ts';

/** Somebody with rights. */
export interface Acting extends Actor {
  readonly roles: readonly Role[];
  /** Nobody has an account yet, or the command line acts, which holds the key of the workspace: all is allowed. */
  readonly everything: boolean;
}

const requests = new AsyncLocalStorage<Actor>();

export function actAs<T>(actor: Actor, work: () => T): T {
  return requests.run(actor, work);
}

/** For whom the request at hand acts; none outside of requests. */
export function requester(): Actor | undefined {
  return requests.getStore();
}

/** Does something for a person. */
export type ActingFor = <T>(work: () => T) => T;

/** What waits for its turn acts for whoever asks for it now, not for whom it comes after. */
export function requesterLater(): ActingFor {
  const actor = requests.getStore();
  return (work) => (actor === undefined ? requests.exit(work) : requests.run(actor, work));
}

/** With rights to everything. */
export const unrestricted = (name: string): Acting => ({ name, roles: Role.options, everything: true });

/** Marks entries of the audit table that no person made; names of people have no colon. */
const COMMAND_LINE = 'cli:';
export const PROGRAM = 'app:';

/** Returns whether anybody has an account. */
export const hasAccounts = (session: Session): boolean => hasPeople(dbOf(session));

/** Returns the actor of the command line, which may do everything; where people have accounts, a mark tells it apart. */
export function commandLineActor(session: Session): Actor {
  const { name } = systemActor();
  return { name: hasAccounts(session) ? COMMAND_LINE + name : name };
}

/**
 * Who acts in a session, with the rights of now. Throws `locked` when people have accounts and nobody is signed in, as
 * when a job of the app itself asks for rights.
 */
export function actingPerson(session: Session): Acting {
  const { name } = session.actor;
  const db = dbOf(session);
  if (!hasPeople(db) || name.startsWith(COMMAND_LINE)) return unrestricted(name);
  const person = findPerson(db, name);
  if (person?.active) return { name: person.name, roles: person.roles, everything: false };
  throw new AppError(
    'locked',
    'accounts.nobody-signed-in',
    {},
    {
      hint: 'hint.sign-in',
    },
  );
}
