/** Linear text classifiers: methods and settings, named as in scikit-learn. */
import { z } from 'zod';

/** A way to learn weights of n-grams. */
export interface LinearMethod {
  /** `squared-hinge`: a classifier of each label against the others. `softmax`: one over all labels. */
  readonly loss: 'squared-hinge' | 'softmax';
  /** Multiplies each n-gram by its log-count ratio of naive Bayes. */
  readonly naiveBayes: boolean;
  /** Settings that did best on dev of several sets. */
  readonly defaults: { readonly c: number; readonly termWeighting: 'idf' | 'concentration' };
  readonly cite: string;
}

/** N-grams that a classifier counts; stored in a model's config.json. */
export const NgramSettings = z.object({
  /** Counts n-grams of characters, of words (one or two), or both. */
  analyzer: z.enum(['char', 'word', 'char+word']).default('char'),
  /** Shortest and longest n-gram of characters; marks at both ends of the text count as characters. */
  ngramMin: z.number().int().min(1).max(10).default(1),
  ngramMax: z.number().int().min(1).max(10).default(3),
});
export type NgramSettings = z.infer<typeof NgramSettings>;

export const LinearSettings = NgramSettings.extend({
  /** Leaves out n-grams of fewer training texts. */
  minDf: z.number().int().min(1).max(1000).default(2),
  /** Keeps so many n-grams, those of most texts; 0: all. */
  maxFeatures: z.number().int().min(0).max(10_000_000).default(1_000_000),
  /**
   * Weight of n-grams besides their frequency in a text: `idf`, or that times how much the n-gram tells about labels
   * (balanced distributional concentration).
   */
  termWeighting: z.enum(['idf', 'concentration']).default('idf'),
  /** C: weight of the training texts against small weights of n-grams. */
  c: z.number().positive().max(10_000).default(1),
});
export type LinearSettings = z.infer<typeof LinearSettings>;

/** Settings of other networks that linear classifiers read. */
const SHARED_SETTINGS: ReadonlySet<string> = new Set([
  'lexicon',
  'parentLabels',
  'hierarchySeparator',
  'weighting',
  'calibration',
  'abstainPrecision',
  'select',
  'seed',
  'network',
  'trainDocuments',
  'devDocuments',
  'checkpointMinutes',
  'pairReading',
  'pairForm',
  'pairDistance',
  'pairContext',
  'negatives',
  'candidates',
  'nearest',
  'codedTerms',
]);

/** Returns whether a setting belongs to linear classifiers alone. */
export const isLinearSetting = (name: string): boolean => name in LinearSettings.shape;

/** Returns whether a setting says which n-grams are counted, also by a linear classifier beside networks. */
export const isNgramSetting = (name: string): boolean => name in NgramSettings.shape;

/** Returns whether a linear classifier with these settings reads a setting. */
export function linearApplies(name: string, settings: Readonly<Record<string, unknown>>): boolean {
  if (name === 'ngramMin' || name === 'ngramMax') return settings.analyzer !== 'word';
  return isLinearSetting(name) || SHARED_SETTINGS.has(name);
}
