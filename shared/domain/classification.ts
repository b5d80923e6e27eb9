/** Labels of whole texts: text classification and diagnosis prediction. */
import { z } from 'zod';
import { TextEnsembleSettings } from './ensemble-settings.ts';
import { FrontSettings, readsEncoder } from './front-settings.ts';
import { HierarchySettings } from './hierarchy-settings.ts';
import { LexiconSettings } from './lexicon-settings.ts';
import { LinearSettings } from './linear.ts';
import { LoopSettings, RDropSettings } from './loop-settings.ts';
import { ClassifyNetwork, linearMethod, TextNetworkSettings } from './networks.ts';
import { PretrainedSettings } from './pretrained.ts';
import { Abstention, Calibration, DecisionSettings } from './probabilities.ts';
import { RECIPE_SETTING } from './recipes.ts';
import { Score } from './score.ts';
import { isOfKind, type TasksOf, tasksOf } from './tasks.ts';

export { Abstention, Calibration } from './probabilities.ts';

/** Tasks on pairs of texts: any label, inference, or candidates for a question with grades as labels. */
export const PairTask = z.enum(tasksOf('pairs'));

/** Returns whether the texts of a task are pairs. */
export const isPairTask = (task: string): task is TasksOf<'pairs'> => isOfKind('pairs', task);

/** Tasks of files with labelled texts. */
export const ClassifyTask = z.enum(tasksOf('labels', 'pairs', 'terms'));
export type ClassifyTask = z.infer<typeof ClassifyTask>;

/** Tasks of classifiers: of texts and pairs of texts, or of a text in which two mentions are marked. */
export const TextTask = z.enum(tasksOf('labels', 'pairs', 'terms', 'relations'));
export type TextTask = z.infer<typeof TextTask>;

/** A text with at least one label, without repetition. */
export const ClassifiedDocument = z.object({
  id: z.string(),
  text: z.string(),
  labels: z.array(z.string().min(1)).min(1),
  /** Label above those of the text, such as the department of a disease. */
  parent: z.string().min(1).optional(),
});
export type ClassifiedDocument = z.infer<typeof ClassifiedDocument>;

/** Settings of classifiers of every task. */
export const TextSettings = LoopSettings.extend({
  task: TextTask,
  ...RECIPE_SETTING,
  ...RDropSettings.shape,
  ...PretrainedSettings.shape,
  network: ClassifyNetwork.default('staresgru-cnn'),
  ...FrontSettings.shape,
  ...TextNetworkSettings.shape,
  ...LinearSettings.shape,
  ...HierarchySettings.shape,
  ...TextEnsembleSettings.shape,
  /** Dropout on token vectors and features. */
  dropout: z.number().min(0).max(0.95).default(0.4),
  /** Characters with fewer occurrences in training become unknown. */
  minCount: z.number().int().min(1).max(1000).default(1),
  /** Longest part of a text that is read, in tokens. */
  length: z.number().int().min(32).max(512).default(256),
  /** Part of a longer text that is read: the beginning, or the first quarter of that length and the end. */
  keep: z.enum(['head', 'head-tail']).default('head'),
  /**
   * Weighting of rare labels. `balanced`: texts ÷ (labels × texts of the label), for several labels per text (texts
   * without it) ÷ (texts with it); at most 20. `focal`: focal loss with γ = 2.
   */
  weighting: z.enum(['none', 'balanced', 'focal']).default('none'),
  ...DecisionSettings.shape,
  /** Dev score that selects the weights and tunes the labels' thresholds. */
  select: z.enum(['microF1', 'macroF1']).default('microF1'),
});
export type TextSettings = z.infer<typeof TextSettings>;

