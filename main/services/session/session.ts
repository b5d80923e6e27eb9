/** What every service needs: the open workspace, the engine, who acts, and a way of telling the windows. */
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
  /** Who is signed in, or for whom the request at hand acts; never kept. */
  readonly actor: Actor;
  readonly jobs: Jobs;
  /** What would keep the windows waiting is done there. */
  readonly background: Background;
  readonly emit: Emit;
}

export type Emit = <E extends EventName>(event: E, data: EventData<E>) => void;

/** The workspace's connection now: key changes and restores replace it, so it is never kept. */
export function dbOf(session: Session): Connection {
  return session.workspace.db;
}

/** Until there are people with accounts, the system's user acts. */
export function systemActor(): Actor {
  try {
    return { name: userInfo().username };
  } catch {
    return { name: 'unknown' };
  }
}
