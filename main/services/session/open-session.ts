/** Opens a workspace and starts its engine, for the app and the command line. */

import { takeBackOpenEdits } from '../../db/repositories/annotation/open-edits.ts';
import type { Actor } from '../../db/repositories/audit.ts';
import { EngineHost } from '../../inference/engine-host.ts';
import { recoverUnfinished } from '../../kg/import/index.ts';
import type { SpawnProcess } from '../../processes/entries.ts';
import { fileKeyOf } from '../../workspace/file-key.ts';
import { readPolicy } from '../../workspace/policy.ts';
import { Workspace } from '../../workspace/workspace.ts';
import type { WorkspaceOptions } from '../../workspace/wrap-key.ts';
import { BackgroundProcesses } from '../background/processes.ts';
import { Jobs } from '../jobs/jobs.ts';
import { recover } from '../jobs/recovery.ts';
import { removeDeletedFiles } from '../workspace/deleted-files.ts';
import { type Emit, type Session, systemActor } from './session.ts';

export interface SessionOptions extends WorkspaceOptions {
  readonly dir: string;
  readonly spawn: SpawnProcess;
  readonly emit: Emit;
  /** Files that may hold the administrator's policy; those of the system unless given. */
  readonly policyFiles?: readonly string[];
  /** Returns the current actor. Default: the system's user. */
  readonly actor?: () => Actor;
}

/** Opens a session without starting the engine, which loads the graph once after starter content and imports. */
export function openSession(options: SessionOptions): Session {
  const actor = options.actor ?? systemActor;
  const policy = readPolicy(options.policyFiles); // before anything is opened
  const workspace = Workspace.open(options.dir, options);
  recoverUnfinished(workspace.db);
  takeBackOpenEdits(workspace.db);
  recover(workspace, 'run');
  if (workspace.readonly) workspace.db.refuseWrites();
  else removeDeletedFiles(workspace);
  return {
    workspace,
    engine: new EngineHost(
      () => options.spawn('engine'),
      (status) => options.emit('engine.changed', status),
    ),
    get actor() {
      return actor();
    },
    background: new BackgroundProcesses(
      () => options.spawn('background'),
      () => ({ databaseFile: workspace.databaseFile, key: workspace.key }),
    ),
    jobs: new Jobs((job) => options.emit('job.changed', job)),
    emit: options.emit,
    policy,
  };
}

export function startEngine({ engine, workspace }: Session): void {
  if (!workspace.readonly) fileKeyOf(workspace); // the engine, which only reads the database, seals files with it
  engine.start({ databaseFile: workspace.databaseFile, key: workspace.key });
}

export async function closeSession(session: Session): Promise<void> {
  await session.jobs.close();
  await Promise.all([session.background.stop(), session.engine.stop()]);
  session.workspace.close();
}
