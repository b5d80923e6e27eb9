/** Pre-training of encoders on texts without labels: masked tokens, and pairs of segments (CMed-BERT). */
import { z } from 'zod';
import { LoopSettings } from './loop-settings.ts';

/** A text of a corpus. */
export const CorpusDocument = z.object({ id: z.string(), text: z.string() });
export type CorpusDocument = z.infer<typeof CorpusDocument>;

/** What is told apart besides: whether a segment follows another (`nsp`), or whether two are in order (`sop`). */
export const PairObjective = z.enum(['none', 'nsp', 'sop']);
export type PairObjective = z.infer<typeof PairObjective>;

export const PretrainSettings = LoopSettings.extend({
  task: z.literal('pretrain'),
  /** The encoder that goes on learning, by its name in the registry; or a size, which begins with random weights. */
  encoder: z.string().min(1).max(200).default('mini'),
  pair: PairObjective.default('none'),
  /** What is hidden at once: a token, or a word as jieba parts them with all its tokens. */
  masking: z.enum(['char', 'word']).default('char'),
  /** Tokens of a sequence, [CLS] and [SEP] included. */
  length: z.number().int().min(16).max(512).default(128),
  /** Most tokens to guess in a sequence; 0: a fifth of its length, as in the paper (77 of 384). */
  maxPredictions: z.number().int().min(0).max(512).default(0),
  /** Share of the texts that is not trained on: dev loss is measured there. */
  devShare: z.number().min(0.001).max(0.5).default(0.02),
  /** Evaluations an epoch. Patience counts them. */
  evaluations: z.number().int().min(1).max(1000).default(1),
  /** Updates after which the run ends, within its epochs; 0: all of these. */
  steps: z.number().int().min(0).max(100_000_000).default(0),
  /** Random weights: rarer characters are read as unknown. */
  minCount: z.number().int().min(1).max(1000).default(2),
  epochs: LoopSettings.shape.epochs.default(3),
  learningRate: LoopSettings.shape.learningRate.default(1e-4),
  warmupShare: LoopSettings.shape.warmupShare.default(0.08),
  clipNorm: LoopSettings.shape.clipNorm.default(1),
});
export type PretrainSettings = z.infer<typeof PretrainSettings>;

/** Weights that begin at random learn faster than those that know something already. */
export function pretrainDefaults(randomWeights: boolean): Partial<PretrainSettings> {
  return randomWeights ? { learningRate: 5e-4 } : {};
}

/** What a corpus came down to. */
export const PretrainCorpus = z.object({
  /** Texts, each once; a long one counts as several. */
  documents: z.number().int(),
  /** Texts left out because an equal one was there already, but for width, case and white space. */
  duplicates: z.number().int(),
  /** UTF-16 code units of the texts that stayed. */
  characters: z.number().int(),
  /** Their tokens. */
  tokens: z.number().int(),
  /** Texts kept for dev, and sequences in each share. */
  devDocuments: z.number().int(),
  trainSequences: z.number().int(),
  devSequences: z.number().int(),
});
export type PretrainCorpus = z.infer<typeof PretrainCorpus>;

/** How well an encoder guesses hidden tokens of texts that it was not trained on. */
export const PretrainReport = z.object({
  task: z.literal('pretrain'),
  /** Where the dev texts come from. */
  dataSet: z.string(),
  pair: PairObjective,
  masking: PretrainSettings.shape.masking.unwrap(),
  corpus: PretrainCorpus,
  /** Mean cross entropy of a hidden token, in nats. */
  loss: z.number(),
  /** exp(loss). */
  perplexity: z.number(),
  /** Share of the hidden tokens that are the most probable ones. */
  accuracy: z.number(),
  /** Hidden tokens. */
  guesses: z.number().int(),
  pairLoss: z.number().optional(),
  /** Share of the pairs that were told apart rightly. */
  pairAccuracy: z.number().optional(),
});
export type PretrainReport = z.infer<typeof PretrainReport>;
