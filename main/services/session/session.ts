/** Session: the open workspace, engine, requester, jobs and events that services need. */
import { userInfo } from 'node:os';
import type { EventData, EventName } from '../../../shared/contract/index.ts';
import type { Connection } from '../../db/connection.ts';
import type { Actor } from '../../db/repositories/audit.ts';
import type { EngineHost } from '../../inference/engine-host.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import type { Background } from '../background/background.ts';
import type { Jobs } from '../jobs/jobs.ts';

export interface Session {
  readonly workspace: Workspace;
  readonly engine: EngineHost;
  /** Requester or signed-in account now; do not store it. */
  readonly actor: Actor;
  readonly jobs: Jobs;
  /** Runs work that would block the windows. */
  readonly background: Background;
  readonly emit: Emit;
}

export type Emit = <E extends EventName>(event: E, data: EventData<E>) => void;

/** Returns the present connection. Do not store it: key changes and restores replace it. */
export const dbOf = (session: Session): Connection => session.workspace.db;

/** Returns the system's user, who acts while there are no accounts. */
export function systemActor(): Actor {
  try {
    return { name: userInfo().username };
  } catch {
    return { name: 'unknown' };
  }
}
