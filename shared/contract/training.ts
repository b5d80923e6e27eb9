/** Requests and events of data sets, runs, experiments and models; part of the contract. */
import { z } from 'zod';
import { AugmentedText, AugmentSettings, MOST_PREVIEWED } from '../domain/augment-settings.ts';
import { ClassificationReport, ClassifyTask } from '../domain/classification.ts';
import { ComparisonOptions, ModelComparison } from '../domain/comparison.ts';
import { DATA_LIMITS } from '../domain/data-limits.ts';
import { ClassifiedFields, DataPreview } from '../domain/data-preview.ts';
import { RunEstimate } from '../domain/estimate.ts';
import {
  ExperimentAction,
  ExperimentDetail,
  ExperimentDifferences,
  ExperimentId,
  ExperimentRequest,
  ExperimentSummary,
  TableFormat,
} from '../domain/experiment.ts';
import { Text, Token } from '../domain/limits.ts';
import { LoopSettings } from '../domain/loop-settings.ts';
import { TextPrediction } from '../domain/prediction.ts';
import { MOST_SAMPLES, PretrainSample } from '../domain/pretrain-sample.ts';
import { PretrainSettings } from '../domain/pretraining.ts';
import {
  AttentionReport,
  ProbeReport,
  ProbeSettings,
  SimilarityReport,
  SimilaritySettings,
} from '../domain/probe.ts';
import { RecipeName } from '../domain/recipes.ts';
import { StarterState } from '../domain/starter.ts';
import {
  DataSet,
  DataSetId,
  LeakageReport,
  ModelCard,
  ModelId,
  NerReport,
  RunDetail,
  RunId,
  RunPoint,
  RunSettings,
  RunSummary,
  TrainingDocument,
  TrainingTask,
} from '../domain/training.ts';
import { VectorsId } from '../domain/vectors.ts';
import { Done, FileData, Nothing, Ticket } from './common.ts';

