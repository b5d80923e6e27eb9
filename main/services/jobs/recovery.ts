/** Finds work whose process ended without notice. */
import { markInterrupted, type ResumableTable } from '../../db/repositories/resumable.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { isFromBeforeBoot } from '../runs/run-folder.ts';
import { runFolder } from '../runs/run-storage.ts';
import { trainingFolder } from '../vectors/vector-training-folder.ts';

/** Folders in which a training process leaves its process id. */
const FOLDERS: Readonly<Record<ResumableTable, ((dir: string, id: number) => string) | undefined>> = {
  run: runFolder,
  vector_training: trainingFolder,
  experiment: undefined,
  batch_run: undefined,
};

/**
 * Marks work of ended processes as interrupted, except `mine`, which this process works on. Returns the number of marked
 * rows. Process ids from before the machine started count as ended.
 */
export function recover({ db, dir }: Workspace, table: ResumableTable, mine: readonly number[] = []): number {
  const folder = FOLDERS[table];
  return markInterrupted(db, table, mine, (id) => folder !== undefined && isFromBeforeBoot(folder(dir, id)));
}
