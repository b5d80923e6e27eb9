/** Replaces the content of one database with another's in one transaction, so that other connections follow. */
import { z } from 'zod';
import type { Connection } from './connection.ts';

const Name = z.object({ name: z.string() });
/**
 * Tables that a restore never replaces. The audit table is append-only, and the entry of the restore follows the
 * others. Accounts stay, since a backup would bring back old passwords, deactivated accounts and revoked tokens, or open
 * a workspace to everybody.
 */
const KEPT = new Set(['audit', 'audit_head', 'person', 'sign_in_failure', 'api_token']);
/** Returns whether the table belongs to a full-text index, which is filled anew below. */
const isFullText = (name: string) => /_fts(_|$)/.test(name);

const tablesOf = (db: Connection): string[] =>
  db
    .all(
      Name,
      `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name`,
    )
    .map(({ name }) => name)
    .filter((name) => !KEPT.has(name) && !isFullText(name));

/**
 * Copies the content of `source` into `target`, except the kept tables. Both must have the same schema version.
 * @param after called in the same transaction
 */
export function copyContent(
  source: Connection,
  target: Connection,
  after: () => void = () => undefined,
): void {
  target.raw.pragma('foreign_keys = OFF'); // tables are filled in any order; the pragma has no effect inside a transaction
  try {
    target.transaction(() => {
      for (const table of tablesOf(target)) copyTable(source, target, table);
      target.run('DELETE FROM document_fts');
      target.run(
        `INSERT INTO document_fts (rowid, text)
         SELECT d.id, coalesce(w.text, r.text) FROM document d
           JOIN revision r ON r.document_id = d.id AND r.number = d.head
           LEFT JOIN draft w ON w.document_id = d.id
          WHERE d.deleted_at IS NULL`,
      );
      target.run(`INSERT INTO kg_name_fts (kg_name_fts) VALUES ('rebuild')`);
      after();
    });
  } finally {
    target.raw.pragma('foreign_keys = ON');
  }
}

function copyTable(source: Connection, target: Connection, table: string): void {
  const columns = target.all(Name, `SELECT name FROM pragma_table_info('${table}')`).map(({ name }) => name);
  target.run(`DELETE FROM ${table}`);
  const insert = `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`;
  for (const row of source.iterate(`SELECT ${columns.join(', ')} FROM ${table}`)) target.run(insert, ...row);
}
