/** Word vectors: how they are trained, and what a training tells while it runs. */
import { z } from 'zod';

export const VectorUnit = z.enum(['character', 'word']);
export type VectorUnit = z.infer<typeof VectorUnit>;

/** What every method takes; the defaults are CMedLMs', the dimension the one that it reports. */
const CommonSettings = z.object({
  unit: VectorUnit.default('character'),
  dimension: z.number().int().min(1).max(1024).default(50),
  /** Neighbours on each side that count as context. */
  window: z.number().int().min(1).max(100).default(5),
  /** Rarer tokens are left out. */
  minCount: z.number().int().min(1).max(1_000_000).default(5),
  seed: z.number().int().nonnegative().max(Number.MAX_SAFE_INTEGER).default(1),
  /** Width and case of the texts are folded. */
  folded: z.boolean().default(true),
  /** 0: as many as there are processor cores. One thread gives the same vectors every time, several do not. */
  threads: z.number().int().min(0).max(256).default(0),
});

const MAX_EPOCHS = 1000;

/** Mikolov et al. 2013, with negative sampling, as gensim computes it. */
export const Word2VecSettings = CommonSettings.extend({
  method: z.literal('word2vec'),
  /** CBOW predicts a token by the mean of its context, skip-gram by each token of the context. */
  architecture: z.enum(['cbow', 'skip-gram']).default('cbow'),
  epochs: z.number().int().min(1).max(MAX_EPOCHS).default(5),
  /** Tokens drawn at random against each one that occurred. */
  negative: z.number().int().min(1).max(100).default(5),
  /** Tokens are drawn with probability ∝ countʳ; r. */
  negativeExponent: z.number().min(-1).max(1).default(0.75),
  /** Share of the corpus above which a token is often skipped; 0 skips none. */
  sample: z.number().min(0).max(1).default(1e-3),
  /** Learning rate at the start; it falls linearly with the words read … */
  alpha: z.number().positive().max(1).default(0.025),
  /** … to this. */
  minAlpha: z.number().positive().max(1).default(0.0001),
});
export type Word2VecSettings = z.infer<typeof Word2VecSettings>;

/** Pennington, Socher & Manning 2014: weighted least squares on log co-occurrence counts. */
export const GloveSettings = CommonSettings.extend({
  method: z.literal('glove'),
  epochs: z.number().int().min(1).max(MAX_EPOCHS).default(15),
  learningRate: z.number().positive().max(1).default(0.05),
  /** Count from which on a pair weighs 1. */
  xMax: z.number().positive().default(100),
  /** Rarer pairs weigh (count / xMax)ᵃ; a. */
  weightExponent: z.number().min(0).max(1).default(0.75),
});
export type GloveSettings = z.infer<typeof GloveSettings>;

export const EmbeddingSettings = z.discriminatedUnion('method', [Word2VecSettings, GloveSettings]);
export type EmbeddingSettings = z.infer<typeof EmbeddingSettings>;

export const EmbeddingProgress = z.object({
  /** Passes over the corpus that are complete. */
  epoch: z.number().int().nonnegative(),
  /** Tokens (word2vec) or pairs (GloVe) done and to do, over all epochs. */
  done: z.number().nonnegative(),
  total: z.number().positive(),
  /** Tokens or pairs a second, since the last report. */
  rate: z.number().nonnegative(),
  /** Mean loss of a predicted token or of a pair, since the last report; absent when nothing was done since. */
  loss: z.number().optional(),
  secondsLeft: z.number().nonnegative().optional(),
});
export type EmbeddingProgress = z.infer<typeof EmbeddingProgress>;
