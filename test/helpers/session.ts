/** Sessions without an engine, in tests and in processes of their own. */
import type { ReadDb } from '../../main/db/connection.ts';
import { EngineHost } from '../../main/inference/engine-host.ts';
import type { Spawn } from '../../main/processes/child-process.ts';
import type { Background } from '../../main/services/background/background.ts';
import { TASKS } from '../../main/services/background/tasks.ts';
import { Jobs } from '../../main/services/jobs/jobs.ts';
import type { Session } from '../../main/services/session/session.ts';
import { Workspace } from '../../main/workspace/workspace.ts';

/** Runs background tasks in this process. */
export const backgroundHere = (db: () => ReadDb): Background => ({
  run: async (task, input, { onProgress, onPart } = {}) =>
    TASKS[task](input, {
      db,
      checkpoint: () => undefined,
      progress: (stage, done = 0, total = 0) => onProgress?.({ stage, done, total }),
      part: async (part) => onPart?.(part),
    }),
  stop: async () => undefined,
});

const noEngine: Spawn = () => {
  throw new Error('there is no engine here');
};

export function sessionOf(workspace: Workspace, actor = 'tester'): Session & { events: string[] } {
  const events: string[] = [];
  return {
    workspace,
    engine: new EngineHost(noEngine),
    actor: { name: actor },
    background: backgroundHere(() => workspace.db),
    jobs: new Jobs(() => undefined),
    emit: (event) => events.push(event),
    policy: {},
    events,
  };
}

/** Opens a workspace by itself, as a program does. */
export const openSession = (dir: string, configDir: string, actor?: string): Session =>
  sessionOf(Workspace.open(dir, { configDir }), actor);
