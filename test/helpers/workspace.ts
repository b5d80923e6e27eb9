/** Throw-away workspaces for tests. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { EngineHost } from '../../main/inference/engine-host.ts';
import type { Spawn } from '../../main/processes/child-process.ts';
import { backgroundHere } from '../../main/services/background/tasks.ts';
import { Jobs } from '../../main/services/jobs/jobs.ts';
import type { Session } from '../../main/services/session/session.ts';
import { Workspace } from '../../main/workspace/workspace.ts';
import type { WorkspaceOptions } from '../../main/workspace/wrap-key.ts';

export function temporaryDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'meridian-test-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

export function openWorkspace(dir = temporaryDir(), options: Partial<WorkspaceOptions> = {}): Workspace {
  const workspace = Workspace.open(join(dir, 'workspace'), { configDir: join(dir, 'config'), ...options });
  onTestFinished(() => workspace.close());
  return workspace;
}

const noEngine: Spawn = () => {
  throw new Error('this test has no engine');
};

/** A session without an engine, for services that need none. */
export function openTestSession(workspace: Workspace = openWorkspace()): Session & { events: string[] } {
  const events: string[] = [];
  return {
    workspace,
    engine: new EngineHost(noEngine),
    actor: { name: 'tester' },
    background: backgroundHere(() => workspace.db),
    jobs: new Jobs(() => undefined),
    emit: (event) => events.push(event),
    events,
  };
}
