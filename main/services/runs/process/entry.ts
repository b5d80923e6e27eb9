/**
 * Entry of the trainer process, which trains one run, or those of a series one after another. After its parent has
 * ended it pauses the run with a checkpoint and ends.
 */
import { lowerPriority } from '../../../processes/low-process-priority.ts';
import { forEachStep, serve } from '../../../processes/serve.ts';
import { work } from '../run-work.ts';
import type { TrainerMethods } from './protocol.ts';

/** Longest time for the step under way and a checkpoint. */
const LAST_STEP_MS = 60_000;

lowerPriority();
serve<TrainerMethods>(
  { train: (request, { signal, emit }) => forEachStep(work(request, signal), emit) },
  { method: 'train', ms: LAST_STEP_MS },
);
