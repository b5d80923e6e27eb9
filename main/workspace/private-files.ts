/** Permissions of a workspace's files. */
import { chmodSync, lstatSync, readdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';

const OTHERS = 0o077;

/**
 * Takes a workspace's folders and files from the group and from others. Leaves files of other owners and targets of
 * links as they are.
 */
export function keepPrivate(dir: string): void {
  if (process.platform !== 'win32') restrict(realpathSync(dir));
}

function restrict(path: string): void {
  try {
    const stat = lstatSync(path);
    if (stat.isSymbolicLink()) return;
    if ((stat.mode & OTHERS) !== 0 && stat.uid === process.getuid?.()) chmodSync(path, stat.mode & 0o700);
    if (stat.isDirectory()) for (const name of readdirSync(path)) restrict(join(path, name));
  } catch {
    // Another process has removed the file, or the file system has no permissions, as FAT.
  }
}
