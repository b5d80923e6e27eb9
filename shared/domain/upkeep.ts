/** Work that a workspace does by itself: files taken from a watched folder, and backups on a schedule. */
import { z } from 'zod';
import { Message } from '../messages/message.ts';
import { FileName } from './limits.ts';

/** Absolute path on the machine of the workspace. */
export const FolderPath = z.string().trim().min(1).max(4000);

export const WatchState = z.object({
  /** Null: nothing is watched. */
  folder: FolderPath.nullable(),
  /** Why the folder cannot be read now. */
  problem: Message.optional(),
  /** Numbers of files taken and refused so far, and of records made from them. */
  files: z.number().int(),
  refused: z.number().int(),
  records: z.number().int(),
  /** Files refused last, newest first. */
  refusals: z.array(z.object({ name: z.string(), at: z.string(), reason: Message })),
});
export type WatchState = z.infer<typeof WatchState>;

export const BackupPlan = z.object({
  every: z.enum(['never', 'hour', 'day', 'week']).default('never'),
  /** Folder of the backups; null: the workspace's own. */
  folder: FolderPath.nullable().default(null),
  /** Number of scheduled backups that are kept; older ones are removed once a newer one is verified. */
  keep: z.number().int().min(1).max(1000).default(14),
});
export type BackupPlan = z.infer<typeof BackupPlan>;

export const BackupFile = z.object({
  file: FileName,
  at: z.string(),
  bytes: z.number().int(),
  /** When it was last opened and found whole. */
  verified: z.string().optional(),
});
export type BackupFile = z.infer<typeof BackupFile>;

export const CheckedBackup = z.object({
  records: z.number().int(),
  auditEntries: z.number().int(),
  problems: z.array(Message),
});
export type CheckedBackup = z.infer<typeof CheckedBackup>;

export const BackupState = z.object({
  plan: BackupPlan,
  /** Backups in the workspace's folder and in the plan's, newest first. */
  backups: z.array(BackupFile),
  /** Failure since the last backup that succeeded. */
  failed: z.object({ at: z.string(), reason: Message }).optional(),
  /** When the next one is due; absent without a schedule. */
  next: z.string().optional(),
});
export type BackupState = z.infer<typeof BackupState>;
