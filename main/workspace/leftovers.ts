/** Removes unfinished files that crashed processes left in a workspace's folders. */
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isOtherProcessAlive } from '../db/process-alive.ts';
import { ownerOfTemporary } from './atomic-file.ts';

/** Folders whose entries are written under a temporary name first; `NESTED` folders have one such folder an entry. */
const FLAT = ['.', 'backups', 'data', 'models', 'vectors', 'linker', 'similar', 'exports'];
const NESTED = ['runs', 'vector-trainings'];

/** Removes leftovers at the start of a process, also those of an earlier process with the same id. */
export function removeLeftovers(dir: string, keyFolder: string): void {
  removeJobFolders(join(dir, 'tmp'));
  removeUnfinishedFiles(dir);
  removeUnfinished(keyFolder);
}

/**
 * Removes unfinished files of processes that are gone. May be called at any time. Complete files stay even when no row
 * names them, since undoing a restore may bring the row back.
 */
export function removeUnfinishedFiles(dir: string): void {
  for (const name of FLAT) removeUnfinished(join(dir, name));
  for (const name of NESTED) {
    for (const entry of foldersIn(join(dir, name))) removeUnfinished(join(dir, name, entry));
  }
}

function removeJobFolders(folder: string): void {
  if (!existsSync(folder)) return;
  for (const owner of readdirSync(folder)) {
    if (!isOtherProcessAlive(Number(owner))) rmSync(join(folder, owner), { recursive: true, force: true });
  }
  if (readdirSync(folder).length === 0) rmSync(folder, { recursive: true, force: true });
}

function removeUnfinished(folder: string): void {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    const owner = ownerOfTemporary(name);
    if (owner !== undefined && !isOtherProcessAlive(owner))
      rmSync(join(folder, name), { recursive: true, force: true });
  }
}

function foldersIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
}
