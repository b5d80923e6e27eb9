/** Shared state of the training thread and its workers. */
import type { GraphTask } from './graph/graph-task.ts';
import type { TrainingTask } from './preparation.ts';

/** Indices in `control`: the next block to take, the first one not to take, and the stop flag. */
export const NEXT = 0;
export const END = 1;
export const STOP = 2;
/** Indices for workers that compute each block together: whether they go on, and their meetings. */
export const GOES_ON = 3;
export const ARRIVED = 4;
export const MEETINGS = 5;
export const CONTROL_WORDS = 6;
/** Words per worker in `losses`: the summed loss and the number of examples. */
export const LOSS_WORDS = 2;

/** Work on a range of blocks: to train, or to rank the held-out triples of a graph. */
export type Job = 'train' | 'rank';

/** Start data in shared memory. A worker starts on a job and answers when no block is left or STOP is set. */
export interface WorkerStart {
  readonly task: TrainingTask | GraphTask;
  readonly worker: number;
  readonly workers: number;
  readonly control: Int32Array;
  readonly losses: Float64Array;
}
