/** Locks a run's folder for one training process, by its process id. */
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as later } from 'node:timers/promises';
import { message } from '../../../shared/messages/message.ts';
import { AppError } from '../../../shared/result.ts';
import { bootedAt, isOtherProcessAlive } from '../../db/process-alive.ts';

const MARK = 'trainer.pid';
/** Longest wait for a trainer that finishes its last step and checkpoint after its parent has ended. */
const TIMEOUT_MS = 60_000;

/**
 * Waits until no other process trains in the folder, then takes it for this one. Returns a function that releases it.
 * @throws AppError `conflict` when the other does not end
 */
export async function takeRunFolder(folder: string, timeoutMs = TIMEOUT_MS): Promise<() => void> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const mark = join(folder, MARK);
  const until = Date.now() + timeoutMs;
  for (;;) {
    try {
      writeFileSync(mark, String(process.pid), { flag: 'wx', mode: 0o600 });
      return () => rmSync(mark, { force: true });
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
    if (!isOtherProcessAlive(trainerOf(folder)) || isFromBeforeBoot(folder)) {
      rmSync(mark, { force: true });
    } else if (Date.now() > until) {
      throw new AppError(
        'conflict',
        'runs.still-training',
        {},
        {
          kept: 'kept.its-checkpoint',
          hint: message('hint.wait-for-process', { process: trainerOf(folder) }),
        },
      );
    } else {
      await later(50);
    }
  }
}

/** Returns the id of the process that trains in the folder; NaN when there is none. */
export function trainerOf(folder: string): number {
  try {
    return Number.parseInt(readFileSync(join(folder, MARK), 'utf8'), 10);
  } catch {
    return Number.NaN;
  }
}

/** Returns whether the lock is from before this machine started, so that its process id is stale. */
export function isFromBeforeBoot(folder: string): boolean {
  const left = statSync(join(folder, MARK), { throwIfNoEntry: false })?.mtimeMs;
  return left !== undefined && left < bootedAt();
}
