/** Removes files of deleted models, word vectors and data sets that a crash left. */
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Connection } from '../../db/connection.ts';
import { wasAudited } from '../../db/repositories/audit.ts';
import { isDataNeeded } from '../../db/repositories/data-sets.ts';
import { getModel } from '../../db/repositories/models.ts';
import { getVectors } from '../../db/repositories/vectors.ts';
import { vectorsFolder } from '../../inference/vector-store.ts';
import { modelFolder } from '../../workspace/paths.ts';
import { dataFolder } from '../data/data-store.ts';

/**
 * Removes files without a row whose deletion the audit table records. Files that lost their rows by a restore stay,
 * since undoing the restore brings the rows back.
 */
export function removeDeletedFiles({ db, dir }: { readonly db: Connection; readonly dir: string }): void {
  const models = filesIn(modelFolder(dir));
  const vectors = filesIn(vectorsFolder(dir));
  const data = filesIn(dataFolder(dir));
  if (models.length + vectors.length + data.length === 0) return;
  // The write lock keeps other processes from being between writing a file and its row.
  db.transaction(() => {
    for (const [name, id] of numbered(models)) {
      if (getModel(db, id) === undefined && wasAudited(db, 'model.delete', { object: `model:${id}` }))
        rmSync(join(modelFolder(dir), name), { force: true });
    }
    for (const [name, id] of numbered(vectors)) {
      if (getVectors(db, id) === undefined && wasAudited(db, 'vectors.delete', { object: `vectors:${id}` }))
        rmSync(join(vectorsFolder(dir), name), { force: true });
    }
    for (const name of data) {
      const [, sha256] = /^([0-9a-f]{64})(\.[0-9a-f]{16})?$/.exec(name) ?? [];
      if (sha256 === undefined || isDataNeeded(db, sha256)) continue;
      if (wasAudited(db, 'dataset.delete', { words: sha256 }))
        rmSync(join(dataFolder(dir), name), { force: true });
    }
  });
}

/** Returns the files named by a row id, with the id. */
const numbered = (names: readonly string[]): [string, number][] =>
  names
    .map((name): [string, number] => [name, Number(/^(\d+)\.safetensors$/.exec(name)?.[1])])
    .filter(([, id]) => Number.isInteger(id));

const filesIn = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : []);
