/** Accounts and their failed sign-ins. */
import { z } from 'zod';
import { type Account, foldName, Role } from '../../../shared/domain/account.ts';
import { flag, insert, json } from '../columns.ts';
import type { ReadDb, WriteDb } from '../connection.ts';

const Hex = z.string().regex(/^[0-9a-f]+$/);

/** Stored password: its scrypt hash and parameters. */
export const PasswordHash = z.object({
  kdf: z.literal('scrypt'),
  n: z.number().int(),
  r: z.number().int(),
  p: z.number().int(),
  salt: Hex,
  hash: Hex,
});
export type PasswordHash = z.infer<typeof PasswordHash>;

/** Account with the fields that only sign-in may read. */
export interface KnownAccount extends Account {
  readonly password: PasswordHash;
}

const Row = z.object({
  name: z.string(),
  roles: json(z.array(Role)),
  active: flag,
  mustChange: flag,
  createdAt: z.string(),
  createdBy: z.string(),
  signedInAt: z.string().nullable(),
  password: json(PasswordHash),
});
const SELECT = `
  SELECT name, roles, active, password, must_change AS mustChange, created_at AS createdAt, created_by AS createdBy,
         signed_in_at AS signedInAt
    FROM person`;

/** Returns all accounts in the order in which they were added, deactivated ones included. */
export const listAccounts = (db: ReadDb): Account[] =>
  db.all(Row.omit({ password: true }), `${SELECT} ORDER BY id`);

/** Finds an account by name, ignoring case and width. */
export const findAccount = (db: ReadDb, name: string): KnownAccount | undefined =>
  db.get(Row, `${SELECT} WHERE folded = ?`, foldName(name));

export const hasAccounts = (db: ReadDb): boolean =>
  db.get(z.object({ found: z.number() }), 'SELECT EXISTS (SELECT 1 FROM person) AS found')?.found === 1;

export interface NewPerson {
  readonly name: string;
  readonly roles: readonly Role[];
  readonly password: PasswordHash;
  readonly mustChange: boolean;
  readonly createdBy: string;
}

export function insertAccount(db: WriteDb, person: NewPerson): void {
  const { name } = person;
  insert(db, 'person', {
    ...person,
    folded: foldName(name),
    active: true,
    createdAt: new Date().toISOString(),
  });
}

export function setRoles(db: WriteDb, name: string, roles: readonly Role[]): void {
  db.run('UPDATE person SET roles = ? WHERE name = ?', JSON.stringify(roles), name);
}

export function setActive(db: WriteDb, name: string, active: boolean): void {
  db.run('UPDATE person SET active = ? WHERE name = ?', active ? 1 : 0, name);
}

export function setPassword(db: WriteDb, name: string, password: PasswordHash, mustChange: boolean): void {
  db.run(
    'UPDATE person SET password = ?, must_change = ? WHERE name = ?',
    JSON.stringify(password),
    mustChange ? 1 : 0,
    name,
  );
}

export function setSignedIn(db: WriteDb, name: string): void {
  db.run('UPDATE person SET signed_in_at = ? WHERE name = ?', new Date().toISOString(), name);
}

/** Consecutive failed sign-ins, and the time of the last one in milliseconds since 1970. */
export interface Failures {
  readonly failures: number;
  readonly at: number;
}

const FailureRow = z.object({ failures: z.number(), at: z.number() });

/** Failed sign-ins in the database. */
export const failedSignIns = (db: WriteDb) => ({
  read: (person: string): Failures | undefined =>
    db.get(FailureRow, 'SELECT failures, at FROM sign_in_failure WHERE person = ?', person),
  write(person: string, { failures, at }: Failures): void {
    db.run(
      `INSERT INTO sign_in_failure (person, failures, at) VALUES (?, ?, ?)
       ON CONFLICT (person) DO UPDATE SET failures = excluded.failures, at = excluded.at`,
      person,
      failures,
      at,
    );
  },
  clear(person: string): void {
    db.run('DELETE FROM sign_in_failure WHERE person = ?', person);
  },
});

/** Returns the time of the newest audit entry in milliseconds since 1970; 0 when there is none. */
export function latestTime(db: ReadDb): number {
  const newest = db.get(z.object({ at: z.string() }), 'SELECT at FROM audit ORDER BY id DESC LIMIT 1');
  return newest === undefined ? 0 : Date.parse(newest.at) || 0;
}
