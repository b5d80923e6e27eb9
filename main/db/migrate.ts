/** Applies numbered SQL files in order, each once, all in one transaction; `user_version` counts them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../../shared/result.ts';
import { appRoot } from '../resources.ts';
import type { Connection } from './connection.ts';

const migrationsDir = join(appRoot, 'main', 'db', 'migrations');

export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly sql: string;
}

export function readMigrations(dir: string = migrationsDir): Migration[] {
  const names = readdirSync(dir)
    .filter((name) => /^\d{4}_.+\.sql$/.test(name))
    .sort();
  return names.map((name, index) => {
    const version = Number(name.slice(0, 4));
    if (version !== index + 1) throw new Error(`migrations: expected number ${index + 1}, found ${name}`);
    return { version, name, sql: readFileSync(join(dir, name), 'utf8') };
  });
}

export const schemaVersion = (db: Connection): number =>
  Number(db.raw.pragma('user_version', { simple: true }));

/**
 * Brings the database to the newest schema. `backup` runs before the first change to a database that is not empty.
 * Throws `newer-version` for a database from a newer Meridian and leaves it untouched.
 */
export function migrate(db: Connection, backup: () => void, migrations = readMigrations()): number {
  const from = schemaVersion(db);
  const newest = migrations.length;
  if (from > newest)
    throw new AppError(
      'newer-version',
      'workspace.newer-schema',
      { from, newest },
      { kept: 'kept.it-untouched', hint: 'hint.update' },
    );
  const pending = migrations.filter((m) => m.version > from);
  if (pending.length === 0) return from;
  if (from > 0) backup();
  db.transaction(() => {
    const now = schemaVersion(db); // another process may have been faster
    for (const migration of migrations) if (migration.version > now) db.raw.exec(migration.sql);
    db.raw.pragma(`user_version = ${newest}`);
  });
  return newest;
}
