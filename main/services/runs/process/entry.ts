/**
 * The trainer process: trains one run, or those of a series one after the other, and tells its parent. When the parent
 * goes, it pauses the run, so that the checkpoint is of the last step, and ends.
 */

import { toErrorData } from '../../../../shared/result.ts';
import { lowerPriority } from '../../../processes/low-priority.ts';
import { parentPort } from '../../../processes/parent-port.ts';
import { work } from '../run-work.ts';
import type { FromTrainer, ToTrainer, TrainRequest } from './protocol.ts';

/** A step and a checkpoint take no longer; what does has hung. */
const LAST_STEP_MS = 60_000;

const port = parentPort<FromTrainer, ToTrainer>();
/** Of the run under way. */
let stop = new AbortController();
let isTraining = false;
let alone = false;

async function train(request: TrainRequest): Promise<void> {
  stop = new AbortController();
  isTraining = true;
  try {
    const steps = work(request, stop.signal);
    for (;;) {
      const step = await steps.next();
      if (step.done === true) return port.send({ kind: 'ended', outcome: step.value });
      port.send({ kind: 'event', event: step.value });
    }
  } catch (error) {
    port.send({ kind: 'failed', error: toErrorData(error) });
  } finally {
    isTraining = false;
    if (alone) process.exit(0); // else the parent ends this process, or sends the next run, when it has heard the last message
  }
}

port.onMessage((message) => {
  switch (message.kind) {
    case 'start':
      void train(message.request);
      break;
    case 'pause':
      stop.abort();
      break;
  }
});
port.onParentGone(() => {
  alone = true;
  if (!isTraining) process.exit(0);
  stop.abort();
  setTimeout(() => process.exit(1), LAST_STEP_MS);
});
lowerPriority();