export const trainingContract = {
  'datasets.list': { input: Nothing, output: z.array(DataSet) },
  /** Preview of an uploaded file of labelled texts, by the given or guessed fields. The upload stays. */
  'datasets.preview': {
    input: z.object({ uploadId: Token, task: ClassifyTask, fields: ClassifiedFields.optional() }),
    output: DataPreview,
  },
  /**
   * Imports an upload: labelled documents as JSON lines (`text`, `entities`), labelled texts as JSON lines, CSV or TSV
   * with named `fields`, or any texts for pre-training. A malformed row refuses the file unless such rows are skipped.
   */
  'datasets.import': {
    input: z.object({
      uploadId: Token,
      name: z.string().min(1).max(200),
      task: TrainingTask,
      fields: ClassifiedFields.optional(),
      skipRefused: z.boolean().default(false),
    }),
    output: DataSet,
  },
  /** All records of the workspace as a pre-training corpus, under this name or, if taken, with a number. */
  'datasets.ofRecords': { input: z.object({ name: z.string().trim().min(1).max(200) }), output: DataSet },
  'datasets.delete': { input: z.object({ id: DataSetId }), output: Done },
  'datasets.leakage': { input: z.object({ train: DataSetId, dev: DataSetId }), output: LeakageReport },
  'datasets.document': {
    input: z.object({ id: DataSetId, number: z.number().int().nonnegative() }),
    output: TrainingDocument,
  },

  'runs.list': { input: Nothing, output: z.array(RunSummary) },
  'runs.get': { input: z.object({ id: RunId }), output: RunDetail },
  'runs.points': {
    input: z.object({ ids: z.array(RunId).min(1).max(20) }),
    output: z.array(z.object({ runId: RunId, points: z.array(RunPoint) })),
  },
  'runs.start': {
    input: z.object({
      name: z.string().min(1).max(200),
      settings: RunSettings,
      train: DataSetId,
      dev: DataSetId,
    }),
    output: RunSummary,
  },
  /** The settings of each recipe for a training set, and what a run with them needs. */
  'runs.recipes': {
    input: z.object({ train: DataSetId }),
    output: z.array(z.object({ recipe: RecipeName, settings: RunSettings, estimate: RunEstimate })),
  },
  /** Estimated needs of a run. */
  'runs.estimate': {
    input: z.object({ settings: RunSettings, train: DataSetId }),
    output: RunEstimate,
  },
  /**
   * Texts of a training set with words filled by an encoder, as a run with these settings learns from them.
   * `requests.cancel` with the ticket stops it.
   */
  'runs.augmented': {
    input: z.object({
      train: DataSetId,
      trainDocuments: DATA_LIMITS.trainDocuments,
      encoder: z.string().min(1).max(200),
      share: AugmentSettings.shape.augmentShare,
      seed: LoopSettings.shape.seed,
      most: z.int().min(1).max(MOST_PREVIEWED),
      ticket: Ticket.optional(),
    }),
    output: z.array(AugmentedText),
  },
  /** First sequences of an epoch of a pre-training run, as training makes them. `requests.cancel` with the ticket stops it. */
  'runs.samples': {
    input: z.object({
      settings: PretrainSettings,
      train: DataSetId,
      dev: DataSetId,
      count: z.int().min(1).max(MOST_SAMPLES),
      epoch: z.int().min(0).max(1000),
      ticket: Ticket.optional(),
    }),
    output: z.array(PretrainSample),
  },
  /** Takes effect within one training step. */
  'runs.control': {
    input: z.object({ id: RunId, action: z.enum(['pause', 'resume', 'cancel']) }),
    output: RunSummary,
  },
  'runs.delete': { input: z.object({ id: RunId }), output: Done },
  'runs.report': { input: z.object({ id: RunId, format: z.enum(['html', 'json']) }), output: FileData },

  'experiments.list': { input: Nothing, output: z.array(ExperimentSummary) },
  'experiments.get': { input: z.object({ id: ExperimentId }), output: ExperimentDetail },
  /** Every cell is checked before the first one is trained. */
  'experiments.start': { input: ExperimentRequest, output: ExperimentSummary },
  /** Takes effect within one training step. */
  'experiments.control': {
    input: z.object({ id: ExperimentId, action: ExperimentAction }),
    output: ExperimentSummary,
  },
  'experiments.delete': { input: z.object({ id: ExperimentId }), output: Done },
  /** Differences of the rows to the first one. `requests.cancel` with the ticket stops it. */
  'experiments.differences': {
    input: ComparisonOptions.extend({ id: ExperimentId, ticket: Ticket.optional() }),
    output: ExperimentDifferences,
  },
  'experiments.report': { input: z.object({ id: ExperimentId, format: TableFormat }), output: FileData },

  /** Starter models of this installation. */
  'models.starter': { input: Nothing, output: z.array(StarterState) },
  'models.list': { input: Nothing, output: z.array(ModelCard) },
  'models.rename': { input: z.object({ id: ModelId, name: z.string().min(1).max(200) }), output: ModelCard },
  'models.delete': { input: z.object({ id: ModelId }), output: Done },
  /** At most one tagger is used in the editor, and one classifier in the diagnosis panel. */
  'models.use': { input: z.object({ id: ModelId, inUse: z.boolean() }), output: ModelCard },
  'models.useInt8': { input: z.object({ id: ModelId, useInt8: z.boolean() }), output: ModelCard },
  /** Compares int8 and float32 weights on a data set. */
  'models.measureInt8': { input: z.object({ id: ModelId, data: DataSetId }), output: ModelCard },
  /**
   * A model of relations is also scored on triples, with `tagger` on those between the entities that it finds.
   * `requests.cancel` with the ticket stops it.
   */
  'models.evaluate': {
    input: z.object({ id: ModelId, data: DataSetId, tagger: ModelId.optional(), ticket: Ticket.optional() }),
    output: z.discriminatedUnion('task', [NerReport, ClassificationReport]),
  },
  /** Asks an encoder queries about the graph. `requests.cancel` with the ticket stops it. */
  'models.probe': {
    input: ProbeSettings.extend({ id: ModelId, ticket: Ticket.optional() }),
    output: ProbeReport,
  },
  /**
   * Tests whether names of an entity are nearest to each other for a model, or for vectors in its place. Mentions are
   * counted in `corpus`. `requests.cancel` with the ticket stops it.
   */
  'models.similarity': {
    input: SimilaritySettings.extend({
      model: ModelId.optional(),
      vectors: VectorsId.optional(),
      corpus: DataSetId.optional(),
      ticket: Ticket.optional(),
    }),
    output: SimilarityReport,
  },
  /** Attention of an encoder's layers within a text, and of its entities. */
  'models.attention': {
    input: z.object({ id: ModelId, text: z.string().min(1).max(2000) }),
    output: AttentionReport,
  },
  /** Tests whether two models of one task differ on a data set. `requests.cancel` with the ticket stops it. */
  'models.compare': {
    input: ComparisonOptions.extend({
      first: ModelId,
      second: ModelId,
      data: DataSetId,
      ticket: Ticket.optional(),
    }),
    output: ModelComparison,
  },
  /** Prediction of any classifier, in use or not. */
  'models.try': {
    input: z.object({ id: ModelId, text: Text.min(1), ticket: Ticket.optional() }),
    output: TextPrediction,
  },
  /** Writes the model as a folder into the workspace's `exports/`; it is not encrypted. */
  'models.export': { input: z.object({ id: ModelId }), output: z.object({ path: z.string() }) },
  /**
   * Imports the uploaded files of an exported model folder, or of a Hugging Face BERT folder, which becomes an encoder.
   */
  'models.import': {
    input: z.object({ uploadIds: z.array(Token).min(1).max(20), name: z.string().min(1).max(200) }),
    output: ModelCard,
  },
} as const;

export const trainingEvents = {
  'run.changed': RunSummary,
  /** New points of a curve, at most a few times a second. */
  'run.points': z.object({ runId: RunId, points: z.array(RunPoint) }),

  /** An experiment began, went on to its next cell, ended or was deleted. */
  'experiments.changed': z.object({ id: ExperimentId }),

  'datasets.changed': Nothing,

  'models.changed': Nothing,
} as const;
