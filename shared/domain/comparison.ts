/** Significance of the difference between two models on the same documents. */
import { z } from 'zod';

/** Counts of the items of one label or type in a document. */
const LabelCounts = z.object({
  label: z.string(),
  /** Predicted items that are gold. */
  hits: z.number(),
  predicted: z.number(),
  gold: z.number(),
});
/** Counts of a document; labels that do not occur in it are left out. */
export const DocumentCounts = z.array(LabelCounts).readonly();
export type DocumentCounts = z.infer<typeof DocumentCounts>;

export const ComparedScore = z.enum(['f1', 'macroF1', 'accuracy']);
export type ComparedScore = z.infer<typeof ComparedScore>;

export const ScoreDifference = z.object({
  score: ComparedScore,
  /** Scores of both models, 0..1. */
  first: z.number(),
  second: z.number(),
  /** Second less first. */
  difference: z.number(),
  /** Percentile interval of the difference; null for fewer than two documents. */
  low: z.number().nullable(),
  high: z.number().nullable(),
  /** Two-sided p of the paired bootstrap: twice the smaller share of resamples on one side of 0. */
  bootstrapP: z.number().nullable(),
  /** Two-sided p of approximate randomization: the share of exchanges with a difference at least as large. */
  randomizationP: z.number().nullable(),
});
export type ScoreDifference = z.infer<typeof ScoreDifference>;

/** Numbers of resamples and the seed of a comparison. */
export const ComparisonOptions = z.object({
  samples: z.number().int().min(100).max(100_000).default(1000),
  seed: z.number().int().min(0).max(4_294_967_295).default(1),
});
export type ComparisonOptions = z.infer<typeof ComparisonOptions>;

/** Documents are resampled, and both models are scored on the same sample (Koehn 2004; Berg-Kirkpatrick et al. 2012). */
export const ModelComparison = ComparisonOptions.extend({
  dataSet: z.string(),
  documents: z.number().int(),
  /** Confidence level of the intervals, 0..1. */
  level: z.number(),
  scores: z.array(ScoreDifference),
});
export type ModelComparison = z.infer<typeof ModelComparison>;
