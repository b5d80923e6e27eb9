/** Finds long work whose process has gone without notice. */
import { markInterrupted, type ResumableTable } from '../../db/repositories/resumable.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { isFromBeforeBoot } from '../runs/run-folder.ts';
import { runFolder } from '../runs/run-storage.ts';
import { trainingFolder } from '../vectors/vector-training-folder.ts';

/** Folders in which a training process leaves its number. */
const FOLDERS: Readonly<Record<ResumableTable, ((dir: string, id: number) => string) | undefined>> = {
  run: runFolder,
  vector_training: trainingFolder,
  experiment: undefined,
};

/**
 * Marks it as interrupted, except `mine`, which this process works on. Returns how many there were. A number that
 * another program bears since the machine was started anew deceives nobody.
 */
export function recover({ db, dir }: Workspace, table: ResumableTable, mine: readonly number[] = []): number {
  const folder = FOLDERS[table];
  return markInterrupted(db, table, mine, (id) => folder !== undefined && isFromBeforeBoot(folder(dir, id)));
}
