/** Experiments: pipelines trained with several seeds on the same data, and their table. */
import { z } from 'zod';
import { AppErrorData } from '../result.ts';
import { ComparisonOptions, ScoreDifference } from './comparison.ts';
import { limitedRecord, ShortName } from './limits.ts';
import { DataSet, RunId, RunProgress, RunState, TrainingTask } from './training.ts';

export const ExperimentId = z.number().int().positive();

/** Settings of a run by name, validated together with those of the other axes. */
export const PartialSettings = limitedRecord(
  ShortName,
  z.union([z.string().max(2000), z.number(), z.boolean()]),
  1000,
);
export type PartialSettings = z.infer<typeof PartialSettings>;

const Name = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .regex(/^\P{Cc}*$/u, 'no control characters');

/** One choice of an axis, such as the embedding CMed-Word2Vec char. */
const AxisValue = z.object({ name: Name, settings: PartialSettings.default({}) });

/** A varied factor, such as the embedding or the network. */
export const Axis = z.object({ name: Name, values: z.array(AxisValue).min(1).max(60) });
export type Axis = z.infer<typeof Axis>;

/** `halving`: successive halving, which trains the best third of the trials for more epochs. */
export const SearchMethod = z.enum(['halving', 'random']);
export type SearchMethod = z.infer<typeof SearchMethod>;

/** Search over the choices of the axes, in order, until the time is spent. */
const Search = z.object({
  /** Training time of all trials, of which each stage may spend an equal share. */
  minutes: z.number().positive().max(100_000),
  /** Epochs of each stage, fewest first; one stage: every trial is trained once. */
  epochs: z.array(z.number().int().min(1).max(1000)).min(1).max(5),
});

const MAX_CELLS = 2000;

const unique = (items: readonly unknown[]): boolean => new Set(items).size === items.length;

/** Plan: each combination of choices is a pipeline, trained once per seed. Later axes override earlier ones. */
export const ExperimentPlan = z
  .object({
    task: TrainingTask,
    /** Settings of all cells. */
    settings: PartialSettings.default({}),
    axes: z.array(Axis).min(1).max(4),
    /** Pipelines besides those of the axes, trained first and shown first: the rows to beat. */
    baselines: z.array(AxisValue).max(10).default([]),
    seeds: z
      .array(z.number().int().min(0).max(4_294_967_295))
      .min(1)
      .max(50)
      .refine(unique, 'each seed once')
      .default([1]),
    /** Cross-validation: each seed trains a pipeline once a fold of the training set, measured on that fold. */
    folds: z.number().int().min(2).max(20).optional(),
    search: Search.optional(),
    /** Keeps every cell's model in the registry; else only its results. */
    keepModels: z.boolean().default(false),
  })
  .refine(
    ({ search, seeds, folds }) => search === undefined || (seeds.length === 1 && folds === undefined),
    'a search has one seed and no folds',
  )
  .refine(
    ({ task, search, folds }) => task !== 'pretrain' || (search === undefined && folds === undefined),
    'pre-training is neither searched nor cross-validated',
  )
  .refine(({ axes }) => unique(axes.map(({ name }) => name)), 'each axis has a name of its own')
  .refine(
    ({ axes }) => axes.every(({ values }) => unique(values.map(({ name }) => name))),
    'the choices of an axis have names of their own',
  )
  .refine(
    ({ axes, baselines, seeds, folds = 1 }) =>
      seeds.length *
        folds *
        (baselines.length + axes.reduce((product, { values }) => product * values.length, 1)) <=
      MAX_CELLS,
    `at most ${MAX_CELLS} runs`,
  );
export type ExperimentPlan = z.infer<typeof ExperimentPlan>;

export const ExperimentName = z.string().trim().min(1).max(150);

const TestScores = z.object({
  precision: z.number(),
  recall: z.number(),
  f1: z.number(),
  macroF1: z.number().optional(),
  accuracy: z.number().optional(),
});

