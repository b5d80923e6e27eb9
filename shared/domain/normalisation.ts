/** Normalisation of terms: from the words of a record to the standard terms that they stand for, one or several. */
import { z } from 'zod';
import { PairSettings, pairDefaults } from './pairs.ts';

export const NormalisationSettings = PairSettings.extend({
  task: z.literal('normalisation'),
  network: PairSettings.shape.network.unwrap().default('logistic-regression'),
  /** Terms most like each part of a text that become candidates. */
  candidates: z.number().int().min(1).max(200).default(20),
  /** Training texts most like each part of a text whose terms become candidates. */
  nearest: z.number().int().min(0).max(200).default(10),
  /** Wrong candidates for each right one, in training; 0: all. */
  negatives: z.number().min(0).max(100).default(8),
  /** Whether the names with a code in the knowledge graph are terms beside those of the training set. */
  codedTerms: z.boolean().default(true),
});
export type NormalisationSettings = z.infer<typeof NormalisationSettings>;

/** A standard term for words of a record, with its code where the graph knows one. */
export const StandardTerm = z.object({
  term: z.string(),
  code: z.string().optional(),
  /** Calibrated on dev. */
  probability: z.number(),
});
export type StandardTerm = z.infer<typeof StandardTerm>;

export const normalisationDefaults = pairDefaults;

/** Rules by which a model makes candidates and judges them. Stored in its config.json beside its terms. */
export const NormalisationRules = NormalisationSettings.pick({ candidates: true, nearest: true }).extend({
  /** Training texts with the numbers of their terms. */
  known: z.array(z.object({ text: z.string(), terms: z.array(z.int().nonnegative()) })),
  /** Weights of the evidence for a candidate, the intercept last; empty until they are fitted. */
  weights: z.array(z.number()),
});
export type NormalisationRules = z.infer<typeof NormalisationRules>;
