/** Trained model as files: settings, vocabulary and weights. */
import { z } from 'zod';
import { Abstention, Calibration, ClassifyTask } from '../../../shared/domain/classification.ts';
import { BertConfig } from '../models/bert/config.ts';
import { TaggerConfig } from '../models/tagger/config.ts';
import { TextClassifierConfig } from '../models/text-classifier/config.ts';

export const TokenizerConfig = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('wordpiece'), lowerCase: z.boolean() }),
  z.object({ kind: z.literal('character') }),
]);
export type TokenizerConfig = z.infer<typeof TokenizerConfig>;

/** `config.json` of a model folder. */
export const ModelFileConfig = z.discriminatedUnion('task', [
  z.object({
    format: z.literal(1),
    task: z.literal('ner'),
    model: TaggerConfig,
    tokenizer: TokenizerConfig,
    window: z.object({ length: z.int().positive(), overlap: z.int().nonnegative() }),
  }),
  z.object({
    format: z.literal(1),
    task: ClassifyTask,
    model: TextClassifierConfig,
    tokenizer: TokenizerConfig,
    /** Most tokens of an input, and the parts kept of longer texts. */
    reading: z.object({ length: z.int().min(3).max(65_536), keep: z.enum(['head', 'head-tail']) }),
    /** Calibration fitted on the dev set. */
    calibration: Calibration,
    /** Calibrated probability from which each label holds, in multiple mode; else empty. */
    thresholds: z.array(z.number()),
    /** Abstention rule; absent: never abstains. */
    abstention: Abstention.optional(),
    /** sha256 of the texts used to fit calibration, thresholds and abstention. */
    fittedOn: z.string().optional(),
  }),
  z.object({
    format: z.literal(1),
    task: z.literal('encoder'),
    model: BertConfig,
    tokenizer: TokenizerConfig,
  }),
]);
export type ModelFileConfig = z.infer<typeof ModelFileConfig>;

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
