/** Conversion between rows and objects: names in camel case, flags, JSON. */
import { z } from 'zod';
import type { WriteDb } from './connection.ts';

/** Column with JSON of the schema. */
export const json = <T>(schema: z.ZodType<T>) =>
  z.string().transform((text) => schema.parse(JSON.parse(text)));

/** Column with 0 or 1. */
export const flag = z.number().transform((value) => value === 1);

/** Row selected as one JSON object named `row`; its null members are left out. */
export const jsonRow = <T>(schema: z.ZodType<T>) =>
  z.object({ row: json(z.record(z.string(), z.unknown())) }).transform(({ row }) => {
    const members = Object.entries(row).filter(([, value]) => value !== null);
    return schema.parse(Object.fromEntries(members));
  });

/** Values by the names of their columns in camel case. Objects are stored as JSON, booleans as 0 or 1. */
type Values = Readonly<Record<string, unknown>>;

/** Inserts a row; undefined values are stored as null. Returns its id. */
export function insert(db: WriteDb, table: string, values: Values): number {
  const columns = Object.keys(values);
  const marks = columns.map(() => '?').join(', ');
  const sql = `INSERT INTO ${table} (${columns.map(columnOf).join(', ')}) VALUES (${marks})`;
  return db.run(sql, ...Object.values(values).map(stored)).lastInsertRowid;
}

/** Updates the row with the id; undefined values stay as they are. */
export function update(db: WriteDb, table: string, id: number, values: Values): void {
  const changes = Object.entries(values).filter(([, value]) => value !== undefined);
  if (changes.length === 0) return;
  const assignments = changes.map(([name]) => `${columnOf(name)} = ?`).join(', ');
  db.run(`UPDATE ${table} SET ${assignments} WHERE id = ?`, ...changes.map(([, value]) => stored(value)), id);
}

const columnOf = (name: string): string => name.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);

function stored(value: unknown): string | number | null {
  if (typeof value === 'string' || typeof value === 'number') return value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  return value === undefined || value === null ? null : JSON.stringify(value);
}
