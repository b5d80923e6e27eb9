/** Runs whose process has gone without notice. */
import { isOtherProcessAlive } from '../../db/process-alive.ts';
import { markInterrupted } from '../../db/repositories/runs.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { isFromBeforeBoot } from './run-folder.ts';
import { runFolder } from './run-storage.ts';

/**
 * Marks them as interrupted; `mine` are those that this process really is training. Returns how many there were. A
 * number that another program bears since the machine was started anew deceives nobody.
 */
export function recoverRuns({ db, dir }: Workspace, mine: readonly number[] = []): number {
  return markInterrupted(
    db,
    mine,
    (id, owner) => !isOtherProcessAlive(owner) || isFromBeforeBoot(runFolder(dir, id)),
  );
}
