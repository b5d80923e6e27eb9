/** Prepared training: input of the workers, progress of blocks, and the result. */
import type { GloveTask } from './glove-trainer.ts';
import type { RowMemory } from './row-memory.ts';
import type { Word2VecTask } from './word2vec-trainer.ts';

export type TrainingTask = Word2VecTask | GloveTask;

export interface Preparation {
  readonly task: TrainingTask;
  /** All state that training changes. */
  readonly memory: RowMemory;
  /** Number of blocks of one epoch, and of all. */
  readonly blocksPerEpoch: number;
  readonly blocks: number;
  /** Returns the tokens or pairs before a block, over all epochs. */
  doneBefore(block: number): number;
  /** Returns the current vectors, rows without padding. */
  vectors(): Float32Array;
}
