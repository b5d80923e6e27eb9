/** What every method gives to the workers: training cut into blocks, which any worker may take one after another. */

export interface BlockTrainer {
  /** Trains on block `block` of all epochs, counted from 0. */
  train(block: number): BlockLoss;
}

export interface BlockLoss {
  /** Sum over the examples. */
  readonly loss: number;
  readonly examples: number;
}
