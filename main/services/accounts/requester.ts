/** Actors with the roles of this moment. */
import { Role } from '../../../shared/domain/account.ts';
import { AppError } from '../../../shared/result.ts';
import type { ReadDb } from '../../db/connection.ts';
import * as repository from '../../db/repositories/accounts.ts';
import type { Actor } from '../../db/repositories/audit.ts';
import { dbOf, type Session, systemActor } from '../session/session.ts';

/** Actor with roles. */
export interface AuthorizedActor extends Actor {
  readonly roles: readonly Role[];
  /** Everything is allowed: there are no accounts, or the command line acts, which holds the workspace's key. */
  readonly everything: boolean;
}

/** Returns an actor that may do everything. */
export const unrestricted = (name: string): AuthorizedActor => ({
  name,
  roles: Role.options,
  everything: true,
});

/** Prefixes of actors that are not accounts; account names have no colon. */
const COMMAND_LINE = 'cli:';
export const PROGRAM = 'app:';

export const hasAccounts = (session: Session): boolean => repository.hasAccounts(dbOf(session));

/** Returns the actor of the command line, which may do everything; where people have accounts, a mark tells it apart. */
export const commandLineActor = (session: Session): Actor => commandLineActorIn(dbOf(session));

export function commandLineActorIn(db: ReadDb): Actor {
  const { name } = systemActor();
  return { name: repository.hasAccounts(db) ? COMMAND_LINE + name : name };
}

/**
 * Returns the session's actor with its current roles. Throws `locked` when there are accounts and nobody is signed in,
 * or when the app itself acts.
 */
export function authorizedActor(session: Session): AuthorizedActor {
  const { actor } = session;
  const { name } = actor;
  const db = dbOf(session);
  if (!repository.hasAccounts(db) || name.startsWith(COMMAND_LINE)) return unrestricted(name);
  const person = repository.findAccount(db, name);
  if (person?.active) return { ...actor, name: person.name, roles: person.roles, everything: false };
  throw new AppError('locked', 'accounts.nobody-signed-in', {}, { hint: 'hint.sign-in' });
}
