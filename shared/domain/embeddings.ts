/** Settings and progress of word-vector training. */
import { z } from 'zod';

export const VectorUnit = z.enum(['character', 'word']);
export type VectorUnit = z.infer<typeof VectorUnit>;

/** Settings of all methods. Defaults are those of CMedLMs, the dimension the one it reports. */
const CommonSettings = z.object({
  unit: VectorUnit.default('character'),
  dimension: z.number().int().min(1).max(1024).default(50),
  /** Context tokens on each side. */
  window: z.number().int().min(1).max(100).default(5),
  /** Minimum count of a token. */
  minCount: z.number().int().min(1).max(1_000_000).default(5),
  seed: z.number().int().nonnegative().max(Number.MAX_SAFE_INTEGER).default(1),
  /** Folds width and case of the texts. */
  folded: z.boolean().default(true),
  /** 0: one per processor core. One thread is deterministic, several are not. */
  threads: z.number().int().min(0).max(256).default(0),
});

const MAX_EPOCHS = 1000;

/** Mikolov et al. 2013, with negative sampling, as gensim computes it. */
export const Word2VecSettings = CommonSettings.extend({
  method: z.literal('word2vec'),
  /** CBOW predicts a token by the mean of its context, skip-gram by each token of the context. */
  architecture: z.enum(['cbow', 'skip-gram']).default('cbow'),
  epochs: z.number().int().min(1).max(MAX_EPOCHS).default(5),
  /** Negative samples per token. */
  negative: z.number().int().min(1).max(100).default(5),
  /** Exponent r: tokens are sampled with probability ∝ countʳ. */
  negativeExponent: z.number().min(-1).max(1).default(0.75),
  /** Subsampling threshold, as a share of the corpus; 0: none. */
  sample: z.number().min(0).max(1).default(1e-3),
  /** Initial learning rate; falls linearly with the words read … */
  alpha: z.number().positive().max(1).default(0.025),
  /** … to this final value. */
  minAlpha: z.number().positive().max(1).default(0.0001),
});
export type Word2VecSettings = z.infer<typeof Word2VecSettings>;

/** Pennington, Socher & Manning 2014: weighted least squares on log co-occurrence counts. */
export const GloveSettings = CommonSettings.extend({
  method: z.literal('glove'),
  epochs: z.number().int().min(1).max(MAX_EPOCHS).default(15),
  learningRate: z.number().positive().max(1).default(0.05),
  /** Count at which a pair's weight reaches 1. */
  xMax: z.number().positive().default(100),
  /** Exponent a: rarer pairs weigh (count / xMax)ᵃ. */
  weightExponent: z.number().min(0).max(1).default(0.75),
});
export type GloveSettings = z.infer<typeof GloveSettings>;

export const EmbeddingSettings = z.discriminatedUnion('method', [Word2VecSettings, GloveSettings]);
export type EmbeddingSettings = z.infer<typeof EmbeddingSettings>;

export const EmbeddingProgress = z.object({
  /** Completed passes over the corpus. */
  epoch: z.number().int().nonnegative(),
  /** Processed and total tokens (word2vec) or pairs (GloVe) over all epochs. */
  done: z.number().nonnegative(),
  total: z.number().positive(),
  /** Tokens or pairs per second since the last report. */
  rate: z.number().nonnegative(),
  /** Mean loss per token or pair since the last report; absent without progress. */
  loss: z.number().optional(),
  secondsLeft: z.number().nonnegative().optional(),
});
export type EmbeddingProgress = z.infer<typeof EmbeddingProgress>;