export const ClassifySettings = TextSettings.extend({
  task: z.enum(tasksOf('labels')),
  ...LexiconSettings.shape,
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

/** Returns the recommended settings of network and front that differ from the defaults of `ClassifySettings`. */
export const classifyDefaults = (
  settings: Pick<ClassifySettings, 'network' | 'front'>,
): Partial<ClassifySettings> => {
  const linear = linearMethod(settings.network);
  // isotonic curves change which label is the most probable, at the cost of accuracy
  if (linear !== undefined) {
    const lexicon = linear.naiveBayes ? 'none' : 'graph'; // names of the graph did not help naive Bayes
    return { ...linear.defaults, lexicon, calibration: 'scaling', epochs: 1 };
  }
  return readsEncoder(settings) ? ENCODER_DEFAULTS : TABLE_DEFAULTS;
};

/** Predictions of similar confidence, and the share of correct ones. */
export const ReliabilityBin = z.object({
  from: z.number(),
  to: z.number(),
  count: z.number().int(),
  /** Means over the bin; 0 when empty. */
  confidence: z.number(),
  accuracy: z.number(),
});
export type ReliabilityBin = z.infer<typeof ReliabilityBin>;

export const RankedLabel = z.object({ label: z.string(), probability: z.number() });
export type RankedLabel = z.infer<typeof RankedLabel>;

export const ClassificationError = z.object({
  /** Index of the document in its data set, from 0. */
  document: z.number().int(),
  gold: z.array(z.string()),
  predicted: z.array(z.string()),
  /** Most probable labels. */
  top: z.array(RankedLabel),
});
export type ClassificationError = z.infer<typeof ClassificationError>;

export const HIT_RANKS = [1, 3, 5, 10] as const;
export const MAX_CLASSIFICATION_ERRORS = 500;
export const MAX_CONFUSION_LABELS = 30;

const TripleScores = z.object({ all: Score, perType: z.record(z.string(), Score) });

/** Strict scores of triples of words and types, each triple once a document. */
export const TripleReport = z.object({
  /** Between labelled mentions. */
  mentions: TripleScores,
  /** Between the mentions that a tagger found: joint decoding. */
  joint: TripleScores.extend({ tagger: z.string() }).optional(),
});
export type TripleReport = z.infer<typeof TripleReport>;

/** Scores of a model of pairs that orders candidates of questions: pairs with one first text and grades as labels. */
export const RankingReport = z.object({
  /** Questions with a relevant candidate beside another one. */
  questions: z.int(),
  /** Share of questions whose first candidate is relevant. */
  precisionAt1: z.number(),
  /** Mean of 1 ÷ rank of the first relevant candidate. */
  mrr: z.number(),
  ndcg: z.number(),
});
export type RankingReport = z.infer<typeof RankingReport>;

/** Scores of simple rules on the same texts: BM25 over n-grams; a text that is a term, the most similar term, the terms of the most similar training text. */
export const BaselineReport = z.object({
  name: z.enum(['bm25', 'exact', 'tfidf', 'nearest']),
  scores: z.record(z.string(), z.number()),
});
export type BaselineReport = z.infer<typeof BaselineReport>;

export const ClassificationReport = z.object({
  task: TextTask,
  dataSet: z.string(),
  /** Number of texts; of pairs of mentions for relations. */
  documents: z.number().int(),
  /** Share of texts with exactly the gold labels. */
  accuracy: z.number(),
  micro: Score,
  /** Mean over labels that are gold or predicted somewhere; `support` is their number. */
  macro: Score,
  perLabel: z.record(z.string(), Score),
  /** Share of texts with a gold label among the k most probable, by k. */
  hitAt: z.record(z.string(), z.number()),
  /**
   * Expected calibration error, 15 bins of equal width: over the most probable label of each text, or over every label
   * when texts have several.
   */
  ece: z.number(),
  /** Expected calibration error before calibration. */
  eceRaw: z.number(),
  reliability: z.array(ReliabilityBin),
  /** For one label per text. Rows gold, columns predicted; the most frequent labels, and `other`. */
  confusion: z.object({ labels: z.array(z.string()), counts: z.array(z.array(z.number().int())) }).optional(),
  calibration: Calibration,
  /** For several labels per text: threshold of each label. */
  thresholds: z.record(z.string(), z.number()).optional(),
  /**
   * True when calibration and thresholds were fitted on these texts, which makes the values depending on them slightly
   * optimistic.
   */
  fittedHere: z.boolean(),
  /** Number of folds: each text is judged by a calibration fitted on the other folds. */
  folds: z.int().optional(),
  abstention: Abstention.optional(),
  /** Present for pairs of texts with grades as labels, several for one first text. */
  ranking: RankingReport.optional(),
  /** Present for rankings and normalisation. */
  baselines: z.array(BaselineReport).optional(),
  /** Present in an evaluation of relations. */
  triples: TripleReport.optional(),
  /** At most `MAX_CLASSIFICATION_ERRORS`, in the order of the documents; `errorCount` counts all. */
  errors: z.array(ClassificationError),
  errorCount: z.number().int(),
  /** Number of texts that were cut. */
  cut: z.number().int(),
  /** Characters per second. */
  charactersPerSecond: z.number(),
});
export type ClassificationReport = z.infer<typeof ClassificationReport>;
