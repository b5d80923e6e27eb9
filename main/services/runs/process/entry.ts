/**
 * The trainer process: trains one run, or those of a series one after the other. When the parent goes, it pauses the
 * run, so that the checkpoint is of the last step, and ends.
 */
import { lowerPriority } from '../../../processes/low-priority.ts';
import { forEachStep, serve } from '../../../processes/serve.ts';
import { work } from '../run-work.ts';
import type { TrainerMethods } from './protocol.ts';

/** A step and a checkpoint take no longer. */
const LAST_STEP_MS = 60_000;

lowerPriority();
serve<TrainerMethods>(
  { train: (request, { signal, emit }) => forEachStep(work(request, signal), emit) },
  { method: 'train', ms: LAST_STEP_MS },
);
