/** Tables whose rows have an id and a unique name. */
import type { z } from 'zod';
import type { ReadDb, WriteDb } from '../connection.ts';

/** Readers and writers of a table. @param select the columns of `row` */
export function namedRows<T>(table: string, row: z.ZodType<T>, select = `SELECT * FROM ${table}`) {
  return {
    list: (db: ReadDb): T[] => db.all(row, `${select} ORDER BY id`),
    get: (db: ReadDb, id: number): T | undefined => db.get(row, `${select} WHERE id = ?`, id),
    findByName: (db: ReadDb, name: string): T | undefined => db.get(row, `${select} WHERE name = ?`, name),
    rename: (db: WriteDb, id: number, name: string): void => {
      db.run(`UPDATE ${table} SET name = ? WHERE id = ?`, name, id);
    },
    remove: (db: WriteDb, id: number): void => {
      db.run(`DELETE FROM ${table} WHERE id = ?`, id);
    },
  };
}
