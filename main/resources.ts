/** Finds files that ship beside the code: from source, from the built bundle and from inside an asar alike. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';

const Manifest = z.object({ name: z.literal('meridian'), version: z.string() });

/** The folder with this application's package.json. */
export const appRoot: string = findRoot(import.meta.dirname);

function findRoot(start: string): string {
  for (let dir = start; ; dir = dirname(dir)) {
    const file = join(dir, 'package.json');
    if (existsSync(file) && Manifest.safeParse(JSON.parse(readFileSync(file, 'utf8'))).success) return dir;
    if (dirname(dir) === dir) throw new Error(`no package.json of Meridian above ${start}`);
  }
}

export function appVersion(): string {
  return Manifest.parse(JSON.parse(readFileSync(join(appRoot, 'package.json'), 'utf8'))).version;
}

/** Absolute path of a file under resources/. */
export function resourcePath(...parts: string[]): string {
  return join(appRoot, 'resources', ...parts);
}

export function readResource(...parts: string[]): string {
  return readFileSync(resourcePath(...parts), 'utf8');
}
