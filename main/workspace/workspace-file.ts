/** Reads and writes `workspace.json`: id of the workspace and storage of its key. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { AppError } from '../../shared/result.ts';
import { writeFileAtomic } from './atomic-file.ts';
import { KeyWrap } from './key.ts';

export const WorkspaceFile = z.object({
  format: z.literal(1),
  id: z.string().regex(/^[0-9a-f-]{36}$/),
  createdAt: z.string(),
  key: KeyWrap,
  /** Set only during a key change: `key` or `nextKey` opens the database. */
  nextKey: KeyWrap.optional(),
});
export type WorkspaceFile = z.infer<typeof WorkspaceFile>;

export const isWorkspace = (dir: string): boolean => existsSync(join(dir, 'workspace.json'));

/** @throws AppError `newer-version`, `corrupt` */
export function readWorkspaceFile(dir: string): WorkspaceFile {
  const path = join(dir, 'workspace.json');
  const raw: unknown = parseJson(readFileSync(path, 'utf8'), path);
  const newer = z.object({ format: z.number().min(2) }).safeParse(raw);
  if (newer.success)
    throw new AppError('newer-version', 'workspace.newer', {}, { kept: 'kept.it-untouched' });
  const parsed = WorkspaceFile.safeParse(raw);
  if (!parsed.success) throw new AppError('corrupt', 'workspace.damaged', { path });
  return parsed.data;
}

function parseJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AppError('corrupt', 'workspace.damaged', { path }, { cause });
  }
}

export function saveWorkspaceFile(dir: string, file: WorkspaceFile): void {
  writeFileAtomic(join(dir, 'workspace.json'), `${JSON.stringify(file, null, 2)}\n`);
}
