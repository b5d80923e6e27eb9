/** Labels of whole texts: text classification and diagnosis prediction. */
import { z } from 'zod';
import { FrontSettings, readsEncoder } from './front-settings.ts';
import { LoopSettings } from './loop-settings.ts';
import { ClassifyNetwork, TextNetworkSettings } from './networks.ts';
import { Abstention, Calibration, DecisionSettings } from './probabilities.ts';
import { Score } from './score.ts';

export { Abstention, Calibration } from './probabilities.ts';

/** `classify`: one label a text; `diagnose`: one or several. */
export const ClassifyTask = z.enum(['classify', 'diagnose']);
export type ClassifyTask = z.infer<typeof ClassifyTask>;

/** A text with its labels, each once; at least one. */
export const ClassifiedDocument = z.object({
  id: z.string(),
  text: z.string(),
  labels: z.array(z.string().min(1)).min(1),
});
export type ClassifiedDocument = z.infer<typeof ClassifiedDocument>;

export const ClassifySettings = LoopSettings.extend({
  task: ClassifyTask,
  network: ClassifyNetwork.default('staresgru-cnn'),
  ...FrontSettings.shape,
  ...TextNetworkSettings.shape,
  /** On token vectors and features. */
  dropout: z.number().min(0).max(0.95).default(0.4),
  /** Characters that occur less often in training are read as unknown. */
  minCount: z.number().int().min(1).max(1000).default(1),
  /** Most tokens of a text that are read. */
  length: z.number().int().min(32).max(512).default(256),
  /** The part of a longer text that is read: its beginning, or its first quarter of that length and its end. */
  keep: z.enum(['head', 'head-tail']).default('head'),
  /**
   * Against rare labels. `balanced`: a label counts by texts ÷ (labels × its texts), where texts have several labels
   * by texts without it ÷ texts with it; at most 20. `focal`: the focal loss with γ = 2.
   */
  weighting: z.enum(['none', 'balanced', 'focal']).default('none'),
  ...DecisionSettings.shape,
  /** The dev score that decides which weights are kept and that thresholds of labels are tuned for. */
  select: z.enum(['microF1', 'macroF1']).default('microF1'),
});
export type ClassifySettings = z.infer<typeof ClassifySettings>;

const ENCODER_DEFAULTS = {
  learningRate: 5e-4,
  warmupShare: 0.1,
  batchSize: 16,
  clipNorm: 1,
  dropout: 0.1,
  headRate: 4,
} as const;
const TABLE_DEFAULTS = { learningRate: 1e-3 } as const;

/** Returns what suits network and front where it differs from the defaults of `ClassifySettings`. */
export function classifyDefaults(
  settings: Pick<ClassifySettings, 'network' | 'front'>,
): Partial<ClassifySettings> {
  return readsEncoder(settings) ? ENCODER_DEFAULTS : TABLE_DEFAULTS;
}

/** Predictions of about the same confidence, and how many of them are right. */
export const ReliabilityBin = z.object({
  from: z.number(),
  to: z.number(),
  count: z.number().int(),
  /** Means over the bin; 0 when it is empty. */
  confidence: z.number(),
  accuracy: z.number(),
});
export type ReliabilityBin = z.infer<typeof ReliabilityBin>;

export const RankedLabel = z.object({ label: z.string(), probability: z.number() });
export type RankedLabel = z.infer<typeof RankedLabel>;

export const ClassificationError = z.object({
  /** Number of the document in its data set, from 0. */
  document: z.number().int(),
  gold: z.array(z.string()),
  predicted: z.array(z.string()),
  /** The most probable labels. */
  top: z.array(RankedLabel),
});
export type ClassificationError = z.infer<typeof ClassificationError>;

export const HIT_RANKS = [1, 3, 5, 10] as const;
export const MAX_CLASSIFICATION_ERRORS = 500;
export const MAX_CONFUSION_LABELS = 30;

export const ClassificationReport = z.object({
  task: ClassifyTask,
  dataSet: z.string(),
  /** Texts. */
  documents: z.number().int(),
  /** Share of the texts whose labels are exactly the gold ones. */
  accuracy: z.number(),
  micro: Score,
  /** Mean over the labels that are gold or predicted somewhere; `support` counts these labels. */
  macro: Score,
  perLabel: z.record(z.string(), Score),
  /** Share of the texts with a gold label among the k most probable ones, by k. */
  hitAt: z.record(z.string(), z.number()),
  /**
   * Expected calibration error, 15 bins of equal width: of the most probable label of each text, or where texts have
   * several labels of every label of every text.
   */
  ece: z.number(),
  /** The same before calibration. */
  eceRaw: z.number(),
  reliability: z.array(ReliabilityBin),
  /** One label a text: rows gold, columns predicted; the most frequent labels, and `other` for the rest. */
  confusion: z.object({ labels: z.array(z.string()), counts: z.array(z.array(z.number().int())) }).optional(),
  calibration: Calibration,
  /** Several labels a text: from which probability on a label holds. */
  thresholds: z.record(z.string(), z.number()).optional(),
  /** Calibration and thresholds were fitted on these very texts: what depends on them is a little too good. */
  fittedHere: z.boolean(),
  /** They were fitted so many times, each time on the texts outside the fold that they judged. */
  folds: z.int().optional(),
  abstention: Abstention.optional(),
  /** At most `MAX_CLASSIFICATION_ERRORS`, in the order of the documents; `errorCount` counts all. */
  errors: z.array(ClassificationError),
  errorCount: z.number().int(),
  /** Texts longer than what is read of them. */
  cut: z.number().int(),
  /** Characters read a second. */
  charactersPerSecond: z.number(),
});
export type ClassificationReport = z.infer<typeof ClassificationReport>;
