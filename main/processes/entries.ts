/** Programs of the child processes. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { appRoot } from '../resources.ts';
import type { ChildProcess } from './child-process.ts';

/** Source files under `main`; the build bundles each under its name. */
export const PROCESS_ENTRIES = {
  engine: 'inference/entry.ts',
  trainer: 'services/runs/process/entry.ts',
  measurer: 'services/executors/process/entry.ts',
  vectors: 'services/vectors/process/entry.ts',
  background: 'services/background/entry.ts',
} as const;
export type ProcessName = keyof typeof PROCESS_ENTRIES;

export type SpawnProcess = (name: ProcessName) => ChildProcess;

/** Returns the source file when run from source, else the bundle. */
export function processEntry(name: ProcessName): string {
  const source = join(appRoot, 'main', PROCESS_ENTRIES[name]);
  const fromSource = import.meta.filename.endsWith('.ts') && existsSync(source);
  return fromSource ? source : join(appRoot, 'dist', 'main', `${name}.js`);
}
