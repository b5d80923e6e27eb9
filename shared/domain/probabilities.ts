/** What makes a classifier's logits probabilities, and when it says nothing. */
import { z } from 'zod';

export const DecisionSettings = z.object({
  /**
   * What makes probabilities of logits, fitted on dev. `scaling`: a temperature, or where texts have several labels a
   * line a label (Platt). `isotonic`: a rising curve a label. `auto`: the better of the two on held-out folds of dev.
   */
  calibration: z.enum(['auto', 'scaling', 'isotonic', 'none']).default('auto'),
  /**
   * Abstention: the model says nothing below the probability from which on its most probable label is right in this
   * share of the dev texts. 0: it never abstains.
   */
  abstainPrecision: z.number().min(0).max(1).default(0.8),
});
export type DecisionSettings = z.infer<typeof DecisionSettings>;

/** Points of a rising curve from log odds to probabilities, by rising x. */
export const IsotonicCurve = z.object({
  x: z.array(z.number()).min(1),
  y: z.array(z.number().min(0).max(1)).min(1),
});
export type IsotonicCurve = z.infer<typeof IsotonicCurve>;

/** From a model's logits to probabilities that mean what they say, as fitted on dev. */
export const Calibration = z.discriminatedUnion('kind', [
  /** softmax(logits ÷ temperature) */
  z.object({ kind: z.literal('temperature'), temperature: z.number().positive() }),
  /** A label's probability is σ(scale × logit + shift). */
  z.object({
    kind: z.literal('platt'),
    scale: z.array(z.number().positive()),
    shift: z.array(z.number()),
  }),
  /**
   * A label's probability is read off its curve: at its logit, or in the mode `single` at its log odds against all
   * other labels, after which the probabilities of a text are divided by their sum. A label without a curve (−1) has
   * σ(scale × that + shift).
   */
  z.object({
    kind: z.literal('isotonic'),
    mode: z.enum(['single', 'multiple']),
    curves: z.array(IsotonicCurve),
    curveOf: z.array(z.int().min(-1)),
    scale: z.array(z.number().positive()),
    shift: z.array(z.number()),
  }),
]);
export type Calibration = z.infer<typeof Calibration>;

/** When a classifier says nothing, and what that brings. */
export const Abstention = z.object({
  /** Share of right ones among the texts that it says something about, as asked for. */
  wanted: z.number(),
  /** Below this probability of the most probable label it says nothing; null: it never reaches what is wanted. */
  threshold: z.number().nullable(),
  /** Measured: share of right ones among the texts that it says something about, and how many of all these are. */
  precision: z.number(),
  coverage: z.number(),
});
export type Abstention = z.infer<typeof Abstention>;
