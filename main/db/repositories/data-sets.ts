/** Cards of labelled data sets; their documents lie in the file data/<sha256>. */
import { z } from 'zod';
import { DataSet, TrainingTask } from '../../../shared/domain/training.ts';
import { insert, json } from '../columns.ts';
import type { ReadDb, WriteDb } from '../connection.ts';
import { namedRows } from './named-rows.ts';

const Row = z
  .object({
    id: z.number(),
    name: z.string(),
    task: TrainingTask,
    documents: z.number(),
    characters: z.number(),
    sha256: z.string(),
    types: json(DataSet.shape.types),
    imported_at: z.string(),
  })
  .transform(({ imported_at: importedAt, ...row }): DataSet => ({ ...row, importedAt }));

export const {
  list: listDataSets,
  get: getDataSet,
  findByName: findDataSetByName,
  remove: deleteDataSet,
} = namedRows('data_set', Row);

/** Returns the oldest set of the task with this content, or `undefined`. */
export function findDataSetByHash(
  db: ReadDb,
  { sha256, task }: Pick<DataSet, 'sha256' | 'task'>,
): DataSet | undefined {
  const sql = 'SELECT * FROM data_set WHERE sha256 = ? AND task = ? ORDER BY id LIMIT 1';
  return db.get(Row, sql, sha256, task);
}

export function insertDataSet(db: WriteDb, set: Omit<DataSet, 'id'>): DataSet {
  const { name, task, documents, characters, sha256, types, importedAt } = set;
  const id = insert(db, 'data_set', { name, task, documents, characters, sha256, types, importedAt });
  return { ...set, id };
}

/** Returns whether a data set, a run, or an experiment's test that has not ended, needs the file of this hash. */
export function isDataNeeded(db: ReadDb, sha256: string): boolean {
  const row = db.get(
    z.object({ needed: z.number() }),
    `SELECT EXISTS (SELECT 1 FROM data_set WHERE sha256 = ?)
         OR EXISTS (SELECT 1 FROM run WHERE state NOT IN ('finished', 'cancelled', 'failed')
                       AND ? IN (train_sha256, dev_sha256))
         OR EXISTS (SELECT 1 FROM experiment WHERE state NOT IN ('finished', 'cancelled', 'failed')
                       AND test_sha256 = ?) AS needed`,
    sha256,
    sha256,
    sha256,
  );
  return row?.needed === 1;
}
