/** Manages accounts: adds, changes roles, resets passwords, activates and deactivates. */

import {
  type Account,
  type Colleague,
  DEFAULT_IDLE_MINUTES,
  IdleMinutes,
  Role,
} from '../../../shared/domain/account.ts';
import type { AuditAction } from '../../../shared/domain/audit.ts';
import { AppError } from '../../../shared/result.ts';
import type { Connection, ReadDb } from '../../db/connection.ts';
import * as repository from '../../db/repositories/accounts.ts';
import { appendAudit } from '../../db/repositories/audit.ts';
import { adoptSettings, readMark, writeMark } from '../../db/repositories/settings.ts';
import { dbOf, type Session } from '../session/session.ts';
import { hashPassword } from './password.ts';

/** Mark of the workspace: minutes without input after which windows lock. */
const IDLE_MINUTES = 'idleMinutes';

export const listAccounts = (session: Session): Account[] => repository.listAccounts(dbOf(session));

export const listNames = (session: Session): Colleague[] =>
  listAccounts(session).map(({ name, roles, active }) => ({ name, roles, active }));

export interface AddedAccount {
  readonly person: Account;
  /** Whether this is the first account, from which on everybody must sign in. */
  readonly first: boolean;
}

/** Adds an account. The first one is always an administrator and keeps its password. Throws `conflict`. */
export async function addAccount(
  session: Session,
  request: { readonly name: string; readonly roles: readonly Role[]; readonly password: string },
): Promise<AddedAccount> {
  const db = dbOf(session);
  const { actor } = session; // the first account changes the session's actor
  refuseNamesake(db, request.name);
  refuseNameAsPassword(request.name, request.password);
  const password = await hashPassword(request.password);
  return db.transaction(() => {
    refuseNamesake(db, request.name); // another request may have taken it meanwhile
    const first = !repository.hasAccounts(db);
    const roles = inOrder(first ? [...request.roles, 'administrator'] : request.roles);
    const mustChange = !first;
    repository.insertAccount(db, { name: request.name, roles, password, mustChange, createdBy: actor.name });
    if (first) adoptSettings(db, request.name);
    appendAudit(db, actor, 'person.add', `person:${request.name}`, { roles: roles.join(' ') });
    return { person: personNamed(db, request.name), first };
  });
}

export function setRoles(session: Session, name: string, roleNames: readonly Role[]): Account {
  return change(session, name, (db, person) => {
    const roles = inOrder(roleNames);
    if (roles.join(' ') === person.roles.join(' ')) return;
    repository.setRoles(db, person.name, roles);
    audit(session, 'person.roles', person.name, { before: person.roles.join(' '), after: roles.join(' ') });
  });
}

export function setActive(session: Session, name: string, active: boolean): Account {
  return change(session, name, (db, person) => {
    if (active === person.active) return;
    repository.setActive(db, person.name, active);
    audit(session, active ? 'person.activate' : 'person.deactivate', person.name);
  });
}

/** Sets a password that must be changed at the next sign-in, and clears failed sign-ins. */
export async function resetPassword(session: Session, name: string, password: string): Promise<Account> {
  refuseNameAsPassword(name, password);
  const hash = await hashPassword(password);
  return change(session, name, (db, person) => {
    repository.setPassword(db, person.name, hash, true);
    repository.failedSignIns(db).clear(person.name);
    audit(session, 'person.reset-password', person.name);
  });
}

export function idleMinutes(db: ReadDb): number {
  const kept = IdleMinutes.safeParse(Number(readMark(db, IDLE_MINUTES) ?? DEFAULT_IDLE_MINUTES));
  return kept.success ? kept.data : DEFAULT_IDLE_MINUTES;
}

export function setIdleMinutes(session: Session, minutes: number): void {
  const db = dbOf(session);
  db.transaction(() => {
    const before = idleMinutes(db);
    writeMark(db, IDLE_MINUTES, String(minutes));
    appendAudit(db, session.actor, 'account.idle-lock', 'workspace', { before, after: minutes });
  });
}

/** Throws `bad-request` when the password is the name, which a colleague would try first. */
export function refuseNameAsPassword(name: string, password: string): void {
  if (password.normalize('NFKC').toLowerCase() !== name.normalize('NFKC').toLowerCase()) return;
  throw new AppError('bad-request', 'accounts.password-is-name', {}, { kept: 'kept.nothing-changed' });
}

/** Changes one account in a transaction. Throws `conflict` when no active administrator would be left. */
function change(
  session: Session,
  name: string,
  body: (db: Connection, person: repository.KnownAccount) => void,
): Account {
  const db = dbOf(session);
  return db.transaction(() => {
    const person = repository.findAccount(db, name);
    if (person === undefined) throw notFound(name);
    body(db, person);
    if (!repository.listAccounts(db).some(({ active, roles }) => active && roles.includes('administrator'))) {
      throw new AppError(
        'conflict',
        'accounts.only-administrator',
        { name: person.name },
        { kept: 'kept.nothing-changed', hint: 'hint.another-administrator' },
      );
    }
    return personNamed(db, person.name);
  });
}

function refuseNamesake(db: ReadDb, name: string): void {
  const namesake = repository.findAccount(db, name);
  if (namesake === undefined) return;
  throw new AppError(
    'conflict',
    'accounts.name-taken',
    { name: namesake.name },
    { kept: 'kept.nothing-changed', hint: 'hint.names-stay-taken' },
  );
}

function personNamed(db: ReadDb, name: string): Account {
  const person = repository.listAccounts(db).find((known) => known.name === name);
  if (person === undefined) throw notFound(name);
  return person;
}

const notFound = (name: string): AppError => new AppError('not-found', 'accounts.no-person', { name });

/** Returns the roles in table order, each once. */
const inOrder = (roles: readonly Role[]): Role[] => Role.options.filter((role) => roles.includes(role));

function audit(
  session: Session,
  action: AuditAction,
  name: string,
  detail: Record<string, unknown> = {},
): void {
  appendAudit(dbOf(session), session.actor, action, `person:${name}`, detail);
}
