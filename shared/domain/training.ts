/** Data sets, training runs and trained models. */

import { z } from 'zod';
import { Message } from '../messages/message.ts';
import { AppErrorData } from '../result.ts';
import { AugmentSettings } from './augment-settings.ts';
import { ClassificationReport, ClassifiedDocument, ClassifySettings, TextTask } from './classification.ts';
import { TaggerEnsembleSettings } from './ensemble-settings.ts';
import { FrontSettings, readsEncoder } from './front-settings.ts';
import { LabelledSpan } from './labelled-span.ts';
import { LexiconSettings } from './lexicon-settings.ts';
import { LoopSettings, RDropSettings } from './loop-settings.ts';
import { Assertion } from './mention.ts';
import { HEADS, NETWORKS, NerNetwork, NetworkSettings } from './networks.ts';
import { NormalisationSettings } from './normalisation.ts';
import { PairSettings } from './pairs.ts';
import { PretrainedSettings } from './pretrained.ts';
import { CorpusDocument, PretrainCorpus, PretrainReport, PretrainSettings } from './pretraining.ts';
import { RECIPE_SETTING } from './recipes.ts';
import { RelationSettings } from './relations.ts';
import { Score } from './score.ts';
import { TASK_KINDS, tasksOf } from './tasks.ts';
import { UnlabelledSettings } from './unlabelled-settings.ts';

export { LabelledSpan } from './labelled-span.ts';
export { Score } from './score.ts';

export const TrainingTask = z.enum(tasksOf(...TASK_KINDS));
export type TrainingTask = z.infer<typeof TrainingTask>;

export const DataSetId = z.number().int().positive();
export const RunId = z.number().int().positive();
export const ModelId = z.number().int().positive();

/** Documents for training and evaluation, labelled unless they are for pre-training, kept in the workspace as they were when imported. */
export const DataSet = z.object({
  id: DataSetId,
  name: z.string(),
  task: TrainingTask,
  documents: z.number().int(),
  /** UTF-16 code units. */
  characters: z.number().int(),
  /** Hash of the stored documents; equal sets have equal hashes. */
  sha256: z.string(),
  /** Entities of each type, or texts of each label. */
  types: z.record(z.string(), z.number().int()),
  importedAt: z.string(),
});
export type DataSet = z.infer<typeof DataSet>;

export const LabelledDocument = z.object({
  id: z.string(),
  text: z.string(),
  entities: z.array(LabelledSpan),
});
export type LabelledDocument = z.infer<typeof LabelledDocument>;

/** A relation between two entities of a document, by their numbers in its list, from 0. */
export const LabelledRelation = z.object({
  from: z.int().nonnegative(),
  to: z.int().nonnegative(),
  type: z.string(),
});
export type LabelledRelation = z.infer<typeof LabelledRelation>;

export const RelatedDocument = LabelledDocument.extend({ relations: z.array(LabelledRelation) });
export type RelatedDocument = z.infer<typeof RelatedDocument>;

/**
 * A document of a data set: with entities for taggers, and relations between them, with labels for classifiers, else a
 * text alone.
 */
export const TrainingDocument = z.union([
  RelatedDocument,
  LabelledDocument,
  ClassifiedDocument,
  CorpusDocument,
]);
export type TrainingDocument = z.infer<typeof TrainingDocument>;

/** Texts that occur in the evaluation and the training set. */
export const LeakageReport = z.object({
  documents: z.number().int(),
  /** Identical after folding width, case and white space. */
  leaked: z.number().int(),
  /** Indices of some of them in the evaluation set, from 0. */
  examples: z.array(z.number().int()),
});
export type LeakageReport = z.infer<typeof LeakageReport>;

/** Sizes of encoders with random weights. */
export const EncoderSize = z.enum(['tiny', 'mini', '6x384', 'small', 'base']);
export type EncoderSize = z.infer<typeof EncoderSize>;

export const NerSettings = LoopSettings.extend({
  task: z.literal('ner'),
  ...RECIPE_SETTING,
  ...RDropSettings.shape,
  ...PretrainedSettings.shape,
  network: NerNetwork.default('bilstm-crf'),
  ...FrontSettings.shape,
  ...LexiconSettings.shape,
  ...TaggerEnsembleSettings.shape,
  ...UnlabelledSettings.shape,
  ...AugmentSettings.shape,
  ...NetworkSettings.shape,
  /** Units per direction of a recurrent layer; 0: as in the paper. */
  hiddenSize: NetworkSettings.shape.hiddenSize.unwrap().default(128),
  /** Recurrent layers; 0: as in the paper. */
  layers: NetworkSettings.shape.layers.unwrap().default(2),
  /** Dropout before and after the recurrent layers; BERT uses its own rates inside. */
  dropout: z.number().min(0).max(0.95).default(0.4),
  scheme: z.enum(['BIO', 'BIOES']).default('BIO'),
  /** Characters with fewer occurrences in training become unknown. */
  minCount: z.number().int().min(1).max(1000).default(1),
  /** Maximum tokens per window, 32 to 512; longer texts are cut into windows. */
  windowLength: z.number().int().min(32).max(512).default(256),
});
export type NerSettings = z.infer<typeof NerSettings>;

