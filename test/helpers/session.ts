/** Sessions without an engine, in tests and in processes of their own. */
import { EngineHost } from '../../main/inference/engine-host.ts';
import type { Spawn } from '../../main/processes/child-process.ts';
import { backgroundHere } from '../../main/services/background/tasks.ts';
import { Jobs } from '../../main/services/jobs/jobs.ts';
import type { Session } from '../../main/services/session/session.ts';
import { Workspace } from '../../main/workspace/workspace.ts';

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
    events,
  };
}

/** Opens a workspace by itself, as a program does. */
export const openSession = (dir: string, configDir: string, actor?: string): Session =>
  sessionOf(Workspace.open(dir, { configDir }), actor);
