/** Permissions of a workspace's files. */
import { chmodSync, existsSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const OTHERS = 0o077;

/** Takes a workspace's folders and files from the group and from others. Leaves files of other owners as they are. */
export function keepPrivate(dir: string): void {
  if (process.platform === 'win32') return;
  const names = readdirSync(dir, { recursive: true, encoding: 'utf8' });
  for (const path of [dir, ...names.map((name) => join(dir, name))]) {
    if (!existsSync(path)) continue; // another process has removed it, or it is a link to nothing
    const { mode, uid } = lstatSync(path);
    if ((mode & OTHERS) !== 0 && uid === process.getuid?.()) chmodSync(path, mode & 0o700);
  }
}
