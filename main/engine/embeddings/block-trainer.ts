/** Interface of the training methods to the workers: training in blocks that any worker may take. */

export interface BlockTrainer {
  /** Trains on one block; blocks are numbered over all epochs from 0. */
  train(block: number): BlockLoss;
}

export interface BlockLoss {
  /** Sum over the examples. */
  readonly loss: number;
  readonly examples: number;
}
