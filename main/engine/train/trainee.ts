/** What the training loop trains. */
import type { Model } from '../models/model.ts';
import type { Feeds, Optimizer, ParameterStore } from '../runtime/program.ts';
import type { DataOrder, PlannedBatch } from './data-order.ts';

/** A model with its data, on an executor. */
export interface Trainee {
  readonly model: Model;
  readonly store: ParameterStore;
  readonly optimizer: Optimizer;
  readonly order: DataOrder;
  /** Inputs and targets of a batch in this epoch, from 0; masks left out. */
  feeds(batch: PlannedBatch, epoch: number): Feeds | Promise<Feeds>;
  /** Real tokens of a batch. */
  tokens(batch: PlannedBatch): number;
  /**
   * Scores of the parameters as they are; `score` decides which are kept. Stops early, with an error of the code
   * `cancelled`, when the signal is aborted.
   */
  evaluate(signal: AbortSignal): Promise<Evaluation>;
}

export interface Evaluation {
  /** Higher is better. */
  readonly score: number;
  readonly metrics: Readonly<Record<string, number>>;
}
