/** Tells whether the bundles in dist/ were built from the sources as they are. */
import { readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { appRoot } from './resources.ts';

/** Written last by a build; its time of change is when that build began. */
const stamp = (): string => join(appRoot, 'dist', 'built');

const MAIN = ['shared', 'main', 'package.json', 'package-lock.json'];
const ALL = [...MAIN, 'renderer', 'vite.config.ts'];

/** Removes the mark of the last build. The result marks a new one, which reads the sources from now on, as complete. */
export function beginBuild(): () => void {
  rmSync(stamp(), { force: true });
  const began = new Date();
  return () => {
    writeFileSync(stamp(), '');
    utimesSync(stamp(), began, began);
  };
}

/** Returns whether nothing in the sources has changed since the last complete build began. */
export function isBuilt(parts: 'main' | 'all'): boolean {
  const builtAt = statSync(stamp(), { throwIfNoEntry: false })?.mtimeMs;
  return builtAt !== undefined && (parts === 'main' ? MAIN : ALL).every((name) => isOlder(name, builtAt));
}

/** Compares the times of the change of inodes, which a file copied with its date has too; removed files change their folder. */
function isOlder(name: string, than: number): boolean {
  const path = join(appRoot, name);
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined || stat.ctimeMs >= than) return false;
  return !stat.isDirectory() || readdirSync(path).every((entry) => isOlder(join(name, entry), than));
}
