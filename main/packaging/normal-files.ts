/** Gives files fixed times and modes, so that equal content makes equal archives. */
import { chmodSync, lstatSync, lutimesSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Time of every file in an archive, in seconds (https://reproducible-builds.org/specs/source-date-epoch/). */
export const SOURCE_DATE_EPOCH = Number(process.env.SOURCE_DATE_EPOCH ?? Date.UTC(2020, 0, 1) / 1000);

/** Sets times, and modes that depend on nothing but whether a file is a program. */
export function normalise(root: string): void {
  for (const path of [root, ...everything(root)]) {
    const stat = lstatSync(path);
    if (!stat.isSymbolicLink()) chmodSync(path, stat.isDirectory() || stat.mode & 0o100 ? 0o755 : 0o644);
    lutimesSync(path, SOURCE_DATE_EPOCH, SOURCE_DATE_EPOCH);
  }
}

/** Returns the regular files below a folder, ordered by path. */
export function filesOf(root: string): { readonly path: string; readonly size: number }[] {
  return everything(root)
    .map((path) => ({ path: relative(root, path), stat: lstatSync(path) }))
    .filter(({ stat }) => stat.isFile())
    .map(({ path, stat }) => ({ path, size: stat.size }));
}

function everything(root: string): string[] {
  const paths = readdirSync(root, { recursive: true, encoding: 'utf8' });
  return paths.sort().map((path) => join(root, path));
}
