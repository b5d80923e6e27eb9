/** Requests about work that a workspace does by itself; part of the contract. */
import { z } from 'zod';
import { FileName } from '../domain/limits.ts';
import { BackupPlan, BackupState, CheckedBackup, FolderPath, WatchState } from '../domain/upkeep.ts';
import { Nothing } from './common.ts';

export const upkeepContract = {
  'watch.get': { input: Nothing, output: WatchState },
  /** Watches a folder of the workspace's machine from now on; null ends it. */
  'watch.set': { input: z.object({ folder: FolderPath.nullable() }), output: WatchState },
  'backups.get': { input: Nothing, output: BackupState },
  'backups.plan': { input: BackupPlan, output: BackupState },
  /** Makes a backup where the plan wants it, and verifies it. */
  'backups.run': { input: Nothing, output: BackupState },
  /** Opens a backup and checks all of it. */
  'backups.verify': { input: z.object({ file: FileName }), output: CheckedBackup },
} as const;

export const upkeepEvents = {
  'watch.changed': Nothing,
  'backups.changed': Nothing,
} as const;
