/** Every older schema, with a row in each table, migrated to the newest one: no row and no reference is lost. */
import Database from 'better-sqlite3';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Connection } from '../../../main/db/connection.ts';
import { migrate, readMigrations } from '../../../main/db/migrate.ts';

const migrations = readMigrations();
const open: Connection[] = [];

afterEach(() => {
  for (const db of open.splice(0)) db.raw.close();
});

/** Opens an empty database in memory. */
function emptyDatabase(): Connection {
  const db = new Connection(new Database(':memory:'));
  open.push(db);
  return db;
}

const Table = z.object({ name: z.string(), sql: z.string() });
const Column = z.object({ name: z.string(), type: z.string() });

/** Returns the tables that hold rows of their own, which full-text indexes do not. */
function ownTables(db: Connection): z.infer<typeof Table>[] {
  const tables = db.all(Table, `SELECT name, sql FROM sqlite_schema WHERE type = 'table'`);
  return tables.filter(({ name, sql }) => sql.startsWith('CREATE TABLE') && !/^sqlite_|_fts/.test(name));
}

const columnsOf = (db: Connection, table: string) =>
  db.all(Column, 'SELECT name, type FROM pragma_table_info(?)', table);

/** Adds a row that satisfies the checks of its table: the first permitted word, or 1, so that every reference holds. */
function addRow(db: Connection, { name, sql }: z.infer<typeof Table>): void {
  const columns = columnsOf(db, name);
  const values = columns.map(({ name: column, type }) => {
    const permitted = new RegExp(`\\b${column} IN \\('([^']+)'`).exec(sql)?.[1];
    return permitted ?? (type === 'BLOB' ? Buffer.from('1') : type === 'TEXT' ? '1' : 1);
  });
  const places = columns.map(() => '?').join(', ');
  db.raw.prepare(`INSERT OR IGNORE INTO "${name}" VALUES (${places})`).run(values);
}

const rowsOf = (db: Connection, table: string, columns: readonly string[]) =>
  db.rows(`SELECT ${columns.map((column) => `"${column}"`).join(', ')} FROM "${table}"`);

describe('migrations', () => {
  it.each(migrations.slice(0, -1).map(({ version, name }) => [version, name] as const))(
    'keep all rows from version %i on (%s)',
    (version) => {
      const db = emptyDatabase();
      migrate(db, () => undefined, migrations.slice(0, version));
      db.raw.pragma('foreign_keys = OFF');
      for (const table of ownTables(db)) addRow(db, table);
      db.raw.pragma('foreign_keys = ON');
      const before = ownTables(db).map(({ name }) => {
        const columns = columnsOf(db, name).map((column) => column.name);
        return { name, columns, rows: rowsOf(db, name, columns) };
      });
      expect(before.every(({ rows }) => rows.length > 0)).toBe(true);
      expect(db.raw.pragma('foreign_key_check')).toEqual([]);

      let backups = 0;
      migrate(db, () => backups++);

      expect(backups).toBe(1);
      for (const { name, columns, rows } of before) expect(rowsOf(db, name, columns), name).toEqual(rows);
      expect(db.raw.pragma('foreign_key_check')).toEqual([]);
      expect(db.raw.pragma('integrity_check', { simple: true })).toBe('ok');
    },
  );
});
