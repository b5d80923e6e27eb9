/** Accounts and their failed sign-ins. */
import { z } from 'zod';
import { type Account, foldName, Role } from '../../../shared/domain/account.ts';
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
  roles: z.string(),
  active: z.number(),
  password: z.string(),
  must_change: z.number(),
  created_at: z.string(),
  created_by: z.string(),
  signed_in_at: z.string().nullable(),
});
const COLUMNS = 'name, roles, active, password, must_change, created_at, created_by, signed_in_at';

function toPerson(row: z.infer<typeof Row>): KnownAccount {
  return {
    name: row.name,
    roles: z.array(Role).parse(JSON.parse(row.roles)),
    active: row.active === 1,
    mustChange: row.must_change === 1,
    createdAt: row.created_at,
    createdBy: row.created_by,
    signedInAt: row.signed_in_at,
    password: PasswordHash.parse(JSON.parse(row.password)),
  };
}

/** Returns all accounts in the order in which they were added, deactivated ones included. */
export function listAccounts(db: ReadDb): Account[] {
  return db.all(Row, `SELECT ${COLUMNS} FROM person ORDER BY id`).map((row) => {
    const { password: _, ...person } = toPerson(row);
    return person;
  });
}

/** Finds an account by name, ignoring case and width. */
export function findAccount(db: ReadDb, name: string): KnownAccount | undefined {
  const row = db.get(Row, `SELECT ${COLUMNS} FROM person WHERE folded = ?`, foldName(name));
  return row === undefined ? undefined : toPerson(row);
}

export function hasAccounts(db: ReadDb): boolean {
  return (
    db.get(z.object({ found: z.number() }), 'SELECT EXISTS (SELECT 1 FROM person) AS found')?.found === 1
  );
}

export interface NewPerson {
  readonly name: string;
  readonly roles: readonly Role[];
  readonly password: PasswordHash;
  readonly mustChange: boolean;
  readonly createdBy: string;
}

export function insertAccount(db: WriteDb, person: NewPerson): void {
  db.run(
    `INSERT INTO person (name, folded, roles, active, password, must_change, created_at, created_by)
     VALUES (?, ?, ?, 1, ?, ?, ?, ?)`,
    person.name,
    foldName(person.name),
    JSON.stringify(person.roles),
    JSON.stringify(person.password),
    person.mustChange ? 1 : 0,
    new Date().toISOString(),
    person.createdBy,
  );
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

export function readFailures(db: ReadDb, person: string): Failures | undefined {
  return db.get(FailureRow, 'SELECT failures, at FROM sign_in_failure WHERE person = ?', person);
}

export function writeFailures(db: WriteDb, person: string, { failures, at }: Failures): void {
  db.run(
    `INSERT INTO sign_in_failure (person, failures, at) VALUES (?, ?, ?)
     ON CONFLICT (person) DO UPDATE SET failures = excluded.failures, at = excluded.at`,
    person,
    failures,
    at,
  );
}

export function clearFailures(db: WriteDb, person: string): void {
  db.run('DELETE FROM sign_in_failure WHERE person = ?', person);
}

/** Returns the time of the newest audit entry in milliseconds since 1970; 0 when there is none. */
export function latestTime(db: ReadDb): number {
  const newest = db.get(z.object({ at: z.string() }), 'SELECT at FROM audit ORDER BY id DESC LIMIT 1');
  return newest === undefined ? 0 : Date.parse(newest.at) || 0;
}