/** Recommended settings for encoders with random weights. */
const ENCODER_DEFAULTS = {
  learningRate: 5e-4,
  warmupShare: 0.1,
  batchSize: 16,
  clipNorm: 1,
  dropout: 0.1,
  layers: 1,
  headRate: 4,
  epochs: 20,
} as const;

/** Returns the recommended settings of network and front that differ from the defaults of `NerSettings`. */
export function nerDefaults(
  network: NerNetwork,
  front: NerSettings['front'] = 'embedding',
): Partial<NerSettings> {
  return readsEncoder({ network, front }) ? ENCODER_DEFAULTS : HEADS[NETWORKS[network].ner.head].defaults;
}

export const RunSettings = z.discriminatedUnion('task', [
  NerSettings,
  ClassifySettings,
  RelationSettings,
  PairSettings,
  NormalisationSettings,
  PretrainSettings,
]);
export type RunSettings = z.infer<typeof RunSettings>;

const ScoreByType = Score.extend({ perType: z.record(z.string(), Score) });

/** Exact: same place and type. Relaxed: overlap of the same type. */
export const NerScores = ScoreByType.extend({ relaxed: ScoreByType });
export type NerScores = z.infer<typeof NerScores>;

export const NerErrorKind = z.enum(['missed', 'spurious', 'wrong-type', 'wrong-boundary', 'wrong-both']);
export type NerErrorKind = z.infer<typeof NerErrorKind>;

export const NerError = z.object({
  kind: NerErrorKind,
  /** Index of the document in its data set, from 0. */
  document: z.number().int(),
  gold: LabelledSpan.optional(),
  predicted: LabelledSpan.extend({ confidence: z.number() }).optional(),
});
export type NerError = z.infer<typeof NerError>;

export const NerReport = z.object({
  task: z.literal('ner'),
  dataSet: z.string(),
  scores: NerScores,
  /** Rows gold, columns predicted; the last label, `none`, is no entity. */
  confusion: z.object({ labels: z.array(z.string()), counts: z.array(z.array(z.number().int())) }),
  /** At most `MAX_REPORTED_ERRORS`, in the order of the documents; `errorCounts` counts all. */
  errors: z.array(NerError),
  errorCounts: z.record(NerErrorKind, z.number().int()),
  /** Gold entities that tags cannot hold, by reason (nested, overlap …); they count as missed. */
  untaggable: z.record(z.string(), z.number().int()),
  /** Characters per second. */
  charactersPerSecond: z.number(),
});
export type NerReport = z.infer<typeof NerReport>;
export const MAX_REPORTED_ERRORS = 3000;

/** Scores of a trained model, by task. */
export const RunReport = z.discriminatedUnion('task', [NerReport, ClassificationReport, PretrainReport]);
export type RunReport = z.infer<typeof RunReport>;

/**
 * `interrupted`: the process died; the run resumes from its last checkpoint like a paused one. `queued`: waits for
 * another run.
 */
export const RunState = z.enum([
  'queued',
  'running',
  'paused',
  'interrupted',
  'finished',
  'cancelled',
  'failed',
]);
export type RunState = z.infer<typeof RunState>;

const UNFINISHED: ReadonlySet<RunState> = new Set(['queued', 'running', 'paused', 'interrupted']);
/** True when the run is under way or can be resumed. */
export const isUnfinished = (state: RunState): boolean => UNFINISHED.has(state);

export const RunProgress = z.object({
  /** Completed updates, of `totalSteps`. */
  step: z.number().int(),
  totalSteps: z.number().int(),
  /** Completed epochs, with fraction. */
  epoch: z.number(),
  /** Training time without pauses. */
  seconds: z.number(),
  /** Without padding. */
  tokensPerSecond: z.number(),
  etaSeconds: z.number().optional(),
  /** Resident memory of the training process. */
  memoryBytes: z.number(),
  loss: z.number().optional(),
});
export type RunProgress = z.infer<typeof RunProgress>;

/**
 * Metric that selects the weights: dev F1 of a tagger, micro or macro F1 of a classifier, 1 ÷ dev perplexity of an
 * encoder. Epochs may be fractions.
 */
export const BestScore = z.object({ score: z.number(), step: z.number().int(), epoch: z.number() });
export type BestScore = z.infer<typeof BestScore>;

