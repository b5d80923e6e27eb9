/** Files of deleted models and data sets that a crash kept from being removed with their rows. */
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Connection } from '../db/connection.ts';
import { wasAudited } from '../db/repositories/audit.ts';
import { isDataNeeded } from '../db/repositories/data-sets.ts';
import { getModel } from '../db/repositories/models.ts';
import { modelFolder } from '../engine/io/model-store.ts';
import { dataFolder } from './data-store.ts';

/**
 * Removes what nobody needs and somebody deleted, as the audit table tells. Files that only a restore has deprived of
 * their rows stay: undoing it brings those back.
 */
export function removeDeletedFiles({ db, dir }: { readonly db: Connection; readonly dir: string }): void {
  const [models, data] = [filesIn(modelFolder(dir)), filesIn(dataFolder(dir))];
  if (models.length + data.length === 0) return;
  // No other process is between a file and its row while this one writes.
  db.transaction(() => {
    for (const name of models) {
      const id = Number(/^(\d+)\.safetensors$/.exec(name)?.[1]);
      if (
        Number.isInteger(id) &&
        getModel(db, id) === undefined &&
        wasAudited(db, 'model.delete', { object: `model:${id}` })
      )
        rmSync(join(modelFolder(dir), name), { force: true });
    }
    for (const sha256 of data) {
      if (!/^[0-9a-f]{64}$/.test(sha256) || isDataNeeded(db, sha256)) continue;
      if (wasAudited(db, 'dataset.delete', { words: sha256 }))
        rmSync(join(dataFolder(dir), sha256), { force: true });
    }
  });
}

function filesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}
