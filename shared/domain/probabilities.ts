/** Calibration of a classifier's probabilities, and its abstention. */
import { z } from 'zod';

export const DecisionSettings = z.object({
  /**
   * Calibration fitted on dev. `scaling`: a temperature, or per label a line (Platt) when texts have several labels.
   * `isotonic`: a rising curve per label. `auto`: the better one on held-out folds of dev.
   */
  calibration: z.enum(['auto', 'scaling', 'isotonic', 'none']).default('auto'),
  /**
   * Abstention: required share of correct predictions on dev. The model abstains below the probability that reaches it.
   * 0: never.
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

/** Maps a model's logits to calibrated probabilities, fitted on dev. */
export const Calibration = z.discriminatedUnion('kind', [
  /** softmax(logits ÷ temperature) */
  z.object({ kind: z.literal('temperature'), temperature: z.number().positive() }),
  /** A label's probability is σ(scale × logit + shift). */
  z.object({ kind: z.literal('platt'), scale: z.array(z.number().positive()), shift: z.array(z.number()) }),
  /**
   * A label's probability is its curve's value at its logit, or in the mode `single` at its log odds against all other
   * labels, normalised over the labels of a text. A label without a curve (−1) has σ(scale × that + shift).
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

/** Threshold of abstention, and its measured effect. */
export const Abstention = z.object({
  /** Required share of correct predictions. */
  wanted: z.number(),
  /** Abstains below this probability of the most probable label; null: always, since the requirement is never met. */
  threshold: z.number().nullable(),
  /** Measured share of correct predictions, and share of texts with a prediction. */
  precision: z.number(),
  coverage: z.number(),
});
export type Abstention = z.infer<typeof Abstention>;
