/** Puts the content of one database in the place of another's, in one transaction, so that other connections follow. */
import { z } from 'zod';
import type { Connection } from './connection.ts';

const Name = z.object({ name: z.string() });
/**
 * Never replaced: what was done stays done, and the entry of the restore itself comes after it. Neither do people: a
 * backup would bring back old passwords and those who may not sign in any more, or open a workspace to everybody.
 */
const KEPT = new Set(['audit', 'audit_head', 'person', 'sign_in_failure']);
/** Full-text tables and their bookkeeping: filled anew below. */
const isFullText = (name: string) => /_fts(_|$)/.test(name);

function tablesOf(db: Connection): string[] {
  return db
    .all(
      Name,
      `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name`,
    )
    .map(({ name }) => name)
    .filter((name) => !KEPT.has(name) && !isFullText(name));
}

/** Both must have the same schema version. The audit table of `target` is left as it is. */
export function copyContent(source: Connection, target: Connection): void {
  target.raw.pragma('foreign_keys = OFF'); // tables are filled in any order; it has no effect inside a transaction
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
