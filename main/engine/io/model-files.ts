/** A trained model as files: settings, vocabulary and weights. */
import { z } from 'zod';
import { BertConfig } from '../models/bert/config.ts';
import { TaggerConfig } from '../models/tagger/config.ts';

/** How texts become tokens. */
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
    /** Tokens read at once and tokens that neighbouring windows share. */
    window: z.object({ length: z.int().positive(), overlap: z.int().nonnegative() }),
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
  /** `vocab.txt` of a WordPiece tokenizer, or a table of characters with their counts. */
  readonly vocabulary: string;
  /** A safetensors file as chunks; names and axes as in PyTorch. */
  readonly weights: readonly Uint8Array[];
}

/** Names of the files in a model folder. */
export const MODEL_FILES = {
  card: 'card.json',
  config: 'config.json',
  vocabulary: 'vocab.txt',
  weights: 'model.safetensors',
} as const;