export const RunSummary = z.object({
  id: RunId,
  /** Name of the run and of its model. */
  name: z.string(),
  settings: RunSettings,
  train: DataSet.pick({ id: true, name: true, sha256: true }),
  dev: DataSet.pick({ id: true, name: true, sha256: true }),
  state: RunState,
  createdAt: z.string(),
  endedAt: z.string().optional(),
  progress: RunProgress.optional(),
  best: BestScore.optional(),
  /** The executor, for example `onnx:cpu`. */
  executor: z.string().optional(),
  parameters: z.number().int().optional(),
  /** Warnings: leakage, a fallback to another executor … */
  warnings: z.array(Message),
  error: AppErrorData.optional(),
  modelId: ModelId.optional(),
  /** The experiment and the index of its cell. */
  cell: z.object({ experiment: z.number().int(), number: z.number().int() }).optional(),
  /** Hash of settings and data, for finding equal runs. */
  configHash: z.string(),
  version: z.string(),
});
export type RunSummary = z.infer<typeof RunSummary>;

export const RunDetail = RunSummary.extend({ report: RunReport.optional() });
export type RunDetail = z.infer<typeof RunDetail>;

/** A point of the curves: a training step, or an evaluation on the dev set (`dev`). */
export const RunPoint = z.object({
  step: z.number().int(),
  epoch: z.number(),
  /** Training time since the start, without pauses. */
  seconds: z.number(),
  loss: z.number().optional(),
  learningRate: z.number().optional(),
  gradientNorm: z.number().optional(),
  tokensPerSecond: z.number().optional(),
  dev: z.record(z.string(), z.number()).optional(),
});
export type RunPoint = z.infer<typeof RunPoint>;

/** Describes a model and its origin. */
export const ModelCard = z.object({
  id: ModelId,
  name: z.string(),
  /** `encoder`: a BERT to build taggers on. */
  task: z.enum(['ner', 'encoder', ...TextTask.options]),
  /** Origin of the model; absent: by an earlier version, or it ships with the app. */
  origin: z.enum(['run', 'import', 'init', 'ensemble']).optional(),
  /** Name of network and size, such as `bilstm-crf`. */
  network: z.string(),
  labels: z.array(z.string()),
  parameters: z.number().int(),
  bytes: z.number().int(),
  createdAt: z.string(),
  executor: z.string().optional(),
  trainSet: z.string().optional(),
  devSet: z.string().optional(),
  dataHash: z.string().optional(),
  settings: RunSettings.optional(),
  /** Scores on the dev set, by name. */
  metrics: z.record(z.string(), z.number()),
  /** Models of an ensemble with their shares in its answers. */
  members: z
    .array(
      z.object({
        name: z.string(),
        network: z.string(),
        weight: z.number(),
        /** Set where the model tells the parents of labels. */
        level: z.literal('parents').optional(),
      }),
    )
    .optional(),
  /** Present for an encoder that was pre-trained here. */
  corpus: PretrainCorpus.optional(),
  /** Fingerprint of the knowledge graph whose entities the model reads; absent: it reads none. */
  graph: z.string().optional(),
  /** Scores and times with and without int8 weights, if measured on the dev set. */
  int8: z
    .object({ f1Before: z.number(), f1After: z.number(), msBefore: z.number(), msAfter: z.number() })
    .optional(),
  /** Predicts with int8 weights. */
  useInt8: z.boolean(),
  /** Highlights in the editor (task `ner`), or predicts in the diagnosis panel (`classify`, `diagnose`). */
  inUse: z.boolean(),
  runId: RunId.optional(),
  version: z.string(),
});
export type ModelCard = z.infer<typeof ModelCard>;

/** Exported part of a card; ids belong to one workspace. */
export const ExportedCard = ModelCard.omit({ id: true, inUse: true, runId: true });
export type ExportedCard = z.infer<typeof ExportedCard>;

/** An entity that a model found. */
export const PredictedSpan = LabelledSpan.extend({
  text: z.string(),
  /** Probability of its least certain tag, 0 to 1. */
  confidence: z.number(),
  /** Assertion in the record; absent where only the words count, as in evaluations. */
  assertion: Assertion.optional(),
});
export type PredictedSpan = z.infer<typeof PredictedSpan>;

/** Largest accepted relative error; float32 stays below 1e-4 on the training steps of calibration. */
export const MAX_EXECUTOR_ERROR = 1e-3;

/** An executor as calibration found it. */
export const ExecutorReport = z.object({
  id: z.string(),
  provider: z.string(),
  available: z.boolean(),
  reason: Message.optional(),
  /** Median of one small training step. */
  msPerStep: z.number().optional(),
  /** Largest relative difference from the reference; above `MAX_EXECUTOR_ERROR` its results are wrong. */
  maxError: z.number().optional(),
});
export type ExecutorReport = z.infer<typeof ExecutorReport>;

export const CalibrationReport = z.object({
  /** Absent: not measured on this machine and version. */
  at: z.string().optional(),
  /** The executors measured so far. */
  executors: z.array(ExecutorReport),
  /** Executor selected by `auto`. */
  chosen: z.string(),
  /** `auto`, or the executor chosen by the user in its place. */
  pinned: z.string(),
  /** Executor under measurement, with progress. */
  measuring: z.object({ name: z.string(), done: z.number().int(), total: z.number().int() }).optional(),
});
export type CalibrationReport = z.infer<typeof CalibrationReport>;
