/** Interface of tasks to a training run: model, initial weights, data and evaluation. */

import type { RunReport } from '../../../shared/domain/training.ts';
import type { Message } from '../../../shared/messages/message.ts';
import type { ModelFiles } from '../io/model-files.ts';
import { initialise } from '../layers/initialisers.ts';
import type { ParamSpec } from '../layers/params.ts';
import type { BatchSize, Model } from '../models/model.ts';
import type { Feeds, Optimizer, ParameterSpec, ParameterStore, Values } from '../runtime/program.ts';
import type { Order, PlannedBatch } from './data-order.ts';
import type { Packing } from './packed-order.ts';
import type { WeightAverage } from './weight-average.ts';

export interface TaskRun {
  readonly model: Model;
  readonly parameters: readonly ParameterSpec[];
  /** Initial values of all parameters. */
  readonly initial: Values;
  /** Tokens of each example. */
  readonly lengths: Int32Array;
  /** Shapes of the batches. */
  readonly buckets: readonly BatchSize[];
  /** Texts share rows; absent: each text is a row. */
  readonly packing?: Packing | undefined;
  /** Things the user should know. */
  readonly warnings: readonly Message[];
  /**
   * @param epoch number from 0, for data drawn anew in each epoch
   * @param store parameters, for outputs of frozen layers
   */
  feeds(batch: PlannedBatch, epoch: number, store: ParameterStore): Feeds | Promise<Feeds>;
  tokens(batch: PlannedBatch): number;
  /** Returns how many units the loss of a batch is the mean of: texts, weights of their labels, or tokens. */
  weight(batch: PlannedBatch): number;
  /** Creates the evaluator of the parameters in `store`. */
  evaluator(store: ParameterStore): TaskEvaluator;
  /** Returns the files of the model with these parameters and report. */
  files(values: Values, report: RunReport): ModelFiles;
}

export interface TaskEvaluator {
  /** @throws AppError `cancelled` when the signal is aborted */
  evaluate(signal: AbortSignal): Promise<Evaluation>;
  report(): Promise<RunReport>;
  dispose(): Promise<void>;
}

export interface Evaluation {
  /** Higher is better; it decides which parameters are kept. */
  readonly score: number;
  readonly metrics: Readonly<Record<string, number>>;
}

/** A task on an executor, as the training loop trains it. */
export interface Trainee extends Updatable {
  readonly evaluator: TaskEvaluator;
  /** Averages of the weights, which are evaluated and kept in place of the weights; absent: none. */
  readonly average?: WeightAverage | undefined;
}

/** Part of a `Trainee` that parameter updates need. */
export interface Updatable {
  readonly task: Pick<TaskRun, 'model' | 'feeds' | 'tokens' | 'weight'>;
  readonly store: ParameterStore;
  readonly optimizer: Optimizer;
  readonly order: Order;
}

/** Returns initial values: those in `given` by name, others drawn by seed. */
export function initialValues(specs: readonly ParamSpec[], seed: number, given: Values = {}): Values {
  return Object.fromEntries(
    specs.map(({ name, shape, init }) => [name, given[name] ?? initialise(init, shape, { seed, name })]),
  );
}
