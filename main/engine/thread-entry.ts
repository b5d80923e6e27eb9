/** Programs of worker threads. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { appRoot } from '../resources.ts';

/**
 * Returns a thread's program: its source file when run from source, else the bundle beside the built main file.
 * @param source path below `main/engine`
 */
export function threadEntry(source: string, bundle: string): string {
  const path = join(import.meta.dirname, source);
  const fromSource = import.meta.filename.endsWith('.ts') && existsSync(path);
  return fromSource ? path : join(appRoot, 'dist', 'main', bundle);
}
