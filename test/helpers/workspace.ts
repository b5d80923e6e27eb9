/** Throw-away workspaces for tests. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Workspace } from '../../main/workspace/workspace.ts';
import type { WorkspaceOptions } from '../../main/workspace/wrap-key.ts';
import { atEnd } from './lifetime.ts';
import { sessionOf } from './session.ts';

export function temporaryDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'meridian-test-'));
  atEnd(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

export function openWorkspace(dir = temporaryDir(), options: Partial<WorkspaceOptions> = {}): Workspace {
  const workspace = Workspace.open(join(dir, 'workspace'), { configDir: join(dir, 'config'), ...options });
  atEnd(() => workspace.close());
  return workspace;
}

/** A session without an engine, for services that need none. */
export const openTestSession = (workspace: Workspace = openWorkspace()): ReturnType<typeof sessionOf> =>
  sessionOf(workspace);
