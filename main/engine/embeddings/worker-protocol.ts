/** What the training thread and its workers share. */
import type { TrainingTask } from './preparation.ts';

/** Places in `control`: the next block to take, and whether to stop before taking one. */
export const NEXT = 0;
export const STOP = 1;
export const CONTROL_WORDS = 2;
/** Of each worker in `losses`: the summed loss and the number of examples. */
export const LOSS_WORDS = 2;

/** All arrays lie in shared memory. A worker starts on any message and answers when no block is left or STOP is set. */
export interface WorkerStart {
  readonly task: TrainingTask;
  readonly worker: number;
  readonly blocks: number;
  readonly control: Int32Array;
  readonly losses: Float64Array;
}
