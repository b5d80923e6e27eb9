/**
 * Tables of batch runs in PostgreSQL. Texts, results and settings are ciphertext under the key of their run; names,
 * counts and times are not. pg-boss keeps the queue in a schema of its own.
 */
import type { PoolClient } from 'pg';
import { z } from 'zod';
import { AppError } from '../../../shared/result.ts';

/** Schema of pg-boss. */
export const BOSS_SCHEMA = 'meridian_boss';
/** Raise it with a new entry of STEPS. */
const BATCH_SCHEMA = 1;

const LOCK = 0x6d72646e; // only one process makes or changes the tables

const STEPS = [
  `CREATE TABLE meridian_batch_schema (version int NOT NULL);
   INSERT INTO meridian_batch_schema VALUES (0);
   CREATE TABLE meridian_batch_run (
     id uuid PRIMARY KEY, name text NOT NULL UNIQUE, job text NOT NULL, state text NOT NULL,
     priority int NOT NULL, records int NOT NULL DEFAULT 0, model text NOT NULL, settings bytea NOT NULL,
     created_at timestamptz NOT NULL DEFAULT now());
   CREATE TABLE meridian_batch_record (
     run uuid NOT NULL REFERENCES meridian_batch_run ON DELETE CASCADE, seq int NOT NULL, content bytea NOT NULL,
     PRIMARY KEY (run, seq));
   CREATE TABLE meridian_batch_result (
     run uuid NOT NULL REFERENCES meridian_batch_run ON DELETE CASCADE, seq int NOT NULL, model text NOT NULL,
     content bytea NOT NULL, refused boolean NOT NULL, PRIMARY KEY (run, seq, model));
   CREATE TABLE meridian_batch_worker (
     run uuid NOT NULL REFERENCES meridian_batch_run ON DELETE CASCADE, name text NOT NULL,
     records bigint NOT NULL, characters bigint NOT NULL, refused bigint NOT NULL,
     cpu_ms double precision NOT NULL, busy_ms double precision NOT NULL, seen_at timestamptz NOT NULL,
     PRIMARY KEY (run, name));
   CREATE TABLE meridian_batch_part (
     id text NOT NULL, number int NOT NULL, content bytea NOT NULL, PRIMARY KEY (id, number));
   CREATE TABLE meridian_batch_run_part (
     run uuid NOT NULL REFERENCES meridian_batch_run ON DELETE CASCADE, part text NOT NULL, PRIMARY KEY (run, part));
   -- ciphertext does not compress
   ALTER TABLE meridian_batch_record ALTER COLUMN content SET STORAGE EXTERNAL;
   ALTER TABLE meridian_batch_result ALTER COLUMN content SET STORAGE EXTERNAL;
   ALTER TABLE meridian_batch_part ALTER COLUMN content SET STORAGE EXTERNAL;`,
];

const Version = z.object({ version: z.number() });

/** Returns the version of the tables; 0 where there are none. */
async function versionOf(client: PoolClient): Promise<number> {
  const there = await client.query("SELECT to_regclass('meridian_batch_schema') IS NOT NULL AS there");
  if (there.rows[0]?.there !== true) return 0;
  const { rows } = await client.query('SELECT version FROM meridian_batch_schema');
  return Version.parse(rows[0]).version;
}

/** Throws AppError unless the tables are of this version. */
export async function requireSchema(client: PoolClient): Promise<void> {
  const version = await versionOf(client);
  if (version === BATCH_SCHEMA) return;
  if (version > BATCH_SCHEMA)
    throw new AppError('newer-version', 'batch.newer-tables', { version }, { kept: 'kept.it-untouched' });
  if (version === 0)
    throw new AppError('not-found', 'batch.no-tables', {}, { hint: 'hint.batch-submit-first' });
  throw new AppError(
    'conflict',
    'batch.older-tables',
    { version },
    { kept: 'kept.it-untouched', hint: 'hint.batch-submit-first' },
  );
}

/** Makes the tables, or brings older ones to this version, within the caller's transaction. */
export async function migrateSchema(client: PoolClient): Promise<void> {
  await client.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
  const version = await versionOf(client);
  if (version > BATCH_SCHEMA) return requireSchema(client);
  for (const step of STEPS.slice(version)) await client.query(step);
  await client.query('UPDATE meridian_batch_schema SET version = $1', [BATCH_SCHEMA]);
}
