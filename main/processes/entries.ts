/** Programs of the child processes. */
import { join } from 'node:path';
import { isBuilt } from '../bundle.ts';
import { appRoot } from '../resources.ts';
import type { ChildProcess } from './child-process.ts';

/** Source files under `main`; the build bundles each under its name. */
export const PROCESS_ENTRIES = {
  engine: 'inference/entry.ts',
  trainer: 'services/runs/process/entry.ts',
  measurer: 'services/executors/process/entry.ts',
  batch: 'services/batch/process/entry.ts',
  vectors: 'services/vectors/process/entry.ts',
  background: 'services/background/entry.ts',
} as const;
export type ProcessName = keyof typeof PROCESS_ENTRIES;

/**
 * Memory of V8 for new objects in the processes that always run: 4 MB a half instead of up to 32. It takes 70 MB off the
 * engine and no processor time of what it does; training keeps the usual size. Electron takes no such option.
 */
export const SMALL_YOUNG_SPACE = '--max-semi-space-size=4';
const ALWAYS_RUNNING: readonly ProcessName[] = ['engine', 'background'];

/** Returns V8's options for a process. */
export const heapOptions = (name: ProcessName): string[] =>
  ALWAYS_RUNNING.includes(name) ? [SMALL_YOUNG_SPACE] : [];

export type SpawnProcess = (name: ProcessName) => ChildProcess;

/** Returns the bundle when run from bundles, or when it was built from these very sources: it starts in half the time. Else the source file. */
export function processEntry(name: ProcessName): string {
  return import.meta.filename.endsWith('.ts') && !isBuilt('main')
    ? join(appRoot, 'main', PROCESS_ENTRIES[name])
    : join(appRoot, 'dist', 'main', `${name}.js`);
}
