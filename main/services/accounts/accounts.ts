/** Looking after people: adding them, their roles, new passwords for them, and who may not sign in any more. */
import {
  type Account,
  type Colleague,
  DEFAULT_IDLE_MINUTES,
  IdleMinutes,
  Role,
} from '../../../shared/domain/account.ts';
import { AppError } from '../../../shared/result.ts';
import type { Connection, ReadDb } from '../../db/connection.ts';
import * as repository from '../../db/repositories/accounts.ts';
import { appendAudit } from '../../db/repositories/audit.ts';
import { adoptSettings, readMark, writeMark } from '../../db/repositories/settings.ts';
import { dbOf, type Session } from '../session/session.ts';
import { hashPassword } from './password.ts';

/** Mark of the workspace: minutes after which a window that nobody uses locks. */
const IDLE_MINUTES = 'idleMinutes';
const NOT_CHANGED = 'Nothing was changed. (未做任何更改)';

export const listPeople = (session: Session): Account[] => repository.listPeople(dbOf(session));

export const listNames = (session: Session): Colleague[] =>
  listPeople(session).map(({ name, roles, active }) => ({ name, roles, active }));

export interface AddedPerson {
  readonly person: Account;
  /** Nobody had an account before: from now on everybody signs in. */
  readonly first: boolean;
}

/** The first one is an administrator whatever roles are asked for, and keeps the password. Throws `conflict`. */
export async function addPerson(
  session: Session,
  request: { readonly name: string; readonly roles: readonly Role[]; readonly password: string },
): Promise<AddedPerson> {
  const db = dbOf(session);
  const { actor } = session; // the first person changes who acts from then on
  refuseNamesake(db, request.name);
  refuseNameAsPassword(request.name, request.password);
  const password = await hashPassword(request.password);
  return db.transaction(() => {
    refuseNamesake(db, request.name); // it may have been given away meanwhile
    const first = !repository.hasPeople(db);
    const roles = inOrder(first ? [...request.roles, 'administrator'] : request.roles);
    const mustChange = !first;
    repository.insertPerson(db, { name: request.name, roles, password, mustChange, createdBy: actor.name });
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

/** Gives somebody a password that they are to replace at their next sign-in; failures before it are forgotten. */
export async function resetPassword(session: Session, name: string, password: string): Promise<Account> {
  refuseNameAsPassword(name, password);
  const hash = await hashPassword(password);
  return change(session, name, (db, person) => {
    repository.setPassword(db, person.name, hash, true);
    repository.clearFailures(db, person.name);
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

/** A password that a colleague would try first. Throws `bad-request`. */
export function refuseNameAsPassword(name: string, password: string): void {
  if (password.normalize('NFKC').toLowerCase() !== name.normalize('NFKC').toLowerCase()) return;
  throw new AppError(
    'bad-request',
    'accounts.password-is-name',
    {},
    {
      kept: NOT_CHANGED,
    },
  );
}

/** One change of one person, in a transaction that leaves somebody who can look after people. */
function change(
  session: Session,
  name: string,
  body: (db: Connection, person: repository.KnownAccount) => void,
): Account {
  const db = dbOf(session);
  return db.transaction(() => {
    const person = repository.findPerson(db, name);
    if (person === undefined) throw notFound(name);
    body(db, person);
    if (!repository.listPeople(db).some(({ active, roles }) => active && roles.includes('administrator'))) {
      throw new AppError(
        'conflict',
        'accounts.only-administrator',
        { name: person.name },
        {
          kept: NOT_CHANGED,
          hint: 'hint.another-administrator',
        },
      );
    }
    return personNamed(db, person.name);
  });
}

function refuseNamesake(db: ReadDb, name: string): void {
  const namesake = repository.findPerson(db, name);
  if (namesake === undefined) return;
  throw new AppError(
    'conflict',
    'accounts.name-taken',
    { name: namesake.name },
    {
      kept: NOT_CHANGED,
      hint: 'hint.names-stay-taken',
    },
  );
}

function personNamed(db: ReadDb, name: string): Account {
  const person = repository.listPeople(db).find((known) => known.name === name);
  if (person === undefined) throw notFound(name);
  return person;
}

const notFound = (name: string): AppError => new AppError('not-found', 'accounts.no-person', { name });

/** The order of the table of roles, each once. */
function inOrder(roles: readonly Role[]): Role[] {
  return Role.options.filter((role) => roles.includes(role));
}

function audit(session: Session, action: string, name: string, detail: Record<string, unknown> = {}): void {
  appendAudit(dbOf(session), session.actor, action, `person:${name}`, detail);
}