/** Results of a finished cell for the table: dev scores of the selected weights. */
export const CellResult = z.object({
  parameters: z.number().int(),
  /** Over entities, or over labels of all texts (micro); absent: of pre-training. */
  precision: z.number().optional(),
  recall: z.number().optional(),
  f1: z.number().optional(),
  macroF1: z.number().optional(),
  /** Share of the texts that are wholly right; of pre-training of the hidden tokens. */
  accuracy: z.number().optional(),
  /** Set for pre-training: scores of the hidden tokens of dev, and the share of pairs told apart. */
  perplexity: z.number().optional(),
  pairAccuracy: z.number().optional(),
  /** Scores of the same weights on the test set; absent: the experiment has none. */
  test: TestScores.optional(),
  /** hit@k by k. */
  hitAt: z.record(z.string(), z.number()).optional(),
  /** Mean over the updates of the best epoch. */
  loss: z.number().optional(),
  /** On dev, after the best epoch. */
  devLoss: z.number().optional(),
  bestEpoch: z.number(),
  epochs: z.number(),
  /** Includes evaluations. */
  secondsPerEpoch: z.number(),
  seconds: z.number(),
});
export type CellResult = z.infer<typeof CellResult>;

/** `waiting`: its run has not begun. */
const CellState = z.enum(['waiting', ...RunState.options]);

export const Cell = z.object({
  /** Index from 0 in training order: all pipelines with one seed (and fold), then with the next. */
  number: z.number().int(),
  /** Index of the pipeline, from 0. */
  pipeline: z.number().int(),
  seed: z.number().int(),
  /** Held-out fold of a cross-validation, from 0. */
  fold: z.number().int().optional(),
  /** Stage of a search, from 0. */
  stage: z.number().int().optional(),
  state: CellState,
  runId: RunId.optional(),
  progress: RunProgress.optional(),
  error: AppErrorData.optional(),
  result: CellResult.optional(),
});
export type Cell = z.infer<typeof Cell>;

/** Number of cells by state; of a search those that have begun. */
export const CellCounts = z.object({
  total: z.number().int(),
  finished: z.number().int(),
  failed: z.number().int(),
  cancelled: z.number().int(),
});
export type CellCounts = z.infer<typeof CellCounts>;

export const ExperimentSummary = z.object({
  id: ExperimentId,
  name: z.string(),
  plan: ExperimentPlan,
  train: DataSet.pick({ id: true, name: true, sha256: true }),
  dev: DataSet.pick({ id: true, name: true, sha256: true }),
  /** Set on which the weights chosen on dev are measured. */
  test: DataSet.pick({ id: true, name: true, sha256: true }).optional(),
  /** `finished`: every cell has ended, possibly with an error. `failed`: the experiment could not continue. */
  state: RunState,
  createdAt: z.string(),
  endedAt: z.string().optional(),
  error: AppErrorData.optional(),
  counts: CellCounts,
  version: z.string(),
});
export type ExperimentSummary = z.infer<typeof ExperimentSummary>;

export const ExperimentDetail = ExperimentSummary.extend({ cells: z.array(Cell) });
export type ExperimentDetail = z.infer<typeof ExperimentDetail>;

export const ExperimentRequest = z.object({
  name: ExperimentName,
  plan: ExperimentPlan,
  /** Ids of data sets. A cross-validation measures on parts of the training set, which is its dev set, too. */
  train: z.number().int().positive(),
  dev: z.number().int().positive(),
  test: z.number().int().positive().optional(),
});
export type ExperimentRequest = z.infer<typeof ExperimentRequest>;

/** A row against the first one, on the documents of the test set or of dev, by the seeds that both have. */
const RowDifference = z.object({
  /** Index of the pipeline, from 0. */
  pipeline: z.number().int(),
  /** Seeds whose counts are added up. */
  seeds: z.array(z.number().int()),
  scores: z.array(ScoreDifference),
});

export const ExperimentDifferences = ComparisonOptions.extend({
  /** Name of the set that is compared on. */
  dataSet: z.string(),
  documents: z.number().int(),
  /** Confidence level of the intervals, 0..1. */
  level: z.number(),
  /** Rows in the order of the pipelines, without the first one and those without results. */
  rows: z.array(RowDifference),
});
export type ExperimentDifferences = z.infer<typeof ExperimentDifferences>;

/** `retry`: resumes, and repeats failed and cancelled cells. */
export const ExperimentAction = z.enum(['pause', 'resume', 'retry', 'cancel']);
export type ExperimentAction = z.infer<typeof ExperimentAction>;

/** `config`: settings of the best row as `train --config` takes them. */
export const TableFormat = z.enum(['md', 'csv', 'latex', 'json', 'config']);
export type TableFormat = z.infer<typeof TableFormat>;
