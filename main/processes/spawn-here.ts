/** Child processes as this program can start them: under Electron, else under plain Node. */
import type { SpawnProcess } from './entries.ts';
import { spawnNode } from './spawn-node.ts';

export const spawnHere: SpawnProcess =
  process.versions.electron === undefined ? spawnNode : (await import('./spawn-utility.ts')).spawnUtility;
