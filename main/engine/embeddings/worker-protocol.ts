/** Shared state of the training thread and its workers. */
import type { TrainingTask } from './preparation.ts';

/** Indices in `control`: the next block to take, and the stop flag. */
export const NEXT = 0;
export const STOP = 1;
export const CONTROL_WORDS = 2;
/** Words per worker in `losses`: the summed loss and the number of examples. */
export const LOSS_WORDS = 2;

/** Start data in shared memory. A worker starts on any message and answers when no block is left or STOP is set. */
export interface WorkerStart {
  readonly task: TrainingTask;
  readonly worker: number;
  readonly blocks: number;
  readonly control: Int32Array;
  readonly losses: Float64Array;
}
