/** A training made ready: what its workers get, how its blocks count, and what comes of it. */
import type { GloveTask } from './glove-trainer.ts';
import type { RowMemory } from './row-memory.ts';
import type { Word2VecTask } from './word2vec-trainer.ts';

export type TrainingTask = Word2VecTask | GloveTask;

export interface Preparation {
  readonly task: TrainingTask;
  /** Everything that training changes. */
  readonly memory: RowMemory;
  /** Blocks of one epoch, and of all. */
  readonly blocksPerEpoch: number;
  readonly blocks: number;
  /** Tokens or pairs before a block, over all epochs. */
  doneBefore(block: number): number;
  /** The vectors as they are now, rows without padding. */
  vectors(): Float32Array;
}
