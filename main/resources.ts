/** Finds files that ship beside the code: from source, from the built bundle and from inside an asar alike. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Returns the version in a folder's package.json, or `undefined` when it is not this application's. Reads it without
 * zod, whose loading would double the time of `--help`. */
function versionIn(dir: string): string | undefined {
  const file = join(dir, 'package.json');
  if (!existsSync(file)) return undefined;
  const manifest: unknown = JSON.parse(readFileSync(file, 'utf8'));
  if (typeof manifest !== 'object' || manifest === null) return undefined;
  if (!('name' in manifest && manifest.name === 'meridian' && 'version' in manifest)) return undefined;
  return String(manifest.version);
}

/** The folder with this application's package.json. */
export const appRoot: string = findRoot(import.meta.dirname);

function findRoot(start: string): string {
  for (let dir = start; ; dir = dirname(dir)) {
    if (versionIn(dir) !== undefined) return dir;
    if (dirname(dir) === dir) throw new Error(`no package.json of Meridian above ${start}`);
  }
}

export const appVersion = (): string => versionIn(appRoot) ?? '';

/** Absolute path of a file under resources/. */
export const resourcePath = (...parts: string[]): string => join(appRoot, 'resources', ...parts);

export const readResource = (...parts: string[]): string => readFileSync(resourcePath(...parts), 'utf8');
