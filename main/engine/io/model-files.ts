/** Trained model as files: settings, vocabulary and weights. */
import { z } from 'zod';
import { Abstention, Calibration, TextTask } from '../../../shared/domain/classification.ts';
import { NormalisationRules } from '../../../shared/domain/normalisation.ts';
import { PairRules } from '../../../shared/domain/relations.ts';
import { LinearClassifierConfig } from '../linear/config.ts';
import { BertConfig } from '../models/bert/config.ts';
import { TaggerConfig } from '../models/tagger/config.ts';
import { TextClassifierConfig } from '../models/text-classifier/config.ts';
import { Hierarchy } from '../tasks/classify/hierarchy.ts';

export const TokenizerConfig = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('wordpiece'), lowerCase: z.boolean() }),
  z.object({ kind: z.literal('character') }),
  /** Byte-level BPE, as RoBERTa has. */
  z.object({ kind: z.literal('byte-bpe'), addPrefixSpace: z.boolean() }),
]);
export type TokenizerConfig = z.infer<typeof TokenizerConfig>;

/** Limit of members of an ensemble. */
export const MOST_MEMBERS = 20;

/** Settings that turn the logits of any classifier into labels. */
const CLASSIFIER = {
  format: z.literal(1),
  task: TextTask,
  /** Calibration fitted on the dev set. */
  calibration: Calibration,
  /** Calibrated probability from which each label holds, in multiple mode; else empty. */
  thresholds: z.array(z.number()),
  /** Abstention rule; absent: never abstains. */
  abstention: Abstention.optional(),
  /** sha256 of the texts used to fit calibration, thresholds and abstention. */
  fittedOn: z.string().optional(),
  /** Settings by which a model of relations makes pairs of mentions; present for that task. */
  pairs: PairRules.optional(),
};

const NeuralClassifierFile = z.object({
  ...CLASSIFIER,
  family: z.undefined().optional(),
  model: TextClassifierConfig,
  tokenizer: TokenizerConfig,
  /** Most tokens of an input, and the parts kept of longer texts. */
  reading: z.object({ length: z.int().min(3).max(65_536), keep: z.enum(['head', 'head-tail']) }),
});

const LinearClassifierFile = z.object({
  ...CLASSIFIER,
  family: z.literal('linear'),
  model: LinearClassifierConfig,
});

type LinearClassifierFile = z.infer<typeof LinearClassifierFile>;

const TaggerFile = z.object({
  format: z.literal(1),
  task: z.literal('ner'),
  family: z.undefined().optional(),
  model: TaggerConfig,
  tokenizer: TokenizerConfig,
  window: z.object({ length: z.int().positive(), overlap: z.int().nonnegative() }),
});
export type TaggerFile = z.infer<typeof TaggerFile>;

const labels = z
  .array(z.string().min(1))
  .min(1)
  .refine((all) => new Set(all).size === all.length, { message: 'labels must differ' });

/** Whole models of one kind with their shares in the answer, which add up to 1 at each level of labels. */
const membersOf = <Config extends z.ZodType>(config: Config) =>
  z
    .array(
      z.object({
        name: z.string(),
        weight: z.number().min(0).max(1),
        config,
        /** Set where the member tells the parents of labels. */
        level: z.literal('parents').optional(),
      }),
    )
    .min(1)
    .max(MOST_MEMBERS);

/** Averages the calibrated probabilities of its members. */
const ClassifierEnsembleFile = z.object({
  ...CLASSIFIER,
  family: z.literal('ensemble'),
  model: z.object({
    labels,
    mode: z.enum(['single', 'multiple']),
    members: membersOf(z.discriminatedUnion('family', [NeuralClassifierFile, LinearClassifierFile])),
    /** Present where labels have parents, which some of the members tell. */
    hierarchy: Hierarchy.optional(),
  }),
});
export type ClassifierEnsembleFile = z.infer<typeof ClassifierEnsembleFile>;

/** Any classifier of pairs, as a normaliser holds it. */
const PairFile = z.discriminatedUnion('family', [
  NeuralClassifierFile,
  LinearClassifierFile,
  ClassifierEnsembleFile,
]);
export type PairFileConfig = z.infer<typeof PairFile>;

/** Standard terms as labels: candidates by rules, judged by a model of pairs, whose vocabulary and weights the files are. */
const NormaliserFile = z.object({
  ...CLASSIFIER,
  family: z.literal('normaliser'),
  model: z.object({ labels, mode: z.literal('multiple'), rules: NormalisationRules, pairs: PairFile }),
});
export type NormaliserFile = z.infer<typeof NormaliserFile>;

/** Keeps spans whose mean over the members reaches the threshold. */
const TaggerEnsembleFile = z.object({
  format: z.literal(1),
  task: z.literal('ner'),
  family: z.literal('ensemble'),
  model: z.object({
    labels,
    threshold: z.number().min(0).max(1),
    /** Averaged: the confidences of the entities that members decode, or the probabilities of all spans. */
    average: z.enum(['entities', 'spans']).default('entities'),
    /** Whether entities may overlap; absent: where a member's may. */
    nested: z.boolean().optional(),
    members: membersOf(TaggerFile),
  }),
});
export type TaggerEnsembleFile = z.infer<typeof TaggerEnsembleFile>;
export type EnsembleFile = ClassifierEnsembleFile | TaggerEnsembleFile;

/** Returns whether a model is a linear classifier, which has no tensors of a network. */
export const isLinearModel = (config: ModelFileConfig): config is LinearClassifierFile =>
  'family' in config && config.family === 'linear';
export const isNormaliser = (config: ModelFileConfig): config is NormaliserFile =>
  'family' in config && config.family === 'normaliser';
export const isPairFile = (config: ModelFileConfig): config is PairFileConfig =>
  'calibration' in config && config.family !== 'normaliser';
export const isEnsemble = (config: ModelFileConfig): config is EnsembleFile =>
  'family' in config && config.family === 'ensemble';
/** Returns whether a model is a network itself. */
export const isNetworkModel = (config: ModelFileConfig): config is NetworkFileConfig =>
  !(isLinearModel(config) || isEnsemble(config) || isNormaliser(config));
/** Settings of models that are networks. */
export type NetworkFileConfig = Exclude<
  ModelFileConfig,
  LinearClassifierFile | EnsembleFile | NormaliserFile
>;

/** `config.json` of a model folder. */
export const ModelFileConfig = z.discriminatedUnion('task', [
  z.discriminatedUnion('family', [TaggerFile, TaggerEnsembleFile]),
  z.discriminatedUnion('family', [
    NeuralClassifierFile,
    LinearClassifierFile,
    ClassifierEnsembleFile,
    NormaliserFile,
  ]),
  z.object({
    format: z.literal(1),
    task: z.literal('encoder'),
    model: BertConfig,
    tokenizer: TokenizerConfig,
  }),
]);
export type ModelFileConfig = z.infer<typeof ModelFileConfig>;

/** Returns the labels or entity types of a model; none of an encoder. */
export function labelsOf(config: ModelFileConfig): string[] {
  if (config.task === 'encoder') return [];
  return 'tags' in config.model ? config.model.tags.types : config.model.labels;
}

export interface ModelFiles {
  readonly config: ModelFileConfig;
  /** `vocab.txt` of a WordPiece tokenizer, or a table of characters with counts. */
  readonly vocabulary: string;
  /** Safetensors file as chunks, with PyTorch's names and axes. */
  readonly weights: readonly Uint8Array[];
}

export const MODEL_FILES = {
  card: 'card.json',
  config: 'config.json',
  vocabulary: 'vocab.txt',
  weights: 'model.safetensors',
} as const;
