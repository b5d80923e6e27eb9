/** Hands runs over to PyTorch as folders, which are not encrypted, and takes them back. */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../../../shared/result.ts';
import { auditAlone } from '../../db/repositories/audit.ts';
import { checkpointFromTorch, notHandedOver, torchFolder } from '../../engine/train/torch-folder.ts';
import { resourcePath } from '../../resources.ts';
import { writeFolder } from '../models/model-export.ts';
import { dbOf, type Session } from '../session/session.ts';
import { takeRunFolder } from './run-folder.ts';
import { inputOf } from './run-input.ts';
import { requestOf } from './run-plan.ts';
import { runStorage } from './run-storage.ts';
import type { Runs } from './runs.ts';

const PROGRAM = 'continue.py';

/**
 * Writes a run that has stopped before its end as the folder `target`, which must be missing or empty. Returns it.
 * @throws AppError `conflict` while the run goes on, `bad-request` for runs that cannot be handed over
 */
export async function exportRunForTorch(
  session: Session,
  runs: Runs,
  id: number,
  target: string,
): Promise<string> {
  const { input, leave } = await stopped(session, runs, id);
  try {
    const files = torchFolder(input);
    files.set(PROGRAM, [readFileSync(resourcePath('torch', PROGRAM))]);
    return writeFolder(files, target, () => {
      const detail = { name: runs.get(id).name, for: 'torch', encrypted: false };
      auditAlone(dbOf(session), session.actor, 'run.export', `run:${id}`, detail);
    });
  } finally {
    leave();
  }
}

/** Takes weights, moments and position that came back as the run's checkpoint. Returns the updates done. */
export async function importRunFromTorch(
  session: Session,
  runs: Runs,
  id: number,
  folder: string,
): Promise<number> {
  const { input, leave } = await stopped(session, runs, id);
  try {
    const { chunks, step } = checkpointFromTorch(input, (name) => {
      const path = join(folder, name);
      if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true)
        throw new AppError('not-found', 'system.no-such-file', { path });
      return readFileSync(path);
    });
    auditAlone(dbOf(session), session.actor, 'run.import', `run:${id}`, { name: runs.get(id).name, step });
    input.storage.write('checkpoint', chunks);
    return step;
  } finally {
    leave();
  }
}

/** Returns what a run that has stopped trains on, with its folder locked. */
async function stopped(session: Session, runs: Runs, id: number) {
  const run = runs.get(id);
  if (!['paused', 'interrupted', 'failed'].includes(run.state))
    throw new AppError('conflict', 'runs.torch-pause-first', {}, { kept: 'kept.nothing-written' });
  const request = requestOf(session, run);
  if (request.augment !== undefined) throw notHandedOver();
  const leave = await takeRunFolder(request.folder);
  try {
    const { input } = await inputOf(request, request.fileKey, runStorage(request.folder, request.fileKey));
    return { input, leave };
  } catch (error) {
    leave();
    throw error;
  }
}
